"""What `fftbench figures` draws: the report's figures and more, with lines for what is named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from fftbench.analysis.model.measured import Measured, read_measured
from fftbench.analysis.model.metric import rows_by
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.model.selection import group_rows, timed
from fftbench.analysis.model.variants import check_names, joined
from fftbench.analysis.plots.collection import (
    METRICS,
    PAIR,
    Figure,
    Subject,
    Wish,
    accuracy_figures,
    details,
    device_figures,
    effect_figures,
    error_figures,
    field_figures,
    line_figures,
    overview,
    profile_figures,
    roofline_figures,
    weak_line_figures,
)
from fftbench.analysis.plots.files.book import write_book
from fftbench.analysis.plots.files.captions import write_captions
from fftbench.analysis.plots.files.drawing import draw, remove_old
from fftbench.analysis.plots.look.style import Palette
from fftbench.analysis.questions.ablation import setting_effects
from fftbench.analysis.questions.batches import batches
from fftbench.analysis.questions.compared import compared
from fftbench.analysis.questions.devices import side_by_side
from fftbench.analysis.terminal.problems import print_problems
from fftbench.core.errors import UserError, did_you_mean
from fftbench.core.files.writing import make_directory


@dataclass(frozen=True)
class Choice:
    """What a person wants to see."""

    lines: tuple[str, ...] = ()
    """What has lines of its own beside the drivers: settings, grid, threads, ..."""
    drivers: tuple[str, ...] = ()
    """Only these; all if empty."""
    over: str | None = None
    """The driver whose time is that of speed-up 1."""
    metrics: tuple[str, ...] = (PAIR,)
    """The times that lines are of."""


def draw_figures(
    paths: Sequence[Path], out: Path, choice: Choice, console: Console | None = None
) -> list[Figure]:
    """Draw into OUT, each figure as SVG, PNG and PDF, all in figures.pdf, and write captions.txt.

    Prints what could not be read, or does not count. Raises UserError if nothing can be read or
    drawn, or for names that the records don't have.
    """
    measured = read_measured(paths)
    print_problems(console or Console(), measured.study)
    shown = _shown(measured, choice)
    palette = Palette(measured.study.drivers)
    make_directory(out)
    figures = [
        *_of_all(measured, shown, palette),
        *_by_problem(shown, palette, choice),
        *(one for metric in choice.metrics for one in _lines(shown, palette, choice, metric)),
    ]
    try:
        draw(out, figures, paper=True)
        write_book(out, figures)
        write_captions(out, figures, compared(measured.study, [row.result for row in shown]))
        remove_old(out, figures, paper=True)
    except OSError as error:
        raise UserError(f"{error.filename or out}: {error.strerror}") from error
    return figures


def _shown(measured: Measured, choice: Choice) -> list[Row]:
    """Keep the rows of the drivers that are wanted; UserError for what can't be drawn."""
    known = measured.study.drivers
    named = {*choice.drivers, *filter(None, [choice.over])}
    for driver in sorted(named):
        if driver not in known:
            raise UserError(f"there is no driver '{driver}'", did_you_mean(driver, known))
    wanted = named if choice.drivers else set(known)
    shown = [row for row in measured.rows if row.result.case.driver in wanted]
    if not timed(shown):
        raise UserError("nothing to draw: no case has a time")
    check_names(shown, choice.lines)
    for metric in choice.metrics:
        if metric not in (PAIR, *METRICS):
            hint = did_you_mean(metric, [PAIR, *METRICS])
            raise UserError(f"there is no metric '{metric}'", hint)
        if not _timed_by(metric, shown):
            raise UserError(f"nothing to draw: no case has a time of '{metric}'")
    return shown


def _timed_by(metric: str, rows: Sequence[Row]) -> list[Row]:
    return timed(rows if metric == PAIR else rows_by(METRICS[metric], rows))


def _of_all(measured: Measured, shown: Sequence[Row], palette: Palette) -> Iterator[Figure]:
    yield from accuracy_figures(shown, palette)
    yield from profile_figures(shown, palette)
    yield from error_figures(shown, palette)
    yield from roofline_figures(timed(shown), measured.divided.bounds, palette)
    effects = setting_effects(measured.study, [row.result for row in shown])
    yield from effect_figures(effects, palette).values()
    yield from field_figures(batches(shown), palette)
    yield from device_figures(side_by_side(group_rows(shown)), palette)


def _by_problem(shown: Sequence[Row], palette: Palette, choice: Choice) -> Iterator[Figure]:
    """List what is of one problem in one place: nothing where machines stand in one figure."""
    groups = joined(group_rows(shown), choice.lines)
    machines = list(dict.fromkeys(machine for machine, _, _ in groups))
    for machine, problem, rows in groups:
        if timed(rows) and len({row.result.machine for row in rows}) == 1:
            subject = Subject.of(problem, machine.prefix(machines))
            yield from overview(rows, palette, subject)
            yield from details(rows, palette, subject)


def _lines(shown: Sequence[Row], palette: Palette, choice: Choice, metric: str) -> Iterator[Figure]:
    wish = Wish(choice.lines, choice.over, metric)
    rows = shown if metric == PAIR else _timed_by(metric, shown)
    groups = joined(group_rows(rows), choice.lines)
    machines = list(dict.fromkeys(machine for machine, _, _ in groups))
    for machine, _, found in groups:
        if timed(found):
            yield from line_figures(found, palette, wish, machine.prefix(machines))
    yield from weak_line_figures(rows, palette, wish)
