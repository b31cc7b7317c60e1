"""Strong and weak scaling, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fftbench.analysis.model.formats import NONE, percent
from fftbench.analysis.model.metrics import Row, serial_fraction
from fftbench.analysis.model.repetition import repetition_of
from fftbench.analysis.model.selection import Line, best_lines, lines
from fftbench.analysis.questions.weak import Family, efficiencies
from fftbench.analysis.tables.cells import (
    DRIVER,
    SETTINGS,
    WHERE,
    driver_cell,
    interval_cell,
    number,
    number_cell,
    percent_cell,
    resources_cell,
)
from fftbench.analysis.tables.table import Cell, Column, Table, make_table
from fftbench.core.contracts.labels import sizes


def scaling_table(rows: Sequence[Row]) -> Table:
    """Show how the fastest settings of each driver scale."""
    columns = (
        DRIVER, SETTINGS, WHERE, number(_name_of(rows)), number("speedup"),
        number("efficiency"), number("ICL efficiency"), number("serial fraction"),
        number("MB/s per rank"),
    )  # fmt: skip
    found = best_lines(lines(rows))
    return make_table(columns, [cells for line in found for cells in _line(line)])


def _line(line: Line) -> Iterator[tuple[Cell, ...]]:
    """Tell of a line at each number of cores."""
    gains, efficiencies = line.gains(), line.efficiencies()
    for row in line.rows:
        cores = row.resources.cores
        gain = gains[cores].median if cores in gains else None
        serial = serial_fraction(gain, cores / min(gains)) if gain else None
        yield (
            *_point(line, row),
            interval_cell(row.result.pair),
            Cell(f"{gain:.2f}" if gain else NONE, gain),
            percent_cell(efficiencies.get(cores)),
            percent_cell(row.icl_efficiency),
            Cell(percent(serial), serial),
            number_cell(row.rank_mb_s),
        )


def weak_table(family: Family) -> Table:
    """Show every line of a family, from few ranks to many."""
    name = repetition_of(family.problem).name
    columns = (DRIVER, SETTINGS, WHERE, Column("shape"), number(name),
               number("weak efficiency"))  # fmt: skip
    cells = [
        (
            *_point(line, row),
            Cell(sizes(row.result.case.problem.shape)),
            interval_cell(row.result.pair),
            percent_cell(known.get(row.resources.cores)),
        )
        for line, known in ((line, efficiencies(line)) for line in family.lines)
        for row in line.rows
    ]
    return make_table(columns, cells)


def _name_of(rows: Sequence[Row]) -> str:
    return repetition_of(rows[0].result.case.problem).name


def _point(line: Line, row: Row) -> tuple[Cell, Cell, Cell]:
    where = resources_cell(row.resources, row.result.shares, row.result.devices)
    return driver_cell(line.driver), Cell(line.settings), where
