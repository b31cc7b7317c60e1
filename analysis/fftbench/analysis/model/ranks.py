"""How far in from the ends of sorted values an interval may begin, by exact distributions.

Of a sample, the values are the samples themselves; of a paired comparison the averages of any two
differences, and of an unpaired one the differences of any two samples, one of each side (Hollander
& Wolfe, "Nonparametric Statistical Methods", ch. 3 and 4).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb

CONFIDENCE = 0.95


@lru_cache(maxsize=1024)
def sign_depth(n: int) -> int:
    """Depth of the interval of a median among its n samples; 0 if none covers 95 %.

    The number of samples below the median is binomial (Le Boudec, "Performance Evaluation of
    Computer and Communication Systems", theorem 2.1).
    """
    return _depth([comb(n, below) for below in range(n + 1)])


@lru_cache(maxsize=1024)
def signed_rank_depth(n: int, confidence: float = CONFIDENCE) -> int:
    """Depth of the interval of a centre of symmetry among n (n + 1) / 2 averages of two of n.

    The statistic is Wilcoxon's: the sum of those of the ranks 1 to n that have a positive sign.
    """
    counts = [1]
    for rank in range(1, n + 1):
        without, having = [*counts, *[0] * rank], [*[0] * rank, *counts]
        counts = [one + other for one, other in zip(without, having, strict=True)]
    return _depth(counts, confidence)


@lru_cache(maxsize=1024)
def rank_sum_depth(m: int, n: int) -> int:
    """Depth of the interval of a shift among the m n differences of two sides' samples.

    The statistic is Mann and Whitney's. The number of orders by its value are the coefficients of
    the product of (1 - q^(m+i)) / (1 - q^i), i = 1 to n.
    """
    counts = [1] + [0] * (m * n)
    for i in range(1, n + 1):
        for u in range(m * n, m + i - 1, -1):
            counts[u] -= counts[u - m - i]
        for u in range(i, m * n + 1):
            counts[u] += counts[u - i]
    return _depth(counts)


def _depth(counts: Sequence[int], confidence: float = CONFIDENCE) -> int:
    """Return the largest k for which the statistic is less than k with at most 2.5 % (of 95 %)."""
    tail = (1 - confidence) / 2 * sum(counts)
    depth = below = 0
    while below + counts[depth] <= tail:
        below += counts[depth]
        depth += 1
    return depth
