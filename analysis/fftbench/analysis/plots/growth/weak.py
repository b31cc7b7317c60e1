"""Weak scaling: time and efficiency against cores, with the points per rank kept."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure

from fftbench.analysis.model.formats import axis_unit
from fftbench.analysis.model.selection import Line
from fftbench.analysis.plots.look.cores import (
    IDEAL,
    all_cores,
    cores_axis,
    draw_line,
    draw_times,
    ideal_handle,
    log_frame,
    mark_handles,
    reach,
    ring_layouts,
    share_frame,
)
from fftbench.analysis.plots.look.lines import Looks, line_handles, lines_title, name_of
from fftbench.analysis.plots.look.style import add_legend, canvas, legend_rows
from fftbench.analysis.plots.look.ticks import rank_ticks
from fftbench.analysis.questions.weak import efficiencies


def weak_scaling(found: Sequence[Line], kept: Sequence[Line], looks: Looks) -> Figure:
    """Draw times above, and below the efficiency of the lines that have `kept` their settings.

    All begin with the same problem.
    """
    # Of several machines none is the one that the others should be like.
    ideal = len({row.result.machine.nodes for line in found for row in line.rows}) == 1
    handles = [*line_handles(found, looks), ideal_handle(), *mark_handles(found)]
    room = legend_rows([str(handle.get_label()) for handle in handles])
    title = lines_title(found)
    figure, (times, efficiency) = canvas([1.7, 1.4], room, left=0.76, gap=0.5, title=title)
    unit = axis_unit(row.seconds for line in found for row in line.rows)
    top = 1.0
    for line in found:
        draw_times(times, looks[name_of(line)], line, unit)
    ring_layouts(times, found, unit)
    for line in kept:
        known = efficiencies(line)
        draw_line(efficiency, looks[name_of(line)], known)
        top = max([top, *(reach(value) for value in known.values())])
    if ideal:
        times.axhline(min(line.rows[0].seconds for line in found) * unit.factor, **IDEAL)
    log_frame(times, found, unit)
    times.set_xlabel("")
    share_frame(efficiency, top)
    efficiency.set_ylabel("weak efficiency")
    rank_ticks(efficiency, all_cores(found))
    efficiency.set_xlabel(cores_axis(found))
    add_legend(figure, handles)
    return figure
