"""Medians, ratios and their intervals: properties, coverage by simulation, published tables."""

from __future__ import annotations

import math
import random
from statistics import median

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import mannwhitneyu, wilcoxon

from fftbench.analysis.model.ranks import rank_sum_depth, sign_depth, signed_rank_depth
from fftbench.analysis.model.statistics import (
    MIN_LAUNCHES,
    NEGLIGIBLE,
    Estimate,
    LaunchTime,
    geometric_mean,
    outliers,
    over_launches,
    paired_ratio,
    unpaired_ratio,
)

times = st.floats(min_value=1e-6, max_value=1e3)
launches = st.lists(times, min_size=1, max_size=30)
pairs = st.lists(st.tuples(times, times), min_size=1, max_size=14)
factors = st.sampled_from([0.25, 0.5, 2.0, 1024.0])
quick = settings(max_examples=60)


def by_launch(values) -> dict[int, float]:
    return dict(enumerate(values))


def paired(values) -> Estimate:
    found = paired_ratio(by_launch(v for v, _ in values), by_launch(v for _, v in values))
    assert found is not None
    return found


def leaves_out_1(found: Estimate) -> bool:
    return found.confident and not found.lo <= 1 <= found.hi


def about(expected: Estimate):
    low, middle, high = expected.lo, expected.median, expected.hi
    return pytest.approx((low, middle, high))


def parts(found: Estimate) -> tuple[float, float, float]:
    return found.lo, found.median, found.hi


@given(launches, st.randoms(use_true_random=False))
def test_the_order_of_launches_does_not_matter(values, order) -> None:
    shuffled = values[:]
    order.shuffle(shuffled)
    assert over_launches(values) == over_launches(shuffled)


@given(launches, factors)
def test_scaling_the_times_scales_the_estimate(values, factor) -> None:
    assert over_launches(factor * value for value in values) == over_launches(values).scaled(factor)


@given(launches)
def test_the_interval_holds_the_median_and_is_made_of_launches(values) -> None:
    found = over_launches(values)
    assert found.lo <= found.median <= found.hi
    assert {found.lo, found.hi} <= set(values)
    assert found.n == len(values)


@quick
@given(pairs, factors)
def test_a_ratio_scales_with_its_times(values, factor) -> None:
    scaled = paired([(factor * above, below) for above, below in values])
    assert parts(scaled) == about(paired(values).scaled(factor))
    above, below = zip(*values, strict=True)
    scaled = unpaired_ratio([factor * value for value in above], below)
    assert parts(scaled) == about(unpaired_ratio(above, below).scaled(factor))


@quick
@given(pairs)
def test_the_inverse_ratio_has_the_inverse_interval(values) -> None:
    found, inverse = paired(values), paired([(below, above) for above, below in values])
    assert found.lo <= found.median <= found.hi
    assert parts(inverse) == pytest.approx((1 / found.hi, 1 / found.median, 1 / found.lo))
    above, below = zip(*values, strict=True)
    found, inverse = unpaired_ratio(above, below), unpaired_ratio(below, above)
    assert found.lo <= found.median <= found.hi
    assert parts(inverse) == pytest.approx((1 / found.hi, 1 / found.median, 1 / found.lo))


@quick
@given(pairs)
def test_what_a_launch_does_to_both_sides_does_not_matter(values) -> None:
    slower = [(3.0**n * above, 3.0**n * below) for n, (above, below) in enumerate(values)]
    assert parts(paired(slower)) == about(paired(values))


@pytest.mark.parametrize(
    ("n", "ranks"),
    # Le Boudec, "Performance Evaluation of Computer and Communication Systems", table A.1.
    [(5, None), (6, (1, 6)), (8, (1, 8)), (9, (2, 8)), (10, (2, 9)), (20, (6, 15)), (70, (27, 44))],
)
def test_the_ranks_of_a_median_are_those_of_the_published_table(n, ranks) -> None:
    depth = sign_depth(n)
    assert ((depth, n + 1 - depth) if depth else None) == ranks


@pytest.mark.parametrize(
    # Hollander & Wolfe, table A.4; Siegel, table J: critical values of 5 %, two-sided, plus one.
    ("n", "depth"), [(5, 0), (6, 1), (7, 3), (8, 4), (9, 6), (10, 9), (15, 26), (20, 53), (25, 90)],
)  # fmt: skip
def test_the_depth_of_a_paired_ratio_is_that_of_the_published_table(n, depth) -> None:
    assert signed_rank_depth(n) == depth


