"""How accurate every answer is: error over tolerance."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, inf, log10
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullLocator

from fftbench.analysis.model.metrics import Row
from fftbench.analysis.plots.look.style import (
    COLOURS,
    FAINT,
    Look,
    Palette,
    canvas,
    name_axis,
    names_width,
)
from fftbench.core.contracts.record import Status

ROW = 0.24
FLOOR = 1e-8
"""Errors of exactly zero are drawn here, relative to the tolerance."""

CEILING = 1e100
"""As are larger errors here: an axis has to end before numbers do."""

MOST = 300
"""Right answers of a driver that are drawn."""


def checked(rows: Sequence[Row]) -> list[Row]:
    """Keep the rows whose answers were checked."""
    return [row for row in rows if row.result.checked and row.result.tolerance]


def relative_error(row: Row) -> float | None:
    """Error over tolerance; None if the error is not finite."""
    result = row.result
    if result.error is None or not result.tolerance:
        return None
    return min(max(result.error / result.tolerance, FLOOR), CEILING)


def accuracy_figure(rows: Sequence[Row], palette: Palette) -> Figure:
    """Draw error over tolerance of every case that was checked, a line per driver, logarithmic."""
    shown = checked(rows)
    drivers = sorted({row.result.case.driver for row in shown})
    known = [error for row in shown if (error := relative_error(row)) is not None]
    low = 10.0 ** floor(log10(min([*known, 0.5])))
    high = 10.0 ** max(1, ceil(log10(max([*known, 1.0])) + 0.01))
    unbounded = any(relative_error(row) is None for row in shown)
    edge = high * (high / low) ** 0.12 if unbounded else high
    left = names_width(drivers)
    figure, (axes,) = canvas([ROW * (len(drivers) + 0.4)], left=left)
    axes.set_xscale("log")
    axes.set_xlim(low, edge)
    axes.axvspan(1, edge, color=COLOURS[1], alpha=0.09, linewidth=0)
    axes.axvline(1, color=COLOURS[1], linewidth=0.9)
    for y, driver in enumerate(drivers):
        own = [row for row in shown if row.result.case.driver == driver]
        wrong = [row for row in own if row.result.status is Status.wrong]
        right = spread_out([row for row in own if row.result.status is not Status.wrong])
        beyond = (edge / high) ** 0.5 * high
        _dots(axes, right, y, palette.of(driver), False, beyond)
        _dots(axes, wrong, y, palette.of(driver), True, beyond)
    name_axis(axes, range(len(drivers)), drivers, left)
    axes.set_ylim(len(drivers) - 0.5, -0.9)
    _captions(axes, unbounded)
    axes.xaxis.set_major_locator(LogLocator(10, numticks=7))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.set_xlabel("largest relative error / tolerance")
    return figure


def _captions(axes: Axes, unbounded: bool) -> None:
    style: dict[str, Any] = {"textcoords": "offset points", "va": "bottom", "fontsize": 7.5}
    axes.annotate("right", (1, -0.9), xytext=(-4, 2), ha="right", color=FAINT, **style)
    axes.annotate("wrong", (1, -0.9), xytext=(4, 2), ha="left", color=COLOURS[1], **style)
    if unbounded:
        style |= {"ha": "right", "xycoords": ("axes fraction", "data")}
        axes.annotate("not finite", (1, -0.9), xytext=(6, 2), color=FAINT, **style)


def spread_out(rows: Sequence[Row]) -> Sequence[Row]:
    """Keep at most `MOST` rows, evenly over their errors, the largest among them."""
    if len(rows) <= MOST:
        return rows
    ordered = sorted(rows, key=lambda row: relative_error(row) or inf, reverse=True)
    return [ordered[at * len(ordered) // MOST] for at in range(MOST)]


def _dots(  # noqa: PLR0913, PLR0917 (one argument per part)
    axes: Axes, rows: Sequence[Row], y: float, look: Look, wrong: bool, beyond: float
) -> None:
    """Draw errors about the line at `y`; those that are not finite `beyond` all others."""
    errors = [relative_error(row) for row in rows]
    axes.plot(
        [beyond if error is None else error for error in errors],
        [y + 0.36 * ((number * 0.618034) % 1 - 0.5) for number in range(len(rows))],
        "x" if wrong else look.marker,
        linestyle="",
        color=look.colour,
        markerfacecolor=look.face,
        markersize=4.5 if wrong else 3.6,
        markeredgewidth=1.2 if wrong else 0.8,
        alpha=1.0 if wrong else 0.8,
        clip_on=False,
    )
