"""The share of cases in which a library is within a factor of the best: performance profiles.

Dolan and More, "Benchmarking optimization software with performance profiles", Mathematical
Programming 91, 2002.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from math import inf

from fftbench.analysis.model.choice import choose
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.model.result import Result
from fftbench.analysis.questions.ranking import FAULTS
from fftbench.core.contracts.record import Status

NO_ANSWER = (*FAULTS, Status.unsupported)
"""Of what was asked for, and has no right answer; who is unavailable was asked for nothing."""


@dataclass(frozen=True)
class Profile:
    """How one library does over all instances that it was asked for."""

    name: str
    ratios: tuple[float, ...]
    """Its time over the best of all, ascending; infinite where it has no right answer."""

    def share(self, factor: float) -> float:
        """Share of its instances in which it takes at most `factor` times as long as the best."""
        return sum(ratio <= factor for ratio in self.ratios) / len(self.ratios)


def profiles(
    rows: Iterable[Row], name: Callable[[Row], str] = lambda row: row.result.case.driver
) -> list[Profile]:
    """Make the profile of each name over the instances that at least two have a time for.

    An instance is a problem on so many nodes and cores of a machine; each name counts with its
    fastest case there, of which a `Choice` has the time: nobody gains by having tried many.
    Instances whose ranks or threads share cores are left out.
    """
    ratios: dict[str, list[float]] = {}
    for there in _asked(rows, name):
        times = {one: choose(own).seconds for one, own in there.items() if own}
        if len(times) > 1:
            best = min(times.values())
            for one in there:
                ratios.setdefault(one, []).append(times.get(one, inf) / best)
    return [Profile(one, tuple(sorted(ratios[one]))) for one in sorted(ratios)]


def _asked(rows: Iterable[Row], name: Callable[[Row], str]) -> Iterable[dict[str, list[Result]]]:
    """Find who was asked for each instance, with the cases that have a time."""
    found: dict[Hashable, dict[str, list[Result]]] = {}
    for row in rows:
        result = row.result
        if result.status.apart or result.oversubscribed:
            continue
        if result.pair is not None or result.status in NO_ANSWER:
            own = found.setdefault(_instance(row), {}).setdefault(name(row), [])
            own.extend([result] if result.pair is not None else [])
    return found.values()


def _instance(row: Row) -> Hashable:
    case = row.result.case
    return row.result.machine, case.problem, case.nodes, row.resources.cores
