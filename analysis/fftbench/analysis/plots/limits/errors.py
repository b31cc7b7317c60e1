"""Error against the size of the problem."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10, prod

from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullLocator

from fftbench.analysis.model.metrics import Row
from fftbench.analysis.plots.look.style import (
    FAINT,
    Palette,
    add_legend,
    canvas,
    driver_handle,
    legend_rows,
)
from fftbench.analysis.plots.look.ticks import size_ticks
from fftbench.core.contracts.record import Status

ROOM = 0.15
"""Decades above the tolerance at least, for its name."""


def with_errors(rows: Sequence[Row]) -> list[Row]:
    """Keep the right answers whose error is known and not zero, which no logarithm has."""
    return [row for row in rows if row.result.status is Status.ok and row.result.error]


def errors_figure(rows: Sequence[Row], palette: Palette) -> Figure:
    """Draw the largest error of each driver at each size, and the tolerance; of one precision."""
    shown = with_errors(rows)
    drivers = sorted({row.result.case.driver for row in shown})
    handles = [driver_handle(driver, palette.of(driver)) for driver in drivers]
    precision = shown[0].result.case.problem.precision.value
    room = legend_rows(drivers)
    figure, (axes,) = canvas(
        [2.1], room, title=f"{precision} precision, all transforms and settings"
    )
    for driver in drivers:
        worst: dict[int, float] = {}
        for row in shown:
            if row.result.case.driver == driver:
                points = prod(row.result.case.problem.shape)
                worst[points] = max(worst.get(points, 0.0), row.result.error or 0.0)
        look = palette.of(driver)
        (line,) = axes.plot(sorted(worst), [worst[points] for points in sorted(worst)],
                            color=look.colour, marker=look.marker, markerfacecolor=look.face,
                            linewidth=1.0)  # fmt: skip
        if look.dashes:
            line.set_dashes(look.dashes)
    allowed = {prod(row.result.case.problem.shape): row.result.tolerance or 0.0 for row in shown}
    axes.plot(sorted(allowed), [allowed[points] for points in sorted(allowed)], color=FAINT,
              linestyle=(0, (4, 3)), linewidth=0.8)  # fmt: skip
    last = max(allowed)
    axes.annotate("tolerance", (last, allowed[last]), xytext=(0, 3), textcoords="offset points",
                  ha="right", fontsize=6.5, color=FAINT)  # fmt: skip
    axes.set_yscale("log")
    low, high = axes.dataLim.intervaly
    axes.set_ylim(10.0 ** floor(log10(low)), 10.0 ** ceil(log10(high) + ROOM))
    axes.yaxis.set_major_locator(LogLocator(10, numticks=6))
    axes.yaxis.set_minor_locator(NullLocator())
    size_ticks(axes, [row.result.case.problem.shape for row in shown])
    axes.set_xlabel("points of the problem")
    axes.set_ylabel("largest relative error")
    add_legend(figure, handles)
    return figure
