"""The best of several cases, and its times without the optimism of having been chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from statistics import median

from fftbench.analysis.model.merge import ratio_of_launches
from fftbench.analysis.model.ranks import CONFIDENCE
from fftbench.analysis.model.result import Result
from fftbench.analysis.model.statistics import Estimate


@dataclass(frozen=True)
class Choice:
    """The fastest of some cases: of a driver's settings, say, or of all other drivers.

    The fastest of many owes some of its lead to luck, and the more cases there are, the more. So
    the times that ratios are made of are chosen without it: each half of the launches counts with
    the case that is fastest in the other half. (Leaving out but one launch at a time would use more
    of them to choose, but its choices hang together too much: among eight equal settings it claims
    a difference twice as often as it should, the halves no more than they should.)
    """

    best: Result
    """In all launches: the one that is shown."""
    launches: Mapping[int, float]
    """Seconds by launch (see `Times`), each of the case that the other half chooses."""

    @property
    def seconds(self) -> float:
        """Median of these: what the choice takes without the luck of the best."""
        return median(self.launches.values())

    def over(self, other: Choice, confidence: float = CONFIDENCE) -> Estimate:
        """Time over that of another choice, paired by launch."""
        shared = self.best.oversubscribed or other.best.oversubscribed
        return ratio_of_launches(self.launches, other.launches, not shared, confidence)


Times = Callable[[Result], Mapping[int, float]]
"""Seconds of a case by launch."""


def pair_times(case: Result) -> Mapping[int, float]:
    """Return the times of forward + backward by launch."""
    return case.pair_launches


def choose(cases: Sequence[Result], times: Times = pair_times) -> Choice:
    """Choose among cases (at least one) that all have a time, by default of forward + backward.

    A single launch counts with its fastest case: there is no other to choose by.
    """
    numbers = sorted({launch for case in cases for launch in times(case)})
    even, odd = numbers[::2], numbers[1::2]
    return Choice(
        best=min(cases, key=lambda case: median(times(case).values())),
        launches=_chosen_by(odd, cases, even, times) | _chosen_by(even, cases, odd, times),
    )


def _chosen_by(
    others: Sequence[int], cases: Sequence[Result], launches: Sequence[int], times: Times
) -> dict[int, float]:
    """Time in each launch of the case that is there and fastest in other launches."""

    def elsewhere(case: Result) -> tuple[float, float]:
        known = times(case)
        values = [known[other] for other in others if other in known]
        return median(values) if values else inf, median(known.values())

    known = [times(case) for case in sorted(cases, key=elsewhere)]
    return {launch: next(one[launch] for one in known if launch in one) for launch in launches}


@dataclass(frozen=True)
class Standings:
    """Choices that compete, each of the cases of a driver, say; the fastest first."""

    choices: tuple[Choice, ...]
    fastest: Mapping[int, float]
    """Seconds by launch of the case that is fastest of all in the other half."""

    def over_fastest(self, choice: Choice, confidence: float = CONFIDENCE) -> Estimate:
        """Time over that of the fastest choice, where that owes nothing to luck.

        Among many the fastest of all launches is a little too fast, so that others which are as
        fast would be called slower. So launches in common with it count with the case that is
        fastest in the other half: of a clear lead, that is the same case everywhere.
        """
        best = self.choices[0]
        common = best.launches.keys() & choice.launches.keys()
        if choice is best or not common:
            return choice.over(best, confidence)
        launches = {launch: self.fastest[launch] for launch in common}
        return choice.over(replace(best, launches=launches), confidence)

    @property
    def leading(self) -> list[Choice]:
        """Choices that are not shown to take longer than the fastest, where that can be told."""
        over = ((choice, self.over_fastest(choice)) for choice in self.choices)
        return [choice for choice, ratio in over if ratio.confident and ratio.side <= 0]


def standings(competing: Iterable[Sequence[Result]]) -> Standings:
    """Let the best of each of some sets of cases compete; all cases have a time."""
    sets = list(competing)
    choices = sorted(map(choose, sets), key=lambda choice: choice.best.seconds)
    everything = choose([case for cases in sets for case in cases])
    return Standings(tuple(choices), everything.launches)
