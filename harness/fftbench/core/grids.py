"""Arithmetic of process grids and of shapes that grow with the ranks."""

from __future__ import annotations

import math

from fftbench.core.campaign import GridWord
from fftbench.core.case import Grid


def square(ranks: int) -> Grid:
    """Return the most square (p, q) with p * q = ranks and p >= q."""
    q = next(q for q in range(math.isqrt(ranks), 0, -1) if ranks % q == 0)
    return ranks // q, q


def all_grids(ranks: int) -> tuple[Grid, ...]:
    """Return every (p, q) with p * q = ranks, the slab (ranks, 1) first."""
    small = [q for q in range(1, math.isqrt(ranks) + 1) if ranks % q == 0]
    divisors = sorted({*small, *(ranks // q for q in small)})
    return tuple((ranks // q, q) for q in divisors)


def choose(
    wanted: GridWord | tuple[Grid, ...], ranks: int, dims: int, pencils: bool
) -> tuple[Grid, ...]:
    """Return the grids to measure on so many ranks, for an array of `dims` axes.

    A word means what the driver can do: slabs only for arrays below three axes and where it has
    no `pencils`. Listed grids are taken as they are, those that multiply to `ranks`.
    """
    if not isinstance(wanted, str):
        return tuple((p, q) for p, q in wanted if p * q == ranks)
    if wanted == "slab" or dims < 3 or not pencils:
        return ((ranks, 1),)
    return (square(ranks),) if wanted == "square" else all_grids(ranks)


def grown(shape: tuple[int, ...], factor: int) -> tuple[int, ...]:
    """Return a shape with `factor` times the points, for weak scaling.

    The prime factors of `factor`, largest first, multiply the axes in turn, from axis 0 on and
    round again: 64x64x64 grows to 128x64x64, 128x128x64, 128x128x128, ... by 2, 4, 8, ...
    """
    axes = list(shape)
    for position, prime in enumerate(_prime_factors(factor)):
        axes[position % len(axes)] *= prime
    return tuple(axes)


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
