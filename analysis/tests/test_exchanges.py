"""What ranks exchange within a node and between nodes, counted one by one for comparison."""

from __future__ import annotations

from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fftbench.analysis.model.exchanges import exchanges, square


def counted(grid: tuple[int, ...], per_node: int) -> tuple[float, float, float]:
    """Partners, and shares sent near and far, as means over all ranks of whole nodes."""
    places = list(product(*(range(size) for size in grid)))
    near = far = 0.0
    for rank, place in enumerate(places):
        for other_rank, other in enumerate(places):
            along = [at for at, size in enumerate(grid) if place[at] != other[at]]
            if len(along) == 1:
                share = 1 / grid[along[0]] / len(places)
                if rank // per_node == other_rank // per_node:
                    near += share
                else:
                    far += share
    return sum(size - 1 for size in grid), near, far


POWERS = st.sampled_from([1, 2, 4, 8])


@given(st.lists(POWERS, min_size=1, max_size=3), POWERS)
def test_they_are_as_counted_rank_by_rank(sizes, per_node) -> None:
    grid = tuple(sizes)
    found = exchanges(grid, min(per_node, prod(grid)))
    partners, near, far = counted(grid, per_node)
    assert found.partners == partners
    assert found.near == pytest.approx(near)
    assert found.far == pytest.approx(far)


@given(st.integers(1, 4096), st.integers(1, 256))
def test_of_slabs_all_but_the_own_part_is_sent(ranks, per_node) -> None:
    found = exchanges((ranks,), per_node)
    assert found.near + found.far == pytest.approx(1 - 1 / ranks)
    assert min(found.near, found.far) >= 0


@given(st.integers(1, 100_000))
def test_a_square_is_a_grid(ranks) -> None:
    rows, columns = square(ranks)
    assert rows * columns == ranks
    assert rows <= columns
