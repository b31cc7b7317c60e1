"""Shares that a paper prints as stacked bars, and below them those of one's own traces."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure

from fftbench.analysis.model.formats import Unit, seconds_text
from fftbench.analysis.plots.look.bars import Bar, Bars, bars_figure
from fftbench.analysis.plots.look.style import COLOURS, PHASES, RULE, elide
from fftbench.analysis.questions.published import Published
from fftbench.analysis.questions.shares import TraceShares

LOOKS = {
    "FFT": PHASES["FFT"],
    "redistribution": PHASES["exchange"],
    "scheduling": (COLOURS[3], ""),
    "idle": (RULE, "....."),
}
PERCENT = Unit("%", 1.0)

HEADING = 1.8
"""Inches for what a trace is called."""


def shares_figure(found: Published, own: Sequence[TraceShares]) -> Figure:
    """Draw a bar for each number of ranks of the paper, and one for each trace.

    Headings say whose they are. Behind one's own stands the time of a transform.
    """
    names = [one.name for one in found.series]
    bars = []
    for number, at in enumerate(found.at):
        values = [(name, one.values[number]) for name, one in zip(names, found.series, strict=True)]
        parts = {name: value for name, value in values if value is not None}
        bars.append(Bar(f"{at} {found.axis}", parts, end=""))
    groups = [Bars("paper", tuple(bars))]
    for one in own:
        bar = Bar(one.label, one.percent, end=seconds_text(one.seconds))
        groups.append(Bars(elide(f"here: taskfft, {one.name}", HEADING, 7.5), (bar,)))
    free = iter(COLOURS)
    looks = {**LOOKS, **{name: (next(free), "") for name in names if name not in LOOKS}}
    return bars_figure(groups, looks, found.source, "share of the time", PERCENT)
