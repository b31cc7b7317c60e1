"""The time of a transform at sizes and numbers of ranks that were not run, from those that were.

A time is the sum of what the papers' models have it made of (`Terms`), each with a cost. Costs are
fitted to measured times. Where figures of the machine were measured, too, they are what the costs
start from: each counts as one more observation, which is trusted within a factor of about two, so
that a few times correct them and what times can't tell stays as the machine was measured.

No cost is negative, and it is relative errors that are made small: a short time counts as much as a
long one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log, log2, sqrt
from statistics import median
from typing import NamedTuple

from fftbench.analysis.model.exchanges import exchanges, square
from fftbench.analysis.model.metrics import flops, input_bytes
from fftbench.analysis.model.parts import differs, over_timed
from fftbench.analysis.model.result import Result
from fftbench.core.contracts.problem import Problem
from fftbench.core.contracts.resources import Resources

MIN_POINTS = 3
"""Times that a fit needs at least."""

MIN_WITH_FIGURES = 2
"""The same where latency and bandwidth of the machine are known."""

NOISE = 0.02
"""Relative error of a time: launches differ as much."""

TRUST = 1.0
"""Relative error of a cost that is a figure of the machine: no library attains what it allows, and
few take more than twice as long."""

LATENCY = 1e-6
"""Seconds that a message takes where nobody measured it (ICL's report, chapter 1, of a network)."""

GUESS = 1000.0
"""Relative error of that: it decides only between what times can hardly tell apart, a cost per
message and one of the network's size."""


class Terms(NamedTuple):
    """What a time is made of, of a forward and a backward transform; or the cost of one of each.

    The first three are computation, the others exchange.
    """

    operations: float
    """Of a core, 5 N log2 N over the cores (`metrics.flops`)."""
    memory: float
    """Bytes that cross a node's memory, which its cores share: for every axis the array is read
    and written (the bandwidth of a roofline: Williams et al., CACM 52(4), 2009)."""
    fixed: float
    """What no resource changes (the serial part of Amdahl's law; equation 19 of FLUPS's paper)."""
    near: float
    """Bytes that a rank sends to others of its node."""
    far: float
    """Bytes that leave a node (heFFTe's paper, equation 1)."""
    levels: float
    """Bytes that leave a node, for every doubling of the nodes: the more of them, the more routes
    meet on a link even of a full fat tree (Hoefler, Schneider, Lumsdaine, "Multistage switches are
    not crossbars", IEEE Cluster 2008)."""
    messages: float
    """Of a rank: one to each that it exchanges with (DaggerFFT's paper, equation 1; the o and L of
    LogP, Culler et al., PPoPP 1993)."""


TERMS = len(Terms._fields)
EXCHANGE = frozenset(Terms._fields.index(name) for name in ("near", "far", "levels", "messages"))


class Figures(NamedTuple):
    """Costs as the machine itself was measured; None if it was not, or can't be."""

    operations: float | None = None
    memory: float | None = None
    fixed: None = None
    near: float | None = None
    far: float | None = None
    levels: None = None
    messages: float | None = None

    @property
    def of_exchange(self) -> bool:
        """Whether latency and bandwidth are known, at some distance."""
        return self.messages is not None and (self.near, self.far) != (None, None)


UNKNOWN = Figures()


@dataclass(frozen=True)
class Point:
    """A problem on some resources; with a time if it was measured."""

    problem: Problem
    resources: Resources
    grid: tuple[int, ...]
    seconds: float = 0.0
    """Of forward + backward."""
    exchange: float | None = None
    """Share of the time that is exchange, if it was profiled."""

    @property
    def terms(self) -> Terms:
        """What each cost is paid for, in forward + backward."""
        ranks, nodes = self.resources.ranks, self.resources.nodes
        moved = exchanges(self.grid, self.resources.ranks_per_node)
        size, operations = 2 * input_bytes(self.problem), 2 * flops(self.problem)
        return Terms(
            operations=operations / self.resources.cores,
            memory=2 * len(self.problem.shape) * size / nodes,
            fixed=1.0,
            near=size / ranks * moved.near,
            far=size / nodes * moved.far,
            levels=size / nodes * moved.far * log2(nodes),
            messages=2 * moved.partners,
        )

    def distance(self, other: Point) -> float:
        """How far another point is, in logarithms of operations and of cores."""
        size = log(max(flops(self.problem), 1.0) / max(flops(other.problem), 1.0))
        return sqrt(size**2 + log(self.resources.cores / other.resources.cores) ** 2)


@dataclass(frozen=True)
class Model:
    """Fitted costs, in seconds for one of each term."""

    costs: Terms

    def seconds(self, point: Point) -> float:
        """Predict the time of forward + backward."""
        return sum(cost * term for cost, term in zip(self.costs, point.terms, strict=True))


def measured_point(result: Result) -> Point:
    """Make the point of a result that has a time."""
    grid = tuple(result.grid or (result.case.ranks,))
    return Point(result.case.problem, result.resources, grid, result.seconds, _exchange(result))


def _exchange(result: Result) -> float | None:
    """Return the share of exchange in profiled passes, where these took as long as timed ones."""
    parts = result.parts
    if parts is None or parts.exchange is None or not parts.wall > 0:
        return None
    if any(differs(over_timed(record)) for record in result.records):
        return None
    return parts.exchange / parts.wall


def wanted_point(
    problem: Problem, resources: Resources, slabs: bool, longer_first: bool = False
) -> Point:
    """Make a point to predict: in slabs, or else in pencils on a grid as square as can be.

    With `longer_first` the longer side of the grid comes first, as MPI_Dims_create has it.
    """
    in_slabs = slabs or len(problem.shape) < 3
    grid = (resources.ranks,) if in_slabs else square(resources.ranks)
    return Point(problem, resources, grid[::-1] if longer_first else grid)


def fit(points: Sequence[Point], figures: Figures = UNKNOWN) -> Model | None:
    """Fit the costs to measured points; None if they are too few."""
    return _fit(points, figures, range(TERMS)) if len(points) >= least(figures) else None


def least(figures: Figures) -> int:
    """Return how many measured times a fit needs."""
    return MIN_WITH_FIGURES if figures.of_exchange else MIN_POINTS


def as_good(points: Sequence[Point], figures: Figures, tolerance: float) -> list[Model]:
    """Fit with every choice of terms; keep the models that are off by no more than a tolerance.

    Where few points can't tell a constant from a cost per message, both are among them.
    """
    choices = (found for size in range(1, TERMS + 1) for found in combinations(range(TERMS), size))
    models = (_fit(points, figures, chosen) for chosen in choices)
    return [model for model in models if _worst(model, points) <= tolerance]


def _fit(points: Sequence[Point], figures: Figures, chosen: Sequence[int]) -> Model:
    """Find the costs, none negative, of least squares; those not chosen are 0."""
    # Imported here: who only looks up what was measured need not wait for it.
    import numpy as np  # noqa: PLC0415
    from scipy.optimize import nnls  # noqa: PLC0415

    rows = [row for point in points for row in _rows(point)]
    rows += [row for at, row in _starts(figures) if at in chosen]
    matrix = np.array([row for row, _ in rows])[:, list(chosen)]
    scale = np.abs(matrix).max(axis=0)
    scale[scale == 0] = 1.0
    found, _ = nnls(matrix / scale, np.array([value for _, value in rows]))
    costs = dict(zip(chosen, found / scale, strict=True))
    return Model(Terms(*(float(costs.get(at, 0.0)) for at in range(TERMS))))


def _starts(figures: Figures) -> Iterator[tuple[int, tuple[list[float], float]]]:
    """Return what figures of the machine demand of the costs, by the term that each is of."""
    guesses = UNKNOWN._replace(messages=LATENCY)
    for own, (figure, guess) in enumerate(zip(figures, guesses, strict=True)):
        weight = NOISE / (TRUST if figure else GUESS)
        if cost := figure or guess:
            yield own, ([weight / cost if at == own else 0.0 for at in range(TERMS)], weight)


def _rows(point: Point) -> list[tuple[list[float], float]]:
    """Return what a time demands of the costs: of each half apart, where it was profiled."""
    relative = [term / point.seconds for term in point.terms]
    if point.exchange is None:
        return [(relative, 1.0)]
    return [
        ([term if (at in EXCHANGE) == exchange else 0.0 for at, term in enumerate(relative)], share)
        for exchange, share in ((False, 1 - point.exchange), (True, point.exchange))
    ]


def _worst(model: Model, points: Sequence[Point]) -> float:
    return max(abs(relative_error(model, point)) for point in points)


def relative_error(model: Model, point: Point) -> float:
    """Predicted over measured time, less 1."""
    return model.seconds(point) / point.seconds - 1


def error_left_out(points: Sequence[Point], figures: Figures = UNKNOWN) -> float | None:
    """Typical relative error: the median over all points, each predicted from the others.

    None if too few would be left.
    """
    errors = []
    for number, point in enumerate(points):
        model = fit([*points[:number], *points[number + 1 :]], figures)
        if model is None:
            return None
        errors.append(abs(relative_error(model, point)))
    return median(errors) if errors else None
