"""Cores and GPUs side by side, as a table."""

from __future__ import annotations

from fftbench.analysis.model.metrics import Row
from fftbench.analysis.model.repetition import repetition_of
from fftbench.analysis.questions.answers import Cores
from fftbench.analysis.questions.devices import SideBySide
from fftbench.analysis.questions.ranking import pair
from fftbench.analysis.tables.cells import (
    DRIVER,
    SETTINGS,
    WHERE,
    driver_cell,
    interval_cell,
    number,
    number_cell,
    ratio_cell,
)
from fftbench.analysis.tables.table import Cell, Column, Table, make_table

NOTE = (
    "Arrays begin and end on the side that is named: host memory for cores, the devices' own for "
    "GPUs. What it takes to bring them from one to the other is not in these times. The ratio is "
    "the time of the fastest on any number of cores over that of the fastest on so many GPUs. "
    "Energy is that of the first rank's device and node."
)


def side_by_side_table(found: SideBySide) -> Table:
    """List the fastest on cores, and on each number of devices."""
    columns = (
        Column("on"), DRIVER, SETTINGS, WHERE, number(repetition_of(found.problem).name),
        number("cores \N{DIVISION SIGN} this"), number("device [J]", optional=True),
        number("CPUs [J]", optional=True),
    )  # fmt: skip
    host = found.fastest_host
    rows = [_cells(Cores.of(host.resources), host, Cell(""))]
    for one in found.contests:
        rows.append(_cells(one.cores, one.fastest, ratio_cell(one.over)))
    return make_table(columns, rows)


def _cells(cores: Cores, row: Row, ratio: Cell) -> tuple[Cell, ...]:
    result = row.result
    return (
        Cell(
            cores.label,
            note=f"shared {result.shares}" if result.shares else "",
            facet=("cores", cores.label),
        ),
        driver_cell(result.case.driver, result.own_way),
        Cell(result.label),
        Cell(row.resources.label, row.resources.ranks),
        interval_cell(pair(row)),
        ratio,
        _joules(result.device_j),
        _joules(result.packages_j),
    )


def _joules(value: float | None) -> Cell:
    return Cell("") if value is None else number_cell(value)
