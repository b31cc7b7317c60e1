"""What `fftbench figures` draws: figures for papers, with lines for what a person names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from matplotlib.figure import Figure as Canvas
from rich.console import Console

from fftbench.analysis.model.formats import count, listing, problem_slug, problem_text
from fftbench.analysis.model.measured import read_measured
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.model.repetition import Repetition, repetition_of
from fftbench.analysis.model.result import Result
from fftbench.analysis.model.selection import Group, group_rows, main_resources, timed
from fftbench.analysis.model.sources import Machine
from fftbench.analysis.model.variants import check_names, variant_lines
from fftbench.analysis.plots.amortised import amortised_figure
from fftbench.analysis.plots.book import write_pdfs
from fftbench.analysis.plots.collection import Figure
from fftbench.analysis.plots.directions import directions_figure, with_directions
from fftbench.analysis.plots.drawing import draw, remove_old
from fftbench.analysis.plots.errors import errors_figure, with_errors
from fftbench.analysis.plots.functions import functions_figure, with_functions
from fftbench.analysis.plots.grids import grid_cells, grids_figure
from fftbench.analysis.plots.memory import memory_figure, with_memory
from fftbench.analysis.plots.profile import profile_figure
from fftbench.analysis.plots.repetitions import repetitions_figure
from fftbench.analysis.plots.roofline import roofline_figure
from fftbench.analysis.plots.scaling import all_cores
from fftbench.analysis.plots.style import Palette
from fftbench.analysis.plots.variants import (
    line_looks,
    variant_efficiency,
    variant_scaling,
    variant_speedup,
)
from fftbench.analysis.questions.amortised import Offer, offers, reigns
from fftbench.analysis.questions.profile import profiles
from fftbench.analysis.terminal.problems import print_problems
from fftbench.core.contracts.case import AnyTransform, Memory, Placement, Precision, Problem
from fftbench.core.errors import UserError, did_you_mean
from fftbench.core.files.writing import make_directory

ANYWHERE = Machine("", "")
"""Stands for all machines, where they have lines of their own."""

Make = Callable[[str, str, str, Callable[[], Canvas]], Figure]
"""Of kind, title, caption and what draws it."""


@dataclass(frozen=True)
class Choice:
    """What a person wants to see."""

    lines: tuple[str, ...] = ()
    """What has lines of its own beside the drivers: settings, grid, threads, ..."""
    drivers: tuple[str, ...] = ()
    """Only these; all if empty."""
    over: str | None = None
    """The driver whose time is that of speed-up 1."""


def draw_figures(
    paths: Sequence[Path], out: Path, choice: Choice, console: Console | None = None
) -> list[Figure]:
    """Draw into OUT, each figure as SVG, PNG and PDF, and all in figures.pdf.

    Prints what could not be read, or does not count. Raises UserError if nothing can be read or
    drawn, or for names that the records don't have.
    """
    measured = read_measured(paths)
    study = measured.study
    print_problems(console or Console(), study)
    for driver in (*choice.drivers, *filter(None, [choice.over])):
        if driver not in study.drivers:
            raise UserError(f"there is no driver '{driver}'", did_you_mean(driver, study.drivers))
    wanted = {*choice.drivers, *filter(None, [choice.over])} if choice.drivers else None
    shown = [row for row in measured.rows if wanted is None or row.result.case.driver in wanted]
    if not timed(shown):
        raise UserError("nothing to draw: no case has a time")
    palette = Palette(study.drivers)
    check_names(shown, choice.lines)
    make_directory(out)
    figures = [
        *_all_problems(shown, palette),
        *_rooflines(timed(shown), measured.divided.bounds, palette),
        *_by_problem(group_rows(shown), palette, choice),
    ]
    try:
        draw(out, figures, png=True)
        write_pdfs(out, figures)
        remove_old(out, figures, png=True)
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
    for precision in Precision:
        own = [row for row in rows if row.result.case.problem.precision is precision]
        if len({row.result.case.problem.shape for row in with_errors(own)}) > 1:
            make = partial(errors_figure, own, palette)
            name = f"errors-{precision.value}"
            yield Figure(name, "errors", f"Error by size, {precision.value}", _ERRORS, make)


def _rooflines(rows: Sequence[Row], bounds: Sequence[Result], palette: Palette) -> Iterator[Figure]:
    """Draw one for each machine and kind of problem that has bounds, on the main resources."""
    kinds: dict[tuple[Machine, AnyTransform, Precision, Placement, Memory], list[Row]] = {}
    for row in rows:
        if row.bound is not None:
            problem = row.result.case.problem
            what = problem.transform, problem.precision, problem.placement, problem.memory
            kinds.setdefault((row.result.machine, *what), []).append(row)
    machines = list(dict.fromkeys(machine for machine, *_ in kinds))
    for (machine, transform, precision, placement, memory), found in kinds.items():
        resources = main_resources(found)
        there = [row for row in found if row.resources == resources]
        problems = {row.result.case.problem for row in there}
        roofs = [
            bound
            for bound in bounds
            if bound.machine == machine and bound.case.problem in problems
            and bound.resources == resources and bound.pair is not None
        ]  # fmt: skip
        where = [] if memory is Memory.host else [memory.value]
        words = (transform.value, precision.value, placement.value.replace("_", "-"), *where)
        name = f"{machine.prefix(machines)}{'-'.join(words)}-roofline"
        make = partial(roofline_figure, there, roofs, palette)
        yield Figure(name, "roofline", f"Roofline: {' '.join(words)}", _ROOFLINE, make)


def _by_problem(groups: Sequence[Group], palette: Palette, choice: Choice) -> Iterator[Figure]:
    shown = _joined(groups, choice.lines)
    machines = list(dict.fromkeys(machine for machine, _, _ in shown))
    for machine, _, rows in shown:
        if timed(rows):
            yield from _of_problem(rows, palette, choice, machine.prefix(machines))


def _joined(groups: Sequence[Group], names: Sequence[str]) -> list[Group]:
    """Put groups together whose machines or campaigns have lines of their own."""
    found: dict[tuple[Machine, Problem], list[Row]] = {}
    for machine, problem, rows in groups:
        found.setdefault((_place(machine, names), problem), []).extend(rows)
    return [(machine, problem, rows) for (machine, problem), rows in found.items()]


def _place(machine: Machine, names: Sequence[str]) -> Machine:
    """Return what stays apart: nothing where machines have lines, nodes where campaigns have."""
    if "machine" in names:
        return ANYWHERE
    return machine.nodes if {"campaign", "mpi"} & set(names) else machine


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
    name = repetition_of(problem)
    make = partial(variant_scaling, found, looks)
    yield figure("times", f"Time of a {name.noun}{what}", _times_caption(name), make)
    if len(all_cores(found)) > 1 and any(len(line.apart) > 1 for line in found):
        make = partial(variant_efficiency, found, looks)
        yield figure("efficiencies", f"Strong efficiency{what}", _EFFICIENCIES, make)
    if choice.over and {line.driver for line in found} > {choice.over}:
        make = partial(variant_speedup, found, looks, choice.over)
        yield figure("speedup", f"Speed-up over {choice.over}{what}", _SPEEDUP, make)
    if len({row.result.machine for row in rows}) > 1:
        return  # the other figures are of one place
    yield from _of_place(rows, palette, figure)


def _of_place(rows: Sequence[Row], palette: Palette, figure: Make) -> Iterator[Figure]:
    resources = main_resources(rows)
    there = [row for row in timed(rows) if row.resources == resources]
    found = offers(there)
    if len({offer.driver for offer in found}) > 1:
        make = partial(amortised_figure, there, palette)
        name = repetition_of(there[0].result.case.problem)
        yield figure("amortised", "Planning paid off", _amortised_caption(found, name), make)
    make = partial(repetitions_figure, there, palette)
    yield figure("repetitions", "Every repetition", _REPETITIONS, make)
    if with_directions(there):
        make = partial(directions_figure, there)
        yield figure("directions", _DIRECTIONS, _directions_caption(there), make)
    several = [row for row in timed(rows) if row.resources.ranks > 1]
    spread = [row for row in several if row.resources == main_resources(several)]
    if with_functions(spread):
        yield figure("functions", "Functions of MPI", _FUNCTIONS, partial(functions_figure, spread))
    if with_memory(there):
        yield figure("memory", "Memory", _MEMORY, partial(memory_figure, there, palette))
    if len({grid for _, grid in grid_cells(there)}) > 1:
        yield figure("grids", "Time by process grid", _GRIDS, partial(grids_figure, there))


def _directions_caption(rows: Sequence[Row]) -> str:
    whole = {row.result.case.driver for row in rows}
    whole -= {row.result.case.driver for row in with_directions(rows)}
    text = "Median over launches of each part, every driver at its fastest settings"
    if not whole:
        return f"{text}."
    only = f"{listing(sorted(whole))}, in {'its' if len(whole) == 1 else 'their'} own way"
    return f"{text} whose parts are timed. Solved as a whole: by {only}."


def _times_caption(what: Repetition) -> str:
    return (
        f"Time of {what.phrase}: median over launches, with its 95% interval where launches are "
        "enough. Whatever has no line of its own is as is fastest. Crosses, hatched: ranks or "
        "threads share cores."
    )


def _amortised_caption(found: Sequence[Offer], what: Repetition) -> str:
    best = listing([
        f"from {count(reign.pairs, what.noun)} on {reign.offer.driver} {reign.offer.label}".strip()
        for reign in reigns(found)
    ])  # fmt: skip
    return (
        f"Time of {what.phrase} with its share of planning, against how many {what.noun}s one plan "
        "serves; each driver at the settings that are best for that number. Best "
        f"(medians, no claim): {best}. Grey lines: where the best changes."
    )


_EFFICIENCIES = "Time on the fewest cores over the time here, per core, paired by launch."
_SPEEDUP = "Time of the one at its fastest settings over the time here, paired by launch."
_REPETITIONS = (
    "A point for every repetition, the slowest rank's time; launches one below the other, each "
    "with its median as a stroke. Of many cases, the best settings of each driver."
)
_DIRECTIONS = "Forward and backward"
_ERRORS = "The worst of all checks, launches and cases of a driver at each size."
_FUNCTIONS = (
    "Time inside functions of MPI in the profiled passes: the slowest rank's in each, median over "
    "launches, every driver at its fastest settings. Waiting for late ranks is part of it."
)
_MEMORY = (
    "What a driver takes at its thriftiest settings, in arrays of the problem: the caller's one or "
    "two, and what the library holds and allocates beside them."
)
_GRIDS = "The fastest case of each driver and exchange on each process grid."
_ROOFLINE = (
    "Conventional operations (5 N log2 N) per second, against those per byte of the arrays, read "
    "and written once. Lines without a library are measured lower bounds on time, on this scale: "
    "no library can be above them."
)
