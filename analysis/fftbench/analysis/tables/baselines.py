"""The baselines of the report: what passes and crossings take alone."""

from __future__ import annotations

from collections.abc import Sequence

from fftbench.analysis.model.baselines import crossing_rate, crossing_seconds, crossings
from fftbench.analysis.model.formats import times_text
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.model.result import Result
from fftbench.analysis.tables.cells import (
    CASE,
    SETTINGS,
    WHERE,
    grid_cell,
    interval_cell,
    name_cell,
    number,
    number_cell,
    resources_cell,
    seconds_cell,
)
from fftbench.analysis.tables.table import Cell, Column, Table, make_table


def baseline_table(baselines: Sequence[Result]) -> Table:
    """List the baselines of one problem."""
    columns = (
        WHERE, Column("baseline"), SETTINGS, Column("grid"), Column("crossings"),
        number("forward + backward"), number("passes"), number("crossings take"),
        number("crossing [GB/s]"), CASE,
    )  # fmt: skip
    rows = [
        (
            resources_cell(one.resources),
            name_cell(one.case.driver),
            Cell(one.shown),
            grid_cell(one.grid),
            Cell(crossings(one)),
            interval_cell(one.pair),
            seconds_cell(one.parts.fft if one.parts else None),
            seconds_cell(crossing_seconds(one) if one.case.ranks > 1 else None),
            number_cell(crossing_rate(one)),
            Cell(one.case.id),
        )
        for one in baselines
    ]
    return make_table(columns, rows)


def beaten(rows: Sequence[Row]) -> tuple[str, ...]:
    """Name the cases that are faster than their baseline by more than noise."""
    return tuple(
        f"{row.result.case.driver} {row.result.label}".strip()
        + f" on {row.resources.label}: {times_text(row.over_baseline.median)} times "
        + row.baseline.name
        for row in rows
        if row.over_baseline and row.baseline and row.over_baseline.side < 0
    )
