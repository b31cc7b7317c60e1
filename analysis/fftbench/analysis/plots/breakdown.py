"""Where the time goes: FFT, reorder and exchange, stacked to the wall time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from fftbench.analysis.model.formats import axis_unit, problem_text, significant
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.model.parts import Parts
from fftbench.analysis.model.selection import profiled
from fftbench.analysis.plots.style import (
    FAINT,
    INK,
    PAPER,
    PHASES,
    add_legend,
    canvas,
    legend_rows,
    name_axis,
    names_width,
)
from fftbench.core.contracts.resources import Resources

BAR, NARROW_BAR = 0.19, 0.145
"""Inches per bar, and if there are more than `MANY`."""

MANY = 24


DECLARED = " *"
"""Behind the name of a driver whose library told a part that interception could not."""


def declares(row: Row) -> bool:
    """Whether a part of its bar is by the library's own timers."""
    return bool(row.result.parts and row.result.parts.declared)


def segments(parts: Parts) -> list[tuple[str, float]]:
    """Phases and their seconds; they add up to the wall time."""
    fft, reorder, exchange = parts.fft, parts.reorder, parts.exchange
    if fft is None and exchange is None:
        return [("not told apart", parts.wall)]
    if fft is None:
        return [("local (FFT and reorder)", parts.rest), ("exchange", exchange or 0.0)]
    if exchange is None:
        return [("FFT", fft), ("reorder and exchange", parts.rest)]
    return [("FFT", fft), ("reorder", reorder or 0.0), ("exchange", exchange)]


def breakdown_figure(rows: Sequence[Row]) -> Figure:
    """Draw horizontal stacked bars, one per driver, grouped by resources."""
    groups = profiled(rows)
    shown = [row for _, group in groups for row in group]
    parts = [row.result.parts for row in shown if row.result.parts]
    walls = [one.wall for one in parts]
    used = {name for one in parts for name, seconds in segments(one) if seconds > 0}
    phases = [name for name in PHASES if name in used]
    slots = len(shown) + 1.25 * len(groups)
    names = [row.result.case.driver + DECLARED * declares(row) for row in shown]
    left = names_width(names)
    figure, (axes,) = canvas(
        [(BAR if len(shown) <= MANY else NARROW_BAR) * slots],
        legend_rows(phases),
        left=left,
        title=problem_text(rows[0].result.case.problem),
    )
    unit = axis_unit(walls)
    y, bars = 0.0, {}
    for resources, group in groups:
        _heading(axes, y, resources)
        y += 1.15
        for row in group:
            assert row.result.parts is not None
            bars[y] = row.result.parts
            y += 1.0
        y += 0.1
    _draw(axes, bars, unit.factor)
    ticks = list(bars)
    name_axis(axes, ticks, names, left)
    axes.set_ylim(y - 0.3, -0.5)
    axes.set_xlim(0, 1.14 * max(walls) * unit.factor)
    axes.grid(axis="y", visible=False)
    axes.set_axisbelow(True)
    axes.set_xlabel(f"forward + backward, mean over ranks [{unit.name}]")
    add_legend(figure, [_phase_handle(name) for name in phases])
    return figure


def _phase_handle(name: str) -> Patch:
    colour, hatch = PHASES[name]
    return Patch(facecolor=colour, hatch=hatch, edgecolor=PAPER, linewidth=0, label=name)


def _heading(axes: Axes, y: float, resources: Resources) -> None:
    axes.annotate(resources.label, (0, y), xytext=(2, 0), textcoords="offset points", va="center",
                  color=FAINT, fontsize=7.5)  # fmt: skip


def _draw(axes: Axes, bars: Mapping[float, Parts], factor: float) -> None:
    """Draw the bar at each height; those of a phase at once, which takes a fraction of the time."""
    boxes: dict[str, list[tuple[float, float, float]]] = {}
    for y, parts in bars.items():
        left = 0.0
        for name, seconds in segments(parts):
            boxes.setdefault(name, []).append((y, left, seconds * factor))
            left += seconds * factor
        axes.annotate(significant(left), (left, y), xytext=(3, 0), textcoords="offset points",
                      va="center", color=INK, fontsize=6.5)  # fmt: skip
    for name, those in boxes.items():
        colour, hatch = PHASES[name]
        heights, lefts, widths = zip(*those, strict=True)
        axes.barh(heights, widths, left=lefts, height=0.72, color=colour, hatch=hatch,
                  edgecolor=PAPER, linewidth=0)  # fmt: skip
