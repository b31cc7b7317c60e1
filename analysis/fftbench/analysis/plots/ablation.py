"""What each setting of a driver is worth: a dot per setting, and what it stands on."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from fftbench.analysis.ablation import Lever
from fftbench.analysis.formats import times_text
from fftbench.analysis.plots.style import (
    FAINT,
    INK,
    Look,
    Palette,
    canvas,
    name_axis,
    names_width,
)
from fftbench.analysis.plots.ticks import plain_log_ticks

ROW = 0.19
"""Inches per setting."""


def ablation(found: Sequence[Lever], palette: Palette) -> Figure:
    """Draw the mean ratio of every setting of one driver, in the order given, logarithmic."""
    driver = found[0].driver
    names = [lever.name for lever in found]
    left = names_width(names)
    figure, (axes,) = canvas([ROW * len(found)], left=left, title=f"{driver}, against its defaults")
    axes.set_xscale("log")
    for y, lever in enumerate(found):
        _row(axes, y, lever, palette.of(driver))
    axes.axvline(1, color=FAINT, linewidth=0.8, linestyle=(0, (4, 3)), zorder=1)
    name_axis(axes, range(len(found)), names, left)
    axes.set_ylim(len(found) - 0.5, -0.5)
    low = min(min(lever.mean.lo, lever.mean.least) for lever in found)
    high = max(max(lever.mean.hi, lever.mean.most) for lever in found)
    low, high = plain_log_ticks(axes.xaxis, min(low, 0.95), max(high, 1.05), most=6)
    axes.set_xlim(low, high * (high / low) ** 0.13)
    axes.grid(axis="y", visible=False)
    axes.set_xlabel("time over that with the default")
    return figure


def _row(axes: Axes, y: float, lever: Lever, look: Look) -> None:
    mean = lever.mean
    ratios = [trial.ratio.median for trial in lever.trials]
    axes.plot(ratios, [y] * len(ratios), "|", color=look.colour, alpha=0.5, markersize=5, zorder=2)
    axes.plot([mean.lo, mean.hi], [y, y], color=look.colour, linewidth=6, alpha=0.3, zorder=2,
              solid_capstyle="butt")  # fmt: skip
    axes.plot([mean.value], [y], look.marker, color=look.colour, markerfacecolor=look.face,
              zorder=3)  # fmt: skip
    axes.annotate(times_text(mean.value), (1, y), xycoords=("axes fraction", "data"), ha="right",
                  va="center", color=INK, fontsize=6.5)  # fmt: skip
