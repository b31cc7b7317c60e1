"""The cases of a problem that ran: all that is known of them, and what fits a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from fftbench.analysis.model.formats import (
    NONE,
    TIMES,
    Unit,
    error_text,
    grid_text,
    seconds_text,
    unit_for,
)
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.model.repetition import OWN_WAY, PAIR, repetition_of
from fftbench.analysis.model.result import Result
from fftbench.analysis.model.selection import timed
from fftbench.analysis.model.statistics import Estimate
from fftbench.analysis.questions.notes import IMBALANCE
from fftbench.analysis.questions.ranking import leaders, pair
from fftbench.analysis.tables.cells import (
    CASE,
    DRIVER,
    SETTINGS,
    WHERE,
    driver_cell,
    grid_cell,
    launches_text,
    number,
    number_cell,
    resources_cell,
    seconds_cell,
    times_cell,
)
from fftbench.analysis.tables.table import Cell, Column, Table, make_table
from fftbench.core.contracts.record import Status

SHOWN = (Status.ok, Status.wrong, Status.failed, Status.timeout)
"""Statuses in the summary table; cases of another status never ran: coverage lists them."""

DEVICE_J, NODE_J = "device [J]", "CPUs [J]"
OVER_BASELINE = "\N{DIVISION SIGN} baseline"
OVER_BOUND = "\N{DIVISION SIGN} bound"


def summary_table(rows: Sequence[Row]) -> Table:
    """List all cases of one problem that ran, from few ranks to many, fastest first."""
    unit = unit_for(row.seconds for row in timed(rows))
    columns = (
        WHERE, DRIVER, SETTINGS, Column("planner", optional=True),
        Column("effective", "wide", optional=True), Column("grid"),
        Column("spectrum", "fold", optional=True),
        number(f"{_short(rows)} [{unit.name}]"), number("95% interval"),
        number("\N{DIVISION SIGN} fastest"), number(OVER_BASELINE, optional=True),
        number(OVER_BOUND, optional=True),
        number("GFLOP/s"), number(f"fwd [{unit.name}]"), number(f"bwd [{unit.name}]"),
        number("imbalance"), number(DEVICE_J, optional=True), number(NODE_J, optional=True),
        number("plan"), number("error / tol."), number("n"),
        Column("status"), CASE,
    )  # fmt: skip
    leading = {row.result.key for row in leaders(rows)}
    shown = [row for row in rows if row.result.status in SHOWN]
    shown.sort(key=lambda row: (row.resources, row.seconds))
    return make_table(columns, [_cells(row, unit, row.result.key in leading) for row in shown])


def _cells(row: Row, unit: Unit, leads: bool) -> tuple[Cell, ...]:
    result = row.result
    value, factor = result.pair, unit.factor
    return (
        resources_cell(row.resources, result.shares, result.devices),
        driver_cell(result.case.driver, result.own_way),
        Cell(result.shown),
        Cell(result.planner),
        Cell(result.decided),
        grid_cell(result.grid),
        _spectrum_cell(result),
        number_cell(value.median * factor if value else None, "strong" if leads else ""),
        _interval_cell(value, unit),
        times_cell(row.ratio),
        _over_baseline_cell(row),
        _over_bound_cell(row),
        number_cell(row.gflops),
        number_cell(result.forward.median * factor if result.forward else None),
        number_cell(result.backward.median * factor if result.backward else None),
        _imbalance_cell(result),
        _joules_cell(result.device_j),
        _joules_cell(result.packages_j),
        seconds_cell(result.plan_s),
        _error_cell(result),
        Cell(str(result.repetitions) if value else NONE, result.repetitions if value else None),
        Cell(result.status.value, kind=f"s-{result.status.value}"),
        Cell(result.case.id),
    )  # fmt: skip


def _short(rows: Sequence[Row]) -> str:
    """Name the times of rows of one problem, shortly."""
    what = repetition_of(rows[0].result.case.problem) if rows else PAIR
    return "fwd + bwd" if what is PAIR else what.name


def _spectrum_cell(result: Result) -> Cell:
    """Say how the spectrum lies; nothing if that is unknown."""
    words = {True: "like the input", False: "another way", None: ""}
    return Cell(words[result.same_layout])


def _interval_cell(value: Estimate | None, unit: Unit) -> Cell:
    """Write the interval of a time, or the number of launches if they are too few for one."""
    if value is None:
        return Cell(NONE)
    if not value.confident:
        return Cell(launches_text(value.n), kind="muted")
    low, high = seconds_text(value.lo, unit), seconds_text(value.hi, unit)
    return Cell(f"{low} \N{EN DASH} {high}", value.lo, kind="muted")


def _over_baseline_cell(row: Row) -> Cell:
    """Write the time over that of the baseline, with its grid unless it is the case's own."""
    over, baseline = row.over_baseline, row.baseline
    if over is None or baseline is None:
        return Cell("")
    grid = "" if baseline.same_grid else f" ({grid_text(baseline.result.grid)})"
    return replace(
        times_cell(over),
        text=times_cell(over).text + grid,
        kind="warn" if over.side < 0 else "",
    )


def _over_bound_cell(row: Row) -> Cell:
    over, bound = row.over_bound, row.bound
    if over is None or bound is None:
        return Cell("")
    return replace(times_cell(over), note=bound.by, kind="warn" if over.hi < 1 else "")


def _imbalance_cell(result: Result) -> Cell:
    value = result.imbalance
    if value is None:
        return Cell(NONE)
    return Cell(f"{value:.2f}", value, kind="warn" if value > IMBALANCE else "")


def _joules_cell(joules: float | None) -> Cell:
    return Cell("") if joules is None else number_cell(joules)


def _error_cell(result: Result) -> Cell:
    if result.error is None or not result.tolerance:
        return Cell("not finite" if result.checked else NONE)
    relative = result.error / result.tolerance
    text = f"{relative:.3f}" if 0.001 <= relative < 10 else error_text(relative)
    return Cell(text, relative)


def short_table(rows: Sequence[Row]) -> Table:
    """List the cases of one problem that have a time; fits 80 columns."""
    shown = sorted(timed(rows), key=lambda row: (row.resources, row.seconds))
    unit = unit_for(row.seconds for row in shown)
    name = repetition_of(shown[0].result.case.problem).noun if shown else PAIR.noun
    columns = (
        Column("driver and settings"), number("ranks"), number(f"{name}, {unit.name}"),
        number("95% interval"), number("ratio"), number("GFLOP/s"),
    )  # fmt: skip
    leading = {row.result.key for row in leaders(rows)}
    ends = [
        at for at, (row, after) in enumerate(pairwise(shown)) if row.resources != after.resources
    ]
    return make_table(
        columns, [_short_cells(row, unit, row.result.key in leading) for row in shown], ends
    )


def _note(result: Result) -> str:
    return " ".join(filter(None, (result.label, OWN_WAY if result.own_way else "")))


def _short_cells(row: Row, unit: Unit, leads: bool) -> tuple[Cell, ...]:
    case, value = row.result.case, pair(row)
    threads = f"{TIMES}{case.threads}" if case.threads > 1 else ""
    return (
        Cell(case.driver, note=_note(row.result)),
        Cell(f"{case.ranks}{threads}", case.ranks),
        Cell(seconds_text(value.median, unit), value.median, "strong" if leads else ""),
        _interval_cell(value, unit),
        times_cell(row.ratio),
        number_cell(row.gflops),
    )
