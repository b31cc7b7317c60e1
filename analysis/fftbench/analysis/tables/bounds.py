"""The lower bounds of the report, and what lies below them, which nothing may."""

from __future__ import annotations

from collections.abc import Sequence

from fftbench.analysis.model.bounds import Bound
from fftbench.analysis.model.formats import times_text
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.model.result import Result
from fftbench.analysis.tables.cells import (
    CASE,
    WHERE,
    interval_cell,
    number,
    resources_cell,
)
from fftbench.analysis.tables.table import Cell, Column, Table, make_table


def bound_table(bounds: Sequence[Result]) -> Table:
    """List the bounds of one problem; the largest on the same resources is the one that counts."""
    columns = (
        WHERE, Column("bound by"), Column("measured by"), number("forward + backward"), CASE,
    )  # fmt: skip
    rows = [
        (
            resources_cell(one.resources),
            Cell(Bound(one).by),
            Cell(str(one.used("way") or "")),
            interval_cell(one.pair),
            Cell(one.case.id),
        )
        for one in bounds
    ]
    return make_table(columns, rows)


def below(rows: Sequence[Row]) -> tuple[str, ...]:
    """Name the cases that are faster than their bound in every launch: faults of the bound."""
    return tuple(
        f"{row.result.case.driver} {row.result.label}".strip()
        + f" on {row.resources.label}: {times_text(row.over_bound.median)} times the bound by "
        + row.bound.by
        for row in rows
        if row.over_bound and row.bound and row.over_bound.hi < 1
    )
