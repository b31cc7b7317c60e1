"""Forward and backward as stacked bars: the time of each direction, where they differ."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure
from matplotlib.patches import Patch

from fftbench.analysis.model.formats import axis_unit, problem_text, significant
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.model.selection import best_of_drivers
from fftbench.analysis.plots.style import (
    COLOURS,
    INK,
    PAPER,
    add_legend,
    canvas,
    legend_rows,
    name_rows,
    names_width,
)

FORWARD, BACKWARD = COLOURS[0], COLOURS[5]
ROW = 0.2
"""Inches per driver."""


def directions_figure(rows: Sequence[Row]) -> Figure:
    """Draw a bar per driver at its fastest settings, fastest first; rows of the same resources."""
    shown = sorted(best_of_drivers(rows), key=lambda row: row.seconds)
    handles = [Patch(facecolor=FORWARD, label="forward"),
               Patch(facecolor=BACKWARD, label="backward")]  # fmt: skip
    names = [row.result.case.driver for row in shown]
    left = names_width(names)
    title = f"{problem_text(shown[0].result.case.problem)}, {shown[0].resources.label}"
    room = legend_rows(["forward", "backward"])
    figure, (axes,) = canvas([ROW * len(shown) + 0.1], room, left=left, title=title)
    unit = axis_unit(row.seconds for row in shown)
    longest = 0.0
    for y, row in enumerate(shown):
        start = 0.0
        for value, colour in ((row.result.forward, FORWARD), (row.result.backward, BACKWARD)):
            width = value.median * unit.factor if value else 0.0
            axes.barh(y, width, left=start, height=0.7, color=colour, edgecolor=PAPER, linewidth=0)
            start += width
        axes.annotate(significant(start), (start, y), xytext=(3, 0), textcoords="offset points",
                      va="center", color=INK, fontsize=6.5)  # fmt: skip
        longest = max(longest, start)
    name_rows(axes, names, left)
    axes.set_xlim(0, 1.14 * longest)
    axes.set_axisbelow(True)
    axes.set_xlabel(f"median of each direction [{unit.name}]")
    add_legend(figure, handles)
    return figure
