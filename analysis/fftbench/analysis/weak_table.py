"""Weak scaling as a table of the report."""

from __future__ import annotations

from fftbench.analysis.tables import Cell, Table, interval_cell, lean, line_cells, percent_cell
from fftbench.analysis.weak import Family, efficiencies
from fftbench.core.labels import sizes


def weak_table(family: Family) -> Table:
    """Every line of a family, from few ranks to many."""
    columns = (
        ("driver", ""), ("settings", "wide"), ("where", ""), ("shape", ""),
        ("forward + backward", "num"), ("weak efficiency", "num"),
    )  # fmt: skip
    return lean(
        columns,
        [
            (
                *line_cells(line, row),
                Cell(sizes(row.result.case.problem.shape)),
                interval_cell(row.result.pair),
                percent_cell(known.get(row.place.cores)),
            )
            for line, known in ((line, efficiencies(line)) for line in family.lines)
            for row in line.rows
        ],
    )
