"""Lines for variants of libraries: time, efficiency, and speed-up over a library chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import PercentFormatter

from fftbench.analysis.model.formats import axis_unit, problem_text
from fftbench.analysis.model.merge import ratio
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.model.repetition import repetition_of
from fftbench.analysis.model.result import Result
from fftbench.analysis.model.selection import Line
from fftbench.analysis.model.statistics import Estimate
from fftbench.analysis.plots.scaling import (
    all_cores,
    cores_axis,
    draw_ideal,
    draw_line,
    draw_times,
    ideal_handle,
    log_frame,
    reach,
    shared_handle,
)
from fftbench.analysis.plots.style import (
    COLOURS,
    DASHES,
    FAINT,
    MARKERS,
    Look,
    Palette,
    add_legend,
    canvas,
    driver_handle,
    legend_rows,
    name_rows,
    names_width,
)
from fftbench.analysis.plots.ticks import rank_ticks
from fftbench.analysis.questions.answers import Cores

ROW = 0.19
"""Inches per line where there is but one number of cores."""


def name_of(line: Line) -> str:
    """Name a line by its driver and what tells it from the driver's others."""
    return f"{line.driver} {line.settings}".strip()


def _labels(found: Sequence[Line]) -> list[str]:
    """Name lines by what differs among them: not by the driver if there is but one."""
    if len({line.driver for line in found}) == 1 < len(found):
        return [line.settings or "not set" for line in found]
    return [name_of(line) for line in found]


def _driver(found: Sequence[Line]) -> str:
    """Name the driver for the title if labels don't."""
    return f"{found[0].driver}, " if _labels(found)[0] != name_of(found[0]) else ""


def line_looks(found: Sequence[Line], palette: Palette) -> dict[str, Look]:
    """Choose the looks of lines: a driver's colour is its own, its variants differ otherwise.

    Variants of a single driver have colours of their own: there is nobody to mistake them for.
    """
    alone = len({line.driver for line in found}) == 1
    looks: dict[str, Look] = {}
    variants: dict[str, int] = {}
    for line in found:
        number = variants[line.driver] = variants.get(line.driver, -1) + 1
        own = palette.of(line.driver)
        if alone:
            at = number % len(COLOURS), number // len(COLOURS) % len(DASHES)
            looks[name_of(line)] = Look(COLOURS[at[0]], MARKERS[number % len(MARKERS)],
                                        DASHES[at[1]], hollow=False)  # fmt: skip
        elif number:
            start = MARKERS.index(own.marker)
            marker = MARKERS[(start + number) % len(MARKERS)]
            dashes = DASHES[number % len(DASHES)]
            looks[name_of(line)] = Look(own.colour, marker, dashes, hollow=number % 2 == 1)
        else:
            looks[name_of(line)] = own
    return looks


def variant_scaling(found: Sequence[Line], looks: Mapping[str, Look]) -> Figure:
    """Draw time against cores, a line each; a row each where there is one number of cores."""
    if len(all_cores(found)) == 1:
        return _rows(found, looks)
    # On several machines nothing scales from one to another.
    ideal = len({row.result.machine.nodes for line in found for row in line.rows}) == 1
    handles = [
        *_handles(found, looks), *([ideal_handle()] if ideal else []), *shared_handle(found),
    ]  # fmt: skip
    figure, axes = _canvas(found, handles)
    unit = axis_unit(row.seconds for line in found for row in line.rows)
    for line in found:
        draw_times(axes, looks[name_of(line)], line, unit)
    if ideal:
        draw_ideal(axes, found, unit)
    log_frame(axes, found, unit)
    add_legend(figure, handles)
    return figure


def variant_efficiency(found: Sequence[Line], looks: Mapping[str, Look]) -> Figure:
    """Draw strong efficiency, each line of several points against itself on its fewest cores."""
    found = [line for line in found if len(line.apart) > 1]
    figure, axes = _canvas(found, [*_handles(found, looks), ideal_handle()])
    top = 1.0
    for line in found:
        base = line.apart[0].result
        known = {
            row.resources.cores: value
            for row in line.apart
            if (value := _efficiency(base, row.result))
        }
        draw_line(axes, looks[name_of(line)], known)
        top = max([top, *(reach(value) for value in known.values())])
    axes.axhline(1.0, color=FAINT, linestyle=(0, (4, 3)), linewidth=0.8, zorder=1)
    axes.set_ylim(0, 1.06 * top)
    axes.yaxis.set_major_formatter(PercentFormatter(1.0))
    axes.set_ylabel("strong efficiency")
    _cores(axes, found)
    add_legend(figure, [*_handles(found, looks), ideal_handle()])
    return figure


