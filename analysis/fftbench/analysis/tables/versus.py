"""One driver against the others: instance by instance, and on the mean."""

from __future__ import annotations

from collections.abc import Sequence

from fftbench.analysis.model.formats import count, placement_text, seconds_text
from fftbench.analysis.model.result import Result
from fftbench.analysis.model.statistics import Estimate, Mean, geometric_mean
from fftbench.analysis.questions.versus import Instance, InstanceComparison, Versus
from fftbench.analysis.tables.cells import confidence_cell, number, ratio_cell
from fftbench.analysis.tables.table import Cell, Column, Table, make_table
from fftbench.core.contracts.labels import sizes
from fftbench.core.contracts.problem import Memory, Workload

CHOICE = (
    "Ratios are paired by launch, with the 95 % interval of Wilcoxon's signed ranks. Each half of "
    "the launches counts with the settings, and of several others with the driver, that are "
    "fastest in the other half, so that no side gains by having been chosen from many."
)
"""What the ratios are."""

FASTEST = "the fastest other"
"""Whom the driver is set against beside each other one."""


def instance_table(found: Versus, settings: bool) -> Table:
    """Put the driver beside the fastest other on each instance; `settings` adds theirs.

    Where it was measured is said if that was in several places.
    """
    how = (Column("with"),) if settings else ()
    columns = (Column("problem"), Column("where", "fold", optional=True), number("cores"),
               number(found.driver), *how, Column("other"), *how, number("ratio"))  # fmt: skip
    machines = {one.instance.machine for one in found.fastest}
    return make_table(
        columns,
        [_cells(one, one.instance.machine.among(machines), settings) for one in found.fastest],
    )


def _cells(one: InstanceComparison, where: str, settings: bool) -> tuple[Cell, ...]:
    kind = _kind(one.ratio)
    mine = [Cell(_how(one.mine), kind=kind)] if settings else []
    others = [Cell(_how(one.other), kind=kind)] if settings else []
    other = one.other.case.driver
    return (
        Cell(_instance_text(one.instance), kind=kind),
        Cell(where, kind=kind),
        Cell(str(one.instance.cores), one.instance.cores, kind),
        Cell(seconds_text(one.mine.seconds), one.mine.seconds, kind),
        *mine,
        Cell(f"{other} {seconds_text(one.other.seconds)}", kind=kind),
        *others,
        ratio_cell(one.ratio, kind),
    )


def mean_table(found: Versus) -> Table:
    """Show the geometric means of the ratios, against the fastest and each of the others."""
    columns = (Column("against"), number("mean"), number("interval"), number("least"),
               number("instances"))  # fmt: skip
    rows = []
    for name, ones in [(FASTEST, found.fastest), *sorted(found.others.items())]:
        mean = _mean(ones)
        if mean is not None:
            rows.append((
                Cell(name),
                Cell(f"{mean.value:.2f}", mean.value),
                confidence_cell(mean),
                Cell(f"{mean.least:.2f}", mean.least),
                Cell(str(mean.number), mean.number),
            ))  # fmt: skip
    return make_table(columns, rows)


def problem_table(found: Versus) -> Table:
    """Set out a column for each instance, and a row for each other driver, the nearest first.

    Above them the driver's own times, below them the fastest other of each instance. A mean is of
    rows that have every instance, since others are not of the same problems.
    """
    fastest = sorted(found.fastest, key=lambda one: (one.instance.shape, one.instance))
    instances = [one.instance for one in fastest]
    columns = [Column("against"), *map(number, _headings(instances)), number("mean")]
    own = [Cell(seconds_text(one.mine.seconds), one.mine.seconds) for one in fastest]
    rows = [[Cell(found.driver), *own, Cell("")]]
    nearest = sorted(
        (mean.value, name) for name, ones in found.others.items() if (mean := _mean(ones))
    )
    others = [(name, found.others[name]) for _, name in nearest]
    for name, ones in [*others, (FASTEST, fastest)]:
        ratios = {one.instance: one.ratio for one in ones}
        mean = _mean(ones) if len(ones) == len(instances) else None
        cells = [_ratio_cell(ratios.get(instance)) for instance in instances]
        rows.append([Cell(name), *cells, _ratio_cell(mean)])
    return make_table(columns, rows)


def _mean(ones: Sequence[InstanceComparison]) -> Mean | None:
    return geometric_mean([one.ratio for one in ones])


def _kind(ratio: Estimate | Mean) -> str:
    return "bad" if ratio.side < 0 else ""


def _ratio_cell(ratio: Estimate | Mean | None) -> Cell:
    return ratio_cell(ratio, _kind(ratio)) if ratio else Cell("")


def _headings(instances: Sequence[Instance]) -> list[str]:
    """Name instances by what tells them apart."""
    several = len({instance.cores for instance in instances}) > 1
    names = [
        _instance_text(instance) + (f", {count(instance.cores, 'core')}" if several else "")
        for instance in instances
    ]
    if len(set(names)) == len(names):
        return names
    machines = {instance.machine for instance in instances}
    return [
        f"{name}, {instance.machine.among(machines)}"
        for name, instance in zip(names, instances, strict=True)
    ]


def _instance_text(instance: Instance) -> str:
    nodes = f", {instance.nodes} nodes" if instance.nodes > 1 else ""
    kind = f"{instance.transform.value} {instance.precision.value}"
    memory = f", {instance.memory.value}" if instance.memory is not Memory.host else ""
    fields = f", {instance.fields} fields" if instance.fields > 1 else ""
    work = f", {instance.workload.value}" if instance.workload is not Workload.none else ""
    return f"{sizes(instance.shape)} {kind}{nodes}{memory}{work}{fields}"


def _how(result: Result) -> str:
    case = result.case
    split = f"{case.ranks}r" + (f"x{case.threads}t" if case.threads > 1 else "")
    return " ".join(filter(None, (split, placement_text(case.problem.placement), result.label)))
