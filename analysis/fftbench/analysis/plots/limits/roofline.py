"""The roofline: operations per second against operations per byte, under measured roofs.

Williams, Waterman and Patterson, CACM 52(4), 2009. Operations are the conventional ones of
`metrics.flops`, so libraries and roofs are on one scale, that of their times; bytes are those of
the arrays, read and written once, the least that memory has to carry.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedFormatter, FixedLocator, NullLocator

from fftbench.analysis.model.formats import placement_text, size_text
from fftbench.analysis.model.metrics import Row, flops, gflops, input_bytes
from fftbench.analysis.model.result import Result
from fftbench.analysis.model.selection import best_of_drivers
from fftbench.analysis.plots.look.style import (
    FAINT,
    Palette,
    add_legend,
    canvas,
    driver_handle,
    legend_rows,
)
from fftbench.analysis.plots.look.ticks import plain_log_ticks
from fftbench.core.contracts.problem import Problem

ROOFS: dict[str, Any] = {
    "memory": {"color": FAINT, "linestyle": "-", "linewidth": 2.0},
    "arithmetic": {"color": FAINT, "linestyle": (0, (1, 1)), "linewidth": 1.0},
    "exchange": {"color": FAINT, "linestyle": (0, (5, 1, 1, 1)), "linewidth": 1.0},
}
"""How bounds are drawn, by what they are of: in a colour that no library has."""


MARGIN = 0.5
"""Operations per byte to the left and right of a single size."""


def intensity(problem: Problem) -> float:
    """Conventional operations of a transform per byte of arrays read and written once."""
    return flops(problem) / (2 * input_bytes(problem))


def roofline_figure(rows: Sequence[Row], bounds: Sequence[Result], palette: Palette) -> Figure:
    """Draw the drivers at their best settings, and the bounds above them.

    Of one machine, transform, precision, placement and resources, at any sizes.
    """
    shown = best_by_problem(rows)
    roofs = {of: [b for b in bounds if b.used("of") == of] for of in ROOFS}
    roofs = {of: found for of, found in roofs.items() if found}
    drivers = sorted({row.result.case.driver for row in shown})
    handles = [driver_handle(driver, palette.of(driver)) for driver in drivers]
    handles += [Line2D([], [], label=f"bound: {of}", **ROOFS[of]) for of in roofs]
    room = legend_rows([str(handle.get_label()) for handle in handles]) + 1  # names have two lines
    problem, where = shown[0].result.case.problem, shown[0].resources.label
    title = f"{problem.transform.value} {problem.precision.value}, "
    title += f"{placement_text(problem.placement)}, {where}"
    figure, (axes,) = canvas([2.3], room, left=0.76, title=title)
    axes.set_yscale("log")
    for of, found in roofs.items():
        points = sorted((intensity(b.case.problem), _rate(b)) for b in found)
        marker = "_" if len(points) > 1 else ""
        _line(axes, _wide(points), marker=marker, markersize=8, zorder=2, **ROOFS[of])
    for driver in drivers:
        _driver(axes, [row for row in shown if row.result.case.driver == driver], palette)
    problems = [row.result.case.problem for row in shown]
    _frame(axes, problems)
    add_legend(figure, handles)
    return figure


def best_by_problem(rows: Sequence[Row]) -> list[Row]:
    """Pick the fastest settings of each driver on each problem."""
    problems = dict.fromkeys(row.result.case.problem for row in rows)
    return [
        best
        for problem in problems
        for best in best_of_drivers(row for row in rows if row.result.case.problem == problem)
    ]


def _wide(points: Sequence[tuple[float, float]]) -> Sequence[tuple[float, float]]:
    """Make a line of a single point, so that it shows how it is dashed."""
    if len(points) > 1:
        return points
    ((at, rate),) = points
    return [(at - 0.8 * MARGIN, rate), (at + 0.8 * MARGIN, rate)]


def _rate(bound: Result) -> float:
    return gflops(bound.case.problem, bound.seconds)


def _driver(axes: Axes, own: Sequence[Row], palette: Palette) -> None:
    look = palette.of(own[0].result.case.driver)
    points = sorted((intensity(row.result.case.problem), row.gflops or 0.0) for row in own)
    line = _line(axes, points, color=look.colour, marker=look.marker, linewidth=0.9,
                 markerfacecolor=look.face, zorder=3)  # fmt: skip
    if look.dashes:
        line.set_dashes(look.dashes)


def _line(axes: Axes, points: Sequence[tuple[float, float]], **style: Any) -> Line2D:
    (line,) = axes.plot([x for x, _ in points], [y for _, y in points], **style)
    return line


def _frame(axes: Axes, problems: Sequence[Problem]) -> None:
    """Name the sizes under their operations per byte; those too close to their left go unnamed."""
    sizes = {round(intensity(problem), 9): size_text(problem.shape) for problem in problems}
    low, high = min(sizes), max(sizes)
    margin = 0.08 * (high - low) or MARGIN
    axes.set_xlim(low - margin, high + margin)
    ticks: list[float] = []
    for at in sorted(sizes):
        if not ticks or at - ticks[-1] > 0.12 * (high - low):
            ticks.append(at)
    axes.xaxis.set_major_locator(FixedLocator(ticks))
    axes.xaxis.set_major_formatter(FixedFormatter([f"{at:.2g}\n{sizes[at]}" for at in ticks]))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.set_ylim(*plain_log_ticks(axes.yaxis, *axes.dataLim.intervaly))
    axes.set_xlabel("operations per byte of the arrays")
    axes.set_ylabel("GFLOP/s")
