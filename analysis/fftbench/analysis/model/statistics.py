"""Nonparametric statistics of timings: medians, their intervals, paired ratios, outliers.

Nothing is assumed about the distribution of a time, nothing is averaged and nothing is dropped
(Hoefler & Belli, "Scientific Benchmarking of Parallel Computing Systems", SC'15, rules 5-8).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import median

from scipy.special import bdtr

CONFIDENCE = 0.95
FEWEST = 6
"""Fewer samples have no interval of 95 %: min to max covers 1 - 2^(1-n), 0.938 for n = 5."""

OUTLIER_SCORE = 3.5
"""Modified z-score above which a sample is flagged (Iglewicz & Hoaglin 1993)."""


@dataclass(frozen=True)
class Estimate:
    """A median with its interval, in the unit of the samples; `lo <= median <= hi`."""

    median: float
    lo: float
    hi: float
    n: int
    """Number of samples."""
    confident: bool
    """Whether the interval covers at least 95 %; False if samples are too few: min to max."""

    def overlaps(self, other: Estimate) -> bool:
        """Whether the two intervals share a point: the difference may be noise."""
        return self.lo <= other.hi and other.lo <= self.hi

    def scaled(self, factor: float) -> Estimate:
        """Return the estimate for samples `factor` (> 0) times as large."""
        return Estimate(
            self.median * factor, self.lo * factor, self.hi * factor, self.n, self.confident
        )


@lru_cache(maxsize=4096)
def interval_ranks(n: int) -> tuple[int, int] | None:
    """Find the 1-based ranks (k, n + 1 - k) of the samples that enclose the median with 95 %.

    The narrowest symmetric pair whose coverage, 1 - 2 P(Binomial(n, 1/2) <= k - 1), is at least
    95 % for independent samples (Le Boudec, "Performance Evaluation of Computer and Communication
    Systems", theorem 2.1). None for n < 6: no pair is wide enough.
    """
    tail = (1 - CONFIDENCE) / 2
    k = 0
    while bdtr(k, n, 0.5) <= tail:
        k += 1
    return (k, n + 1 - k) if k > 0 else None


def estimate(samples: Sequence[float]) -> Estimate:
    """Median and 95 % interval of one launch's samples (n >= 1); min to max for n < 6."""
    if not samples:
        raise ValueError("no samples")
    ordered = sorted(samples)
    n = len(ordered)
    ranks = interval_ranks(n)
    low, high = ranks if ranks is not None else (1, n)
    return Estimate(median(ordered), ordered[low - 1], ordered[high - 1], n, ranks is not None)


def over_launches(launches: Sequence[Estimate]) -> Estimate:
    """Merge launches (>= 1) without pooling their repetitions, which are not independent.

    The headline is the median of the launch medians. The interval is the envelope of the launch
    intervals: it is wider than 95 % requires, and shows the variation between launches, too.
    """
    if not launches:
        raise ValueError("no launches")
    return Estimate(
        median=median(launch.median for launch in launches),
        lo=min(launch.lo for launch in launches),
        hi=max(launch.hi for launch in launches),
        n=sum(launch.n for launch in launches),
        confident=all(launch.confident for launch in launches),
    )


def paired_ratio(above: Mapping[int, Estimate], below: Mapping[int, Estimate]) -> Estimate | None:
    """Estimate `above / below` of two cases, paired by launch; None if they share no launch.

    The median of the ratios of launch medians, with its interval. Fewer than six pairs have no
    interval of 95 %; then it is the envelope of the launches' own ratios, each with the interval
    that the two of its launch allow. `n` counts pairs.
    """
    common = sorted(above.keys() & below.keys())
    if not common or any(below[launch].lo <= 0 for launch in common):
        return None
    if interval_ranks(len(common)) is None:
        return over_launches([quotient(above[launch], below[launch]) for launch in common])
    return estimate([above[launch].median / below[launch].median for launch in common])


def quotient(above: Estimate, below: Estimate) -> Estimate:
    """Divide two unpaired estimates (`below` > 0); the interval is all that theirs allow."""
    return Estimate(
        median=above.median / below.median,
        lo=above.lo / below.hi,
        hi=above.hi / below.lo,
        n=1,
        confident=above.confident and below.confident,
    )


@dataclass(frozen=True)
class Mean:
    """The geometric mean of ratios; its interval has the means of the ratios' interval ends."""

    value: float
    lo: float
    hi: float
    least: float
    """The smallest of the ratios."""
    most: float
    number: int
    confident: bool
    """Whether the interval of every ratio covers at least 95 %."""

    @property
    def side(self) -> int:
        """1 if the interval lies above 1, -1 if below; 0 if it holds 1 or samples are too few."""
        if not self.confident or self.lo <= 1 <= self.hi:
            return 0
        return 1 if self.lo > 1 else -1


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
    return [scale > 0 and deviation / scale > OUTLIER_SCORE for deviation in deviations]
