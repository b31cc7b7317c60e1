"""Nonparametric statistics of launches: medians, ratios, and their intervals.

The sample is the launch. Repetitions of a launch are correlated, and what differs from launch to
launch (memory pages, neighbours, frequency) does not show in them, so each launch gives one median,
and an interval covers what launches do. Nothing is assumed about the distribution of a time,
nothing is averaged and nothing is dropped (Hoefler & Belli, "Scientific Benchmarking of Parallel
Computing Systems", SC'15, rules 5-8).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from statistics import median

from fftbench.analysis.model.ranks import (
    CONFIDENCE,
    rank_sum_depth,
    sign_depth,
    signed_rank_depth,
)

MIN_LAUNCHES = 6
"""Fewer launches claim nothing: 6 are the fewest of which a paired comparison has an interval of
95 % (all six differences of one sign have a chance of 2 / 2^6). More tell smaller differences."""

NEGLIGIBLE = 1.005
"""Ratio up to which two times are called equal. A program's time depends a little on which pages
its arrays got, so equal work differs by fractions of a percent even over many launches; an interval
that ends so near to 1 says nothing about the work."""

OUTLIER_SCORE = 3.5
"""Modified z-score above which a sample is flagged (Iglewicz & Hoaglin 1993)."""


MIN_CYCLES = 3
"""Of a launch in common, for two times of it to be compared cycle by cycle."""


class LaunchTime(float):
    """Median time of a launch's repetitions, which knows its cycles of turns."""

    __slots__ = ("by_cycle",)

    by_cycle: Mapping[int, float]
    """Median of the repetitions of each cycle; empty where the program was alone."""

    def __new__(cls, times: Sequence[float], cycles: Sequence[int] = ()) -> LaunchTime:
        """Take the times of repetitions, at least one, and the cycle of each if there are any."""
        made = super().__new__(cls, median(times))
        made.by_cycle = _medians(times, cycles) if cycles else ALONE
        return made


ALONE: Mapping[int, float] = {}
"""The cycles of a program that took no turns."""


def _medians(times: Sequence[float], cycles: Sequence[int]) -> Mapping[int, float]:
    grouped: dict[int, list[float]] = {}
    for cycle, time in zip(cycles, times, strict=False):
        grouped.setdefault(cycle, []).append(time)
    return {cycle: median(of_cycle) for cycle, of_cycle in grouped.items()}


@dataclass(frozen=True)
class Estimate:
    """A time or a ratio of times over launches; `lo <= median <= hi`."""

    median: float
    """Of the launches; of a ratio, the Hodges-Lehmann estimate."""
    lo: float
    hi: float
    """The interval; if not `confident`, only the least and the most of what was seen."""
    n: int
    """Number of launches; of an unpaired ratio, those of the side that has fewer."""
    confident: bool
    """Whether [lo, hi] is an interval of at least 95 %: if not, it is never shown as one."""

    @property
    def side(self) -> int:
        """1 if the interval lies above what is negligible, -1 if below; 0 if not, or too few."""
        return _side(self.lo, self.hi, self.confident)

    def scaled(self, factor: float) -> Estimate:
        """Return the estimate for samples `factor` (> 0) times as large."""
        return Estimate(
            self.median * factor, self.lo * factor, self.hi * factor, self.n, self.confident
        )


def over_launches(medians: Iterable[float]) -> Estimate:
    """Median of the launches' medians (at least one), with its interval from order statistics."""
    ordered = sorted(medians)
    if not ordered:
        raise ValueError("no launches")
    return _estimate(ordered, sign_depth(len(ordered)), len(ordered))


def paired_ratio(
    above: Mapping[int, float], below: Mapping[int, float], confidence: float = CONFIDENCE
) -> Estimate | None:
    """Estimate `above / below` from the medians of common launches; None if there are none.

    On logarithms, the median of the averages of any two differences (Hodges & Lehmann) with
    Wilcoxon's signed-rank interval (Hollander & Wolfe, ch. 3). If the two are equally fast, either
    of a launch's two medians could as well be the other's: the logarithm of their ratio is
    symmetric about 0, which is all that the interval needs. Where the two took turns, a launch
    gives the median over their common cycles, in which both met the same state of the machine.
    """
    common = sorted(above.keys() & below.keys())
    if not common or any(min(above[launch], below[launch]) <= 0 for launch in common):
        return None
    logs = [_log_ratio(above[launch], below[launch]) for launch in common]
    averages = [(one + other) / 2 for one, other in combinations_with_replacement(logs, 2)]
    return _exponential(averages, signed_rank_depth(len(logs), confidence), len(logs))


