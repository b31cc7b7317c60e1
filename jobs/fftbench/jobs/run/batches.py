"""In which order a plan is measured: launch by launch, drivers interleaved."""

from __future__ import annotations

import random
from dataclasses import dataclass

from fftbench.core.contracts.case import Case
from fftbench.core.contracts.plan import Plan
from fftbench.core.contracts.resources import Resources


@dataclass(frozen=True)
class Batch:
    """Cases that one start of one program measures."""

    launch: int
    driver: str
    resources: Resources
    cases: tuple[Case, ...]

    @property
    def name(self) -> str:
        """For messages and for naming its log; nothing ever reads it back."""
        return f"{self.driver}-{self.resources.name}-launch{self.launch}"


def schedule(plan: Plan) -> tuple[Batch, ...]:
    """Order all launches of all cases by the plan's seed.

    Within a launch, all drivers run on the same resources before others are taken, so that drivers
    to be compared run close in time. Both orders are shuffled anew in each launch, so that none
    always runs first.
    """
    return tuple(batch for launch in range(plan.launches) for batch in _one_launch(plan, launch))


def _one_launch(plan: Plan, launch: int) -> list[Batch]:
    order = random.Random(f"{plan.seed}/{launch}")
    by_resources: dict[Resources, dict[str, list[Case]]] = {}
    for case in plan.cases:
        by_resources.setdefault(Resources.of(case), {}).setdefault(case.driver, []).append(case)
    batches = []
    sizes = list(by_resources)
    order.shuffle(sizes)
    for resources in sizes:
        drivers = list(by_resources[resources])
        order.shuffle(drivers)
        for driver in drivers:
            cases = by_resources[resources][driver]
            order.shuffle(cases)
            batches.append(Batch(launch, driver, resources, tuple(cases)))
    return batches
