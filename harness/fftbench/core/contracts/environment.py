"""The machine as a record tells of it: hosts, devices, MPI, clock and build."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from pydantic import Field

from fftbench.core.contracts.model import Model
from fftbench.core.contracts.problem import Memory


class Host(Model):
    """A node as seen by the ranks on it."""

    name: str
    ranks: int


class Binding(Model):
    """CPUs (as 0-3,8) and NUMA nodes that this many ranks may run on."""

    cpus: str
    numa: str | None = None
    ranks: int


class Device(Model):
    """A device on which this many ranks of the case have their arrays."""

    kind: Memory
    name: str
    id: str
    """No other device of its host has it: the UUID, or the address on the bus."""
    host: str
    ranks: int
    driver: str | None = None
    runtime: str | None = None
    memory_mb: float | None = None
    """10^6 bytes in all."""


class Mpi(Model):
    """The MPI library that ran."""

    standard: str
    library: str
    thread_level: str


class Clock(Model):
    """What the timer could resolve, and how well the ranks started together."""

    resolution_s: float
    synchronisation: str
    skew_s: float | None = None


class Distance(str, Enum):
    """How far two ranks are from each other."""

    node = "node"
    """On one."""
    network = "network"
    """On two nodes."""


class Link(Model):
    """What a message of m bytes between two ranks takes: latency_s + m / bytes_per_s.

    By ping-pong of one pair of ranks, when the program starts: half the shortest round trip.
    """

    distance: Distance
    latency_s: Annotated[float, Field(ge=0, allow_inf_nan=False)]
    bytes_per_s: Annotated[float, Field(gt=0, allow_inf_nan=False)]


class Build(Model):
    """How the harness was built."""

    compiler: str
    flags: str
    type: str
    commit: str | None = None
    dirty: bool | None = None


class Environment(Model):
    """The machine as observed by the ranks, not as requested."""

    hosts: tuple[Host, ...]
    bindings: tuple[Binding, ...]
    cpu_model: str | None = None
    instruction_sets: tuple[str, ...] = ()
    """Of vectors that the processor has, narrowest first, as FFTW names them: sse2, avx, avx2,
    avx512, neon."""
    fftw: str | None = None
    """The FFTW that the program uses, as it tells: fftw-3.3.10-sse2-avx lists what it was built
    for. None where there is none, or where it can't be asked."""
    governor: str | None = None
    turbo: bool | None = None
    memory_mb: float | None = None
    huge_pages: str | None = None
    devices: tuple[Device, ...] = ()
    """Those that hold the arrays: none on the host."""
    mpi: Mpi
    clock: Clock
    links: tuple[Link, ...] = ()
    """At most one of each distance; none on one rank, or in records of earlier versions."""
    build: Build
    variables: dict[str, str] = {}
    """Tuning variables set, of MPI, OpenMP and the transports."""
    slurm: dict[str, str] = {}
