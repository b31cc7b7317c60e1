"""Process grids by exchange: the time of every grid, as a heat map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil

from matplotlib.axes import Axes
from matplotlib.colors import LogNorm
from matplotlib.figure import Figure

from fftbench.analysis.model.formats import (
    axis_unit,
    grid_text,
    problem_text,
    significant,
)
from fftbench.analysis.model.metrics import Row, fastest
from fftbench.analysis.model.selection import timed
from fftbench.analysis.plots.look.places import place_text
from fftbench.analysis.plots.look.style import (
    EDGE,
    LEGEND_ROW,
    RIGHT,
    WIDTH,
    canvas,
    name_axis,
    names_width,
    text_width,
)
from fftbench.core.contracts.labels import setting_text

ROW = 0.24
"""Inches per driver and exchange."""

LEVEL = 6
"""Grids; the names of more have room only from bottom to top."""

DARK_INK, LIGHT_INK = "#000000", "#fefefe"
"""On colours that are the same in every theme: no colours that a page replaces."""

Cell = tuple[str, str]


def grid_cells(rows: Sequence[Row]) -> dict[Cell, Row]:
    """Pick the fastest case of each driver and exchange on each grid."""
    known = [row for row in timed(rows) if row.result.grid is not None]
    return fastest(known, lambda row: (_name(row), grid_text(row.result.grid) or ""))


def grids_figure(rows: Sequence[Row]) -> Figure:
    """Draw a cell per grid, driver and exchange; rows of one problem and the same resources."""
    cells = grid_cells(rows)
    names = sorted({name for name, _ in cells})
    grids = sorted({grid for _, grid in cells}, key=lambda grid: [*map(int, grid.split("x"))])
    left = names_width(names, most=1.6)
    title = f"{problem_text(rows[0].result.case.problem)}, {place_text(rows)}"
    turned = len(grids) > LEVEL
    room = ceil(max(text_width(grid, 7.5) for grid in grids) / LEGEND_ROW) if turned else 0
    figure, (axes,) = canvas([ROW * len(names)], room, left=left, title=title)
    unit = axis_unit(row.seconds for row in cells.values())
    times = {key: row.seconds * unit.factor for key, row in cells.items()}
    norm = LogNorm(min(times.values()), max(times.values()) * 1.0001)
    table = [[times.get((name, grid), float("nan")) for grid in grids] for name in names]
    edges = [[at - 0.5 for at in range(number + 1)] for number in (len(grids), len(names))]
    axes.pcolormesh(*edges, table, cmap="cividis_r", norm=norm)
    axes.invert_yaxis()
    placed = {(grids.index(grid), names.index(name)): t for (name, grid), t in times.items()}
    _write(axes, placed, (WIDTH - left - RIGHT) / len(grids))
    axes.set_xticks(range(len(grids)), grids, rotation=90 if turned else 0)
    name_axis(axes, range(len(names)), names, left + EDGE)
    axes.grid(visible=False)
    axes.tick_params(axis="x", length=0)
    name = rows[0].result.repetition.name
    axes.set_xlabel(f"process grid; {name} [{unit.name}]")
    return figure


def _write(axes: Axes, times: Mapping[tuple[int, int], float], width: float) -> None:
    """Write a number into each cell, from bottom to top where it is wider than the cell."""
    middle = (min(times.values()) * max(times.values())) ** 0.5
    texts = {at: significant(value) for at, value in times.items()}
    wide = max(text_width(text, 6.5) for text in texts.values()) > width - 0.04
    for at, text in texts.items():
        ink = DARK_INK if times[at] <= middle else LIGHT_INK
        axes.text(*at, text, ha="center", va="center", fontsize=6.5, color=ink,
                  rotation=90 if wide else 0)  # fmt: skip


def _name(row: Row) -> str:
    exchange = row.result.used("exchange")
    driver = row.result.case.driver
    return driver if exchange is None else f"{driver} {setting_text(exchange)}"
