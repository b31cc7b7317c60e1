"""Ticks of logarithmic axes, in plain numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, floor, log10, prod
from typing import TypeVar

from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.ticker import FixedFormatter, FixedLocator, MaxNLocator, NullLocator

from fftbench.analysis.model.formats import size_text
from fftbench.analysis.plots.look.style import LEFT, RIGHT, WIDTH, text_width

T = TypeVar("T")

SPREAD = 0.9 * (WIDTH - LEFT - RIGHT)
"""Inches between the first point of axes and the last."""

GAP = 0.06
"""Inches between the labels of two ticks."""


def rank_ticks(axes: Axes, ranks: Sequence[int]) -> None:
    """Logarithmic axis of rank counts, labelled at the counts measured."""
    axes.set_xscale("log", base=2)
    margin = 1.15 if len(ranks) > 1 else 1.5
    axes.set_xlim(min(ranks) / margin, max(ranks) * margin)
    shown = _thin(sorted(ranks), 9 if max(ranks) < 10_000 else 7)
    axes.xaxis.set_major_locator(FixedLocator(shown))
    axes.xaxis.set_major_formatter(FixedFormatter([str(rank) for rank in shown]))
    axes.xaxis.set_minor_locator(NullLocator())


def size_ticks(axes: Axes, shapes: Iterable[tuple[int, ...]]) -> None:
    """Logarithmic axis of numbers of points, labelled with the shapes that have so many."""
    labels: dict[int, list[str]] = {}
    for shape in sorted(set(shapes)):
        labels.setdefault(prod(shape), []).append(size_text(shape))
    axes.set_xscale("log")
    shown = _apart({points: max(text_width(one, 7.5) for one in labels[points])
                    for points in sorted(labels)})  # fmt: skip
    axes.xaxis.set_major_locator(FixedLocator(shown))
    axes.xaxis.set_major_formatter(FixedFormatter(["\n".join(labels[each]) for each in shown]))
    axes.xaxis.set_minor_locator(NullLocator())


def _apart(widths: dict[int, float]) -> list[int]:
    """Keep the ticks whose labels, so many inches wide, do not touch that of the one before."""
    span = log10(max(widths) / min(widths)) or 1.0
    decade = SPREAD / span
    kept: list[int] = []
    for at, width in widths.items():
        if not kept or log10(at / kept[-1]) * decade > (width + widths[kept[-1]]) / 2 + GAP:
            kept.append(at)
    return kept


def plain_log_ticks(axis: Axis, low: float, high: float, most: int = 7) -> tuple[float, float]:
    """Ticks in plain numbers for a logarithmic axis; returns the limits to set, low and high.

    1-2-5 per decade; fewer if that is too many, more if the range is short.
    """
    low, high = low / 1.08, high * 1.08
    decades = range(floor(log10(low)) - 1, ceil(log10(high)) + 1)
    if high / low < 2:
        return _even_ticks(axis, low, high, most)
    choices: tuple[tuple[float, ...], ...] = (
        (1,),
        (1, 3),
        (1, 2, 5),
        (1, 1.5, 2, 3, 4, 5, 6, 8),
        tuple(x / 10 for x in range(10, 100)),
    )
    ticks: list[float] = []
    for multiples in choices:
        found = [m * 10.0**d for d in decades for m in multiples if low <= m * 10.0**d <= high]
        if len(found) > most and ticks:
            break
        ticks = found
        if len(ticks) >= 4:
            break
    ticks = _thin(ticks, most)
    axis.set_major_locator(FixedLocator(ticks))
    axis.set_major_formatter(FixedFormatter([f"{tick:g}" for tick in ticks]))
    axis.set_minor_locator(NullLocator())
    return low, high


def _even_ticks(axis: Axis, low: float, high: float, most: int) -> tuple[float, float]:
    """Tick a short range as if it were linear: that is hardly a difference."""
    found = MaxNLocator(max(most - 2, 2), steps=[1, 2, 5, 10]).tick_values(low, high)
    ticks = [float(tick) for tick in found if low <= tick <= high]
    axis.set_major_locator(FixedLocator(ticks))
    axis.set_major_formatter(FixedFormatter([f"{tick:g}" for tick in ticks]))
    axis.set_minor_locator(NullLocator())
    return low, high


def _thin(values: list[T], most: int) -> list[T]:
    step = ceil(len(values) / most) if values else 1
    return values[::step]
