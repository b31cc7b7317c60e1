"""What the exchanges of a transform move: between ranks of a node, and between nodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt, prod


@dataclass(frozen=True)
class Exchanges:
    """Of one direction, for a rank among all; a share is of the data that a rank holds."""

    partners: float
    """Ranks that a rank sends to, over all exchanges."""
    near: float
    """Share sent to ranks of the same node; each exchange counts, so it may be above 1."""
    far: float
    """Share sent to ranks of other nodes."""


def exchanges(grid: Sequence[int], ranks_per_node: int) -> Exchanges:
    """Count what slabs, pencils or bricks exchange: along each dimension of the grid above 1.

    Of its g ranks along a dimension each sends every other one a g-th of its data. Ranks are
    numbered along the last dimension first, and fill one node after the other, as launchers place
    them by default.
    """
    partners = near = far = 0.0
    for at, group in enumerate(grid):
        apart = prod(grid[at + 1 :])
        on_node = min(group, max(1.0, ranks_per_node / apart))
        partners += group - 1
        near += (on_node - 1) / group
        far += (group - on_node) / group
    return Exchanges(partners, near, far)


def square(ranks: int) -> tuple[int, int]:
    """Divide ranks as nearly into a square as can be, as libraries do for pencils."""
    rows = next(number for number in range(isqrt(ranks), 0, -1) if ranks % number == 0)
    return rows, ranks // rows
