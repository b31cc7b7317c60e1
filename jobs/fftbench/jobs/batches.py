"""In which order a plan is measured: launch by launch, drivers interleaved."""

from __future__ import annotations

import random
from dataclasses import dataclass

from fftbench.core.case import Case
from fftbench.core.plan import Plan
from fftbench.core.scaling import Place


@dataclass(frozen=True)
class Batch:
    """Cases that one start of one program measures."""

    launch: int
    driver: str
    place: Place
    cases: tuple[Case, ...]

    @property
    def name(self) -> str:
        """For messages and for naming its log; nothing ever reads it back."""
        return f"{self.driver}-{self.place.name}-launch{self.launch}"


def schedule(plan: Plan) -> tuple[Batch, ...]:
    """Order all launches of all cases by the plan's seed.

    Each launch visits the places in a shuffled order and at each place the drivers in a shuffled
    order, so that drivers to be compared run close in time and none always runs first.
    """
    return tuple(batch for launch in range(plan.launches) for batch in _one_launch(plan, launch))


def _one_launch(plan: Plan, launch: int) -> list[Batch]:
    order = random.Random(f"{plan.seed}/{launch}")
    by_place: dict[Place, dict[str, list[Case]]] = {}
    for case in plan.cases:
        by_place.setdefault(Place.of(case), {}).setdefault(case.driver, []).append(case)
    batches = []
    places = list(by_place)
    order.shuffle(places)
    for place in places:
        drivers = list(by_place[place])
        order.shuffle(drivers)
        for driver in drivers:
            cases = by_place[place][driver]
            order.shuffle(cases)
            batches.append(Batch(launch, driver, place, tuple(cases)))
    return batches
