"""Every repetition as a point, launches apart: what medians and intervals are made of."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from fftbench.analysis.model import samples
from fftbench.analysis.model.formats import axis_unit, problem_text
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.model.selection import ranked
from fftbench.analysis.plots.look.places import place_text
from fftbench.analysis.plots.look.style import INK, Palette, canvas, name_rows, names_width

ROW = 0.34
"""Inches per case."""

MOST = 14
"""Cases; of more, the best settings of each driver are shown."""


def repetitions_figure(rows: Sequence[Row], palette: Palette) -> Figure:
    """Draw the repetitions of these cases, which all have a time, fastest first.

    Within a case launches follow each other from top to bottom, each with its median as a stroke.
    """
    shown = ranked(rows, MOST)
    names, alone = _names(shown)
    left = names_width(names, most=1.8)
    where = f"{alone}{problem_text(shown[0].result.case.problem)}, {place_text(shown)}"
    figure, (axes,) = canvas([ROW * len(shown)], left=left, title=where)
    unit = axis_unit(row.seconds for row in shown)
    for y, row in enumerate(shown):
        _case(axes, y, row, palette, unit.factor)
    name_rows(axes, names, left)
    axes.set_xlim(0, 1.05 * axes.dataLim.x1)
    axes.set_xlabel(f"{shown[0].result.repetition.name} [{unit.name}]")
    return figure


def _names(shown: Sequence[Row]) -> tuple[list[str], str]:
    """Name the cases, settings below the driver; a single driver is named in the title instead.

    Settings that all of them share are left out.
    """
    drivers = {row.result.case.driver for row in shown}
    words = [row.result.label.split() for row in shown]
    common = set(words[0]).intersection(*words) if len(words) > 1 else set()
    labels = [" ".join(word for word in own if word not in common) for own in words]
    if len(drivers) == 1 < len(shown):
        return [label or "defaults" for label in labels], f"{drivers.pop()}, "
    return [f"{row.result.case.driver}\n{label}".strip()
            for row, label in zip(shown, labels, strict=True)], ""  # fmt: skip


def _case(axes: Axes, y: int, row: Row, palette: Palette, factor: float) -> None:
    colour = palette.of(row.result.case.driver).colour
    records = row.result.records
    height = 0.76 / len(records)
    for number, record in enumerate(records):
        at = y - 0.38 + height * (number + 0.5)
        times = [factor * seconds for seconds in samples.pairs(record)]
        axes.plot(times, [at] * len(times), ".", color=colour, alpha=0.6, markersize=2.6,
                  markeredgewidth=0, zorder=2)  # fmt: skip
        middle = row.result.pair_launches.get(record.launch)
        if middle is not None:
            ends = [at - 0.45 * height, at + 0.45 * height]
            axes.plot([factor * middle] * 2, ends, color=INK, linewidth=0.8, zorder=3)
