"""What a reader should know before trusting a number."""

from __future__ import annotations

from collections.abc import Sequence

from fftbench.analysis.questions.notes import Change
from fftbench.analysis.tables.cells import (
    CASE,
    DRIVER,
    SETTINGS,
    WHERE,
    driver_cell,
    resources_cell,
)
from fftbench.analysis.tables.table import Cell, Column, Table, make_table


def change_table(found: Sequence[Change]) -> Table:
    """List the settings that were not used as asked."""
    columns = (DRIVER, SETTINGS, WHERE, Column("setting"), Column("asked"), Column("used"), CASE)
    rows = [
        (
            driver_cell(change.result.case.driver),
            Cell(change.result.label),
            resources_cell(change.result.resources, devices=change.result.devices),
            Cell(change.name),
            Cell(change.requested),
            Cell(change.effective),
            Cell(change.result.case.id),
        )
        for change in found
    ]
    return make_table(columns, rows)
