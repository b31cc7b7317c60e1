"""Who is fastest: a dot per driver and settings, and what its planning costs."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from fftbench.analysis.model.formats import axis_unit, count, problem_text, significant
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.model.repetition import OWN_WAY, Repetition
from fftbench.analysis.model.selection import ranked, timed
from fftbench.analysis.model.statistics import Estimate
from fftbench.analysis.plots.look.places import place_text
from fftbench.analysis.plots.look.style import (
    FAINT,
    INK,
    LEFT,
    PAPER,
    RIGHT,
    WIDTH,
    Look,
    Palette,
    add_legend,
    canvas,
    driver_handle,
    elide,
    legend_rows,
    text_width,
)
from fftbench.analysis.plots.look.ticks import plain_log_ticks

ROW_HEIGHT = 0.27
MARGIN = 0.14
GAP = 0.08
"""Inches between a label and its neighbour."""

NARROW = 0.6
"""Inches; settings that have less room are left out."""


def ranking_figure(rows: Sequence[Row], palette: Palette) -> Figure:
    """Draw the time of every driver and settings, fastest first, on an axis from zero."""
    shown = ranked(rows)
    figure, (axes,) = canvas([ROW_HEIGHT * len(shown)], left=MARGIN, title=_title(shown))
    unit = axis_unit(row.seconds for row in shown)
    longest = 0.0
    for height, row in enumerate(shown):
        pair = row.result.pair
        assert pair is not None
        value = pair.scaled(unit.factor)
        launches = [seconds * unit.factor for seconds in row.result.pair_launches.values()]
        longest = max(longest, *launches)
        _dot(axes, height, palette.of(row.result.case.driver), value, launches)
        if row.baseline:
            baseline = row.baseline.seconds * unit.factor
            longest = max(longest, baseline)
            _mark_baseline(axes, height, baseline)
    for height, row in enumerate(shown):
        _labels(axes, height, row, significant(row.seconds * unit.factor))
    axes.set_xlim(0, 1.16 * longest)
    axes.set_ylim(len(shown) - 0.5, -0.75)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    axes.grid(axis="y", visible=False)
    axes.set_xlabel(f"{_repetition(shown).name} [{unit.name}]")
    return figure


def _title(shown: Sequence[Row]) -> str:
    return f"{problem_text(shown[0].result.case.problem)}, {place_text(shown)}"


def _repetition(shown: Sequence[Row]) -> Repetition:
    return shown[0].result.repetition


def _dot(axes: Axes, height: int, look: Look, value: Estimate, launches: Sequence[float]) -> None:
    """Draw a time with its interval; of too few launches, a stroke for each of them."""
    y = height + 0.18
    axes.plot([0, value.lo], [y, y], color=look.colour, linewidth=0.6, alpha=0.6, zorder=2)
    if value.confident:
        axes.plot([value.lo, value.hi], [y, y], color=look.colour, linewidth=6, alpha=0.35,
                  zorder=3, solid_capstyle="butt")  # fmt: skip
    else:
        axes.plot(launches, [y] * len(launches), "|", color=look.colour, alpha=0.6, markersize=6,
                  zorder=3)  # fmt: skip
    axes.plot([value.median], [y], look.marker, color=look.colour, markerfacecolor=look.face,
              zorder=4)  # fmt: skip


def _mark_baseline(axes: Axes, height: int, value: float) -> None:
    """Mark the baseline on the line of a row."""
    axes.plot([value, value], [height + 0.02, height + 0.34], color=INK, linewidth=0.9, zorder=2)


def _labels(axes: Axes, height: int, row: Row, value: str) -> None:
    room = WIDTH - MARGIN - RIGHT - text_width(value, 7.5) - 2 * GAP
    driver = elide(row.result.case.driver, room, 7.5, bold=True)
    room -= text_width(driver, 7.5, bold=True) + GAP
    words = " ".join(filter(None, (row.result.label, OWN_WAY if row.result.own_way else "")))
    settings = elide(words, room, 6.5) if room > NARROW else ""
    y = height - 0.08
    name = axes.annotate(
        driver, (0, y), xytext=(2, 0), textcoords="offset points", va="bottom",
        color=INK, fontsize=7.5, fontweight="bold", parse_math=False,
    )  # fmt: skip
    axes.annotate(
        settings, (1, 0), xycoords=name, xytext=(5, 0), textcoords="offset points",
        va="bottom", color=FAINT, fontsize=6.5, annotation_clip=False, parse_math=False,
    )  # fmt: skip
    axes.annotate(
        value, (1, y), xycoords=("axes fraction", "data"), ha="right", va="bottom",
        color=INK, fontsize=7.5,
    )  # fmt: skip


def planning_figure(rows: Sequence[Row], palette: Palette) -> Figure:
    """Draw time against planning time; on diagonals planning takes n repetitions."""
    shown = with_planning(rows)
    drivers = sorted({row.result.case.driver for row in shown})
    figure, (axes,) = canvas([2.2], legend_rows(drivers), title=_title(shown))
    plan_unit = axis_unit(row.result.plan_s or 0 for row in shown)
    unit = axis_unit(row.seconds for row in shown)
    xs = [(row.result.plan_s or 0) * plan_unit.factor for row in shown]
    ys = [row.seconds * unit.factor for row in shown]
    for x, y, row in zip(xs, ys, shown, strict=True):
        look = palette.of(row.result.case.driver)
        axes.plot([x], [y], look.marker, color=look.colour, markerfacecolor=look.face, zorder=3)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(*plain_log_ticks(axes.xaxis, min(xs) / 1.6, max(xs) * 1.6, most=6))
    axes.set_ylim(*plain_log_ticks(axes.yaxis, min(ys) / 1.25, max(ys) * 1.25))
    _worth_lines(axes, plan_unit.factor / unit.factor, _repetition(shown).noun)
    axes.set_xlabel(f"planning [{plan_unit.name}]")
    axes.set_ylabel(f"{_repetition(shown).name} [{unit.name}]")
    add_legend(figure, [driver_handle(d, palette.of(d), line=False) for d in drivers])
    return figure


def with_planning(rows: Sequence[Row]) -> list[Row]:
    """Keep the rows whose planning took a known time."""
    return [row for row in timed(rows) if row.result.plan_s]


def _worth_lines(axes: Axes, units: float, noun: str) -> None:
    """Draw where planning takes as long as n repetitions: x = n y.

    Each is named where it leaves the axes. Lines without room for their names are left out.
    """
    (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
    decade = (WIDTH - LEFT - RIGHT) / log10(right / left)
    taken = 0.0
    for power in range(10):
        n = 10**power
        slope = n * units
        text = count(n, noun)
        end = log10(min(slope * top, right) / left) * decade - 0.04
        start = end - text_width(text, 6.5)
        if start < taken + 0.04 or not slope * bottom < right:
            continue
        taken = end if slope * top < right else 0.0
        axes.plot(
            [slope * bottom, slope * top],
            [bottom, top],
            color=FAINT,
            linewidth=0.6,
            linestyle=(0, (1, 2)),
            zorder=1,
            scalex=False,
            scaley=False,
        )
        out = (slope * top, top) if slope * top < right else (right, right / slope)
        axes.annotate(
            text,
            out,
            xytext=(-3, -1),
            ha="right",
            va="top",
            textcoords="offset points",
            fontsize=6.5,
            color=FAINT,
            zorder=2,
            bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 0.5},  # flat lines go through it
            annotation_clip=False,
        )
