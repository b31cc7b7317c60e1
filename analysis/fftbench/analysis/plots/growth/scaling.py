"""Strong scaling: time against cores, and efficiency against cores."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from fftbench.analysis.model.baselines import Baseline
from fftbench.analysis.model.formats import Unit, axis_unit
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.model.selection import Line, baselines_by_cores, fastest_lines, lines, timed
from fftbench.analysis.model.statistics import Estimate
from fftbench.analysis.plots.look.cores import (
    IDEAL,
    apart_frame,
    draw_line,
    draw_times,
    ideal_handle,
    log_frame,
    mark_handles,
    reach,
    ring_layouts,
    share_frame,
)
from fftbench.analysis.plots.look.lines import (
    Looks,
    best_by_driver,
    line_handles,
    line_looks,
    lines_title,
    name_of,
)
from fftbench.analysis.plots.look.style import (
    BASELINE,
    FAINT,
    Palette,
    add_legend,
    baseline_handle,
    canvas,
    legend_rows,
)

MANY = 8
"""Lines; if there are more, only the fastest settings of each driver are drawn."""

NO_BASELINES: Mapping[int, Baseline] = {}

Values = Callable[[Line], dict[int, Estimate]]
"""Efficiencies of a line by cores."""


def strong_scaling(rows: Sequence[Row], palette: Palette) -> Figure:
    """Draw time against cores for one problem, each driver at its fastest settings at each.

    Other settings are thin if they are few.
    """
    found = lines(rows)
    shown = fastest_lines(found)
    drawn = [line.rows for line in shown]
    others = [line for line in found if line.rows not in drawn] if len(found) <= MANY else []
    return scaling_figure(
        shown, line_looks(shown, palette), others, baselines_by_cores(timed(rows))
    )


def scaling_figure(
    found: Sequence[Line],
    looks: Looks,
    others: Sequence[Line] = (),
    baselines: Mapping[int, Baseline] = NO_BASELINES,
    shared: bool = True,
) -> Figure:
    """Draw time against cores, both logarithmic, a line each, `others` thin.

    The ideal is drawn where cores have `shared` the work, on a single machine: nothing scales from
    one to another.
    """
    shown = [*found, *others]
    ideal = shared and len({row.result.machine.nodes for line in shown for row in line.rows}) == 1
    handles = line_handles(found, looks)
    if others:
        handles.append(Line2D([], [], color=FAINT, linewidth=0.7, label="other settings"))
    handles += [*([ideal_handle()] if ideal else []), *mark_handles(found)]
    if baselines:
        handles.append(baseline_handle())
    room = legend_rows([str(handle.get_label()) for handle in handles])
    figure, (axes,) = canvas([2.2], room, title=lines_title(found))
    unit = axis_unit(row.seconds for line in shown for row in line.rows)
    for line in others:
        _plain_line(axes, line, looks, unit)
    for line in found:
        draw_times(axes, looks[name_of(line)], line, unit)
    ring_layouts(axes, found, unit)
    if ideal:
        _draw_ideal(axes, shown, unit)
    _draw_baseline(axes, baselines, unit)
    log_frame(axes, shown, unit)
    add_legend(figure, handles)
    return figure


def strong_efficiency(rows: Sequence[Row], palette: Palette) -> Figure:
    """Draw the efficiency of each driver, at the same settings everywhere."""
    best = best_by_driver(lines(rows))
    return efficiency_figure(best, line_looks(best, palette))


def efficiency_figure(found: Sequence[Line], looks: Looks) -> Figure:
    """Draw efficiency against cores: against the line itself, and against the fastest of all.

    Lines of a single point have none.
    """
    found = [line for line in found if len(line.apart) > 1]
    handles = [*line_handles(found, looks), ideal_handle()]
    room = legend_rows([str(handle.get_label()) for handle in handles])
    panels: dict[str, Values] = {"itself": Line.efficiencies}
    if len(found) > 1:
        panels["the fastest of all"] = _against_all
    heights = [1.55] * len(panels)
    figure, all_axes = canvas(heights, room, left=0.76, gap=0.5, title=lines_title(found))
    for axes, (whom, values) in zip(all_axes, panels.items(), strict=True):
        top = 1.0
        for line in found:
            known = values(line)
            draw_line(axes, looks[name_of(line)], known)
            top = max([top, *(reach(value) for value in known.values())])
        share_frame(axes, top)
        apart_frame(axes, found)
        axes.set_ylabel(f"strong efficiency against\n{whom}")
        if axes is not all_axes[-1]:
            axes.set_xlabel("")
    add_legend(figure, handles)
    return figure


def _against_all(line: Line) -> dict[int, Estimate]:
    return {row.resources.cores: value for row in line.rows if (value := row.icl_efficiency)}


def _plain_line(axes: Axes, line: Line, looks: Looks, unit: Unit) -> None:
    colour = looks[line.driver].colour
    cores = [row.resources.cores for row in line.apart]
    times = [row.seconds * unit.factor for row in line.apart]
    axes.plot(cores, times, color=colour, linewidth=0.7, alpha=0.55, zorder=2)
    if len(times) == 1:
        axes.plot(cores, times, ".", color=colour, alpha=0.55, markersize=3)


def _draw_ideal(axes: Axes, found: Sequence[Line], unit: Unit) -> None:
    """Draw ideal scaling from the fastest of all on the fewest cores."""
    apart = [row for line in found for row in line.apart]
    if not apart:
        return
    cores = sorted({row.resources.cores for row in apart})
    start = min(row.seconds for row in apart if row.resources.cores == cores[0])
    axes.plot(cores, [start * cores[0] / more * unit.factor for more in cores], **IDEAL)


def _draw_baseline(axes: Axes, baselines: Mapping[int, Baseline], unit: Unit) -> None:
    """Draw the baseline over cores; at a single number of cores it is a short line."""
    times = [baseline.seconds * unit.factor for baseline in baselines.values()]
    axes.plot(list(baselines), times, marker="_", markersize=9, zorder=2, **BASELINE)
