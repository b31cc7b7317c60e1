"""Lines of one number of cores as rows, and speed-up over a library chosen."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure

from fftbench.analysis.model.formats import axis_unit
from fftbench.analysis.model.selection import Line
from fftbench.analysis.plots.look.cores import apart_frame, draw_line, reach
from fftbench.analysis.plots.look.lines import (
    Looks,
    line_handles,
    line_labels,
    lines_title,
    name_of,
)
from fftbench.analysis.plots.look.places import with_sharing
from fftbench.analysis.plots.look.style import (
    FAINT,
    add_legend,
    canvas,
    legend_rows,
    name_rows,
    names_width,
)
from fftbench.analysis.questions.answers import Cores
from fftbench.analysis.questions.speedup import Speedup

ROW = 0.19
"""Inches per line."""


def times_figure(found: Sequence[Line], looks: Looks) -> Figure:
    """Draw a row per line of a single point, fastest first, on an axis from zero."""
    shown = sorted(found, key=lambda line: line.rows[0].seconds)
    names = line_labels(shown)
    left = names_width(names, most=1.9)
    title = f"{lines_title(shown)}, {_where(shown)}"
    figure, (axes,) = canvas([ROW * len(shown) + 0.1], left=left, title=title)
    unit = axis_unit(line.rows[0].seconds for line in shown)
    for y, line in enumerate(shown):
        look, pair = looks[name_of(line)], line.rows[0].result.pair
        assert pair is not None
        value = pair.scaled(unit.factor)
        if value.confident:
            axes.plot([value.lo, value.hi], [y, y], color=look.colour, linewidth=5, alpha=0.35,
                      solid_capstyle="butt", zorder=2)  # fmt: skip
        axes.plot([value.median], [y], look.marker, color=look.colour, markerfacecolor=look.face,
                  zorder=3)  # fmt: skip
    name_rows(axes, names, left)
    axes.set_xlim(0, 1.05 * axes.dataLim.x1)
    axes.set_xlabel(f"{shown[0].rows[0].result.repetition.name} [{unit.name}]")
    return figure


def _where(found: Sequence[Line]) -> str:
    """Name the resources of all lines; their number of cores where these are split otherwise."""
    rows = [line.rows[0] for line in found]
    first, *others = dict.fromkeys(row.resources for row in rows)
    return with_sharing(Cores.of(first).label if others else first.label, rows)


def speedup_figure(found: Sequence[Speedup], looks: Looks, over: str) -> Figure:
    """Draw the time of a driver at its fastest settings over that of each line."""
    shown = [one.line for one in found]
    handles = line_handles(shown, looks)
    room = legend_rows([str(handle.get_label()) for handle in handles])
    figure, (axes,) = canvas([2.2], room, title=lines_title(shown))
    for one in found:
        draw_line(axes, looks[name_of(one.line)], one.over)
    top = max([1.0, *(reach(value) for one in found for value in one.over.values())])
    axes.axhline(1.0, color=FAINT, linewidth=0.8, zorder=1)
    axes.set_ylim(0, 1.06 * top)
    axes.set_ylabel(f"speed-up over {over}")
    apart_frame(axes, shown)
    add_legend(figure, handles)
    return figure
