"""What `fftbench figures` draws: figures for papers, with lines for what a person names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from matplotlib.figure import Figure as Canvas

from fftbench.analysis.model.formats import problem_slug, problem_text
from fftbench.analysis.model.merge import baselines_of, bounds_of, merge
from fftbench.analysis.model.metrics import Row, measure
from fftbench.analysis.model.selection import Group, group_rows, main_resources, timed
from fftbench.analysis.model.sources import Machine, load
from fftbench.analysis.model.variants import check_names, variant_lines
from fftbench.analysis.plots.book import write_pdfs
from fftbench.analysis.plots.collection import Figure, remove_old, save
from fftbench.analysis.plots.profile import profile_figure
from fftbench.analysis.plots.repetitions import repetitions_figure
from fftbench.analysis.plots.scaling import all_cores
from fftbench.analysis.plots.style import Palette
from fftbench.analysis.plots.variants import (
    line_looks,
    variant_efficiency,
    variant_scaling,
    variant_speedup,
)
from fftbench.analysis.questions.profile import profiles
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


def draw_figures(paths: Sequence[Path], out: Path, choice: Choice) -> list[Figure]:
    """Draw into OUT, each figure as SVG, PNG and PDF, and all in figures.pdf.

    Raises UserError if nothing can be read or drawn, or for names that the records don't have.
    """
    study = load(paths)
    for driver in (*choice.drivers, *filter(None, [choice.over])):
        if driver not in study.drivers:
            raise UserError(f"there is no driver '{driver}'", did_you_mean(driver, study.drivers))
    rows = measure(merge(study), baselines_of(study), bounds_of(study))
    wanted = {*choice.drivers, *filter(None, [choice.over])} if choice.drivers else None
    shown = [row for row in rows if wanted is None or row.result.case.driver in wanted]
    if not timed(shown):
        raise UserError("nothing to draw: no case has a time")
    palette = Palette(study.drivers)
    check_names(shown, choice.lines)
    make_directory(out)
    figures = [*_all_problems(shown, palette), *_by_problem(group_rows(shown), palette, choice)]
    try:
        for figure in figures:
            save(out, figure)
        write_pdfs(out, figures)
        remove_old(out, figures)
    except OSError as error:
        raise UserError(f"{error.filename or out}: {error.strerror}") from error
    return figures


def _all_problems(rows: Sequence[Row], palette: Palette) -> Iterator[Figure]:
    if found := profiles(rows):
        yield Figure(
            "profile", "profile", "Performance profile",
            "Share of the instances in which a library takes at most so many times as long as the "
            "best (Dolan and More, 2002), each at its fastest settings.",
            partial(profile_figure, found, palette),
        )  # fmt: skip


def _by_problem(groups: Sequence[Group], palette: Palette, choice: Choice) -> Iterator[Figure]:
    machines = list(dict.fromkeys(machine for machine, _, _ in groups))
    for machine, _, rows in groups:
        if timed(rows):
            yield from _of_problem(rows, palette, choice, _prefix(machine, machines))


def _prefix(machine: Machine, machines: Sequence[Machine]) -> str:
    return f"set{machines.index(machine) + 1}-" if len(machines) > 1 else ""


def _of_problem(
    rows: Sequence[Row], palette: Palette, choice: Choice, prefix: str
) -> Iterator[Figure]:
    problem = rows[0].result.case.problem
    found = variant_lines(rows, choice.lines)
    looks = line_looks(found, palette)

    def figure(kind: str, title: str, caption: str, make: Callable[[], Canvas]) -> Figure:
        name = f"{prefix}{problem_slug(problem)}-{kind}"
        return Figure(name, kind, f"{title}: {problem_text(problem)}", caption, make)

    what = f" by {', '.join(choice.lines)}" if choice.lines else ""
    yield figure("times", f"Time of a pair{what}", _TIMES, partial(variant_scaling, found, looks))
    if len(all_cores(found)) > 1 and any(len(line.apart) > 1 for line in found):
        make = partial(variant_efficiency, found, looks)
        yield figure("efficiencies", f"Strong efficiency{what}", _EFFICIENCIES, make)
    if choice.over and {line.driver for line in found} > {choice.over}:
        make = partial(variant_speedup, found, looks, choice.over)
        yield figure("speedup", f"Speed-up over {choice.over}{what}", _SPEEDUP, make)
    resources = main_resources(rows)
    there = [row for row in timed(rows) if row.resources == resources]
    make = partial(repetitions_figure, there, palette)
    yield figure("repetitions", "Every repetition", _REPETITIONS, make)


_TIMES = (
    "Time of a forward and a backward transform: median over launches, with its 95% interval where "
    "launches are enough. Whatever has no line of its own is as is fastest. Crosses: ranks or "
    "threads share cores."
)
_EFFICIENCIES = "Time on the fewest cores over the time here, per core, paired by launch."
_SPEEDUP = "Time of the one at its fastest settings over the time here, paired by launch."
_REPETITIONS = (
    "A point for every repetition, the slowest rank's time; launches one below the other, each "
    "with its median as a stroke."
)
