"""Time of a field against how many of them one call transforms."""

from __future__ import annotations

from matplotlib.figure import Figure

from fftbench.analysis.model.formats import axis_unit, problem_text
from fftbench.analysis.model.repetition import repetition_of
from fftbench.analysis.plots.look.cores import draw_line
from fftbench.analysis.plots.look.places import place_text
from fftbench.analysis.plots.look.style import (
    Palette,
    add_legend,
    canvas,
    driver_handle,
    legend_rows,
)
from fftbench.analysis.plots.look.ticks import plain_log_ticks, rank_ticks
from fftbench.analysis.questions.batches import Batches, seconds_per_field


def fields_figure(found: Batches, palette: Palette) -> Figure:
    """Draw a line per driver at its fastest settings, both axes logarithmic."""
    points = {
        driver: {fields: time for fields, row in own.items() if (time := seconds_per_field(row))}
        for driver, own in found.rows.items()
    }
    handles = [driver_handle(driver, palette.of(driver)) for driver in points]
    room = legend_rows([str(handle.get_label()) for handle in handles])
    rows = [row for own in found.rows.values() for row in own.values()]
    title = f"{problem_text(found.problem)}, {place_text(rows)}"
    figure, (axes,) = canvas([2.0], room, title=title)
    unit = axis_unit(time.median for own in points.values() for time in own.values())
    for driver, own in points.items():
        times = {fields: time.scaled(unit.factor) for fields, time in own.items()}
        draw_line(axes, palette.of(driver), times)
    rank_ticks(axes, sorted({fields for own in points.values() for fields in own}))
    axes.set_yscale("log")
    axes.set_ylim(*plain_log_ticks(axes.yaxis, *axes.dataLim.intervaly))
    axes.set_xlabel("fields by one call")
    axes.set_ylabel(f"{repetition_of(found.problem).name} of a field [{unit.name}]")
    add_legend(figure, handles)
    return figure
