"""The share of cases in which a library is within a factor of the best: performance profiles.

Dolan and More, "Benchmarking optimization software with performance profiles", Mathematical
Programming 91, 2002.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf

from fftbench.analysis.model.choice import choose
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.model.result import Result


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
    fastest case there, of which a `Choice` has the time: nobody gains by having tried many.
    Instances whose ranks or threads share cores are left out.
    """
    cases: dict[Hashable, dict[str, list[Result]]] = {}
    names: dict[str, None] = {}
    for row in rows:
        if row.result.status.apart or row.result.oversubscribed:
            continue
        names.setdefault(name(row))
        if row.result.pair is not None:
            there = cases.setdefault(_instance(row), {})
            there.setdefault(name(row), []).append(row.result)
    contested = [
        {one: choose(own).seconds for one, own in there.items()}
        for there in cases.values()
        if len(there) > 1
    ]
    if not contested:
        return []
    return [Profile(one, _ratios(one, contested)) for one in sorted(names)]


def _ratios(name: str, contested: Sequence[Mapping[str, float]]) -> tuple[float, ...]:
    return tuple(sorted(times.get(name, inf) / min(times.values()) for times in contested))


def _instance(row: Row) -> Hashable:
    case = row.result.case
    return row.result.machine, case.problem, case.nodes, row.resources.cores