def unpaired_ratio(above: Iterable[float], below: Iterable[float]) -> Estimate | None:
    """Estimate `above / below` from the medians of launches that have nothing in common.

    On logarithms, the median of the differences of any two (Hodges & Lehmann) with Mann and
    Whitney's interval (Hollander & Wolfe, ch. 4). It covers what launches of these two sets do, not
    what the machine does between them. None if a side has no launch or a time is 0.
    """
    one, other = list(above), list(below)
    if not one or not other or min(*one, *other) <= 0:
        return None
    differences = [math.log(a) - math.log(b) for a in one for b in other]
    return _exponential(
        differences, rank_sum_depth(len(one), len(other)), min(len(one), len(other))
    )


def _log_ratio(above: float, below: float) -> float:
    if isinstance(above, LaunchTime) and isinstance(below, LaunchTime):
        one, other = above.by_cycle, below.by_cycle
        common = [cycle for cycle in one.keys() & other.keys() if min(one[cycle], other[cycle]) > 0]
        if len(common) >= MIN_CYCLES:
            return median(math.log(one[cycle] / other[cycle]) for cycle in common)
    return math.log(above) - math.log(below)


def _exponential(logs: Iterable[float], depth: int, launches: int) -> Estimate:
    found = _estimate(sorted(logs), depth, launches)
    middle, low, high = (math.exp(value) for value in (found.median, found.lo, found.hi))
    return Estimate(middle, low, high, launches, found.confident)


def _estimate(ordered: Sequence[float], depth: int, launches: int) -> Estimate:
    """Take the median of sorted values, and those at this depth from either end."""
    inwards = max(depth, 1)
    confident = depth > 0 and launches >= MIN_LAUNCHES
    return Estimate(median(ordered), ordered[inwards - 1], ordered[-inwards], launches, confident)


def _side(low: float, high: float, confident: bool) -> int:
    return (low > NEGLIGIBLE) - (high < 1 / NEGLIGIBLE) if confident else 0


@dataclass(frozen=True)
class Mean:
    """The geometric mean of ratios; its interval has the means of the ratios' interval ends.

    That is wide enough however the ratios depend on each other: the standard deviation of a mean is
    at most the mean of the standard deviations.
    """

    value: float
    lo: float
    hi: float
    least: float
    """The smallest of the ratios."""
    most: float
    least_hi: float
    """The smallest upper end of the ratios' intervals: of these one is surely smaller."""
    most_lo: float
    """The largest lower end: one is surely larger."""
    number: int
    confident: bool
    """Whether the interval of every ratio covers at least 95 %."""

    def both_ways(self, factor: float = NEGLIGIBLE) -> bool:
        """Whether some ratio is shown to be above a factor, and another below its inverse.

        That the ratios themselves lie so far apart shows nothing: of many noisy ones some do.
        """
        return self.confident and self.least_hi < 1 / factor and self.most_lo > factor

    @property
    def side(self) -> int:
        """1 if the interval lies above what is negligible, -1 if below; 0 if not, or too few."""
        return _side(self.lo, self.hi, self.confident)


def geometric_mean(ratios: Sequence[Estimate]) -> Mean | None:
    """Mean of ratios (> 0), each of another problem instance; None if there is no ratio.

    Ratios multiply, so their mean is the geometric one (Fleming & Wallace, "How not to lie with
    statistics", CACM 29(3), 1986).
    """
    if not ratios:
        return None

    def mean(values: Iterable[float]) -> float:
        return math.exp(math.fsum(math.log(value) for value in values) / len(ratios))

    return Mean(
        value=mean(ratio.median for ratio in ratios),
        lo=mean(ratio.lo for ratio in ratios),
        hi=mean(ratio.hi for ratio in ratios),
        least=min(ratio.median for ratio in ratios),
        most=max(ratio.median for ratio in ratios),
        least_hi=min(ratio.hi for ratio in ratios),
        most_lo=max(ratio.lo for ratio in ratios),
        number=len(ratios),
        confident=all(ratio.confident for ratio in ratios),
    )


def outliers(samples: Sequence[float]) -> list[bool]:
    """Flag the samples that lie far from the median; they are counted, never dropped.

    Modified z-score 0.6745 |x - median| / MAD above 3.5; if more than half of the samples are
    equal (MAD = 0), the mean absolute deviation times 1.2533 replaces it (Iglewicz & Hoaglin 1993).
    """
    if not samples:
        return []
    middle = median(samples)
    deviations = [abs(sample - middle) for sample in samples]
    mad = median(deviations)
    scale = mad / 0.6745 if mad > 0 else 1.2533 * sum(deviations) / len(deviations)
    if max(deviations) <= OUTLIER_SCORE * scale:
        return [False] * len(samples)
    return [deviation > OUTLIER_SCORE * scale for deviation in deviations]
