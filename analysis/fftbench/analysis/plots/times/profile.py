"""Performance profiles: in which share of the cases a library is within a factor of the best."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from fftbench.analysis.model.formats import TIMES, count
from fftbench.analysis.plots.look.style import (
    Palette,
    add_legend,
    canvas,
    driver_handle,
    legend_rows,
)
from fftbench.analysis.plots.look.ticks import plain_log_ticks
from fftbench.analysis.questions.profile import Profile

MOST = 20.0
"""The axis of factors ends here at the latest."""


def profile_figure(found: Sequence[Profile], palette: Palette) -> Figure:
    """Draw a staircase per library; where it ends below 100 %, some answers are not right."""
    names = [one.name for one in found]
    title = f"{_instances(found)}, fastest settings of each"
    figure, (axes,) = canvas([2.1], legend_rows(names), title=title)
    finite = [ratio for one in found for ratio in one.ratios if ratio < inf]
    high = min(MOST, 1.05 * max(finite))
    axes.set_xscale("log")
    for one in found:
        look = palette.of(one.name)
        steps = sorted({1.0, *(ratio for ratio in one.ratios if ratio <= high), high})
        (line,) = axes.step(
            steps, [one.share(step) for step in steps], where="post", color=look.colour,
            marker=look.marker, markerfacecolor=look.face, markersize=3, linewidth=1.1,
            markevery=max(1, len(steps) // 6), zorder=3,
        )  # fmt: skip
        if look.dashes:
            line.set_dashes(look.dashes)
    _, right = plain_log_ticks(axes.xaxis, 1.0, high)
    axes.set_xlim(1 / 1.02, right)
    axes.set_ylim(0, 1.04)
    axes.yaxis.set_major_formatter(PercentFormatter(1.0))
    axes.set_xlabel(f"time over that of the best, at most {TIMES}")
    axes.set_ylabel("share of the instances")
    add_legend(figure, [driver_handle(name, palette.of(name)) for name in names])
    return figure


def _instances(found: Sequence[Profile]) -> str:
    """Write `8 instances`, or `4 to 8 instances` where some were asked for fewer."""
    numbers = {len(one.ratios) for one in found}
    most = count(max(numbers), "instance")
    return f"{min(numbers)} to {most}" if len(numbers) > 1 else most
