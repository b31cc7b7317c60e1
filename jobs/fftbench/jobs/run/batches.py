"""In which order a plan is measured: launch by launch, drivers and seeds interleaved."""

from __future__ import annotations

import random
from dataclasses import dataclass

from fftbench.core.contracts.case import DEFAULT_SEED, Case
from fftbench.core.contracts.plan import Plan
from fftbench.core.contracts.resources import Resources


@dataclass(frozen=True)
class Batch:
    """Cases of one seed that one start of one program measures."""

    launch: int
    driver: str
    resources: Resources
    cases: tuple[Case, ...]

    @property
    def seed(self) -> int:
        """The seed of its data."""
        return self.cases[0].seed

    @property
    def name(self) -> str:
        """For messages and for naming its log; nothing ever reads it back."""
        seed = "" if self.seed == DEFAULT_SEED else f"-seed{self.seed}"
        return f"{self.driver}-{self.resources.name}{seed}-launch{self.launch}"


def schedule(plan: Plan) -> tuple[Batch, ...]:
    """Order all launches of all cases by the plan's seed.

    Within a launch, all drivers run on the same resources before others are taken, so that drivers
    to be compared run close in time. Both orders are shuffled anew in each launch, so that none
    always runs first. Cases of different seeds never share a start of a program: equal work on
    other data shall differ by all that launches do.
    """
    return tuple(batch for launch in range(plan.launches) for batch in _one_launch(plan, launch))


def _one_launch(plan: Plan, launch: int) -> list[Batch]:
    order = random.Random(f"{plan.seed}/{launch}")
    by_resources: dict[Resources, dict[tuple[str, int], list[Case]]] = {}
    for case in plan.cases:
        of_resources = by_resources.setdefault(Resources.of(case), {})
        of_resources.setdefault((case.driver, case.seed), []).append(case)
    batches = []
    sizes = list(by_resources)
    order.shuffle(sizes)
    for resources in sizes:
        programs = list(by_resources[resources])
        order.shuffle(programs)
        for driver, seed in programs:
            cases = by_resources[resources][driver, seed]
            order.shuffle(cases)
            batches.append(Batch(launch, driver, resources, tuple(cases)))
    return batches
