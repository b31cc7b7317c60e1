"""Where the time goes by what libraries tell of themselves: stacked bars, as their own timers."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure

from fftbench.analysis.model.formats import problem_text
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.model.repetition import PAIR
from fftbench.analysis.model.selection import profiled
from fftbench.analysis.plots.look.bars import Bar, Bars, bars_figure
from fftbench.analysis.plots.look.places import place_text
from fftbench.analysis.plots.look.style import COLOURS, PHASES, UNPACK

LOOKS = {
    "FFT": PHASES["FFT"],
    "pack": PHASES["reorder"],
    "exchange": PHASES["exchange"],
    "unpack": UNPACK,
    "scale": (COLOURS[2], ""),
    "other": PHASES["not told apart"],
}


def with_phases(rows: Sequence[Row]) -> list[Bars]:
    """Make a bar of each driver with timers, at its fastest settings on each of the resources."""
    found = []
    for _, group in profiled(rows):
        bars = tuple(
            Bar(row.result.case.driver, {_named(one): value for one, value in parts.phases.items()})
            for row in group
            if (parts := row.result.parts) and parts.phases
        )
        if bars:
            found.append(Bars(place_text(group), bars))
    return found


def _named(phase: str) -> str:
    return "FFT" if phase == "fft" else phase


def phases_figure(rows: Sequence[Row]) -> Figure:
    """Draw the phases, grouped by resources; rows of one problem."""
    title = problem_text(rows[0].result.case.problem)
    return bars_figure(with_phases(rows), LOOKS, title, f"{PAIR.name}, mean over ranks")