@pytest.mark.parametrize(
    # Siegel, "Nonparametric Statistics", table K: critical values of 5 %, two-sided, plus one.
    ("m", "n", "depth"), [(3, 3, 0), (4, 4, 1), (6, 6, 6), (6, 8, 9), (8, 8, 14), (10, 10, 24),
                          (9, 20, 49), (20, 20, 128)],
)  # fmt: skip
def test_the_depth_of_an_unpaired_ratio_is_that_of_the_published_table(m, n, depth) -> None:
    assert rank_sum_depth(m, n) == rank_sum_depth(n, m) == depth


@quick
@given(st.integers(MIN_LAUNCHES, 14), st.floats(-0.5, 0.5), st.integers(0, 10**6))
def test_the_paired_interval_leaves_out_1_where_wilcoxons_test_rejects(n, shift, seed) -> None:
    noise = random.Random(seed)
    logs = [shift + noise.gauss(0, 0.3) for _ in range(n)]
    found = paired([(math.exp(value), 1.0) for value in logs])
    p = wilcoxon(logs, method="exact").pvalue
    assert leaves_out_1(found) == (p <= 0.05)


@quick
@given(
    st.integers(MIN_LAUNCHES, 12), st.integers(MIN_LAUNCHES, 12), st.floats(-0.5, 0.5),
    st.integers(0, 10**6),
)  # fmt: skip
def test_the_unpaired_interval_leaves_out_1_where_mann_and_whitneys_test_rejects(
    m, n, shift, seed
) -> None:
    noise = random.Random(seed)
    one = [math.exp(shift + noise.gauss(0, 0.3)) for _ in range(m)]
    other = [math.exp(noise.gauss(0, 0.3)) for _ in range(n)]
    p = mannwhitneyu(one, other, method="exact").pvalue
    assert leaves_out_1(unpaired_ratio(one, other)) == (p <= 0.05)


NOISES = {
    "lognormal": lambda noise: noise.lognormvariate(0.0, 0.05),
    "exponential": lambda noise: 1.0 + 0.1 * noise.expovariate(1.0),
    "two modes": lambda noise: noise.choice((1.0, 1.3)) * noise.lognormvariate(0.0, 0.01),
    "heavy tail": lambda noise: 1.0 + 0.01 * noise.paretovariate(1.2),
}
"""What launches of the same program may do."""

TRIALS = 2000


@pytest.mark.parametrize("draw", NOISES.values(), ids=NOISES)
@pytest.mark.parametrize("n", [6, 9, 14])
def test_ratios_of_a_thing_to_itself_leave_out_1_as_rarely_as_they_say(n, draw) -> None:
    """Four standard deviations of TRIALS draws are allowed beyond 5 %."""
    noise = random.Random(20240229)
    falsely = falsely_unpaired = 0
    for _ in range(TRIALS):
        level = [noise.lognormvariate(0.0, 0.3) for _ in range(n)]
        one, other = [draw(noise) for _ in level], [draw(noise) for _ in level]
        falsely += leaves_out_1(
            paired([(a * b, a * c) for a, b, c in zip(level, one, other, strict=True)])
        )
        falsely_unpaired += leaves_out_1(unpaired_ratio(one, other))
    most = 0.05 + 4 * math.sqrt(0.05 * 0.95 / TRIALS)
    assert falsely / TRIALS <= most
    assert falsely_unpaired / TRIALS <= most


@pytest.mark.parametrize("n", [6, 10, 25])
def test_the_interval_of_a_time_covers_the_true_median_as_often_as_it_says(n) -> None:
    noise = random.Random(20240229)
    hits = 0
    for _ in range(TRIALS):
        found = over_launches(noise.expovariate(1.0) for _ in range(n))
        hits += found.lo <= math.log(2) <= found.hi
    assert hits / TRIALS >= 0.93


