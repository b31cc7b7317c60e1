"""The table of all cases of a problem that ran."""

from __future__ import annotations

from collections.abc import Sequence

from fftbench.analysis.formats import (
    NONE,
    error_text,
    grid_text,
    seconds_text,
    significant,
    times_text,
    unit_for,
)
from fftbench.analysis.headline import leaders
from fftbench.analysis.metrics import Row, time_of
from fftbench.analysis.notes import IMBALANCE
from fftbench.analysis.plots.select import timed
from fftbench.analysis.result import Result
from fftbench.analysis.tables import OVER_LIMIT, Cell, Table, lean, number_cell
from fftbench.core.record import Status

SHOWN = (Status.ok, Status.wrong, Status.failed, Status.timeout)
"""Statuses in the summary table; the others never ran, and are listed under coverage."""


def summary_table(rows: Sequence[Row]) -> Table:
    """All cases of one problem that ran, from few ranks to many, fastest first."""
    unit = unit_for(time_of(row.result) for row in timed(rows))
    columns = (
        ("where", ""), ("driver", ""), ("settings", "wide"), ("planner", ""),
        ("effective", "wide"), ("grid", ""),
        (f"fwd + bwd [{unit.name}]", "num"), ("95% interval", "num"),
        ("\N{DIVISION SIGN} fastest", "num"), (OVER_LIMIT, "num"), ("GFLOP/s", "num"),
        (f"fwd [{unit.name}]", "num"), (f"bwd [{unit.name}]", "num"), ("imbalance", "num"),
        ("plan", "num"), ("error / tol.", "num"), ("n", "num"), ("status", ""), ("case", "id"),
    )  # fmt: skip
    leading = {row.result.key for row in leaders(rows)}
    shown = [row for row in rows if row.result.status in SHOWN]
    shown.sort(key=lambda row: (row.place, time_of(row.result)))
    lines_ = [_summary_line(row, unit.factor, row.result.key in leading) for row in shown]
    return lean(columns, lines_)


def _summary_line(row: Row, factor: float, leads: bool) -> tuple[Cell, ...]:
    result = row.result
    value, ratio = result.pair, row.ratio
    return (
        Cell(row.place.label, row.place.ranks),
        Cell(result.case.driver, kind="strong"),
        Cell(result.shown),
        Cell(result.planner),
        Cell(result.decided),
        Cell(grid_text(result.grid) or NONE),
        number_cell(value.median * factor if value else None, "strong" if leads else ""),
        Cell(f"{significant(value.lo * factor)} \N{EN DASH} {significant(value.hi * factor)}"
             if value else NONE, value.lo if value else None, kind="muted"),
        Cell(times_text(ratio.median) if ratio else NONE, ratio.median if ratio else None),
        _over_limit_cell(row),
        number_cell(row.gflops),
        number_cell(result.forward.median * factor if result.forward else None),
        number_cell(result.backward.median * factor if result.backward else None),
        _imbalance_cell(result),
        Cell(seconds_text(result.plan_s), result.plan_s),
        _error_cell(result),
        Cell(str(value.n) if value else NONE, value.n if value else None),
        Cell(result.status.value, kind=f"s-{result.status.value}"),
        Cell(result.case.id),
    )  # fmt: skip


def _over_limit_cell(row: Row) -> Cell:
    """Time over the bound, with its grid where that is not the case's own."""
    over, limit = row.over_limit, row.limit
    if over is None or limit is None:
        return Cell("")
    grid = "" if limit.same_grid else f" ({grid_text(limit.bound.grid)})"
    return Cell(times_text(over.median) + grid, over.median, kind="warn" if over.hi < 1 else "")


def _imbalance_cell(result: Result) -> Cell:
    value = result.imbalance
    if value is None:
        return Cell(NONE)
    return Cell(f"{value:.2f}", value, kind="warn" if value > IMBALANCE else "")


def _error_cell(result: Result) -> Cell:
    if result.error is None or not result.tolerance:
        return Cell("not finite" if result.checked else NONE)
    relative = result.error / result.tolerance
    text = f"{relative:.3f}" if 0.001 <= relative < 10 else error_text(relative)
    return Cell(text, relative)
