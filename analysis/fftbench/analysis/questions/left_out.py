"""How far off predictions are: the largest measured counts, predicted from the smaller ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log2
from statistics import median
from types import MappingProxyType
from typing import NamedTuple

from fftbench.analysis.model.prediction import UNKNOWN, Figures, Point, fit, relative_error

FAR_OFF = 0.15
"""A check that is off by more says that the models miss something."""


class Past(NamedTuple):
    """How predictions did whose times are known: each from the smaller numbers of ranks alone."""

    times: int
    near: int
    """Off by at most `FAR_OFF`."""
    held: int
    """Within their band."""
    off: Mapping[int, float]
    """The median error at twice the largest number that was known, at four times, and so on."""


STRONG = Past(
    times=50, near=21, held=43, off=MappingProxyType({2: 0.25, 4: 0.41, 8: 0.46, 16: 0.51})
)
"""Of one problem on 1024 to 16,384 ranks of a cluster, PencilFFTs and P3DFFT (test_left_out).

The models were chosen without these; both numbers of the band with them in sight.
"""


@dataclass(frozen=True)
class Check:
    """The largest measured counts, predicted from the smaller ones."""

    left_out: tuple[Point, ...]
    errors: tuple[float, ...]
    """Predicted over measured time, less 1."""
    kept: int
    """Cores of the largest count that was kept."""

    @property
    def reach(self) -> float:
        """The largest count left out over the largest that was kept."""
        return self.left_out[-1].resources.cores / self.kept

    @property
    def by_factor(self) -> Iterator[tuple[int, float]]:
        """Each error without its sign, by how many times the cores, to the nearest power of two.

        None of less than 1.4 times, which is no distance.
        """
        for point, error in zip(self.left_out, self.errors, strict=True):
            doublings = round(log2(point.resources.cores / self.kept))
            if doublings > 0:
                yield 2**doublings, abs(error)

    @property
    def worst(self) -> float:
        """The largest error, whatever its sign."""
        return max(abs(error) for error in self.errors)

    @property
    def factor(self) -> float:
        """The largest ratio of predicted to measured time, or of measured to predicted."""
        return max(max(1 + error, 1 / (1 + error)) for error in self.errors)


@dataclass(frozen=True)
class Distance:
    """What was predicted at so many times the cores that were known."""

    factor: int
    errors: tuple[float, ...]
    """Without their signs, smallest first."""

    @property
    def median(self) -> float:
        """The error that half of them exceed."""
        return median(self.errors)


def by_distance(checks: Iterable[Check]) -> tuple[Distance, ...]:
    """Sort the errors of checks by how far ahead they look."""
    found: dict[int, list[float]] = {}
    for factor, error in (each for one in checks for each in one.by_factor):
        found.setdefault(factor, []).append(error)
    return tuple(Distance(factor, tuple(sorted(found[factor]))) for factor in sorted(found))


def checks_of(points: Sequence[Point], figures: Figures = UNKNOWN) -> tuple[Check, ...]:
    """Leave out the largest count, the two largest, and so on, while enough are left."""
    found = (check(points, number, figures) for number in range(1, len(points)))
    return tuple(one for one in found if one is not None)


def check(points: Sequence[Point], number: int, figures: Figures = UNKNOWN) -> Check | None:
    """Predict the `number` largest counts from the others.

    None if these are too few, or all on one node where the others are on several: that is refused
    to those who ask for it, too. None if the model has no term for one of them.
    """
    kept, left_out = points[:-number], points[-number:]
    model = fit(kept, figures)
    if model is None or (leaves_node(left_out, figures) and not leaves_node(kept, figures)):
        return None
    if any(model.seconds(point) <= 0 for point in left_out):
        return None
    errors = tuple(relative_error(model, point) for point in left_out)
    return Check(tuple(left_out), errors, kept[-1].resources.cores)


def leaves_node(points: Sequence[Point], figures: Figures) -> bool:
    """Whether anything tells what leaves a node costs."""
    return figures.far is not None or any(point.resources.nodes > 1 for point in points)
