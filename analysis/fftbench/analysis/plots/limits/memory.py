"""Memory of every driver, in arrays of the problem."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure

from fftbench.analysis.model.formats import problem_text, ranks_text
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.plots.look.style import INK, Palette, canvas, name_rows, names_width

ROW = 0.2
"""Inches per driver."""


def with_memory(rows: Sequence[Row]) -> list[Row]:
    """Keep the cases whose memory is known: of each driver the one that takes least."""
    least: dict[str, Row] = {}
    for row in rows:
        arrays = row.result.arrays
        if arrays is None or row.result.pair is None:
            continue
        old = least.get(row.result.case.driver)
        if old is None or arrays < (old.result.arrays or 0.0):
            least[row.result.case.driver] = row
    return sorted(least.values(), key=lambda row: row.result.arrays or 0.0)


def memory_figure(rows: Sequence[Row], palette: Palette) -> Figure:
    """Draw a bar per driver, the thriftiest first; rows of one problem and the same resources."""
    shown = with_memory(rows)
    names = [row.result.case.driver for row in shown]
    left = names_width(names)
    title = f"{problem_text(shown[0].result.case.problem)}, {ranks_text(shown[0].resources)}"
    figure, (axes,) = canvas([ROW * len(shown) + 0.1], left=left, title=title)
    for y, row in enumerate(shown):
        arrays = row.result.arrays or 0.0
        axes.barh(y, arrays, height=0.7, color=palette.of(row.result.case.driver).colour)
        axes.annotate(f"{arrays:.2f}", (arrays, y), xytext=(3, 0), textcoords="offset points",
                      va="center", color=INK, fontsize=6.5)  # fmt: skip
    name_rows(axes, names, left)
    axes.set_xlim(0, 1.14 * max(row.result.arrays or 0.0 for row in shown))
    axes.set_axisbelow(True)
    axes.set_xlabel("arrays of the problem, the caller's included")
    return figure
