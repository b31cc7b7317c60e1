from __future__ import annotations

import math
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fftbench.core.campaigns.grids import all_grids, brick, choose, grown, square
from fftbench.core.contracts.catalogue import Decomposition

ranks = st.integers(1, 5000)
SLABS: tuple[Decomposition, ...] = ("slab",)
PENCILS: tuple[Decomposition, ...] = ("slab", "pencil")
ANY: tuple[Decomposition, ...] = get_args(Decomposition)


@given(ranks)
def test_a_square_grid_multiplies_to_the_ranks_and_is_the_most_square(number: int) -> None:
    p, q = square(number)
    assert p * q == number
    assert p >= q
    assert not any(number % other == 0 for other in range(q + 1, math.isqrt(number) + 1))


@given(ranks)
def test_all_grids_are_each_once_and_slab_first(number: int) -> None:
    grids = all_grids(number)
    assert len(set(grids)) == len(grids)
    assert all(p * q == number for p, q in grids)
    assert grids[0] == (number, 1)
    assert set(grids) >= {(number, 1), (1, number), square(number)}


@given(st.integers(1, 300))
def test_a_brick_is_the_most_cubic(number: int) -> None:
    grid = brick(number)
    assert math.prod(grid) == number
    assert tuple(sorted(grid, reverse=True)) == grid
    divisors = [d for d in range(1, number + 1) if number % d == 0]
    sums = (p + q + number // (p * q) for p in divisors for q in divisors if number % (p * q) == 0)
    assert sum(grid) == min(sums)


@pytest.mark.parametrize(
    ("number", "grid"), [(1, (1, 1)), (2, (2, 1)), (6, (3, 2)), (7, (7, 1)), (12, (4, 3))]
)
def test_square_by_example(number: int, grid: tuple[int, int]) -> None:
    assert square(number) == grid


def test_slabs_are_all_that_some_drivers_and_flat_arrays_have() -> None:
    for word in ("square", "slab", "all", "brick"):
        assert choose(word, 6, 3, SLABS) == ((6, 1),)
        assert choose(word, 6, 2, ANY) == ((6, 1),)
    assert choose("square", 6, 3, PENCILS) == ((3, 2),)
    assert choose("all", 6, 3, ANY) == ((6, 1), (3, 2), (2, 3), (1, 6))
    assert choose("slab", 6, 3, ANY) == ((6, 1),)


def test_bricks_are_what_some_drivers_have() -> None:
    assert choose("brick", 8, 3, ANY) == ((2, 2, 2),)
    assert choose("brick", 8, 3, PENCILS) == ((4, 2),)
    assert choose("brick", 8, 2, ANY) == ((8, 1),)


def test_a_free_grid_is_left_to_the_library() -> None:
    assert choose("free", 6, 3, ANY) == (None,)
    assert choose("free", 6, 3, SLABS) == (None,)


def test_listed_grids_are_taken_as_they_are() -> None:
    listed = ((2, 3), (2, 2), (6, 1), (3, 1, 2))
    assert choose(listed, 6, 3, SLABS) == ((2, 3), (6, 1), (3, 1, 2))


@given(st.lists(st.integers(1, 100), min_size=1, max_size=3), st.integers(1, 500))
def test_a_grown_shape_has_so_many_times_the_points(shape: list[int], factor: int) -> None:
    assert math.prod(grown(tuple(shape), factor)) == math.prod(shape) * factor


def test_axes_grow_in_turn_by_the_largest_factors_first() -> None:
    assert grown((64, 64, 64), 1) == (64, 64, 64)
    assert grown((64, 64, 64), 2) == (128, 64, 64)
    assert grown((64, 64, 64), 16) == (256, 128, 128)
    assert grown((10, 10), 12) == (60, 20)
