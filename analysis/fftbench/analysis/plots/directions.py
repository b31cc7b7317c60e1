"""Forward and backward, and of a workload what is between them, as stacked bars."""

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

PARTS = {"forward": COLOURS[0], "pointwise": COLOURS[2], "backward": COLOURS[5]}
ROW = 0.2
"""Inches per driver."""


def with_directions(rows: Sequence[Row]) -> list[Row]:
    """Pick of each driver the fastest settings whose directions are timed apart, fastest first.

    What solves a workload in its own way is timed as a whole only.
    """
    told = [row for row in rows if row.result.forward and row.result.backward]
    return sorted(best_of_drivers(told), key=lambda row: row.seconds)


def directions_figure(rows: Sequence[Row]) -> Figure:
    """Draw a bar per driver; rows of one problem and the same resources."""
    shown = with_directions(rows)
    times = [part_seconds(row) for row in shown]
    known = [name for name in PARTS if any(name in parts for parts in times)]
    handles = [Patch(facecolor=PARTS[name], label=name) for name in known]
    names = [row.result.case.driver for row in shown]
    left = names_width(names)
    title = f"{problem_text(shown[0].result.case.problem)}, {shown[0].resources.label}"
    room = legend_rows(known)
    figure, (axes,) = canvas([ROW * len(shown) + 0.1], room, left=left, title=title)
    unit = axis_unit(sum(parts.values()) for parts in times)
    longest = 0.0
    for y, parts in enumerate(times):
        start = 0.0
        for name, seconds in parts.items():
            width = seconds * unit.factor
            axes.barh(y, width, left=start, height=0.7, color=PARTS[name], edgecolor=PAPER,
                      linewidth=0)  # fmt: skip
            start += width
        axes.annotate(significant(start), (start, y), xytext=(3, 0), textcoords="offset points",
                      va="center", color=INK, fontsize=6.5)  # fmt: skip
        longest = max(longest, start)
    name_rows(axes, names, left)
    axes.set_xlim(0, 1.14 * longest)
    axes.set_axisbelow(True)
    axes.set_xlabel(f"median of each part [{unit.name}]")
    add_legend(figure, handles)
    return figure


def part_seconds(row: Row) -> dict[str, float]:
    """Seconds of the parts that a row has, median over launches each."""
    result = row.result
    parts = zip(PARTS, (result.forward, result.pointwise, result.backward), strict=True)
    return {name: part.median for name, part in parts if part}
