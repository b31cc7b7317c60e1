"""Stacked bars in groups: a bar for each driver, a group for each place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from fftbench.analysis.model.formats import Unit, axis_unit, significant
from fftbench.analysis.plots.look.style import (
    FAINT,
    INK,
    PAPER,
    add_legend,
    canvas,
    legend_rows,
    name_axis,
    names_width,
)

BAR, NARROW_BAR = 0.19, 0.145
"""Inches per bar, and if there are more than `MANY`."""

MANY = 24

HEADING, GAP = 1.15, 0.1
"""Heights of a group's heading, and of the gap behind the group, in bars."""

Look = tuple[str, str]
"""Colour and hatch."""


@dataclass(frozen=True)
class Bar:
    """Seconds of parts, from left to right."""

    name: str
    parts: Mapping[str, float]
    end: str | None = None
    """What stands behind the bar: its sum if this is None."""


@dataclass(frozen=True)
class Bars:
    """Those of one place."""

    heading: str
    bars: tuple[Bar, ...]


def bars_figure(
    groups: Sequence[Bars],
    looks: Mapping[str, Look],
    title: str,
    what: str,
    unit: Unit | None = None,
) -> Figure:
    """Draw horizontal bars, each with its sum; `what` is timed, or in another `unit`.

    The heading of a single group is part of the title. Parts that take no time are not named.
    """
    shown = [bar for group in groups for bar in group.bars]
    used = [name for name in looks if any(bar.parts.get(name, 0.0) > 0 for bar in shown)]
    sums = [sum(bar.parts.values()) for bar in shown]
    several = len(groups) > 1
    heading = HEADING if several else 0.0
    left = names_width(bar.name for bar in shown)
    slots = len(shown) + (heading + GAP) * len(groups)
    figure, (axes,) = canvas(
        [(BAR if len(shown) <= MANY else NARROW_BAR) * slots],
        legend_rows(used),
        left=left,
        title=title if several else f"{title}, {groups[0].heading}",
    )
    unit = unit or axis_unit(sums)
    y, placed = 0.0, {}
    for group in groups:
        if several:
            _heading(axes, y, group.heading)
        y += heading
        for bar in group.bars:
            placed[y] = bar
            y += 1.0
        y += GAP
    _draw(axes, placed, looks, unit.factor)
    name_axis(axes, list(placed), [bar.name for bar in shown], left)
    axes.set_ylim(y - GAP - 0.4, -0.6)
    axes.set_xlim(0, 1.14 * max(sums) * unit.factor)
    axes.grid(axis="y", visible=False)
    axes.set_axisbelow(True)
    axes.set_xlabel(f"{what} [{unit.name}]")
    add_legend(figure, [_handle(name, looks[name]) for name in used])
    return figure


def _handle(name: str, look: Look) -> Patch:
    colour, hatch = look
    return Patch(facecolor=colour, hatch=hatch, edgecolor=PAPER, linewidth=0, label=name)


def _heading(axes: Axes, y: float, text: str) -> None:
    axes.annotate(text, (0, y), xytext=(2, 0), textcoords="offset points", va="center",
                  color=FAINT, fontsize=7.5)  # fmt: skip


def _draw(axes: Axes, bars: Mapping[float, Bar], looks: Mapping[str, Look], factor: float) -> None:
    """Draw the bar at each height; those of a part at once, which takes a fraction of the time."""
    boxes: dict[str, list[tuple[float, float, float]]] = {}
    for y, bar in bars.items():
        left = 0.0
        for name in looks:
            if name in bar.parts:
                width = bar.parts[name] * factor
                boxes.setdefault(name, []).append((y, left, width))
                left += width
        end = significant(left) if bar.end is None else bar.end
        axes.annotate(end, (left, y), xytext=(3, 0), textcoords="offset points",
                      va="center", color=INK, fontsize=6.5)  # fmt: skip
    for name, those in boxes.items():
        colour, hatch = looks[name]
        heights, lefts, widths = zip(*those, strict=True)
        axes.barh(heights, widths, left=lefts, height=0.72, color=colour, hatch=hatch,
                  edgecolor=PAPER, linewidth=0)  # fmt: skip
