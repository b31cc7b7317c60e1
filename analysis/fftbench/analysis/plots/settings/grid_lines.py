"""Time against the first side of the process grid, as in figure 3.1 of the ICL report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from matplotlib.figure import Figure

from fftbench.analysis.model.formats import axis_unit, problem_text
from fftbench.analysis.model.metrics import Row, fastest
from fftbench.analysis.model.selection import timed
from fftbench.analysis.plots.look.cores import draw_line
from fftbench.analysis.plots.look.lines import own_look
from fftbench.analysis.plots.look.places import place_text
from fftbench.analysis.plots.look.style import (
    Look,
    Palette,
    add_legend,
    canvas,
    driver_handle,
    legend_rows,
)
from fftbench.analysis.plots.look.ticks import plain_log_ticks, rank_ticks
from fftbench.core.contracts.resources import Resources


@dataclass(frozen=True)
class GridLine:
    """The fastest case of a driver on each grid (p, q) of the same resources."""

    driver: str
    resources: Resources
    rows: Mapping[int, Row]
    """By p, ascending; at least two."""

    @property
    def place(self) -> str:
        """Where it ran, as `4 ranks`."""
        return place_text([*self.rows.values()])


def grid_lines(rows: Iterable[Row]) -> list[GridLine]:
    """Make a line of each driver and resources on which it ran on several grids."""
    groups: dict[tuple[str, Resources], list[Row]] = {}
    for row in timed(rows):
        if row.result.grid and len(row.result.grid) == 2:
            groups.setdefault((row.result.case.driver, row.resources), []).append(row)
    found = (
        GridLine(driver, resources, dict(sorted(fastest(own, _first_side).items())))
        for (driver, resources), own in sorted(groups.items())
    )
    return [line for line in found if len(line.rows) > 1]


def _first_side(row: Row) -> int:
    return row.result.grid[0] if row.result.grid else 0


def grids_by_driver(found: Sequence[GridLine], palette: Palette) -> Figure:
    """Draw a line per driver; lines on the same resources."""
    looks = {line.driver: palette.of(line.driver) for line in found}
    return _figure(found, looks, found[0].place)


def grids_by_ranks(found: Sequence[GridLine]) -> Figure:
    """Draw a line per number of ranks; lines of one driver."""
    looks = {line.place: own_look(number) for number, line in enumerate(found)}
    return _figure(found, looks, found[0].driver)


def _figure(found: Sequence[GridLine], looks: Mapping[str, Look], about: str) -> Figure:
    """Draw time against the first side, both logarithmic; `about` is what all lines share.

    The looks are by what lines are called, in their order.
    """
    rows = [row for line in found for row in line.rows.values()]
    first = rows[0].result
    title = f"{problem_text(first.case.problem)}, {about}"
    figure, (axes,) = canvas([2.2], legend_rows(list(looks)), title=title)
    unit = axis_unit(row.seconds for row in rows)
    for line, look in zip(found, looks.values(), strict=True):
        pairs = ((side, row.result.pair) for side, row in line.rows.items())
        draw_line(axes, look, {side: pair.scaled(unit.factor) for side, pair in pairs if pair})
    rank_ticks(axes, sorted({side for line in found for side in line.rows}))
    axes.set_yscale("log")
    axes.set_ylim(*plain_log_ticks(axes.yaxis, *axes.dataLim.intervaly))
    axes.set_xlabel("first side of the process grid")
    axes.set_ylabel(f"{first.repetition.name} [{unit.name}]")
    add_legend(figure, [driver_handle(label, look) for label, look in looks.items()])
    return figure
