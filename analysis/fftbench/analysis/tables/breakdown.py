"""Where the time goes: in transforms, and in planning."""

from __future__ import annotations

from collections.abc import Sequence

from fftbench.analysis.model.formats import NONE, percent
from fftbench.analysis.model.metrics import Row, pays_after
from fftbench.analysis.model.selection import timed
from fftbench.analysis.tables.cells import (
    DRIVER,
    SETTINGS,
    WHERE,
    driver_cell,
    interval_cell,
    number,
    resources_cell,
    seconds_cell,
)
from fftbench.analysis.tables.table import Cell, Table, make_table
from fftbench.core.contracts.resources import Resources

TRIALS, MEMORY = "of which trials", "memory"


def breakdown_table(groups: Sequence[tuple[Resources, Sequence[Row]]]) -> Table:
    """Show the numbers behind the breakdown figure."""
    columns = (
        WHERE, DRIVER, SETTINGS, number("wall"), number("FFT"), number("reorder"),
        number("exchange"), number("sent per pair"), number("peak memory"),
    )  # fmt: skip
    return make_table(columns, [_parts(row) for _, rows in groups for row in rows])


def _parts(row: Row) -> tuple[Cell, ...]:
    parts, peak = row.result.parts, row.result.peak_mb
    assert parts is not None
    if parts.fft is not None and parts.reorder is not None:
        local = (_share(parts.fft, parts.wall), _share(parts.reorder, parts.wall))
    else:
        local = (Cell(f"{percent(parts.local / parts.wall)} together", parts.local), Cell(""))
    return (
        resources_cell(row.resources),
        driver_cell(row.result.case.driver),
        Cell(row.result.label),
        seconds_cell(parts.wall),
        *local,
        _share(parts.exchange, parts.wall),
        Cell(f"{parts.exchange_bytes / 1e6:,.1f} MB", parts.exchange_bytes),
        Cell(f"{peak:,.0f} MB" if peak else NONE, peak),
    )


def _share(part: float, wall: float) -> Cell:
    return Cell(percent(part / wall), part)


def planning_table(rows: Sequence[Row]) -> Table:
    """Show what planning costs on one choice of resources, and when it pays."""
    columns = (
        DRIVER, SETTINGS, number("plan"), number(TRIALS, optional=True), number("first pair"),
        number("later pairs"), number("pays after"), number(MEMORY, optional=True),
    )  # fmt: skip
    shown = sorted(timed(rows), key=lambda row: (row.result.case.driver, row.result.plan_s or 0))
    quickest: dict[str, Row] = {}
    for row in shown:
        quickest.setdefault(row.result.case.driver, row)
    return make_table(columns, [_plan(row, quickest[row.result.case.driver]) for row in shown])


def _plan(row: Row, quickest: Row) -> tuple[Cell, ...]:
    result = row.result
    trials, arrays = result.trials_s, result.arrays
    return (
        driver_cell(result.case.driver),
        Cell(result.label),
        seconds_cell(result.plan_s),
        Cell("") if trials is None else seconds_cell(trials),
        seconds_cell(result.first_s),
        interval_cell(result.pair),
        _pays_cell(row, quickest),
        Cell(f"{arrays:.2f} arrays" if arrays else "", arrays),
    )


def _pays_cell(row: Row, quickest: Row) -> Cell:
    if row is quickest:
        return Cell("quickest to plan", -1.0, kind="muted")
    pairs = pays_after(quickest.result, row.result)
    return Cell(f"{pairs:,.0f} pairs" if pairs is not None else "never", pairs)
