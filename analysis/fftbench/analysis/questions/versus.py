"""One driver against the others, each at its best settings, instance by instance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from fftbench.analysis.model.merge import merge, ratio
from fftbench.analysis.model.metrics import fastest
from fftbench.analysis.model.result import Result
from fftbench.analysis.model.sources import Machine, Study
from fftbench.analysis.model.statistics import Estimate
from fftbench.core.contracts.case import Precision, Transform
from fftbench.core.errors import UserError, did_you_mean


@dataclass(frozen=True, order=True)
class Instance:
    """A problem at a number of cores; placement and settings are each driver's choice."""

    machine: Machine
    shape: tuple[int, ...]
    transform: Transform
    precision: Precision
    nodes: int
    cores: int
    """Ranks times threads."""


@dataclass(frozen=True)
class InstanceComparison:
    """The fastest case of the driver and of another on the same instance."""

    instance: Instance
    mine: Result
    other: Result
    ratio: Estimate
    """Time of the other over mine, paired by launch: above 1 if mine is faster."""


@dataclass(frozen=True)
class Versus:
    """How a driver compares with each other driver, and with the fastest of them."""

    driver: str
    fastest: tuple[InstanceComparison, ...]
    """With the fastest other of each instance."""
    others: Mapping[str, tuple[InstanceComparison, ...]]
    """With each other driver."""
    unmatched: tuple[Instance, ...]
    """Instances on which only one side has a time."""


def versus(study: Study, driver: str, against: Sequence[str] = ()) -> Versus:
    """Compare a driver with all others, or with those named; UserError for unknown names."""
    for name in (driver, *against):
        if name not in study.drivers:
            raise UserError(
                f"there is no driver '{name}' in these results", did_you_mean(name, study.drivers)
            )
    best: dict[Instance, dict[str, Result]] = {}
    of_drivers = fastest(merge(study), lambda result: (_instance(result), result.case.driver))
    for (instance, name), result in of_drivers.items():
        best.setdefault(instance, {})[name] = result
    wanted = [name for name in (against or study.drivers) if name != driver]
    others = {name: tuple(_compare(best, driver, [name])) for name in wanted}
    found = tuple(_compare(best, driver, wanted))
    matched = {one.instance for one in found}
    unmatched = tuple(sorted(instance for instance in best if instance not in matched))
    return Versus(driver, found, others, unmatched)


def _compare(
    best: Mapping[Instance, Mapping[str, Result]], driver: str, wanted: Sequence[str]
) -> Iterable[InstanceComparison]:
    for instance in sorted(best):
        found = best[instance]
        rivals = [found[name] for name in wanted if name in found]
        if driver not in found or not rivals:
            continue
        rival = min(rivals, key=lambda result: result.seconds)
        quotient = ratio(rival, found[driver])
        if quotient is not None:
            yield InstanceComparison(instance, found[driver], rival, quotient)


def _instance(result: Result) -> Instance:
    case, problem = result.case, result.case.problem
    return Instance(
        result.machine,
        problem.shape,
        problem.transform,
        problem.precision,
        case.nodes,
        result.resources.cores,
    )
