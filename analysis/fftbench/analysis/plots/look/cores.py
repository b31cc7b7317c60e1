"""Axes of times against cores, and what is drawn on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import PercentFormatter

from fftbench.analysis.model.formats import Unit
from fftbench.analysis.model.layouts import LayoutClass, classes_of
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.model.selection import Line
from fftbench.analysis.model.statistics import Estimate
from fftbench.analysis.plots.look.style import FAINT, RULE, Look
from fftbench.analysis.plots.look.ticks import plain_log_ticks, rank_ticks

MOST = 1.5
"""An axis from zero has room for intervals up to so many times the value."""

SHARED = "x"
"""Marker of times on cores that ranks or threads share."""

RING: Any = {"color": FAINT, "marker": "o", "markerfacecolor": "none", "linestyle": "",
             "markersize": 8, "markeredgewidth": 0.7}  # fmt: skip
"""Around times of spectra that lie like the input, where others lie another way."""

IDEAL: Any = {"color": FAINT, "linestyle": (0, (4, 3)), "linewidth": 0.8, "zorder": 1}


def draw_times(axes: Axes, look: Look, line: Line, unit: Unit) -> None:
    """Draw the times of a line against cores; those on shared cores as crosses apart from it."""
    times = {row.resources.cores: pair.scaled(unit.factor)
             for row in line.apart if (pair := row.result.pair)}  # fmt: skip
    draw_line(axes, look, times)
    others = [row for row in line.rows if row not in line.apart]
    cores, seconds = [row.resources.cores for row in others], [row.seconds for row in others]
    axes.plot(cores, [unit.factor * value for value in seconds], SHARED, color=look.colour,
              alpha=0.7, markersize=4, zorder=2)  # fmt: skip


def ring_layouts(axes: Axes, found: Sequence[Line], unit: Unit) -> None:
    """Ring the times of spectra that lie like the input, if others of these lie another way."""
    rows = ringed(found)
    cores = [row.resources.cores for row in rows]
    axes.plot(cores, [unit.factor * row.seconds for row in rows], zorder=2, **RING)


def ringed(found: Sequence[Line]) -> list[Row]:
    """Find what has a ring: nothing where all spectra are of one class of layouts."""
    rows = [row for line in found for row in line.rows]
    if len(classes_of(row.result for row in rows)) == 1:
        return []
    return [row for row in rows if LayoutClass.same.has(row.result)]


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


def reach(value: Estimate) -> float:
    """How far up an axis from zero shows an interval."""
    return min(value.hi, MOST * value.median) if value.confident else value.median


def log_frame(axes: Axes, shown: Sequence[Line], unit: Unit) -> None:
    """Set up axes of time against cores, both logarithmic, for what was drawn."""
    rank_ticks(axes, all_cores(shown))
    axes.set_yscale("log")
    low, high = axes.dataLim.intervaly
    axes.set_ylim(*plain_log_ticks(axes.yaxis, low, high))
    axes.set_xlabel(cores_axis(shown))
    axes.set_ylabel(f"{shown[0].rows[0].result.repetition.name} [{unit.name}]", labelpad=2)
    _hatch_shared(axes, shown)


def share_frame(axes: Axes, top: float) -> None:
    """Set up an axis of efficiency, in percent from zero up to `top`."""
    axes.axhline(1.0, **IDEAL)
    axes.set_ylim(0, 1.06 * top)
    axes.yaxis.set_major_formatter(PercentFormatter(1.0))


def apart_frame(axes: Axes, shown: Sequence[Line]) -> None:
    """Set up the axis of cores where those that are shared are left out."""
    rank_ticks(axes, sorted({row.resources.cores for line in shown for row in line.apart}))
    axes.set_xlabel(cores_axis(shown))


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


def ideal_handle() -> Line2D:
    """Legend entry of the dashed line."""
    return Line2D([], [], label="ideal", **IDEAL)


def mark_handles(found: Sequence[Line]) -> list[Line2D]:
    """Legend entries of rings, and of crosses where cores are shared, if there are any."""
    ring = Line2D([], [], label="spectrum like the input", **RING)
    cross = Line2D([], [], color=FAINT, marker=SHARED, linestyle="", markersize=4,
                   label="shared cores")  # fmt: skip
    shared = any(len(line.apart) < len(line.rows) for line in found)
    return [*([ring] if ringed(found) else []), *([cross] if shared else [])]
