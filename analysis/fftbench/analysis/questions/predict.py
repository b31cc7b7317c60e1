"""The time at numbers of ranks that were not run, checked by leaving out the largest that were."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from math import ceil, isqrt, log

from fftbench.analysis.model.merge import merge
from fftbench.analysis.model.metrics import fastest
from fftbench.analysis.model.prediction import (
    MIN_POINTS,
    Model,
    Point,
    as_good,
    fit,
    measured_point,
    relative_error,
    wanted_point,
)
from fftbench.analysis.model.result import Result
from fftbench.analysis.model.sources import Machine, Study
from fftbench.analysis.model.statistics import MIN_LAUNCHES
from fftbench.core.contracts.case import Problem
from fftbench.core.contracts.resources import Resources

MOST = 100_000
"""Ranks; without a choice, predictions end here."""

LEAST_ERROR = 0.02
"""No prediction is said to be nearer than this: launches differ as much."""


@dataclass(frozen=True)
class Check:
    """The largest measured counts, predicted from the smaller ones."""

    left_out: tuple[Point, ...]
    errors: tuple[float, ...]
    """Predicted over measured time, less 1."""
    reach: float
    """The largest count left out over the largest that was kept."""

    @property
    def worst(self) -> float:
        """The largest error, whatever its sign."""
        return max(abs(error) for error in self.errors)


@dataclass(frozen=True)
class Forecast:
    """A time that nobody measured, with its band."""

    resources: Resources
    seconds: float
    lo: float
    hi: float


@dataclass(frozen=True)
class Prediction:
    """Times of a driver, at its fastest settings, on one problem: measured, and beyond."""

    machine: Machine
    problem: Problem
    driver: str
    known: tuple[Point, ...]
    """Measured, by cores."""
    model: Model
    checks: tuple[Check, ...]
    """With one count left out, and with two; as many as there are counts enough for."""
    forecasts: tuple[Forecast, ...]
    few_launches: bool
    """Whether a measured time has fewer launches than claim anything."""


@dataclass(frozen=True)
class Refusal:
    """Why there is no prediction."""

    machine: Machine
    problem: Problem
    driver: str
    reason: str


@dataclass(frozen=True)
class Target:
    """What shall be predicted."""

    ranks: tuple[int, ...] = ()
    """If empty, twice the largest measured number and so on, up to `MOST`."""
    ranks_per_node: int | None = None
    """If None, as many as were measured on a node at most."""
    drivers: tuple[str, ...] = ()
    """If empty, all."""


def predict(study: Study, target: Target) -> list[Prediction | Refusal]:
    """Predict every driver on every problem of every machine, or say what that lacks."""
    groups: dict[tuple[Machine, Problem, str], list[Result]] = {}
    for result in merge(study):
        case = result.case
        timed = result.pair is not None and not result.oversubscribed
        if timed and (not target.drivers or case.driver in target.drivers):
            groups.setdefault((result.machine, case.problem, case.driver), []).append(result)
    return [
        _predict(machine, problem, driver, _series(results), target)
        for (machine, problem, driver), results in groups.items()
    ]


def check(points: Sequence[Point], number: int) -> Check | None:
    """Predict the `number` largest counts from the others; None if these are too few to fit."""
    kept, left_out = points[:-number], points[-number:]
    model = fit(kept)
    if model is None:
        return None
    errors = tuple(relative_error(model, point) for point in left_out)
    return Check(tuple(left_out), errors, left_out[-1].resources.cores / kept[-1].resources.cores)


def _predict(
    machine: Machine, problem: Problem, driver: str, results: Sequence[Result], target: Target
) -> Prediction | Refusal:
    known = tuple(measured_point(result) for result in results)
    model = fit(known)
    reason = _lacking(known) if model is None else ""
    wanted = list(_wanted(results, target)) if model else []
    if model and not wanted:
        reason = _out_of_reach(results, target)
    if model is None or reason:
        return Refusal(machine, problem, driver, reason)
    checks = tuple(one for number in (1, 2) if (one := check(known, number)))
    slabs = _slabs(results)
    points = [wanted_point(problem, there, slabs) for there in wanted]
    forecasts = _forecasts(model, points, known, checks)
    few = any(len(result.pair_launches) < MIN_LAUNCHES for result in results)
    return Prediction(machine, problem, driver, known, model, checks, tuple(forecasts), few)


def _series(results: Iterable[Result]) -> list[Result]:
    """Pick the fastest at each number of cores, with the threads per rank of most numbers."""
    by_threads: dict[int, list[Result]] = {}
    for result in results:
        by_threads.setdefault(result.case.threads, []).append(result)
    series = [
        fastest(found, lambda result: result.resources.cores) for found in by_threads.values()
    ]
    best = max(series, key=len)
    return [best[cores] for cores in sorted(best)]


def _lacking(known: Sequence[Point]) -> str:
    counts = ", ".join(str(point.resources.ranks) for point in known)
    return (
        f"measured on {counts} rank{'' if counts == '1' else 's'} only, on cores of their own: a "
        f"prediction needs {MIN_POINTS} numbers of ranks, and one more to be checked"
    )


def _out_of_reach(results: Sequence[Result], target: Target) -> str:
    largest = results[-1].case
    if target.ranks and max(target.ranks) <= largest.ranks:
        return f"measured up to {largest.ranks} ranks already"
    if largest.nodes == 1:
        return (
            "measured on one node only, so that what leaves a node costs nobody knows: measure on "
            "several, or say how many ranks a node has cores for (--ranks-per-node)"
        )
    return "no larger number of ranks can divide this problem so"


def _wanted(results: Sequence[Result], target: Target) -> Iterator[Resources]:
    """List the resources to predict: those that the problem can be divided among, and known."""
    largest = results[-1]
    per_node = target.ranks_per_node or max(r.resources.ranks_per_node for r in results)
    several = largest.case.nodes > 1
    numbers = target.ranks or tuple(_doubled(largest.case.ranks))
    for ranks in sorted(set(numbers)):
        nodes = ceil(ranks / per_node)
        fits = ranks <= _most_ranks(largest.case.problem, _slabs(results))
        if fits and ranks > largest.case.ranks and (nodes == 1 or several):
            yield Resources(nodes, ranks, largest.case.threads, largest.case.problem.memory)


def _doubled(ranks: int) -> Iterator[int]:
    return takewhile(lambda number: number <= MOST, (ranks * 2**power for power in range(1, 40)))


def _most_ranks(problem: Problem, slabs: bool) -> int:
    """Return how many ranks have a part of the data before and after the exchange."""
    axes = sorted(problem.shape)
    return axes[0] if slabs or len(axes) < 3 else axes[0] * axes[1]


def _slabs(results: Sequence[Result]) -> bool:
    """Whether the largest run that could have divided two axes divided one only."""
    for result in reversed(results):
        ranks = result.case.ranks
        if any(ranks % number == 0 for number in range(2, isqrt(ranks) + 1)):
            return sum(part > 1 for part in result.grid or ()) < 2
    return False


def _forecasts(
    model: Model, points: Sequence[Point], known: Sequence[Point], checks: Sequence[Check]
) -> Iterator[Forecast]:
    """Predict, each with a band that holds what all models say that fit the times as well.

    It is wider by the error of the check, which grows with the distance as it did there; where
    nothing could be checked, by that of the fit.
    """
    fitted = max(abs(relative_error(model, one)) for one in known)
    models = [model, *as_good(known, max(LEAST_ERROR, 2 * fitted))]
    for point in points:
        far = log(point.resources.cores / known[-1].resources.cores)
        grown = (one.worst * max(1.0, far / log(one.reach)) for one in checks)
        error = max([fitted, LEAST_ERROR, *grown])
        said = [one.seconds(point) for one in models]
        lo, hi = min(said) / (1 + error), max(said) * (1 + error)
        yield Forecast(point.resources, said[0], lo, hi)
