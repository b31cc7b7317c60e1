"""Weak scaling: time and efficiency against cores, with the points per rank kept."""

from __future__ import annotations

from typing import Any

from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from fftbench.analysis.model.formats import axis_unit, problem_text
from fftbench.analysis.model.selection import best_lines
from fftbench.analysis.plots.scaling import (
    all_cores,
    cores_axis,
    draw_line,
    draw_times,
    ideal_handle,
    log_frame,
    reach,
    shared_handle,
)
from fftbench.analysis.plots.style import (
    FAINT,
    Palette,
    add_legend,
    canvas,
    driver_handle,
    legend_rows,
)
from fftbench.analysis.plots.ticks import rank_ticks
from fftbench.analysis.questions.weak import Family, efficiencies

IDEAL: Any = {"color": FAINT, "linestyle": (0, (4, 3)), "linewidth": 0.8, "zorder": 1}


def weak_scaling(family: Family, palette: Palette) -> Figure:
    """Draw time above, efficiency below, for the best settings of each driver."""
    best = best_lines(family.lines)
    handles = [driver_handle(line.driver, palette.of(line.driver)) for line in best]
    handles += [ideal_handle(), *shared_handle(best)]
    room = legend_rows([str(handle.get_label()) for handle in handles])
    title = f"weak from {problem_text(family.problem)}"
    figure, (times, efficiency) = canvas([1.7, 1.4], room, left=0.76, gap=0.5, title=title)
    unit = axis_unit(row.seconds for line in best for row in line.rows)
    top = 1.0
    for line in best:
        look = palette.of(line.driver)
        draw_times(times, look, line, unit)
        known = efficiencies(line)
        draw_line(efficiency, look, known)
        top = max([top, *(reach(value) for value in known.values())])
    times.axhline(min(line.rows[0].seconds for line in best) * unit.factor, **IDEAL)
    log_frame(times, best, unit)
    times.set_xlabel("")
    efficiency.axhline(1.0, **IDEAL)
    efficiency.set_ylim(0, 1.06 * top)
    efficiency.yaxis.set_major_formatter(PercentFormatter(1.0))
    efficiency.set_ylabel("weak efficiency")
    rank_ticks(efficiency, all_cores(best))
    efficiency.set_xlabel(cores_axis(best))
    add_legend(figure, handles)
    return figure