def test_too_few_launches_give_their_range_and_say_so() -> None:
    assert over_launches([3.0, 1.0, 2.0]) == Estimate(2.0, 1.0, 3.0, 3, False)
    few = paired([(2.0, 1.0)] * (MIN_LAUNCHES - 1))
    assert (few.median, few.confident, few.side) == (pytest.approx(2.0), False, 0)
    few = unpaired_ratio([2.0] * 30, [1.0] * (MIN_LAUNCHES - 1))
    assert (few.confident, few.side, few.n) == (False, 0, MIN_LAUNCHES - 1)


def test_without_launches_there_is_no_estimate() -> None:
    with pytest.raises(ValueError, match="no launches"):
        over_launches([])
    assert paired_ratio({0: 1.0}, {1: 1.0}) is None
    assert unpaired_ratio([], [1.0]) is None
    assert unpaired_ratio([0.0], [1.0]) is None


def test_ratios_are_paired_by_launch() -> None:
    """Every launch is nearly twice as fast, though the launches differ by far more."""
    level = [10.0**n for n in range(6)]
    ratios = [1.9, 1.95, 2.0, 2.0, 2.05, 2.1]
    found = paired([(level_ * r, level_) for level_, r in zip(level, ratios, strict=True)])
    assert parts(found) == pytest.approx((1.9, median(ratios), 2.1), rel=1e-3)
    assert (found.n, found.side) == (6, 1)


def test_what_is_negligible_is_on_no_side() -> None:
    below, above = 1 / NEGLIGIBLE, NEGLIGIBLE
    for estimate, side in (
        (Estimate(1.004, 1.001, 1.006, 6, True), 0),
        (Estimate(1.01, above * 1.0001, 1.02, 6, True), 1),
        (Estimate(0.99, 0.98, below * 0.9999, 6, True), -1),
        (Estimate(1.01, above * 1.0001, 1.02, 6, False), 0),
    ):
        assert estimate.side == side
    same = [1.003, 1.0032, 1.0029, 1.0031, 1.003, 1.0033]
    assert paired([(ratio, 1.0) for ratio in same]).side == 0


def test_only_common_launches_count() -> None:
    found = paired_ratio({0: 2.0, 1: 3.0, 7: 9.0}, {0: 1.0, 2: 5.0})
    assert found is not None
    assert (found.median, found.n, found.confident) == (pytest.approx(2.0), 1, False)


def test_a_mean_is_no_more_certain_than_its_ratios() -> None:
    sure, unsure = Estimate(2.0, 1.5, 3.0, 6, True), Estimate(8.0, 6.0, 12.0, 5, False)
    mean = geometric_mean([sure, sure])
    assert mean is not None
    assert (mean.value, mean.lo, mean.hi) == pytest.approx((2.0, 1.5, 3.0))
    assert mean.side == 1
    mean = geometric_mean([sure, unsure])
    assert mean is not None
    assert (mean.confident, mean.side) == (False, 0)
    assert mean.value == pytest.approx(4.0)
    assert geometric_mean([]) is None


def test_outliers_are_flagged() -> None:
    assert outliers([1.0, 1.1, 0.9, 1.05, 0.95, 9.0]) == [False] * 5 + [True]
    assert outliers([1.0] * 9 + [9.0]) == [False] * 9 + [True]
    assert outliers([1.0] * 5) == [False] * 5
    assert outliers([]) == []


@quick
@given(st.lists(times, min_size=3, max_size=12), st.randoms(use_true_random=False))
def test_times_of_one_cycle_met_the_same_machine(states, order) -> None:
    cycles = range(len(states))
    mine = LaunchTime(states, cycles)
    # The other one has one cycle less, met last by nobody else, and two repetitions in each.
    shuffled = [cycle for cycle in cycles for _ in range(2)]
    order.shuffle(shuffled)
    other = LaunchTime([1.05 * states[cycle] for cycle in shuffled] + [1e6], [*shuffled, -1])
    ratio = paired_ratio({0: other}, {0: mine})
    assert ratio is not None
    assert ratio.median == pytest.approx(1.05)


def test_launches_without_common_cycles_are_compared_by_their_medians() -> None:
    one, other = LaunchTime([2.0, 3.0, 4.0], [1, 2, 3]), LaunchTime([6.0, 6.0], [2, 9])
    for below in (one, 3.0):
        ratio = paired_ratio({0: other}, {0: below})
        assert ratio is not None
        assert ratio.median == pytest.approx(2.0)
    assert float(one) == 3.0
