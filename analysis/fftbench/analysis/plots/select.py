"""Which rows a figure shows: lines over cores, the best settings, the place to rank at."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from math import log

from fftbench.analysis.bounds import Limit
from fftbench.analysis.metrics import Place, Row, time_of

MANY = 8
"""Lines above which a figure shows only the best settings of each driver."""


@dataclass(frozen=True)
class Line:
    """One driver with one choice of settings, the fastest row at each number of cores."""

    driver: str
    settings: str
    """Those that tell it from other lines of the driver; empty without any."""
    rows: tuple[Row, ...]

    @property
    def cores(self) -> tuple[int, ...]:
        """Ranks times threads, ascending."""
        return tuple(row.place.cores for row in self.rows)


def timed(rows: Iterable[Row]) -> list[Row]:
    """Rows that may be plotted as times: status ok."""
    return [row for row in rows if row.result.pair is not None]


def lines(
    rows: Iterable[Row], series: Callable[[Row], Hashable] = lambda row: row.series
) -> list[Line]:
    """All lines, by driver and settings: rows of one `series`, by default of one problem."""
    shown = timed(rows)
    groups: dict[Hashable, dict[int, Row]] = {}
    for row in shown:
        points = groups.setdefault(series(row), {})
        cores = row.place.cores
        if cores not in points or time_of(row.result) < time_of(points[cores].result):
            points[cores] = row
    several = len({row.result.case.threads for row in shown}) > 1
    found = []
    for points in groups.values():
        ordered = tuple(points[cores] for cores in sorted(points))
        first = ordered[0].result
        threads = f" threads={first.case.threads}" if several else ""
        found.append(Line(first.case.driver, (first.shown + threads).strip(), ordered))
    return sorted(found, key=lambda line: (line.driver, line.settings))


def best_lines(found: Sequence[Line]) -> list[Line]:
    """Pick one line per driver: at the most numbers of cores, then the fastest (geometric mean)."""
    best: dict[str, Line] = {}
    for line in sorted(found, key=_merit):
        best.setdefault(line.driver, line)
    return [best[driver] for driver in sorted(best)]


def _merit(line: Line) -> tuple[int, float]:
    work = [log(time_of(row.result) * row.place.cores) for row in line.rows]
    return -len(work), sum(work) / len(work)


def main_place(rows: Sequence[Row]) -> Place | None:
    """Choose where to rank: the place with most drivers, and of those the largest."""
    drivers: dict[Place, set[str]] = {}
    for row in timed(rows):
        drivers.setdefault(row.place, set()).add(row.result.case.driver)
    if not drivers:
        return None
    return max(drivers, key=lambda p: (len(drivers[p]), p.cores, p))


def limits(rows: Iterable[Row]) -> dict[int, Limit]:
    """Pick the lowest limit of these rows at each number of cores, ascending."""
    lowest: dict[int, Limit] = {}
    for row in rows:
        cores = row.place.cores
        if row.limit and (cores not in lowest or row.limit.seconds < lowest[cores].seconds):
            lowest[cores] = row.limit
    return dict(sorted(lowest.items()))


def settings_note(chosen: Iterable[Line]) -> str:
    """As `alpha: planner=measure; beta: exchange=p2p`; drivers without a choice are left out."""
    return "; ".join(f"{line.driver}: {line.settings}" for line in chosen if line.settings)
