"""Which rows are looked at together: by problem, along lines over cores, on the same resources."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import log

from fftbench.analysis.model.baselines import Baseline
from fftbench.analysis.model.machine import Machine
from fftbench.analysis.model.merge import ratio
from fftbench.analysis.model.metrics import Row, fastest
from fftbench.analysis.model.statistics import Estimate
from fftbench.core.contracts.problem import Memory, Problem
from fftbench.core.contracts.resources import Resources

Group = tuple[Machine, Problem, list[Row]]


@dataclass(frozen=True)
class Line:
    """One driver with one choice of settings, the fastest row at each number of cores."""

    driver: str
    settings: str
    """Those that tell it from other lines of the driver; may be empty."""
    rows: tuple[Row, ...]

    @property
    def cores(self) -> tuple[int, ...]:
        """Ranks times threads, ascending."""
        return tuple(row.resources.cores for row in self.rows)

    @property
    def apart(self) -> tuple[Row, ...]:
        """The rows whose ranks and threads share no cores: the others say nothing of scaling."""
        return tuple(row for row in self.rows if not row.result.oversubscribed)

    @property
    def keeps_threads(self) -> bool:
        """Whether ranks alone grow, and the threads of each are as many everywhere."""
        return len({row.resources.threads for row in self.rows}) == 1

    def gains(self) -> dict[int, Estimate]:
        """Speedup by cores: the time on the fewest over the time here, paired by launch."""
        base = self.apart[0].result if self.apart else None
        found = ((row.resources.cores, ratio(base, row.result)) for row in self.apart if base)
        return {cores: gain for cores, gain in found if gain}

    def efficiencies(self) -> dict[int, Estimate]:
        """Speedup per core: a line may have other ranks and threads at each number of cores."""
        return {cores: gain.scaled(self.apart[0].resources.cores / cores)
                for cores, gain in self.gains().items()}  # fmt: skip


def on_host(problem: Problem) -> Problem:
    """Return the same problem with its arrays on the host: what a GPU and cores have in common."""
    return problem.model_copy(update={"memory": Memory.host})


def group_rows(rows: Sequence[Row]) -> list[Group]:
    """Group rows by machine and problem, in their order."""
    groups: dict[tuple[Machine, Problem], list[Row]] = {}
    for row in rows:
        groups.setdefault((row.result.machine, row.result.case.problem), []).append(row)
    return [(machine, problem, found) for (machine, problem), found in groups.items()]


def timed(rows: Iterable[Row]) -> list[Row]:
    """Keep the rows that have a time: status ok, and long enough for the clock."""
    return [row for row in rows if row.result.pair is not None]


def lines(rows: Iterable[Row], series: Callable[[Row], Hashable] | None = None) -> list[Line]:
    """Make a line of each `series`, by default of one problem; by driver and settings."""
    shown = timed(rows)
    of = series or _growing(shown)
    groups: dict[Hashable, list[Row]] = {}
    for row in shown:
        groups.setdefault(of(row), []).append(row)
    several = len({row.result.case.threads for row in shown}) > 1
    found = []
    for group in groups.values():
        ordered = by_cores(group)
        first = ordered[0].result
        line = Line(first.case.driver, first.shown, ordered)
        threads = f" threads={first.case.threads}" if several and line.keeps_threads else ""
        found.append(replace(line, settings=(first.shown + threads).strip()))
    return sorted(found, key=lambda line: (line.driver, line.settings))


def by_cores(rows: Iterable[Row]) -> tuple[Row, ...]:
    """Pick the fastest row at each number of cores, ascending."""
    points = fastest(rows, lambda row: row.resources.cores)
    return tuple(points[cores] for cores in sorted(points))


def _growing(rows: Iterable[Row]) -> Callable[[Row], Hashable]:
    """Return what tells lines apart: threads, too, but of those that ran on one rank alone."""
    several = {row.result.case.driver for row in rows if row.result.case.ranks > 1}

    def series(row: Row) -> Hashable:
        kept = row.series
        return kept, row.result.case.threads if kept.driver in several else None

    return series


def fastest_lines(found: Sequence[Line]) -> list[Line]:
    """Make a line per driver, of its fastest settings at each number of cores: for times.

    For efficiency the settings must stay: see `best_lines`.
    """
    rows: dict[str, list[Row]] = {}
    for line in found:
        rows.setdefault(line.driver, []).extend(line.rows)
    return [Line(driver, "", by_cores(rows[driver])) for driver in sorted(rows)]


def best_lines(found: Sequence[Line]) -> list[Line]:
    """Pick a line per driver: the one on most numbers of cores, then the fastest on average."""
    best: dict[str, Line] = {}
    for line in sorted(found, key=_merit):
        best.setdefault(line.driver, line)
    return [best[driver] for driver in sorted(best)]


def _merit(line: Line) -> tuple[int, float]:
    work = [log(row.seconds * row.resources.cores) for row in line.rows]
    return -len(work), sum(work) / len(work)


def best_of_drivers(rows: Iterable[Row]) -> list[Row]:
    """Pick the fastest settings of each driver on each of the resources."""
    return list(fastest(rows, lambda row: (row.resources, row.result.case.driver)).values())


def ranked(rows: Iterable[Row], most: int = 20) -> list[Row]:
    """Choose rows to show, fastest first: all, or of more than `most` the best of each driver."""
    shown = timed(rows)
    if len(shown) > most:
        shown = list(fastest(shown, lambda row: row.result.case.driver).values())
    return sorted(shown, key=lambda row: row.seconds)


def main_resources(rows: Sequence[Row]) -> Resources | None:
    """Choose the resources to rank on: those that most drivers ran on, and of these the largest.

    Those on which ranks or threads share cores are chosen only if there are no others.
    """
    drivers: dict[Resources, set[str]] = {}
    apart = [row for row in timed(rows) if not row.result.oversubscribed]
    for row in apart or timed(rows):
        drivers.setdefault(row.resources, set()).add(row.result.case.driver)
    if not drivers:
        return None
    return max(drivers, key=lambda one: (len(drivers[one]), one.cores, one))


def profiled(rows: Sequence[Row]) -> list[tuple[Resources, list[Row]]]:
    """Pick, on each of the resources, the best settings of each driver, if they were profiled."""
    groups: dict[Resources, list[Row]] = {}
    for row in best_of_drivers(rows):
        if row.result.parts is not None and row.result.parts.wall > 0:
            groups.setdefault(row.resources, []).append(row)
    return [
        (resources, sorted(groups[resources], key=lambda row: row.result.case.driver))
        for resources in sorted(groups)
    ]


def baselines_by_cores(rows: Iterable[Row]) -> dict[int, Baseline]:
    """Pick the lowest baseline of these rows at each number of cores, ascending."""
    lowest: dict[int, Baseline] = {}
    for row in rows:
        cores = row.resources.cores
        if row.baseline and (cores not in lowest or row.baseline.seconds < lowest[cores].seconds):
            lowest[cores] = row.baseline
    return dict(sorted(lowest.items()))
