"""Time of a repetition with its share of planning, against how many follow the plan."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.figure import Figure

from fftbench.analysis.model.formats import axis_unit, problem_text
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.plots.look.places import place_text
from fftbench.analysis.plots.look.style import (
    RULE,
    Palette,
    add_legend,
    canvas,
    driver_handle,
    legend_rows,
)
from fftbench.analysis.plots.look.ticks import plain_log_ticks
from fftbench.analysis.questions.amortised import of_driver, offers, reigns

BEYOND = 10
"""The axis ends at so many times the pairs from which on nothing changes any more."""


def amortised_figure(rows: Sequence[Row], palette: Palette) -> Figure:
    """Draw a line per driver, of its best settings at each number; rows on the same resources."""
    found = offers(rows)
    drivers = sorted({offer.driver for offer in found})
    handles = [driver_handle(name, palette.of(name)) for name in drivers]
    room = legend_rows([str(handle.get_label()) for handle in handles])
    where = f"{problem_text(rows[0].result.case.problem)}, {place_text(rows)}"
    figure, (axes,) = canvas([2.2], room, left=0.76, title=where)
    changes = [reign.pairs for reign in reigns(found)]
    pairs = np.geomspace(1, max(1000, BEYOND * changes[-1]), 60)
    curves = [
        [min(offer.per_pair(at) for offer in of_driver(found, name)) for at in pairs]
        for name in drivers
    ]
    unit = axis_unit(max(times) for times in curves)
    for change in changes[1:]:
        axes.axvline(change, color=RULE, linewidth=0.8, zorder=1)
    for number, (name, times) in enumerate(zip(drivers, curves, strict=True)):
        look = palette.of(name)
        shown = [unit.factor * seconds for seconds in times]
        (line,) = axes.plot(pairs, shown, color=look.colour, marker=look.marker,
                            markerfacecolor=look.face, markevery=(number % 6, 12))  # fmt: skip
        if look.dashes:
            line.set_dashes(look.dashes)
    axes.set_xscale("log")
    plain_log_ticks(axes.xaxis, pairs[0], pairs[-1])
    axes.set_yscale("log")
    axes.set_ylim(*plain_log_ticks(axes.yaxis, *axes.dataLim.intervaly))
    noun = rows[0].result.repetition.noun
    axes.set_xlabel(f"{noun}s with one plan")
    axes.set_ylabel(f"time per {noun} with planning [{unit.name}]")
    add_legend(figure, handles)
    return figure
