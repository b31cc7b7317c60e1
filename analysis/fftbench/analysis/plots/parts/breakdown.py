"""Where the time goes: FFT, reorder and exchange, stacked to the wall time."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure

from fftbench.analysis.model.formats import problem_text
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.model.parts import Parts
from fftbench.analysis.model.repetition import PAIR
from fftbench.analysis.model.selection import profiled
from fftbench.analysis.plots.look.bars import Bar, Bars, bars_figure
from fftbench.analysis.plots.look.places import place_text
from fftbench.analysis.plots.look.style import PHASES

DECLARED = " *"
"""Behind the name of a driver whose library told a part that interception could not."""


def declares(row: Row) -> bool:
    """Whether a part of its bar is by the library's own timers."""
    return bool(row.result.parts and row.result.parts.declared)


def segments(parts: Parts) -> list[tuple[str, float]]:
    """Phases and their seconds; they add up to the wall time."""
    fft, reorder, exchange = parts.fft, parts.reorder, parts.exchange
    if fft is None and exchange is None:
        return [("not told apart", parts.wall)]
    if fft is None:
        return [("local (FFT and reorder)", parts.rest), ("exchange", exchange or 0.0)]
    if exchange is None:
        return [("FFT", fft), ("reorder and exchange", parts.rest)]
    return [("FFT", fft), ("reorder", reorder or 0.0), ("exchange", exchange)]


def breakdown_figure(rows: Sequence[Row]) -> Figure:
    """Draw horizontal stacked bars, one per driver, grouped by resources."""
    groups = [
        Bars(place_text(group), tuple(_bar(row) for row in group)) for _, group in profiled(rows)
    ]
    title = problem_text(rows[0].result.case.problem)
    return bars_figure(groups, PHASES, title, f"{PAIR.name}, mean over ranks")


def _bar(row: Row) -> Bar:
    parts = row.result.parts
    assert parts is not None
    return Bar(row.result.case.driver + DECLARED * declares(row), dict(segments(parts)))