def _efficiency(base: Result, result: Result) -> Estimate | None:
    """Efficiency per core: a line may have other ranks and threads at each number of cores."""
    gain = ratio(base, result)
    return gain.scaled(base.resources.cores / result.resources.cores) if gain else None


def variant_speedup(found: Sequence[Line], looks: Mapping[str, Look], over: str) -> Figure:
    """Draw the time of the fastest of a driver over that of each line, paired by launch."""
    base = _fastest_of(found, over)
    others = [line for line in found if line.driver != over]
    figure, axes = _canvas(others, _handles(others, looks))
    top = 1.0
    for line in others:
        known: dict[int, Estimate] = {}
        for row in line.apart:
            rival = base.get(row.resources.cores)
            value = ratio(rival.result, row.result) if rival else None
            if value is not None:
                known[row.resources.cores] = value
        draw_line(axes, looks[name_of(line)], known)
        top = max([top, *(reach(value) for value in known.values())])
    axes.axhline(1.0, color=FAINT, linewidth=0.8, zorder=1)
    axes.set_ylim(0, 1.06 * top)
    axes.set_ylabel(f"speed-up over {over}")
    _cores(axes, others)
    add_legend(figure, _handles(others, looks))
    return figure


def _fastest_of(found: Sequence[Line], driver: str) -> dict[int, Row]:
    best: dict[int, Row] = {}
    for line in found:
        for row in line.apart if line.driver == driver else ():
            cores = row.resources.cores
            if row.seconds < (best[cores].seconds if cores in best else inf):
                best[cores] = row
    return best


def _canvas(found: Sequence[Line], handles: Sequence[Line2D]) -> tuple[Figure, Axes]:
    room = legend_rows([str(handle.get_label()) for handle in handles])
    figure, (axes,) = canvas([2.2], room, title=_title(found))
    return figure, axes


def _handles(found: Sequence[Line], looks: Mapping[str, Look]) -> list[Line2D]:
    return [
        driver_handle(label, looks[name_of(line)])
        for label, line in zip(_labels(found), found, strict=True)
    ]


def _title(found: Sequence[Line]) -> str:
    return _driver(found) + problem_text(found[0].rows[0].result.case.problem)


def _cores(axes: Axes, found: Sequence[Line]) -> None:
    rank_ticks(axes, sorted({row.resources.cores for line in found for row in line.apart}))
    axes.set_xlabel(cores_axis(found))


def _rows(found: Sequence[Line], looks: Mapping[str, Look]) -> Figure:
    """Draw a row per line, fastest first, on an axis from zero: one core count is no curve."""
    shown = sorted(found, key=lambda line: line.rows[0].seconds)
    names = _labels(shown)
    left = names_width(names, most=1.9)
    title = f"{_title(shown)}, {_where(shown)}"
    figure, (axes,) = canvas([ROW * len(shown) + 0.1], left=left, title=title)
    unit = axis_unit(line.rows[0].seconds for line in shown)
    for y, line in enumerate(shown):
        look, pair = looks[name_of(line)], line.rows[0].result.pair
        assert pair is not None
        value = pair.scaled(unit.factor)
        if value.confident:
            axes.plot([value.lo, value.hi], [y, y], color=look.colour, linewidth=5, alpha=0.35,
                      solid_capstyle="butt", zorder=2)  # fmt: skip
        axes.plot([value.median], [y], look.marker, color=look.colour, markerfacecolor=look.face,
                  zorder=3)  # fmt: skip
    name_rows(axes, names, left)
    axes.set_xlim(left=0)
    name = repetition_of(shown[0].rows[0].result.case.problem).name
    axes.set_xlabel(f"{name} [{unit.name}]")
    return figure


def _where(found: Sequence[Line]) -> str:
    """Name the resources of all lines; their number of cores where these are split otherwise."""
    first, *others = dict.fromkeys(line.rows[0].resources for line in found)
    return Cores.of(first).label if others else first.label
