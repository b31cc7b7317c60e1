"""The bounds of the report: what passes and crossings take alone."""

from __future__ import annotations

from collections.abc import Sequence

from fftbench.analysis.bounds import crossing_rate, crossing_seconds, how
from fftbench.analysis.formats import NONE, grid_text, seconds_text
from fftbench.analysis.metrics import place_of
from fftbench.analysis.result import Result
from fftbench.analysis.tables import Cell, Table, interval_cell, lean, number_cell


def bound_table(bounds: Sequence[Result]) -> Table:
    """Make a line of each bound of one problem."""
    columns = (
        ("where", ""), ("bound", ""), ("settings", "wide"), ("grid", ""), ("crossings", ""),
        ("forward + backward", "num"), ("passes", "num"), ("crossings take", "num"),
        ("crossing [GB/s]", "num"), ("case", "id"),
    )  # fmt: skip
    lines_ = []
    for bound in bounds:
        place, passes = place_of(bound), bound.parts.fft if bound.parts else None
        crossing = crossing_seconds(bound) if bound.case.ranks > 1 else None
        lines_.append((
            Cell(place.label, place.ranks),
            Cell(bound.case.driver, kind="strong"),
            Cell(bound.shown),
            Cell(grid_text(bound.grid) or NONE),
            Cell(how(bound)),
            interval_cell(bound.pair),
            Cell(seconds_text(passes), passes),
            Cell(seconds_text(crossing), crossing),
            number_cell(crossing_rate(bound)),
            Cell(bound.case.id),
        ))  # fmt: skip
    return lean(columns, lines_)
