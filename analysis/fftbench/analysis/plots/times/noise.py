"""How small a difference can be told: equal pairs, and the power over launches and differences."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator, PercentFormatter

from fftbench.analysis.model.formats import size_text
from fftbench.analysis.plots.look.style import (
    COLOURS,
    FAINT,
    MARKERS,
    add_legend,
    canvas,
    legend_rows,
)
from fftbench.analysis.questions.noise import POWER, TARGET, Noise

EQUAL, DIFFERENT, EXPECTED = COLOURS[0], COLOURS[1], COLOURS[0]


def noise_figure(found: Noise) -> Figure:
    """Draw the ratios of equal pairs, and how often a difference is told."""
    handles = _handles(found)
    room = legend_rows([str(handle.get_label()) for handle in handles])
    title = f"what {found.launches} launches tell on {found.machine.hosts}"
    figure, (ratios, launches, differences) = canvas([1.7, 1.2, 1.2], room, gap=0.55, title=title)
    _draw_ratios(ratios, found)
    _draw_launches(launches, found)
    _draw_differences(differences, found)
    for axes in (launches, differences):
        axes.axhline(POWER, color=FAINT, linewidth=0.8, linestyle=(0, (4, 3)), zorder=1)
        axes.set_ylim(0, 1.04)
        axes.yaxis.set_major_formatter(PercentFormatter(1.0))
        axes.set_ylabel("told in")
    add_legend(figure, handles)
    return figure


def _handles(found: Noise) -> list[Line2D]:
    handles = [
        Line2D([], [], color=EQUAL, label="equal pair"),
        Line2D([], [], color=DIFFERENT, label="called different"),
        Line2D([], [], color=EXPECTED, marker="o", label="expected of equal pairs"),
    ]
    handles += [
        Line2D([], [], color=COLOURS[2], marker=_marker(percent), label=f"slowed by {percent} %")
        for percent in found.powers[-1].slowed
    ]
    return handles


def _marker(percent: int) -> str:
    return MARKERS[percent % len(MARKERS)]


def _draw_ratios(axes: Axes, found: Noise) -> None:
    """Draw an interval per equal pair, by size and then by ratio."""
    pairs = sorted(found.twins, key=lambda pair: (pair.points, pair.ratio.median))
    for x, pair in enumerate(pairs):
        ratio, colour = pair.ratio, DIFFERENT if pair.ratio.side else EQUAL
        axes.plot([x, x], [ratio.lo, ratio.hi], color=colour, linewidth=1.0, zorder=2)
        axes.plot([x], [ratio.median], ".", color=colour, markersize=2.5, zorder=3)
    axes.axhline(1, color=FAINT, linewidth=0.8, zorder=1)
    _name_sizes(axes, [size_text(pair.first.case.problem.shape) for pair in pairs])
    axes.set_xlim(-1, len(pairs))
    most = sorted(max(pair.ratio.hi, 1 / pair.ratio.lo) for pair in pairs)
    # A few pairs of the smallest sizes must not hide all others.
    limit = most[int(0.95 * (len(most) - 1))] * 1.02
    axes.set_ylim(1 / limit, limit)
    axes.grid(axis="x", visible=False)
    axes.set_ylabel("time over its equal's")


def _name_sizes(axes: Axes, sizes: Sequence[str]) -> None:
    """Put a tick where each size begins, and its name below the middle of its pairs."""
    first = {size: sizes.index(size) for size in sizes}
    axes.set_xticks([start - 0.5 for start in first.values()], [""] * len(first))
    middles = [start + (sizes.count(size) - 1) / 2 for size, start in first.items()]
    axes.set_xticks(middles, list(first), minor=True)
    axes.tick_params(axis="x", which="minor", length=0, pad=5)


def _draw_launches(axes: Axes, found: Noise) -> None:
    powers = found.powers
    numbers = [power.launches for power in powers]
    axes.plot(numbers, [power.share(TARGET) for power in powers], "o-", color=EXPECTED)
    for percent in powers[-1].slowed:
        shares = [power.slowed[percent] for power in powers if percent in power.slowed]
        axes.plot(numbers[: len(shares)], shares, color=COLOURS[2], marker=_marker(percent))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
    axes.set_xlim(numbers[0] - 0.5, numbers[-1] + 0.5)
    axes.set_xlabel(f"launches (expected: of {100 * TARGET:g} %)")


def _draw_differences(axes: Axes, found: Noise) -> None:
    power = found.powers[-1]
    known = [percent / 100 for percent in power.slowed]
    most = max(2 * TARGET, *(2 * one for one in known), 1.2 * power.smallest)
    steps = [most * step / 100 for step in range(1, 101)]
    axes.plot(steps, [power.share(step) for step in steps], color=EXPECTED)
    for percent, share in power.slowed.items():
        axes.plot([percent / 100], [share], color=COLOURS[2], marker=_marker(percent))
    axes.set_xlim(0, most)
    axes.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
    axes.set_xlabel(f"difference, in {power.launches} launches")
