"""In which order a plan is measured: launch by launch, problem by problem, drivers interleaved."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from fftbench.core.contracts.case import DEFAULT_SEED, Case, Problem
from fftbench.core.contracts.plan import Plan
from fftbench.core.contracts.resources import Resources

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True)
class Batch:
    """Cases of one problem and one seed that one start of one program measures."""

    launch: int
    driver: str
    resources: Resources
    cases: tuple[Case, ...]

    @property
    def problem(self) -> Problem:
        """What all its cases solve."""
        return self.cases[0].problem

    @property
    def seed(self) -> int:
        """The seed of its data."""
        return self.cases[0].seed

    @property
    def name(self) -> str:
        """For messages and for naming its log, to which all problems of a launch are appended."""
        seed = "" if self.seed == DEFAULT_SEED else f"-seed{self.seed}"
        return f"{self.driver}-{self.resources.name}{seed}-launch{self.launch}"


def schedule(plan: Plan) -> tuple[Batch, ...]:
    """Order all launches of all cases by the plan's seed.

    What is to be compared runs close in time, since a machine's speed drifts (on a virtual machine
    with neighbours, by half within a minute): within a launch, all programs measure one problem on
    the same resources before others are taken. All orders are shuffled anew in each launch, so that
    none always runs first. Cases of different seeds never share a start of a program: equal work on
    other data shall differ by all that launches do.
    """
    return tuple(batch for launch in range(plan.launches) for batch in _one_launch(plan, launch))


def _one_launch(plan: Plan, launch: int) -> list[Batch]:
    order = random.Random(f"{plan.seed}/{launch}")
    batches = []
    for (resources, _), compared in _shuffled(plan.cases, _compared, order):
        for (driver, _), cases in _shuffled(compared, _started_together, order):
            order.shuffle(cases)
            batches.append(Batch(launch, driver, resources, tuple(cases)))
    return batches


def _compared(case: Case) -> tuple[Resources, Problem]:
    return Resources.of(case), case.problem


def _started_together(case: Case) -> tuple[str, int]:
    return case.driver, case.seed


def _shuffled(
    cases: Iterable[Case], key: Callable[[Case], K], order: random.Random
) -> list[tuple[K, list[Case]]]:
    """Group cases, the groups in random order."""
    groups: dict[K, list[Case]] = {}
    for case in cases:
        groups.setdefault(key(case), []).append(case)
    shuffled = list(groups.items())
    order.shuffle(shuffled)
    return shuffled
