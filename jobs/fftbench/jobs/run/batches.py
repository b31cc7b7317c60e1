"""In which order a plan is measured: launch by launch, round by round, drivers interleaved."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from fftbench.core.campaigns.scaling import array_bytes
from fftbench.core.contracts.case import DEFAULT_SEED, Case
from fftbench.core.contracts.plan import Plan
from fftbench.core.contracts.problem import Memory
from fftbench.core.contracts.resources import Resources

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

ROUND_BYTES = 5e7
"""Of the arrays in a round: a case of so much takes about as long as the start of a program."""


@dataclass(frozen=True)
class Batch:
    """Cases of one seed that one start of one program measures."""

    launch: int
    driver: str
    resources: Resources
    cases: tuple[Case, ...]
    round: int = 0
    """Of the launch on these cores: its programs measure the same problems."""
    instance: int = 0
    """Of the starts of the program that take turns in a round, each with one case of a problem."""

    @property
    def seed(self) -> int:
        """The seed of its data."""
        return self.cases[0].seed

    @property
    def name(self) -> str:
        """For messages and for naming its log, to which all rounds of a launch are appended."""
        seed = "" if self.seed == DEFAULT_SEED else f"-seed{self.seed}"
        instance = f"-instance{self.instance}" if self.instance else ""
        return f"{self.driver}-{self.resources.name}{seed}{instance}-launch{self.launch}"


def schedule(plan: Plan) -> tuple[Batch, ...]:
    """Order all launches of all cases by the plan's seed.

    What is to be compared runs close in time, since a machine's speed drifts (on a virtual machine
    with neighbours, by half within a minute). So a launch on the same cores, however they are split
    into ranks and threads, goes in rounds: in each, all programs measure the same few problems, of
    `ROUND_BYTES` together or a single one. (A batch system's jobs have one split each.) All orders
    are shuffled anew in each launch, so that none always runs first. Cases of different seeds never
    share a start of a program: equal work on other data shall differ by all that launches do.
    """
    return tuple(
        batch for launch in range(plan.launches) for batch in schedule_launch(plan, launch)
    )


def schedule_launch(plan: Plan, launch: int) -> Iterator[Batch]:
    """Order one launch of all cases, as `schedule` does."""
    order = random.Random(f"{plan.seed}/{launch}")
    for _, cases in _shuffled(plan.cases, lambda case: cores_of(Resources.of(case)), order):
        for number, compared in enumerate(_rounds(cases, order)):
            for (resources, driver, _), together in _shuffled(compared, _program, order):
                order.shuffle(together)
                yield Batch(launch, driver, resources, tuple(together), number)


def cores_of(resources: Resources) -> tuple[int, int, Memory]:
    """Return what splits into ranks and threads have in common: nodes, cores of each, memory."""
    return resources.nodes, resources.cores_per_node, resources.memory


def _program(case: Case) -> tuple[Resources, str, int]:
    return Resources.of(case), case.driver, case.seed


def _rounds(cases: Iterable[Case], order: random.Random) -> Iterator[list[Case]]:
    """Divide cases by problems: several small ones, or a large one, at a time."""
    together: list[Case] = []
    size = 0.0
    for problem, mine in _shuffled(cases, lambda case: case.problem, order):
        size += array_bytes(problem)
        if together and size > ROUND_BYTES:
            yield together
            together, size = [], array_bytes(problem)
        together = [*together, *mine]
    yield together


def grouped(items: Iterable[T], key: Callable[[T], K]) -> dict[K, list[T]]:
    """Group items, groups and items in the order in which they come."""
    groups: dict[K, list[T]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return groups


def _shuffled(
    cases: Iterable[Case], key: Callable[[Case], K], order: random.Random
) -> list[tuple[K, list[Case]]]:
    shuffled = list(grouped(cases, key).items())
    order.shuffle(shuffled)
    return shuffled
