"""Numbers of a paper, and over them one's own where they measure the same."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import cycle
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from fftbench.analysis.plots.look.style import (
    DASHES,
    FAINT,
    MARKERS,
    Palette,
    add_legend,
    canvas,
    driver_handle,
    legend_rows,
)
from fftbench.analysis.plots.look.ticks import plain_log_ticks, rank_ticks
from fftbench.analysis.questions.published import Published, Series


def published_figure(found: Published, own: Mapping[str, Mapping[int, float]]) -> Figure:
    """Draw the series of the first unit in grey and hollow, one's own in colour.

    Every label says whose the numbers are.
    """
    handles = [*_paper_handles(found), *_own_handles(own)]
    room = legend_rows([str(handle.get_label()) for handle in handles])
    figure, (axes,) = canvas([2.0], room, left=0.76, title=found.source)
    ticks = list(found.cores or range(len(found.at)))
    for one, grey in zip(_series(found), _looks(found), strict=True):
        points = [(x, y) for x, y in zip(ticks, one.values, strict=True) if y is not None]
        axes.plot([x for x, _ in points], [y for _, y in points], **grey)
    palette = Palette(list(own))
    for driver, values in own.items():
        look = palette.of(driver)
        axes.plot(list(values), list(values.values()), color=look.colour, marker=look.marker,
                  markerfacecolor=look.face, linestyle=(0, look.dashes) if look.dashes else "-",
                  zorder=3)  # fmt: skip
        ticks += values
    _frame(axes, found, sorted(set(ticks)))
    add_legend(figure, handles)
    return figure


def _series(found: Published) -> list[Series]:
    return [one for one in found.series if one.unit == found.unit]


def _looks(found: Published) -> list[dict[str, Any]]:
    dashes, markers = cycle(DASHES), cycle(MARKERS)
    return [
        {
            "color": FAINT,
            "marker": next(markers),
            "markerfacecolor": "none",
            "linestyle": (0, dash) if (dash := next(dashes)) else "-",
        }
        for _ in _series(found)
    ]


def _paper_handles(found: Published) -> list[Line2D]:
    return [
        Line2D([], [], label=f"{one.name} (paper)", **look)
        for one, look in zip(_series(found), _looks(found), strict=True)
    ]


def _own_handles(own: Mapping[str, object]) -> list[Line2D]:
    palette = Palette(list(own))
    return [driver_handle(f"{driver} (here)", palette.of(driver)) for driver in own]


def _frame(axes: Axes, found: Published, ticks: list[int]) -> None:
    axes.set_xlabel("MPI ranks" if found.cores else found.axis)
    axes.set_ylabel("time [s]" if found.unit == "s" else found.unit)
    if found.cores is None:
        axes.set_xticks(ticks, [str(name) for name in found.at])
        axes.set_xlim(-0.4, len(found.at) - 0.6)
        axes.set_ylim(bottom=0)
        return
    rank_ticks(axes, ticks)
    if found.unit == "%":
        axes.set_ylim(0, 100)
        return
    axes.set_yscale("log")
    axes.set_ylim(*plain_log_ticks(axes.yaxis, *axes.dataLim.intervaly))
