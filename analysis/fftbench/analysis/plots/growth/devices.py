"""Cores and GPUs side by side: time against cores, and the times on devices as levels."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from fftbench.analysis.model.formats import axis_unit, problem_text
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.model.selection import fastest_lines, lines
from fftbench.analysis.plots.look.cores import (
    all_cores,
    draw_times,
    log_frame,
    mark_handles,
    ring_layouts,
)
from fftbench.analysis.plots.look.style import (
    Palette,
    add_legend,
    canvas,
    driver_handle,
    legend_rows,
)
from fftbench.analysis.questions.answers import Cores
from fftbench.analysis.questions.devices import SideBySide

LEVEL = (0, (6, 1.5, 1, 1.5))
"""Dashes of a level."""


def devices_figure(found: SideBySide, palette: Palette) -> Figure:
    """Draw the fastest settings of each driver over cores, and of each on devices a level."""
    best = fastest_lines(lines(found.host))
    levels = fastest_of_drivers(found.devices)
    handles = [driver_handle(line.driver, palette.of(line.driver)) for line in best]
    handles += [_level_handle(row, palette) for row in levels]
    handles += mark_handles(best)
    room = legend_rows([str(handle.get_label()) for handle in handles])
    figure, (axes,) = canvas([2.2], room, title=problem_text(found.problem))
    unit = axis_unit(row.seconds for row in (*found.host, *levels))
    for line in best:
        draw_times(axes, palette.of(line.driver), line, unit)
    ring_layouts(axes, best, unit)
    cores = all_cores(best)
    ends = [cores[0] / 2, cores[-1] * 2]  # beyond the frame
    for row in levels:
        axes.plot(ends, [row.seconds * unit.factor] * 2, linestyle=LEVEL,
                  color=palette.of(row.result.case.driver).colour, linewidth=1.1)  # fmt: skip
    log_frame(axes, best, unit)
    add_legend(figure, handles)
    return figure


def fastest_of_drivers(rows: Sequence[Row]) -> list[Row]:
    """Pick the fastest case of each driver on devices: on devices of its own, if it has one."""
    found: dict[str, Row] = {}
    for row in sorted(rows, key=lambda row: (bool(row.result.shares), row.seconds)):
        found.setdefault(row.result.case.driver, row)
    return sorted(found.values(), key=lambda row: row.seconds)


def _level_handle(row: Row, palette: Palette) -> Line2D:
    where = Cores.of(row.resources, row.result.devices).label
    label = f"{row.result.case.driver}, {where}"
    colour = palette.of(row.result.case.driver).colour
    return Line2D([], [], color=colour, linestyle=LEVEL, linewidth=1.1, label=label)
