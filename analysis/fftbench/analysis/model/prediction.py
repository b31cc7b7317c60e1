"""The time of a transform at sizes and numbers of ranks that were not run, from those that were.

A time is the sum of what the papers' models have it made of, each with a cost that is fitted:

- operations of a core, 5 N log2 N over the cores (`metrics.flops`);
- bytes that a rank sends, and bytes that leave a node: every point but the own part crosses in an
  exchange (heFFTe's paper, equation 1; FLUPS's paper, table II, by its bytes per rank and second);
- messages of a rank: one to each rank that it exchanges with (the o and L of LogP, Culler et al.,
  PPoPP 1993);
- what no resource changes.

No cost is negative, and it is relative errors that are made small: a short time counts as much as a
long one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import isqrt, log, sqrt
from statistics import median

from fftbench.analysis.model.metrics import flops, input_bytes
from fftbench.analysis.model.result import Result
from fftbench.core.contracts.case import Problem
from fftbench.core.contracts.resources import Resources

TERMS = 5

MIN_POINTS = 3
"""Times that a fit needs at least."""


@dataclass(frozen=True)
class Point:
    """A problem on some resources; with a time if it was measured."""

    problem: Problem
    resources: Resources
    partners: int
    """Ranks that a rank exchanges with."""
    seconds: float = 0.0
    """Of forward + backward."""

    @property
    def terms(self) -> tuple[float, ...]:
        """What each cost is paid for, in forward + backward."""
        ranks, nodes = self.resources.ranks, self.resources.nodes
        size = input_bytes(self.problem)
        return (
            2 * flops(self.problem) / self.resources.cores,
            2 * size / ranks * (1 - 1 / ranks),
            2 * size / nodes * (1 - 1 / nodes),
            2.0 * self.partners,
            1.0,
        )

    def distance(self, other: Point) -> float:
        """How far another point is, in logarithms of operations and of cores."""
        size = log(max(flops(self.problem), 1.0) / max(flops(other.problem), 1.0))
        return sqrt(size**2 + log(self.resources.cores / other.resources.cores) ** 2)


@dataclass(frozen=True)
class Model:
    """Fitted costs of the terms of a point, in seconds for one of each."""

    costs: tuple[float, ...]

    def seconds(self, point: Point) -> float:
        """Predict the time of forward + backward."""
        return sum(cost * term for cost, term in zip(self.costs, point.terms, strict=True))


def measured_point(result: Result) -> Point:
    """Make the point of a result that has a time."""
    grid = result.grid or (result.case.ranks,)
    return Point(
        result.case.problem, result.resources, sum(part - 1 for part in grid), result.seconds
    )


def wanted_point(problem: Problem, resources: Resources, slabs: bool) -> Point:
    """Make a point to predict; ranks exchange with all in slabs, else along a square grid."""
    ranks = resources.ranks
    if slabs or len(problem.shape) < 3:
        return Point(problem, resources, ranks - 1)
    rows = next(number for number in range(isqrt(ranks), 0, -1) if ranks % number == 0)
    return Point(problem, resources, rows - 1 + ranks // rows - 1)


def fit(points: Sequence[Point]) -> Model | None:
    """Fit the costs to measured points; None if they are fewer than `MIN_POINTS`."""
    return _fit(points, range(TERMS)) if len(points) >= MIN_POINTS else None


def as_good(points: Sequence[Point], tolerance: float) -> list[Model]:
    """Fit with every choice of terms; keep the models that are off by no more than a tolerance.

    Where few points can't tell a constant from a cost per message, both are among them.
    """
    choices = (found for size in range(1, TERMS + 1) for found in combinations(range(TERMS), size))
    models = (_fit(points, terms) for terms in choices)
    return [model for model in models if _worst(model, points) <= tolerance]


def _fit(points: Sequence[Point], terms: Sequence[int]) -> Model:
    # Imported here: who only looks up what was measured need not wait for it.
    import numpy as np  # noqa: PLC0415
    from scipy.optimize import nnls  # noqa: PLC0415

    relative = np.array([[point.terms[at] / point.seconds for at in terms] for point in points])
    scale = np.abs(relative).max(axis=0)
    scale[scale == 0] = 1.0
    found, _ = nnls(relative / scale, np.ones(len(points)))
    costs = dict(zip(terms, found / scale, strict=True))
    return Model(tuple(float(costs.get(at, 0.0)) for at in range(TERMS)))


def _worst(model: Model, points: Sequence[Point]) -> float:
    return max(abs(relative_error(model, point)) for point in points)


def relative_error(model: Model, point: Point) -> float:
    """Predicted over measured time, less 1."""
    return model.seconds(point) / point.seconds - 1


def error_left_out(points: Sequence[Point]) -> float | None:
    """Typical relative error: the median over all points, each predicted from the others.

    None if too few would be left.
    """
    errors = []
    for number, point in enumerate(points):
        model = fit([*points[:number], *points[number + 1 :]])
        if model is None:
            return None
        errors.append(abs(relative_error(model, point)))
    return median(errors) if errors else None
