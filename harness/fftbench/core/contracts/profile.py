"""Where the time of transforms goes, as records have it: what is found in the profiled passes."""

from __future__ import annotations

from dataclasses import field

from pydantic.dataclasses import dataclass

from fftbench.core.contracts.model import CLOSED, Seconds


@dataclass(frozen=True, slots=True, kw_only=True, config=CLOSED)
class Spread:
    """A time per transform over the ranks, in seconds."""

    mean: Seconds
    min: Seconds
    max: Seconds


@dataclass(frozen=True, slots=True, kw_only=True, config=CLOSED)
class MpiFunction:
    """One MPI function, per transform: sums over ranks; seconds of the slowest rank."""

    calls: float
    seconds: Seconds
    bytes: float
    """Sent to other ranks."""
    messages: float


@dataclass(frozen=True, slots=True, kw_only=True, config=CLOSED)
class Declared:
    """Phases by the library's own timers; None where they don't tell. The means add up to wall."""

    fft: Spread | None = None
    pack: Spread | None = None
    exchange: Spread | None = None
    unpack: Spread | None = None
    scale: Spread | None = None
    other: Spread
    """What the phases leave of the wall time."""


@dataclass(frozen=True, slots=True, kw_only=True, config=CLOSED)
class Transfers:
    """Between host and device, per transform: sums over ranks."""

    to_device_bytes: float
    to_host_bytes: float


@dataclass(frozen=True, slots=True, kw_only=True, config=CLOSED)
class Breakdown:
    """Where the time of one direction goes: what interception tells, and what the library declares.

    Where all is known, the means add up: wall = exchange + fft + reorder.
    """

    wall_s: Spread
    exchange_s: Spread | None
    """Inside MPI, waiting for late ranks included; None where data cross by shared memory."""
    local_s: Spread | None
    """wall - exchange."""
    fft_s: Spread | None = None
    """Inside FFTW's execute functions; None where it can't be told apart: FFTW calls MPI or is not
    called, transforms some lines only, or several threads compute."""
    reorder_s: Spread | None = None
    """The rest, where the other two are known: packing, unpacking, transposes, copies."""
    fft_calls: float = 0.0
    """Calls of FFTW's execute functions per transform, summed over ranks."""
    mpi: dict[str, MpiFunction] = field(default_factory=dict)
    exchange_bytes: float | None = 0.0
    """Sent to other ranks per transform, summed over ranks; None as for exchange_s."""
    declared_s: Declared | None = None
    """None where the library has no timers."""
    device_s: Spread | None = None
    """Between the start and the end of the transform by the clock of each rank's device; None on
    the host, or where the device has no clock to ask."""
    transfers: Transfers | None = None
    """What the library moves between host and device, as far as it calls the runtime's shared
    library for it; None on the host, or where that is not seen."""


@dataclass(frozen=True, slots=True, kw_only=True, config=CLOSED)
class Profile:
    """The profiled passes, made after the timed ones and never timed as results."""

    repetitions: int
    forward: Breakdown
    backward: Breakdown
