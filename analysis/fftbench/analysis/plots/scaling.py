"""Strong scaling: time against cores, and efficiency against cores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import PercentFormatter

from fftbench.analysis.model.baselines import Baseline
from fftbench.analysis.model.formats import Unit, axis_unit, problem_text
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.model.repetition import repetition_of
from fftbench.analysis.model.selection import Line, baselines_by_cores, best_lines, lines, timed
from fftbench.analysis.model.statistics import Estimate
from fftbench.analysis.plots.style import (
    BASELINE,
    FAINT,
    RULE,
    Look,
    Palette,
    add_legend,
    baseline_handle,
    canvas,
    driver_handle,
    legend_rows,
)
from fftbench.analysis.plots.ticks import plain_log_ticks, rank_ticks

MANY = 8
"""Lines; if there are more, only the best settings of each driver are drawn."""

MOST = 1.5
"""The axis of efficiencies has room for intervals up to so many times the efficiency."""

SHARED = "x"
"""Marker of times on cores that ranks or threads share."""


def strong_scaling(rows: Sequence[Row], palette: Palette) -> Figure:
    """Draw time against cores for one problem; both axes logarithmic, with the ideal line."""
    found = lines(rows)
    best = best_lines(found)
    others = [line for line in found if line not in best] if len(found) <= MANY else []
    handles = [driver_handle(line.driver, palette.of(line.driver)) for line in best]
    if others:
        handles.append(Line2D([], [], color=FAINT, linewidth=0.7, label="other settings"))
    handles += [ideal_handle(), *shared_handle(found)]
    baselines = baselines_by_cores(timed(rows))
    if baselines:
        handles.append(baseline_handle())
    room = legend_rows([str(h.get_label()) for h in handles])
    figure, (axes,) = canvas([2.2], room, title=problem_text(rows[0].result.case.problem))
    unit = axis_unit(row.seconds for line in found for row in line.rows)
    for line in others:
        _plain_line(axes, line, palette, unit)
    for line in best:
        draw_times(axes, palette.of(line.driver), line, unit)
    draw_ideal(axes, found, unit)
    _draw_baseline(axes, baselines, unit)
    log_frame(axes, [*best, *others], unit)
    add_legend(figure, handles)
    return figure


def strong_efficiency(rows: Sequence[Row], palette: Palette) -> Figure:
    """Draw efficiency against cores: against the driver itself, and against the fastest of all."""
    best = best_lines(lines(rows))
    handles = [driver_handle(line.driver, palette.of(line.driver)) for line in best]
    handles.append(ideal_handle())
    panels = 2 if len(best) > 1 else 1
    room = legend_rows([str(h.get_label()) for h in handles])
    title = problem_text(rows[0].result.case.problem)
    figure, all_axes = canvas([1.55] * panels, room, left=0.76, gap=0.5, title=title)
    for number, axes in enumerate(all_axes):
        top = 1.0
        for line in best:
            known = {
                row.resources.cores: value
                for row in line.rows
                if (value := row.icl_efficiency if number else row.efficiency)
            }
            draw_line(axes, palette.of(line.driver), known)
            top = max([top, *(reach(value) for value in known.values())])
        axes.axhline(1.0, color=FAINT, linestyle=(0, (4, 3)), linewidth=0.8, zorder=1)
        axes.set_ylim(0, 1.06 * top)
        axes.yaxis.set_major_formatter(PercentFormatter(1.0))
        whom = "the fastest of all" if number else "itself"
        axes.set_ylabel(f"strong efficiency against\n{whom}")
        rank_ticks(axes, sorted({row.resources.cores for line in best for row in line.apart}))
    all_axes[-1].set_xlabel(cores_axis(best))
    add_legend(figure, handles)
    return figure


def _pair(row: Row) -> Estimate:
    assert row.result.pair is not None
    return row.result.pair


def draw_times(axes: Axes, look: Look, line: Line, unit: Unit) -> None:
    """Draw the times of a line against cores; those on shared cores as crosses apart from it."""
    times = {row.resources.cores: _pair(row).scaled(unit.factor) for row in line.apart}
    draw_line(axes, look, times)
    others = [row for row in line.rows if row not in line.apart]
    cores, seconds = [row.resources.cores for row in others], [row.seconds for row in others]
    axes.plot(cores, [unit.factor * value for value in seconds], SHARED, color=look.colour,
              alpha=0.7, markersize=4, zorder=2)  # fmt: skip


def reach(value: Estimate) -> float:
    """How far up an axis of efficiencies shows an interval."""
    return min(value.hi, MOST * value.median) if value.confident else value.median


def draw_line(axes: Axes, look: Look, points: Mapping[int, Estimate]) -> None:
    """Draw estimates against cores, with the intervals of those that have one."""
    if not points:
        return
    cores, values = list(points), list(points.values())
    middle = [value.median for value in values]
    (drawn,) = axes.plot(
        cores, middle, color=look.colour, marker=look.marker, markerfacecolor=look.face, zorder=3
    )
    if look.dashes:
        drawn.set_dashes(look.dashes)
    sure = [(at, value) for at, value in points.items() if value.confident]
    middle = [value.median for _, value in sure]
    below = [value.median - value.lo for _, value in sure]
    above = [value.hi - value.median for _, value in sure]
    axes.errorbar([at for at, _ in sure], middle, yerr=[below, above], fmt="none",
                  ecolor=look.colour, elinewidth=0.9, capsize=3.2, zorder=2)  # fmt: skip


def _plain_line(axes: Axes, line: Line, palette: Palette, unit: Unit) -> None:
    cores = [row.resources.cores for row in line.apart]
    times = [row.seconds * unit.factor for row in line.apart]
    colour = palette.of(line.driver).colour
    axes.plot(cores, times, color=colour, linewidth=0.7, alpha=0.55, zorder=2)
    if len(times) == 1:
        axes.plot(cores, times, ".", color=colour, alpha=0.55, markersize=3)


def draw_ideal(axes: Axes, found: Sequence[Line], unit: Unit) -> None:
    """Draw ideal scaling from the fastest of all on the fewest cores."""
    apart = [row for line in found for row in line.apart]
    if not apart:
        return
    cores = sorted({row.resources.cores for row in apart})
    start = min(row.seconds for row in apart if row.resources.cores == cores[0])
    times = [start * cores[0] / more * unit.factor for more in cores]
    axes.plot(cores, times, color=FAINT, linestyle=(0, (4, 3)), linewidth=0.8, zorder=1)


def _draw_baseline(axes: Axes, baselines: Mapping[int, Baseline], unit: Unit) -> None:
    """Draw the baseline over cores; at a single number of cores it is a short line."""
    times = [baseline.seconds * unit.factor for baseline in baselines.values()]
    axes.plot(list(baselines), times, marker="_", markersize=9, zorder=2, **BASELINE)


def ideal_handle() -> Line2D:
    """Legend entry of the dashed line."""
    return Line2D([], [], color=FAINT, linestyle=(0, (4, 3)), linewidth=0.8, label="ideal")


def shared_handle(found: Sequence[Line]) -> list[Line2D]:
    """Legend entry of points on shared cores, if there are any."""
    if all(len(line.apart) == len(line.rows) for line in found):
        return []
    return [Line2D([], [], color=FAINT, marker=SHARED, linestyle="", markersize=4,
                   label="shared cores")]  # fmt: skip


def log_frame(axes: Axes, shown: Sequence[Line], unit: Unit) -> None:
    """Set up axes of time against cores, both logarithmic, for what was drawn."""
    rank_ticks(axes, all_cores(shown))
    axes.set_yscale("log")
    low, high = axes.dataLim.intervaly
    axes.set_ylim(*plain_log_ticks(axes.yaxis, low, high))
    axes.set_xlabel(cores_axis(shown))
    axes.set_ylabel(f"{repetition_of(shown[0].rows[0].result.case.problem).name} [{unit.name}]")
    _hatch_shared(axes, shown)


def _hatch_shared(axes: Axes, shown: Sequence[Line]) -> None:
    """Hatch where ranks or threads share cores in all that was measured: that is no scaling."""
    apart = {row.resources.cores for line in shown for row in line.apart}
    shared = [cores for cores in all_cores(shown) if cores > max(apart, default=0)]
    if not shared:
        return
    low, high = axes.get_xlim()
    start = sqrt(max(apart) * shared[0]) if apart else low
    axes.axvspan(start, high, facecolor="none", edgecolor=RULE, hatch="////", linewidth=0, zorder=0)
    axes.set_xlim(low, high)


def cores_axis(shown: Sequence[Line]) -> str:
    """Name what the cores of these lines are made of."""
    threaded = any(row.resources.threads > 1 for line in shown for row in line.rows)
    return "cores (MPI ranks \N{MULTIPLICATION SIGN} threads)" if threaded else "MPI ranks"


def all_cores(found: Sequence[Line]) -> list[int]:
    """Every number of cores of these lines, ascending."""
    return sorted({cores for line in found for cores in line.cores})
