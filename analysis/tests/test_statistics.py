"""Medians, intervals and ratios: their properties, and published tables."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fftbench.analysis.model.statistics import (
    Estimate,
    estimate,
    interval_ranks,
    outliers,
    over_launches,
    paired_ratio,
)

times = st.floats(min_value=1e-6, max_value=1e3)
samples = st.lists(times, min_size=1, max_size=60)


@given(samples, st.randoms(use_true_random=False))
def test_the_order_of_samples_does_not_matter(values: list[float], order: random.Random) -> None:
    shuffled = values[:]
    order.shuffle(shuffled)
    assert estimate(values) == estimate(shuffled)


@given(samples, st.sampled_from([0.25, 0.5, 2.0, 1024.0]))
def test_scaling_the_samples_scales_the_estimate(values: list[float], factor: float) -> None:
    assert estimate([factor * value for value in values]) == estimate(values).scaled(factor)


@given(samples)
def test_the_interval_holds_the_median_and_is_made_of_samples(values: list[float]) -> None:
    found = estimate(values)
    assert found.lo <= found.median <= found.hi
    assert {found.lo, found.hi} <= set(values)
    assert found.n == len(values)


@given(st.lists(samples, min_size=1, max_size=5))
def test_merged_launches_hold_every_launch(launches: list[list[float]]) -> None:
    parts = [estimate(launch) for launch in launches]
    merged = over_launches(parts)
    assert merged.lo <= merged.median <= merged.hi
    assert all(merged.lo <= part.lo and part.hi <= merged.hi for part in parts)
    assert merged.n == sum(map(len, launches))


@pytest.mark.parametrize(
    ("n", "ranks"),
    # Le Boudec, "Performance Evaluation of Computer and Communication Systems", table A.1.
    [(5, None), (6, (1, 6)), (8, (1, 8)), (9, (2, 8)), (10, (2, 9)), (20, (6, 15)), (70, (27, 44))],
)
def test_ranks_are_those_of_the_published_table(n: int, ranks: tuple[int, int] | None) -> None:
    assert interval_ranks(n) == ranks


@pytest.mark.parametrize("n", [6, 10, 25])
def test_the_interval_covers_the_true_median_as_often_as_it_says(n: int) -> None:
    noise = random.Random(20240229)
    trials = 4000
    hits = 0
    for _ in range(trials):
        found = estimate([noise.expovariate(1.0) for _ in range(n)])
        hits += found.lo <= 0.6931471805599453 <= found.hi
    assert hits / trials >= 0.94


def test_too_few_samples_give_their_range_and_say_so() -> None:
    assert estimate([3.0, 1.0, 2.0]) == Estimate(2.0, 1.0, 3.0, 3, False)
    assert not over_launches([estimate([1.0] * 20), estimate([1.0] * 5)]).confident


def test_without_samples_there_is_no_estimate() -> None:
    with pytest.raises(ValueError, match="no samples"):
        estimate([])
    with pytest.raises(ValueError, match="no launches"):
        over_launches([])


def test_launches_are_not_pooled() -> None:
    """A long launch has no more say than a short one."""
    merged = over_launches([estimate([1.0] * 100), estimate([2.0] * 6), estimate([3.0] * 6)])
    assert merged.median == 2.0


def flat(*medians: float) -> dict[int, Estimate]:
    return {launch: Estimate(m, 0.9 * m, 1.1 * m, 20, True) for launch, m in enumerate(medians)}


def test_ratios_are_paired_by_launch() -> None:
    """Each launch is twice as fast, though the launches differ by far more."""
    found = paired_ratio(flat(2.0, 20.0, 200.0), flat(1.0, 10.0, 100.0))
    assert (found.median, found.n) == (2.0, 3)
    assert found.lo == pytest.approx(2.0 * 0.9 / 1.1)
    assert found.hi == pytest.approx(2.0 * 1.1 / 0.9)


def test_six_launches_bound_their_ratio_themselves() -> None:
    found = paired_ratio(flat(2.0, 4.0, 6.0, 8.0, 10.0, 12.6), flat(1, 2, 3, 4, 5, 6))
    assert (found.lo, found.median, found.n, found.confident) == (2.0, 2.0, 6, True)
    assert found.hi == pytest.approx(2.1)


def test_only_common_launches_count() -> None:
    one, other = flat(2.0, 3.0), flat(1.0)
    found = paired_ratio(one, other)
    assert found is not None
    assert (found.median, found.n) == (2.0, 1)
    assert found.lo == pytest.approx(2.0 * 0.9 / 1.1)
    assert found.hi == pytest.approx(2.0 * 1.1 / 0.9)
    assert paired_ratio({0: one[0]}, {1: other[0]}) is None


def test_outliers_are_flagged() -> None:
    assert outliers([1.0, 1.1, 0.9, 1.05, 0.95, 9.0]) == [False] * 5 + [True]
    assert outliers([1.0] * 9 + [9.0]) == [False] * 9 + [True]
    assert outliers([1.0] * 5) == [False] * 5
    assert outliers([]) == []
