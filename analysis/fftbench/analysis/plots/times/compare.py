"""How NEW compares with BASE, case by case: the ratio of times, with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from fftbench.analysis.model.formats import TIMES, count, size_text
from fftbench.analysis.model.result import Result
from fftbench.analysis.plots.look.style import (
    COLOURS,
    FAINT,
    add_legend,
    canvas,
    legend_rows,
    name_axis,
    names_width,
)
from fftbench.analysis.plots.look.ticks import plain_log_ticks
from fftbench.analysis.questions.compare import Contrast, Judgement
from fftbench.core.contracts.labels import work_text
from fftbench.core.errors import UserError

MOST = 30
"""Rows; of more cases, those that differ most are shown."""

ROW = 0.27
"""Inches per case."""

LOOKS = {Judgement.slower: (COLOURS[1], "s"), Judgement.faster: (COLOURS[2], "^")}
OTHER = (FAINT, "o")


def compare_figure(contrasts: Sequence[Contrast], threshold: float) -> Figure:
    """Draw the ratios of the cases that have a time on both sides, the slowest first."""
    if not contrasts:
        raise UserError("nothing to draw: no case has a time on both sides")
    most = sorted(contrasts, key=lambda one: -abs(log(one.ratio.median)))[:MOST]
    shown = sorted(most, key=lambda one: -one.ratio.median)
    names = _names(shown)
    left = names_width(names, most=2.0)
    handles: list[Line2D | Patch] = [
        _handle(judgement) for judgement in dict.fromkeys(map(_kind, shown))
    ]
    handles.append(Patch(facecolor=FAINT, alpha=0.10, label=f"within {TIMES}{threshold:g}"))
    room = legend_rows([str(handle.get_label()) for handle in handles])
    title = f"NEW over BASE, {count(len(contrasts), 'case')}"
    if len(shown) < len(contrasts):
        title += f", the {len(shown)} that differ most"
    figure, (axes,) = canvas([ROW * len(shown) + 0.1], room, left=left, title=title)
    axes.set_xscale("log")
    for y, contrast in enumerate(shown):
        _draw(axes, y, contrast)
    axes.axvline(1, color=FAINT, linewidth=0.8, zorder=1)
    axes.axvspan(1 / threshold, threshold, color=FAINT, alpha=0.10, linewidth=0)
    name_axis(axes, range(len(shown)), names, left)
    axes.set_ylim(len(shown) - 0.4, -0.6)
    low = min(*(one.ratio.lo for one in shown), 1 / threshold)
    high = max(*(one.ratio.hi for one in shown), threshold)
    axes.set_xlim(*plain_log_ticks(axes.xaxis, low, high, most=7))
    axes.grid(axis="y", visible=False)
    axes.set_xlabel("time, NEW over BASE")
    add_legend(figure, handles)
    return figure


def _names(shown: Sequence[Contrast]) -> list[str]:
    """Name the cases by what differs among them, the problem below what solves it."""
    machines = {contrast.new.machine for contrast in shown}
    words = [(*_words(contrast.new), contrast.new.machine.among(machines)) for contrast in shown]
    differs = [
        len(set(column)) > 1 or at == 0 for at, column in enumerate(zip(*words, strict=True))
    ]
    kept = [[word if told else "" for word, told in zip(own, differs, strict=True)]
            for own in words]  # fmt: skip
    halves = [(own[:SOLVER], own[SOLVER:]) for own in kept]
    return ["\n".join(" ".join(filter(None, half)) for half in both).strip() for both in halves]


SOLVER = 3
"""So many words are of what solves a problem."""


def _words(result: Result) -> tuple[str, ...]:
    problem = result.case.problem
    return (
        result.case.driver,
        result.resources.label,
        result.label,
        size_text(problem.shape),
        problem.transform.value,
        problem.precision.value,
        problem.placement.value.replace("_", " "),
        work_text(problem),
    )


def _kind(contrast: Contrast) -> Judgement | None:
    return contrast.judgement if contrast.judgement in LOOKS else None


def _look(judgement: Judgement | None) -> tuple[str, str]:
    return LOOKS[judgement] if judgement else OTHER


def _handle(judgement: Judgement | None) -> Line2D:
    colour, marker = _look(judgement)
    label = judgement.value if judgement else "no difference claimed"
    return Line2D([], [], color=colour, marker=marker, linestyle="none", label=label)


def _draw(axes: Axes, y: int, contrast: Contrast) -> None:
    """Draw a ratio, with its interval if it has one."""
    ratio = contrast.ratio
    colour, marker = _look(_kind(contrast))
    if ratio.confident:
        axes.plot([ratio.lo, ratio.hi], [y, y], color=colour, linewidth=1.0, zorder=2)
    axes.plot([ratio.median], [y], marker, color=colour, markersize=3.4, zorder=3)
