"""What it is worth to transform several fields by one call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fftbench.analysis.model.machine import Machine
from fftbench.analysis.model.metrics import Row, fastest
from fftbench.analysis.model.selection import main_resources, timed
from fftbench.analysis.model.statistics import Estimate
from fftbench.core.contracts.problem import Problem
from fftbench.core.contracts.resources import Resources


@dataclass(frozen=True)
class Batches:
    """Cases that differ in the number of fields, on the same resources."""

    machine: Machine
    problem: Problem
    """Of one field."""
    resources: Resources
    rows: dict[str, dict[int, Row]]
    """By driver and number of fields: at the fastest settings. Each driver has several numbers."""


def batches(rows: Sequence[Row]) -> list[Batches]:
    """Find what was measured with several numbers of fields, on the main resources of each."""
    groups: dict[tuple[Machine, Problem], list[Row]] = {}
    for row in timed(rows):
        one = row.result.case.problem.model_copy(update={"fields": 1})
        groups.setdefault((row.result.machine, one), []).append(row)
    found = []
    for (machine, problem), group in groups.items():
        resources = main_resources([row for row in group if row.result.case.problem.fields > 1])
        own = _by_driver([row for row in group if row.resources == resources])
        if resources and own:
            found.append(Batches(machine, problem, resources, own))
    return found


def seconds_per_field(row: Row) -> Estimate | None:
    """Time of a repetition over the number of fields in it, by however many calls."""
    problem, pair = row.result.case.problem, row.result.pair
    return pair.scaled(1 / (problem.fields * problem.inputs)) if pair else None


def _by_driver(rows: Sequence[Row]) -> dict[str, dict[int, Row]]:
    best = fastest(rows, lambda row: (row.result.case.driver, row.result.case.problem.fields))
    found: dict[str, dict[int, Row]] = {}
    for driver, fields in sorted(best):
        found.setdefault(driver, {})[fields] = best[driver, fields]
    return {driver: own for driver, own in found.items() if len(own) > 1}
