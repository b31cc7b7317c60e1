"""Arithmetic of process grids and of shapes that grow with the ranks."""

from __future__ import annotations

import math
from collections.abc import Collection

from fftbench.core.campaigns.campaign import GridWord
from fftbench.core.contracts.case import Grid
from fftbench.core.contracts.catalogue import Decomposition


def square(ranks: int) -> Grid:
    """Return the most square (p, q) with p * q = ranks and p >= q."""
    q = next(q for q in range(math.isqrt(ranks), 0, -1) if ranks % q == 0)
    return ranks // q, q


def slab(ranks: int) -> Grid:
    """Return (ranks, 1): only one axis is divided."""
    return ranks, 1


def all_grids(ranks: int) -> tuple[Grid, ...]:
    """Return every (p, q) with p * q = ranks, the slab first."""
    return tuple((ranks // q, q) for q in _divisors(ranks))


def brick(ranks: int) -> Grid:
    """Return the most cubic (p, q, r) with p * q * r = ranks and p >= q >= r: the least sum."""
    return min(
        (tuple(sorted((*square(ranks // r), r), reverse=True)) for r in _divisors(ranks)), key=sum
    )


def choose(
    wanted: GridWord | tuple[Grid, ...],
    ranks: int,
    dims: int,
    decompositions: Collection[Decomposition],
) -> tuple[Grid | None, ...]:
    """Return the grids to measure on so many ranks, for an array of `dims` axes.

    A word asks for slabs (`slab`), for the most square pencils (`square`), for bricks (`brick`), or
    for all slabs and pencils (`all`). What the driver or the array can't have is replaced: bricks
    by pencils, and pencils, which need three axes, by slabs. `free` leaves the choice to the
    library, or to its driver where it has to be told: the grid is None. Of listed grids, those with
    so many ranks are taken as they are.
    """
    if not isinstance(wanted, str):
        return tuple(grid for grid in wanted if math.prod(grid) == ranks)
    if wanted == "free":
        return (None,)
    if wanted == "brick" and dims == 3 and "brick" in decompositions:
        return (brick(ranks),)
    if wanted == "slab" or dims < 3 or "pencil" not in decompositions:
        return (slab(ranks),)
    return all_grids(ranks) if wanted == "all" else (square(ranks),)


def grown(shape: tuple[int, ...], factor: int) -> tuple[int, ...]:
    """Return a shape with `factor` times the points, for weak scaling.

    The prime factors of `factor`, largest first, multiply the axes in turn, from axis 0 on and
    round again: 64x64x64 grows to 128x64x64, 128x128x64, 128x128x128, ... by 2, 4, 8, ...
    """
    axes = list(shape)
    for position, prime in enumerate(_prime_factors(factor)):
        axes[position % len(axes)] *= prime
    return tuple(axes)


def _divisors(number: int) -> list[int]:
    small = [divisor for divisor in range(1, math.isqrt(number) + 1) if number % divisor == 0]
    return sorted({*small, *(number // divisor for divisor in small)})


def _prime_factors(number: int) -> list[int]:
    """Return the prime factors, with repetition, largest first."""
    factors = []
    divisor = 2
    while divisor * divisor <= number:
        while number % divisor == 0:
            factors.append(divisor)
            number //= divisor
        divisor += 1
    if number > 1:
        factors.append(number)
    return factors[::-1]
