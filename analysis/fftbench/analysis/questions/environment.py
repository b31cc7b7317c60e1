"""The machine and the software as observed; facts on which all records agree stand once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

from fftbench.analysis.model.formats import TIMES, count, seconds_text, significant
from fftbench.analysis.model.sharing import counted
from fftbench.core.contracts.environment import Build, Distance, Environment
from fftbench.core.contracts.record import Kernel, Record


@dataclass(frozen=True)
class Fact:
    """A property and its values, each with the number of records that have it."""

    name: str
    values: tuple[tuple[str, int], ...]
    explains: bool = False
    """Whether another value may explain another time."""


def _binding(environment: Environment) -> str:
    """Write `1 rank each on CPUs 0, 1 (NUMA 0)`."""
    alike: dict[tuple[int, str], list[str]] = {}
    for binding in environment.bindings:
        numa = f" (NUMA {binding.numa})" if binding.numa else ""
        alike.setdefault((binding.ranks, numa), []).append(binding.cpus)
    return "; ".join(
        f"{count(ranks, 'rank')}{' each' if len(cpus) > 1 else ''} on CPUs {', '.join(cpus)}{numa}"
        for (ranks, numa), cpus in alike.items()
    )


def _devices(environment: Environment) -> str:
    """Write `2 x NVIDIA H100 (85.0 GB), driver 570.1, runtime 12.8`."""
    alike = Counter(
        ", ".join(
            filter(
                None,
                (
                    one.name + (f" ({one.memory_mb / 1000:.1f} GB)" if one.memory_mb else ""),
                    f"driver {one.driver}" if one.driver else "",
                    f"runtime {one.runtime}" if one.runtime else "",
                ),
            )
        )
        for one in environment.devices
    )
    return "; ".join(
        f"{number} {TIMES} {text}" if number > 1 else text for text, number in alike.items()
    )


class _Property(NamedTuple):
    name: str
    tell: Callable[[Environment], str | None]
    explains: bool = False


_PROPERTIES = (
    _Property("Hosts", lambda e: ", ".join(host.name for host in e.hosts)),
    _Property("Ranks per host", lambda e: ", ".join(str(host.ranks) for host in e.hosts)),
    _Property("CPU", lambda e: e.cpu_model, True),
    _Property("Vectors", lambda e: ", ".join(e.instruction_sets), True),
    _Property("Devices", _devices, True),
    _Property("Governor", lambda e: e.governor, True),
    _Property("Turbo", lambda e: None if e.turbo is None else ("on" if e.turbo else "off"), True),
    _Property("Memory", lambda e: f"{e.memory_mb / 1000:.1f} GB" if e.memory_mb else None),
    _Property("Huge pages", lambda e: e.huge_pages, True),
    _Property("Binding", _binding),
    _Property("MPI", lambda e: " ".join(e.mpi.library.split()), True),
    _Property("MPI standard", lambda e: e.mpi.standard),
    _Property("Thread level", lambda e: e.mpi.thread_level),
    _Property("Synchronisation", lambda e: e.clock.synchronisation),
    _Property("Compiler", lambda e: e.build.compiler, True),
    _Property("Flags", lambda e: " ".join(e.build.flags.split()), True),
    _Property("Build", lambda e: e.build.type, True),
    _Property("Commit", lambda e: _commit(e.build) if e.build.commit else None, True),
    _Property("Slurm", lambda e: " ".join(f"{n}={v}" for n, v in sorted(e.slurm.items()))),
)


def _commit(build: Build) -> str:
    return f"{build.commit}{' (dirty)' if build.dirty else ''}"


def facts(records: Sequence[Record]) -> list[Fact]:
    """Collect the facts of all records with an environment; what is unknown is left out."""
    environments = counted(record.environment for record in records if record.environment)
    found: list[Fact] = []
    for one in _PROPERTIES:
        values: Counter[str] = Counter()
        for environment, number in environments:
            if text := one.tell(environment):
                values[text] += number
        if values:
            found.append(Fact(one.name, tuple(values.most_common()), one.explains))
    if variables := _variables(environments):
        found.append(Fact("Variables", variables))
    if environments:
        clocks = [(environment.clock, number) for environment, number in environments]
        found.append(_range("Clock resolution", [(c.resolution_s, n) for c, n in clocks], _time))
        skews = [(c.skew_s, n) for c, n in clocks if c.skew_s is not None]
        if skews:
            found.append(_range("Spread of the ranks' starts", skews, _time))
        found += _links(environments)
    if apart := [(median(times), 1) for one in records if (times := one.core_to_core_s)]:
        found.append(_range("A cache line from core to core", apart, _time))
    if kernels := _kernels(records):
        found.append(Fact("Kernels", kernels, explains=True))
    return found


def _kernels(records: Sequence[Record]) -> tuple[tuple[str, int], ...]:
    """Tell for which vectors what transforms lines was built, and which drivers have it."""
    drivers: dict[Kernel, Counter[str]] = {}
    for record in records:
        for kernel in record.effective.kernels if record.effective else ():
            drivers.setdefault(kernel, Counter())[record.case.driver] += 1
    found = (
        (
            f"{kernel.name} for {', '.join(kernel.instruction_sets) or 'no vectors'}"
            f" (told by {kernel.told_by}): {', '.join(sorted(names))}",
            names.total(),
        )
        for kernel, names in drivers.items()
    )
    return tuple(sorted(found))


_DISTANCES = {Distance.node: "within a node", Distance.network: "between nodes"}


def _links(environments: Sequence[tuple[Environment, int]]) -> Iterator[Fact]:
    """Tell what messages took at each distance."""
    for distance, where in _DISTANCES.items():
        links = [(one, n) for e, n in environments for one in e.links if one.distance is distance]
        if links:
            yield _range(f"Latency {where}", [(one.latency_s, n) for one, n in links], _time)
            yield _range(f"Bandwidth {where}", [(one.bytes_per_s, n) for one, n in links], _rate)


def libraries(records: Sequence[Record]) -> dict[str, str]:
    """Library and version by driver, as `FFTW 3.3.10`; several if records differ."""
    names: dict[str, dict[str, None]] = {}
    for record in records:
        if record.library:
            text = f"{record.library.name} {record.library.version}".strip()
            names.setdefault(record.case.driver, {})[text] = None
    return {driver: ", ".join(texts) for driver, texts in sorted(names.items())}


_LAUNCHER = (
    "OMPI_MCA_ess", "OMPI_MCA_initial_wdir", "OMPI_MCA_orte_", "OMPI_MCA_pmix",
    "OMPI_MCA_shmem_RUNTIME",
)  # fmt: skip
"""Prefixes of variables that a launcher sets for its own purposes; they tune nothing."""


def _variables(environments: Sequence[tuple[Environment, int]]) -> tuple[tuple[str, int], ...]:
    """List the variables: those of all records in one line, then the others one by one."""
    records = sum(number for _, number in environments)
    counts: Counter[str] = Counter()
    for environment, number in environments:
        for name, value in environment.variables.items():
            if not name.startswith(_LAUNCHER):
                counts[f"{name}={value}"] += number
    shared = [text for text, number in counts.items() if number == records]
    others = sorted((text, n) for text, n in counts.items() if n < records)
    first = [(" ".join(sorted(shared)), records)] if shared else []
    return (*first, *others)


def _range(name: str, values: Sequence[tuple[float, int]], write: Callable[[float], str]) -> Fact:
    """Write the least and the most of values, each with the number of its records."""
    low, high = min(value for value, _ in values), max(value for value, _ in values)
    text = write(low) if low == high else f"{write(low)} to {write(high)}"
    return Fact(name, ((text, sum(number for _, number in values)),))


def _time(seconds: float) -> str:
    if 0 < seconds < 1e-6:
        return f"{significant(seconds * 1e9)} ns"
    return seconds_text(seconds)


def _rate(bytes_per_s: float) -> str:
    return f"{significant(bytes_per_s / 1e9)} GB/s"
