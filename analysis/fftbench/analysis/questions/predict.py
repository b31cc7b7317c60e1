"""The time at numbers of ranks that were not run, checked by leaving out the largest that were."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from math import ceil, exp, isqrt, log, log2

from fftbench.analysis.model.figures import figures_of
from fftbench.analysis.model.machine import Machine
from fftbench.analysis.model.merge import Divided, divided
from fftbench.analysis.model.metrics import fastest
from fftbench.analysis.model.prediction import (
    MIN_WITH_FIGURES,
    NOISE,
    Figures,
    Model,
    Point,
    as_good,
    fit,
    least,
    measured_point,
    relative_error,
    wanted_point,
)
from fftbench.analysis.model.result import Result
from fftbench.analysis.model.sources import Study
from fftbench.analysis.model.statistics import MIN_LAUNCHES
from fftbench.analysis.questions.left_out import FAR_OFF, Check, checks_of, leaves_node
from fftbench.core.contracts.problem import Problem
from fftbench.core.contracts.resources import Resources

MOST = 100_000
"""Ranks; without a choice, predictions end here."""


LEAST_FACTOR = 1.3
"""No prediction is said to be nearer than this, for every doubling of the cores."""

CHECKED = 2.0
"""The band's factor is that of the check to this power: the next error may be the larger one."""


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
    figures: Figures
    """What of the machine was measured."""
    model: Model
    checks: tuple[Check, ...]
    """With one count left out, with two, and so on, while enough are left."""
    forecasts: tuple[Forecast, ...]
    few_launches: bool
    """Whether a measured time has fewer launches than claim anything."""

    @property
    def far_off(self) -> bool:
        """Whether leaving out a count or two shows that the models miss something."""
        return any(one.worst > FAR_OFF for one in self.checks[:2])


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
    found = divided(study)
    groups: dict[tuple[Machine, Problem], dict[str, list[Result]]] = {}
    for result in found.results:
        case = result.case
        timed = result.pair is not None and not result.oversubscribed
        if timed and (not target.drivers or case.driver in target.drivers):
            drivers = groups.setdefault((result.machine, case.problem), {})
            drivers.setdefault(case.driver, []).append(result)
    predictions: list[Prediction | Refusal] = []
    for where, drivers in groups.items():
        figures = _figures(study, found, *where)
        predictions += [_predict(_series(results), figures, target) for results in drivers.values()]
    return predictions


def _figures(study: Study, found: Divided, machine: Machine, problem: Problem) -> Figures:
    """Return what was measured of these nodes, in any campaign."""
    nodes = machine.nodes
    apart = [one for one in (*found.baselines, *found.bounds) if one.machine.nodes == nodes]
    return figures_of(study.records_of(nodes), apart, problem)


def _predict(results: Sequence[Result], figures: Figures, target: Target) -> Prediction | Refusal:
    known = tuple(measured_point(result) for result in results)
    model = fit(known, figures)
    reason = _lacking(known, figures) if model is None else ""
    wanted = list(_wanted(results, leaves_node(known, figures), target)) if model else []
    if model and not wanted:
        reason = _out_of_reach(results, target)
    machine, problem, driver = results[0].machine, known[0].problem, results[0].case.driver
    if model is None or reason:
        return Refusal(machine, problem, driver, reason)
    checks = checks_of(known, figures)
    slabs, turned = _slabs(results), _longer_first(results)
    points = [wanted_point(problem, there, slabs, turned) for there in wanted]
    forecasts = tuple(forecast(model, points, known, figures, checks))
    few = any(len(result.pair_launches) < MIN_LAUNCHES for result in results)
    return Prediction(machine, problem, driver, known, figures, model, checks, forecasts, few)


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


def _lacking(known: Sequence[Point], figures: Figures) -> str:
    counts = ", ".join(str(point.resources.ranks) for point in known)
    return (
        f"measured on {counts} rank{'' if counts == '1' else 's'} only, on cores of their own: a "
        f"prediction needs {least(figures)} numbers of ranks, and one more to be checked"
        f"{_fewer(figures)}"
    )


def _fewer(figures: Figures) -> str:
    """Say how fewer numbers would be enough."""
    if figures.of_exchange:
        return ""
    return f" ({MIN_WITH_FIGURES} where the records have latency and bandwidth of the machine)"


def _out_of_reach(results: Sequence[Result], target: Target) -> str:
    largest = results[-1].case
    if target.ranks and max(target.ranks) <= largest.ranks:
        return f"measured up to {largest.ranks} ranks already"
    if _divisible(results, target):
        return (
            "measured on one node only, so that what leaves a node costs nobody knows: measure on "
            "several, or say how many ranks a node has cores for (--ranks-per-node)"
        )
    return "no larger number of ranks can divide this problem so"


def _wanted(results: Sequence[Result], several: bool, target: Target) -> Iterator[Resources]:
    """List the resources to predict: those that the problem can be divided among, and known."""
    largest = results[-1].case
    per_node = target.ranks_per_node or max(r.resources.ranks_per_node for r in results)
    for ranks in _divisible(results, target):
        nodes = ceil(ranks / per_node)
        if nodes == 1 or several:
            yield Resources(nodes, ranks, largest.threads, largest.problem.memory)


def _divisible(results: Sequence[Result], target: Target) -> list[int]:
    """List the wanted numbers beyond what was measured that the problem can be divided among."""
    largest = results[-1].case
    most = _most_ranks(largest.problem, _slabs(results))
    wanted = target.ranks or _doubled(largest.ranks)
    return sorted({ranks for ranks in wanted if largest.ranks < ranks <= most})


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


def _longer_first(results: Sequence[Result]) -> bool:
    """Whether the largest grid that is not square has its longer side first."""
    grids = [one.grid for one in reversed(results) if one.grid and min(one.grid) > 1]
    return next((rows > columns for rows, *_, columns in grids if rows != columns), False)


def forecast(
    model: Model,
    points: Sequence[Point],
    known: Sequence[Point],
    figures: Figures,
    checks: Sequence[Check],
) -> Iterator[Forecast]:
    """Predict by the model of the known times, each with a band of all models that fit as well.

    It is wider by what predictions were off where they could be checked (`_may_be_off`). Nothing
    of a point where the model has no term.
    """
    fitted = max(abs(relative_error(model, one)) for one in known)
    models = [model, *as_good(known, figures, max(NOISE, 2 * fitted))]
    below = above = 1.0
    for point in sorted(points, key=lambda one: one.resources.cores):
        off = _may_be_off(point.resources.cores / known[-1].resources.cores, checks)
        # A model whose terms are all of what is farther away says 0 of a single node: nothing.
        said = [one.seconds(point) for one in models if one.seconds(point) > 0]
        if model.seconds(point) <= 0:
            continue
        # What is further away is never said to be nearer, even where models cross.
        below = max(below, said[0] / min(said) * off)
        above = max(above, max(said) / said[0] * off)
        yield Forecast(point.resources, said[0], said[0] / below, said[0] * above)


def _may_be_off(reach: float, checks: Sequence[Check]) -> float:
    """Return by what factor a time may be off, on `reach` times the cores of what was measured.

    A check's factor grows with the distance in doublings, beyond its own.
    """
    least = log(LEAST_FACTOR) * max(1.0, log2(reach))
    checked = (log(one.factor) * max(1.0, log(reach) / log(one.reach)) for one in checks)
    return exp(max([least, *(CHECKED * one for one in checked)]))
