"""One driver against the others, each at the settings that suit it best, problem by problem."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from fftbench.analysis.merge import merge, ratio
from fftbench.analysis.result import Result
from fftbench.analysis.sources import Machine, Study
from fftbench.analysis.statistics import Estimate
from fftbench.core.case import Precision, Transform
from fftbench.core.errors import UserError, did_you_mean


@dataclass(frozen=True, order=True)
class Task:
    """What is to be done with which resources; place and settings are the driver's choice."""

    machine: Machine
    shape: tuple[int, ...]
    transform: Transform
    precision: Precision
    nodes: int
    cores: int
    """Ranks times threads."""


@dataclass(frozen=True)
class Duel:
    """A task that the driver and another can do: the fastest case of each."""

    task: Task
    mine: Result
    other: Result
    ratio: Estimate
    """Time of the other over mine, paired by launch: above 1 where mine is faster."""


@dataclass(frozen=True)
class Versus:
    """How a driver stands against each other driver, and against the fastest of them."""

    driver: str
    fastest: tuple[Duel, ...]
    """Against the fastest other of each task."""
    others: Mapping[str, tuple[Duel, ...]]
    """Against each other driver."""
    unmatched: tuple[Task, ...]
    """Tasks in which only one side has a time."""


def versus(study: Study, driver: str, against: Sequence[str] = ()) -> Versus:
    """Set a driver against the others, or against those named; UserError for unknown names."""
    for name in (driver, *against):
        if name not in study.drivers:
            raise UserError(
                f"there is no driver '{name}' in these results", did_you_mean(name, study.drivers)
            )
    best: dict[Task, dict[str, Result]] = {}
    for result in merge(study):
        if result.pair is None:
            continue
        found = best.setdefault(_task(result), {})
        kept = found.get(result.case.driver)
        if kept is None or kept.pair is None or result.pair.median < kept.pair.median:
            found[result.case.driver] = result
    wanted = [name for name in (against or study.drivers) if name != driver]
    others = {name: tuple(_duels(best, driver, [name])) for name in wanted}
    fastest = tuple(_duels(best, driver, wanted))
    met = {duel.task for duel in fastest}
    return Versus(driver, fastest, others, tuple(sorted(task for task in best if task not in met)))


def _duels(
    best: Mapping[Task, Mapping[str, Result]], driver: str, wanted: Sequence[str]
) -> Iterable[Duel]:
    for task in sorted(best):
        found = best[task]
        rivals = [found[name] for name in wanted if name in found]
        if driver not in found or not rivals:
            continue
        rival = min(rivals, key=lambda result: result.pair.median if result.pair else math.inf)
        quotient = ratio(rival, found[driver])
        if quotient is not None:
            yield Duel(task, found[driver], rival, quotient)


def _task(result: Result) -> Task:
    case, problem = result.case, result.case.problem
    return Task(
        result.machine,
        problem.shape,
        problem.transform,
        problem.precision,
        case.nodes,
        case.ranks * case.threads,
    )
