"""One driver against the others, each at its best settings, instance by instance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from fftbench.analysis.model.choice import choose
from fftbench.analysis.model.layouts import LayoutClass
from fftbench.analysis.model.machine import Machine
from fftbench.analysis.model.merge import merge
from fftbench.analysis.model.result import Result
from fftbench.analysis.model.sources import Study
from fftbench.analysis.model.statistics import Estimate
from fftbench.analysis.questions.answers import Cores
from fftbench.core.contracts.problem import AnyTransform, Memory, Precision, Workload
from fftbench.core.errors import UserError, did_you_mean


@dataclass(frozen=True, order=True)
class Instance:
    """A problem at a number of cores; placement and settings are each driver's choice."""

    machine: Machine
    shape: tuple[int, ...]
    transform: AnyTransform
    precision: Precision
    nodes: int
    cores: int
    """Ranks times threads; on devices ranks, as each has its own."""
    memory: Memory
    """Where the arrays are: a GPU is never set against cores."""
    fields: int
    workload: Workload


@dataclass(frozen=True)
class InstanceComparison:
    """The fastest case of the driver and of another on the same instance."""

    instance: Instance
    mine: Result
    other: Result
    ratio: Estimate
    """Time of the other over mine, paired by launch: above 1 if mine is faster. Of the `Choice`
    among all settings, and among all cases of several others."""


@dataclass(frozen=True)
class Only:
    """Which instances are compared; None: all."""

    precision: Precision | None = None
    cores: int | None = None

    def has(self, instance: Instance) -> bool:
        """Whether an instance is one of them."""
        return self.precision in {None, instance.precision} and self.cores in {None, instance.cores}


ALL = Only()


@dataclass(frozen=True)
class Versus:
    """How a driver compares with each other driver, and with the fastest of them."""

    driver: str
    layout: LayoutClass
    fastest: tuple[InstanceComparison, ...]
    """With the fastest other of each instance."""
    others: Mapping[str, tuple[InstanceComparison, ...]]
    """With each other driver."""
    unmatched: tuple[Instance, ...]
    """Instances on which only one side has a time."""
    shared: tuple[Instance, ...]
    """Instances on which ranks or threads shared cores: they are left out."""


def versus(
    study: Study,
    driver: str,
    against: Sequence[str] = (),
    layout: LayoutClass = LayoutClass.any,
    only: Only = ALL,
) -> Versus:
    """Compare a driver with all others, or with those named.

    Raises UserError for unknown names.
    """
    for name in (driver, *against):
        if name not in study.drivers:
            raise UserError(
                f"there is no driver '{name}' in these results", did_you_mean(name, study.drivers)
            )
    found: dict[Instance, dict[str, list[Result]]] = {}
    shared: set[Instance] = set()
    for result in merge(study):
        instance = instance_of(result)
        if result.pair is None or not layout.has(result) or not only.has(instance):
            continue
        if result.oversubscribed:
            shared.add(instance)
        else:
            of_drivers = found.setdefault(instance, {})
            of_drivers.setdefault(result.case.driver, []).append(result)
    wanted = [name for name in (against or study.drivers) if name != driver]
    others = {name: tuple(_compare(found, driver, [name])) for name in wanted}
    fastest = tuple(_compare(found, driver, wanted))
    matched = {one.instance for one in fastest}
    unmatched = tuple(sorted(instance for instance in found if instance not in matched))
    return Versus(driver, layout, fastest, others, unmatched, tuple(sorted(shared - set(found))))


def _compare(
    found: Mapping[Instance, Mapping[str, Sequence[Result]]], driver: str, wanted: Sequence[str]
) -> Iterable[InstanceComparison]:
    for instance in sorted(found):
        cases = found[instance]
        rivals = [case for name in wanted for case in cases.get(name, ())]
        if driver in cases and rivals:
            mine, other = choose(cases[driver]), choose(rivals)
            yield InstanceComparison(instance, mine.best, other.best, other.over(mine))


def instance_of(result: Result) -> Instance:
    """Return what a case is compared on: cases that have the same may be paired."""
    case, problem = result.case, result.case.problem
    return Instance(
        result.machine,
        problem.shape,
        problem.transform,
        problem.precision,
        case.nodes,
        Cores.of(result.resources).number,
        problem.memory,
        problem.fields,
        problem.workload,
    )
