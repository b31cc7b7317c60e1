"""Process grids by exchange: the time of every grid, as a heat map."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from matplotlib.colors import LogNorm
from matplotlib.figure import Figure

from fftbench.analysis.model.formats import axis_unit, grid_text, problem_text, significant
from fftbench.analysis.model.metrics import Row, fastest
from fftbench.analysis.model.repetition import repetition_of
from fftbench.analysis.model.selection import timed
from fftbench.analysis.plots.style import (
    EDGE,
    LEGEND_ROW,
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
    title = f"{problem_text(rows[0].result.case.problem)}, {rows[0].resources.label}"
    turned = len(grids) > LEVEL
    room = ceil(max(text_width(grid, 7.5) for grid in grids) / LEGEND_ROW) if turned else 0
    figure, (axes,) = canvas([ROW * len(names)], room, left=left, title=title)
    unit = axis_unit(row.seconds for row in cells.values())
    times = {key: row.seconds * unit.factor for key, row in cells.items()}
    norm = LogNorm(min(times.values()), max(times.values()) * 1.0001)
    table = [[times.get((name, grid), float("nan")) for grid in grids] for name in names]
    axes.imshow(table, aspect="auto", cmap="cividis_r", norm=norm)
    middle = (norm.vmin * norm.vmax) ** 0.5 if norm.vmin and norm.vmax else 0.0
    for (name, grid), value in times.items():
        at, ink = (grids.index(grid), names.index(name)), "white" if value > middle else "black"
        text = significant(value)
        axes.text(*at, text, ha="center", va="center", fontsize=6.5, color=ink)
    axes.set_xticks(range(len(grids)), grids, rotation=90 if turned else 0)
    name_axis(axes, range(len(names)), names, left + EDGE)
    axes.grid(visible=False)
    axes.tick_params(axis="x", length=0)
    name = repetition_of(rows[0].result.case.problem).name
    axes.set_xlabel(f"process grid; {name} [{unit.name}]")
    return figure


def _name(row: Row) -> str:
    exchange = row.result.used("exchange")
    driver = row.result.case.driver
    return driver if exchange is None else f"{driver} {setting_text(exchange)}"
