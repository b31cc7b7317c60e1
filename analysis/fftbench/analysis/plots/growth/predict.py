"""Predicted times beside measured ones: dashed, with a band."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from fftbench.analysis.model.formats import axis_unit, problem_text
from fftbench.analysis.model.repetition import repetition_of
from fftbench.analysis.plots.look.style import (
    FAINT,
    Look,
    Palette,
    add_legend,
    canvas,
    driver_handle,
    legend_rows,
)
from fftbench.analysis.plots.look.ticks import plain_log_ticks, rank_ticks
from fftbench.analysis.questions.predict import Prediction

FEW = 3
"""Bands are filled if they are so few; more would hide the lines, and have edges alone."""


def prediction_figure(found: Sequence[Prediction], palette: Palette) -> Figure:
    """Draw predictions of one problem on one machine, a line per driver."""
    handles = [driver_handle(one.driver, palette.of(one.driver)) for one in found]
    dashed = Line2D([], [], color=FAINT, linestyle=(0, (3, 2)), label="predicted, with its band")
    handles.append(dashed)
    room = legend_rows([str(handle.get_label()) for handle in handles])
    figure, (axes,) = canvas([2.3], room, left=0.76, title=problem_text(found[0].problem))
    unit = axis_unit(point.seconds for one in found for point in one.known)
    for one in found:
        _draw(axes, one, palette.of(one.driver), unit.factor)
        _band(axes, one, palette.of(one.driver), unit.factor, filled=len(found) <= FEW)
    cores = {point.resources.cores for one in found for point in one.known}
    cores |= {forecast.resources.cores for one in found for forecast in one.forecasts}
    rank_ticks(axes, sorted(cores))
    axes.set_yscale("log")
    axes.set_ylim(*plain_log_ticks(axes.yaxis, *axes.dataLim.intervaly))
    threaded = any(point.resources.threads > 1 for one in found for point in one.known)
    axes.set_xlabel(
        "cores (MPI ranks \N{MULTIPLICATION SIGN} threads)" if threaded else "MPI ranks"
    )
    axes.set_ylabel(f"{repetition_of(found[0].problem).name} [{unit.name}]")
    add_legend(figure, handles)
    return figure


def _draw(axes: Axes, one: Prediction, look: Look, factor: float) -> None:
    """Draw measured times with markers, predicted ones without."""
    cores = [point.resources.cores for point in one.known]
    times = [factor * point.seconds for point in one.known]
    (line,) = axes.plot(cores, times, color=look.colour, marker=look.marker,
                        markerfacecolor=look.face, zorder=3, clip_on=False)  # fmt: skip
    if look.dashes:
        line.set_dashes(look.dashes)
    beyond = [cores[-1], *(forecast.resources.cores for forecast in one.forecasts)]
    middle = [times[-1], *(factor * forecast.seconds for forecast in one.forecasts)]
    axes.plot(beyond, middle, color=look.colour, linestyle=(0, (3, 2)), linewidth=1.0, zorder=2)


def _band(axes: Axes, one: Prediction, look: Look, factor: float, filled: bool) -> None:
    last = one.known[-1]
    beyond = [last.resources.cores, *(forecast.resources.cores for forecast in one.forecasts)]
    low = [factor * value for value in (last.seconds, *(f.lo for f in one.forecasts))]
    high = [factor * value for value in (last.seconds, *(f.hi for f in one.forecasts))]
    if filled:
        axes.fill_between(beyond, low, high, color=look.colour, alpha=0.18, linewidth=0, zorder=1)
        return
    for edge in (low, high):
        axes.plot(beyond, edge, color=look.colour, alpha=0.6, linewidth=0.5, zorder=1)
