"""The share of cases in which a library is within a factor of the best: performance profiles.

Dolan and More, "Benchmarking optimization software with performance profiles", Mathematical
Programming 91, 2002.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from math import inf

from fftbench.analysis.model.metrics import Row


@dataclass(frozen=True)
class Profile:
    """How one library does over all instances."""

    name: str
    ratios: tuple[float, ...]
    """Its time over the best of all, ascending; infinite where it has no right answer."""

    def share(self, factor: float) -> float:
        """Share of the instances in which it takes at most `factor` times as long as the best."""
        return sum(ratio <= factor for ratio in self.ratios) / len(self.ratios)


def profiles(
    rows: Iterable[Row], name: Callable[[Row], str] = lambda row: row.result.case.driver
) -> list[Profile]:
    """Make the profile of each name over all instances that at least two have a time for.

    An instance is a problem on so many nodes and cores of a machine; each name counts with its
    fastest case there. Instances whose ranks or threads share cores are left out.
    """
    best: dict[Hashable, dict[str, float]] = {}
    names: dict[str, None] = {}
    for row in rows:
        if row.result.status.apart or row.result.oversubscribed:
            continue
        names.setdefault(name(row))
        there = best.setdefault(_instance(row), {})
        there[name(row)] = min(there.get(name(row), inf), row.seconds)
    contested = [times for times in best.values() if sum(t < inf for t in times.values()) > 1]
    if not contested:
        return []
    return [Profile(one, _ratios(one, contested)) for one in sorted(names)]


def _ratios(name: str, contested: Sequence[dict[str, float]]) -> tuple[float, ...]:
    return tuple(sorted(times.get(name, inf) / min(times.values()) for times in contested))


def _instance(row: Row) -> Hashable:
    case = row.result.case
    return row.result.machine, case.problem, case.nodes, row.resources.cores
