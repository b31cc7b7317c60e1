"""Where the time goes: in transforms, and in planning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

from fftbench.analysis.model.formats import NONE, count, percent, times_text
from fftbench.analysis.model.merge import ratio
from fftbench.analysis.model.metrics import Row, pays_after
from fftbench.analysis.model.parts import Parts, differs, over_timed
from fftbench.analysis.model.repetition import repetition_of
from fftbench.analysis.model.selection import timed
from fftbench.analysis.tables.cells import (
    ABOUT,
    DRIVER,
    SETTINGS,
    WHERE,
    cores_facet,
    driver_cell,
    interval_cell,
    number,
    resources_cell,
    seconds_cell,
)
from fftbench.analysis.tables.table import Cell, Table, make_table
from fftbench.core.contracts.resources import Resources

TRIALS, MEMORY = "of which trials", "memory"
BY_DEVICE, MOVED = "by the device's clock", "host to device and back"


def breakdown_table(groups: Sequence[tuple[Resources, Sequence[Row]]]) -> Table:
    """Show the numbers behind the breakdown figure."""
    columns = (
        WHERE, DRIVER, SETTINGS, number("wall"), number("FFT"), number("reorder"),
        number("exchange"), number(BY_DEVICE, optional=True), number("sent per pair"),
        number(MOVED, optional=True), number("peak memory"),
    )  # fmt: skip
    return make_table(columns, [_parts(row) for _, rows in groups for row in rows])


def _parts(row: Row) -> tuple[Cell, ...]:
    parts, peak = row.result.parts, row.result.peak_mb
    assert parts is not None
    device = "" if parts.device is None else percent(parts.device / parts.wall)
    return (
        resources_cell(row.resources, row.result.shares, row.result.devices),
        driver_cell(row.result.case.driver),
        Cell(row.result.label),
        _wall_cell(row, parts.wall),
        *_shares(parts),
        Cell(device, parts.device),
        Cell(_megabytes(parts.exchange_bytes) or NONE, parts.exchange_bytes),
        Cell(_megabytes(parts.moved_bytes), parts.moved_bytes),
        Cell(f"{peak:,.0f} MB" if peak else NONE, peak),
    )


def _megabytes(number: float | None) -> str:
    return "" if number is None else f"{number / 1e6:,.1f} MB"


def _wall_cell(row: Row, wall: float) -> Cell:
    """Write the wall time; marked where profiled passes differ from the timed ones in a launch."""
    ratios = [ratio for record in row.result.records if (ratio := over_timed(record))]
    worst = max(ratios, key=lambda ratio: max(ratio, 1 / ratio), default=None)
    cell = seconds_cell(wall)
    if worst is None or not differs(worst):
        return cell
    return replace(cell, kind="warn", note=f"in a launch {times_text(worst)} times the timed")


def _shares(parts: Parts) -> tuple[Cell, Cell, Cell]:
    """Write FFT, reorder and exchange; what is not told apart stands where it begins."""
    together = f"{percent(parts.rest / parts.wall)} together"
    if parts.fft is None and parts.exchange is None:
        return Cell("not told apart"), Cell(""), Cell("")
    if parts.fft is None:
        return Cell(together, parts.rest), Cell(""), _share(parts, "exchange")
    if parts.exchange is None:
        return _share(parts, "fft"), Cell(together, parts.rest), Cell("")
    return _share(parts, "fft"), _share(parts, "reorder"), _share(parts, "exchange")


def _share(parts: Parts, name: str) -> Cell:
    part: float = getattr(parts, name)
    note = "declared" if name in parts.declared else ""
    return Cell(percent(part / parts.wall), part, note=note)


def planning_table(rows: Sequence[Row]) -> Table:
    """Show what planning costs on one choice of resources, and when it pays."""
    noun = repetition_of(rows[0].result.case.problem).noun
    columns = (
        DRIVER, SETTINGS, number("plan"), number(TRIALS, optional=True), number("first pair"),
        number(f"later {noun}s"), number("pays after"), number(MEMORY, optional=True),
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
        replace(seconds_cell(result.plan_s), facet=cores_facet(row.resources, result.devices)),
        Cell("") if trials is None else seconds_cell(trials),
        seconds_cell(result.first_s),
        interval_cell(result.pair),
        _pays_cell(row, quickest),
        Cell(f"{arrays:.2f} arrays" if arrays else "", arrays),
    )


def _pays_cell(row: Row, quickest: Row) -> Cell:
    if row is quickest:
        return Cell("quickest to plan", -1.0, kind="muted")
    pairs, gain = pays_after(quickest.result, row.result), ratio(quickest.result, row.result)
    if gain is not None and gain.confident and gain.side == 0:
        return Cell("within noise", kind="muted")
    about = "" if gain is not None and gain.confident else ABOUT
    if pairs is None:
        return Cell(f"{about}never")
    noun = repetition_of(row.result.case.problem).noun
    return Cell(f"{about}{count(max(1, ceil(pairs)), noun)}", pairs)
