"""Time inside each function of MPI, by driver: what exchanges are made of."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from matplotlib.figure import Figure
from matplotlib.patches import Patch

from fftbench.analysis.model.formats import axis_unit, problem_text
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.model.selection import best_of_drivers
from fftbench.analysis.plots.style import (
    COLOURS,
    FAINT,
    PAPER,
    add_legend,
    canvas,
    legend_rows,
    name_rows,
    names_width,
)

ROW = 0.2
"""Inches per driver."""

MOST = len(COLOURS)
"""Functions with a colour of their own; those with least time are one."""

OTHERS = "others"


def function_seconds(row: Row) -> dict[str, float]:
    """Seconds of forward + backward in each function: of the slowest rank, median over launches."""
    found: dict[str, list[float]] = {}
    profiles = [record.profile for record in row.result.records if record.profile]
    names = {name for one in profiles for name in (*one.forward.mpi, *one.backward.mpi)}
    for profile in profiles:
        for name in names:
            both = (profile.forward.mpi.get(name), profile.backward.mpi.get(name))
            found.setdefault(name, []).append(sum(one.seconds for one in both if one))
    return {name: median(values) for name, values in found.items() if median(values) > 0}


def with_functions(rows: Sequence[Row]) -> list[Row]:
    """Pick of each driver the fastest settings, if time in functions of MPI is known."""
    return sorted(
        (row for row in best_of_drivers(rows) if function_seconds(row)), key=lambda row: row.seconds
    )


def functions_figure(rows: Sequence[Row]) -> Figure:
    """Draw a bar per driver; rows of one problem and the same resources."""
    shown = with_functions(rows)
    times = [_with_others(function_seconds(row), _leading(shown)) for row in shown]
    names = [*_leading(shown), *([OTHERS] if any(OTHERS in one for one in times) else [])]
    colours = dict(zip(names, [*COLOURS, FAINT], strict=False)) | {OTHERS: FAINT}
    handles = [Patch(facecolor=colours[name], label=name) for name in names]
    drivers = [row.result.case.driver for row in shown]
    left = names_width(drivers)
    title = f"{problem_text(shown[0].result.case.problem)}, {shown[0].resources.label}"
    room = legend_rows(names)
    figure, (axes,) = canvas([ROW * len(shown) + 0.1], room, left=left, title=title)
    unit = axis_unit(sum(one.values()) for one in times)
    for y, one in enumerate(times):
        start = 0.0
        for name in names:
            width = one.get(name, 0.0) * unit.factor
            axes.barh(y, width, left=start, height=0.7, color=colours[name], edgecolor=PAPER,
                      linewidth=0)  # fmt: skip
            start += width
    name_rows(axes, drivers, left)
    axes.set_axisbelow(True)
    axes.set_xlabel(f"forward + backward, slowest rank [{unit.name}]")
    add_legend(figure, handles)
    return figure


def _leading(shown: Sequence[Row]) -> list[str]:
    """Name the functions with most time, these first."""
    total: dict[str, float] = {}
    for row in shown:
        for name, seconds in function_seconds(row).items():
            total[name] = total.get(name, 0.0) + seconds
    return sorted(total, key=lambda name: (-total[name], name))[:MOST]


def _with_others(times: dict[str, float], names: Sequence[str]) -> dict[str, float]:
    others = sum(seconds for name, seconds in times.items() if name not in names)
    kept = {name: seconds for name, seconds in times.items() if name in names}
    return {**kept, OTHERS: others} if others > 0 else kept
