"""Forward and backward, and of a workload what is between them, as stacked bars."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure

from fftbench.analysis.model.formats import problem_text, size_text
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.model.selection import best_of_drivers
from fftbench.analysis.plots.look.bars import Bar, Bars, bars_figure
from fftbench.analysis.plots.look.places import place_text
from fftbench.analysis.plots.look.style import COLOURS
from fftbench.core.contracts.resources import Resources

PARTS = {"forward": (COLOURS[0], ""), "pointwise": (COLOURS[3], ""), "backward": (COLOURS[4], "")}


def with_directions(rows: Sequence[Row]) -> list[Row]:
    """Pick the fastest settings of each driver on each of the resources, the fastest first.

    Only of those whose directions are timed apart: what solves a workload in its own way is timed
    as a whole only.
    """
    told = [row for row in rows if row.result.forward and row.result.backward]
    return sorted(best_of_drivers(told), key=lambda row: (row.resources, row.seconds))


def directions_figure(rows: Sequence[Row]) -> Figure:
    """Draw a bar per driver, grouped by resources; rows of one problem, or of one that grows."""
    places: dict[Resources, list[Row]] = {}
    for row in with_directions(rows):
        places.setdefault(row.resources, []).append(row)
    first = next(iter(places.values()))[0].result.case.problem
    grows = len({row.result.case.problem for row in rows}) > 1
    groups = [
        Bars(
            f"{place_text(found)}, {size_text(found[0].result.case.problem.shape)}" if grows
            else place_text(found),
            tuple(Bar(row.result.case.driver, part_seconds(row)) for row in found),
        )
        for found in places.values()
    ]  # fmt: skip
    title = f"{'weak from ' if grows else ''}{problem_text(first)}"
    return bars_figure(groups, PARTS, title, "median of each part")


def part_seconds(row: Row) -> dict[str, float]:
    """Seconds of the parts that a row has, median over launches each."""
    result = row.result
    parts = zip(PARTS, (result.forward, result.pointwise, result.backward), strict=True)
    return {name: part.median for name, part in parts if part}
