"""The machine and the software as observed; facts on which all records agree stand once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from fftbench.analysis.model.formats import count, seconds_text, significant
from fftbench.core.record import Environment, Record


@dataclass(frozen=True)
class Fact:
    """A property and its values, each with the number of records that have it."""

    name: str
    values: tuple[tuple[str, int], ...]


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


_FACTS: Mapping[str, Callable[[Environment], str | None]] = {
    "Hosts": lambda e: ", ".join(host.name for host in e.hosts),
    "Ranks per host": lambda e: ", ".join(str(host.ranks) for host in e.hosts),
    "CPU": lambda e: e.cpu_model,
    "Governor": lambda e: e.governor,
    "Turbo": lambda e: None if e.turbo is None else ("on" if e.turbo else "off"),
    "Memory": lambda e: None if e.memory_mb is None else f"{e.memory_mb / 1000:.1f} GB",
    "Huge pages": lambda e: e.huge_pages,
    "Binding": _binding,
    "MPI": lambda e: " ".join(e.mpi.library.split()),
    "MPI standard": lambda e: e.mpi.standard,
    "Thread level": lambda e: e.mpi.thread_level,
    "Synchronisation": lambda e: e.clock.synchronisation,
    "Compiler": lambda e: e.build.compiler,
    "Flags": lambda e: " ".join(e.build.flags.split()),
    "Build": lambda e: e.build.type,
    "Commit": lambda e: e.build.commit and e.build.commit + (" (dirty)" if e.build.dirty else ""),
    "Slurm": lambda e: " ".join(f"{name}={v}" for name, v in sorted(e.slurm.items())),
}


def facts(records: Sequence[Record]) -> list[Fact]:
    """Collect the facts of all records with an environment; what is unknown is left out."""
    environments = [record.environment for record in records if record.environment]
    found: list[Fact] = []
    for name, tell in _FACTS.items():
        values = Counter(text for e in environments if (text := tell(e)))
        if values:
            found.append(Fact(name, tuple(values.most_common())))
    if variables := _variables(environments):
        found.append(Fact("Variables", variables))
    if environments:
        found.append(_range("Clock resolution", [e.clock.resolution_s for e in environments]))
        skews = [e.clock.skew_s for e in environments if e.clock.skew_s is not None]
        if skews:
            found.append(_range("Skew of the ranks' starts", skews))
    return found


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


def _variables(environments: Sequence[Environment]) -> tuple[tuple[str, int], ...]:
    """List the variables: those of all records in one line, then the others one by one."""
    counts = Counter(
        f"{name}={value}"
        for environment in environments
        for name, value in environment.variables.items()
        if not name.startswith(_LAUNCHER)
    )
    shared = [text for text, number in counts.items() if number == len(environments)]
    others = sorted((text, n) for text, n in counts.items() if n < len(environments))
    first = [(" ".join(sorted(shared)), len(environments))] if shared else []
    return (*first, *others)


def _range(name: str, seconds: Sequence[float]) -> Fact:
    low, high = min(seconds), max(seconds)
    text = _time(low) if low == high else f"{_time(low)} to {_time(high)}"
    return Fact(name, ((text, len(seconds)),))


def _time(seconds: float) -> str:
    if 0 < seconds < 1e-6:
        return f"{significant(seconds * 1e9)} ns"
    return seconds_text(seconds)
