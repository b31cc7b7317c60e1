"""What each setting of a driver is worth: a dot per setting, a stroke per instance."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from fftbench.analysis.model.formats import times_text
from fftbench.analysis.plots.look.style import (
    FAINT,
    INK,
    Look,
    Palette,
    canvas,
    name_rows,
    names_width,
)
from fftbench.analysis.plots.look.ticks import plain_log_ticks
from fftbench.analysis.questions.ablation import SettingEffect

ROW = 0.19
"""Inches per setting."""


def ablation(found: Sequence[SettingEffect], palette: Palette) -> Figure:
    """Draw the mean ratio of every setting of one driver, in the order given, logarithmic."""
    driver = found[0].driver
    names = [effect.name for effect in found]
    left = names_width(names, most=1.9)
    figure, (axes,) = canvas([ROW * len(found)], left=left, title=f"{driver}, against its defaults")
    axes.set_xscale("log")
    for y, effect in enumerate(found):
        _row(axes, y, effect, palette.of(driver))
    axes.axvline(1, color=FAINT, linewidth=0.8, linestyle=(0, (4, 3)), zorder=1)
    name_rows(axes, names, left)
    low = min(min(effect.mean.lo, effect.mean.least) for effect in found)
    high = max(max(effect.mean.hi, effect.mean.most) for effect in found)
    low, high = plain_log_ticks(axes.xaxis, min(low, 0.95), max(high, 1.05), most=6)
    axes.set_xlim(low, high * (high / low) ** 0.13)
    axes.set_xlabel("time over that with the default")
    return figure


def _row(axes: Axes, y: float, effect: SettingEffect, look: Look) -> None:
    mean = effect.mean
    ratios = [trial.ratio.median for trial in effect.trials]
    axes.plot(ratios, [y] * len(ratios), "|", color=look.colour, alpha=0.5, markersize=5, zorder=2)
    if mean.confident:
        axes.plot([mean.lo, mean.hi], [y, y], color=look.colour, linewidth=6, alpha=0.3, zorder=2,
                  solid_capstyle="butt")  # fmt: skip
    axes.plot([mean.value], [y], look.marker, color=look.colour, markerfacecolor=look.face,
              zorder=3)  # fmt: skip
    axes.annotate(times_text(mean.value), (1, y), xycoords=("axes fraction", "data"), ha="right",
                  va="center", color=INK, fontsize=6.5)  # fmt: skip
