"""Figures of one problem in one place: those of a report, and those in more detail."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from fftbench.analysis.model.machine import Machine
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.model.selection import (
    Group,
    lines,
    main_resources,
    profiled,
    timed,
)
from fftbench.analysis.plots.collection import captions
from fftbench.analysis.plots.collection.figure import Figure, Subject
from fftbench.analysis.plots.growth.scaling import strong_efficiency, strong_scaling
from fftbench.analysis.plots.limits.memory import memory_figure, with_memory
from fftbench.analysis.plots.look.style import Palette
from fftbench.analysis.plots.parts.breakdown import breakdown_figure
from fftbench.analysis.plots.parts.functions import functions_figure, with_functions
from fftbench.analysis.plots.parts.phases import phases_figure, with_phases
from fftbench.analysis.plots.settings.grid_lines import grid_lines, grids_by_driver, grids_by_ranks
from fftbench.analysis.plots.settings.grids import grid_cells, grids_figure
from fftbench.analysis.plots.times.amortised import amortised_figure
from fftbench.analysis.plots.times.directions import directions_figure, with_directions
from fftbench.analysis.plots.times.ranking import planning_figure, ranking_figure, with_planning
from fftbench.analysis.plots.times.repetitions import repetitions_figure
from fftbench.analysis.questions.amortised import offers
from fftbench.core.contracts.problem import Problem

MOST_PROBLEMS = 10
"""Problems with figures in a report; of more, those with most cases have them."""


def problem_figures(
    groups: Sequence[Group], palette: Palette
) -> dict[tuple[Machine, Problem], list[Figure]]:
    """List the figures of a report by machine and problem."""
    machines = list(dict.fromkeys(machine for machine, _, _ in groups))
    shown = _with_most_cases(groups)
    drawn: dict[tuple[Machine, Problem], list[Figure]] = {}
    for number, (machine, problem, rows) in enumerate(groups):
        subject = Subject.of(problem, machine.prefix(machines))
        figures = [*overview(rows, palette, subject), *strong(rows, palette, subject)]
        drawn[machine, problem] = figures if number in shown else []
    return drawn


def _with_most_cases(groups: Sequence[Group]) -> set[int]:
    """Choose the groups that have figures, by their numbers."""
    most = sorted(range(len(groups)), key=lambda number: (-len(timed(groups[number][2])), number))
    return set(most[:MOST_PROBLEMS])


def overview(rows: Sequence[Row], palette: Palette, subject: Subject) -> Iterator[Figure]:
    """List figures of who is fastest, and where the time goes; none if no row has a time."""
    if not timed(rows):
        return
    there, what = _main(rows), rows[0].result.repetition
    make = partial(ranking_figure, there, palette)
    yield subject.figure("ranking", f"Time per {what.noun}", captions.ranking(there), make)
    if profiled(rows):
        make = partial(breakdown_figure, rows)
        yield subject.figure("breakdown", "Breakdown", captions.breakdown(rows), make)
    if with_planning(there):
        make = partial(planning_figure, there, palette)
        yield subject.figure("planning", "Planning", captions.planning(what), make)


def strong(rows: Sequence[Row], palette: Palette, subject: Subject) -> Iterator[Figure]:
    """List figures of strong scaling: of the best settings of each driver, if they are curves."""
    if _is_curve(rows):
        make = partial(strong_scaling, rows, palette)
        yield subject.figure("scaling", "Strong scaling", captions.scaling(rows), make)
    known = [row for row in rows if row.efficiency]
    if _is_curve(known):
        make = partial(strong_efficiency, known, palette)
        yield subject.figure("efficiency", "Strong efficiency", captions.efficiency(known), make)


def _is_curve(rows: Sequence[Row]) -> bool:
    """Whether a driver has times on several numbers of cores, with equal settings and threads."""
    return any(len(line.rows) > 1 for line in lines(rows))


def details(rows: Sequence[Row], palette: Palette, subject: Subject) -> Iterator[Figure]:
    """List figures that a report has no room for."""
    there, what = timed(_main(rows)), rows[0].result.repetition
    found = offers(there)
    if len({offer.driver for offer in found}) > 1:
        make = partial(amortised_figure, there, palette)
        caption = captions.amortised(found, what)
        yield subject.figure("amortised", "Planning paid off", caption, make)
    make = partial(repetitions_figure, there, palette)
    yield subject.figure("repetitions", "Every repetition", captions.REPETITIONS, make)
    apart = [row for row in timed(rows) if not row.result.oversubscribed] or timed(rows)
    if with_directions(apart):
        make = partial(directions_figure, apart)
        caption = captions.directions(apart)
        yield subject.figure("directions", "Forward and backward", caption, make)
    several = timed(_main([row for row in timed(rows) if row.resources.ranks > 1]))
    if with_functions(several):
        make = partial(functions_figure, several)
        yield subject.figure("functions", "Functions of MPI", captions.FUNCTIONS, make)
    if with_phases(rows):
        make = partial(phases_figure, rows)
        yield subject.figure("phases", "By the libraries' own timers", captions.phases(rows), make)
    if with_memory(there):
        make = partial(memory_figure, there, palette)
        yield subject.figure("memory", "Memory", captions.MEMORY, make)
    yield from _grids(rows, there, palette, subject)


def _grids(
    rows: Sequence[Row], there: Sequence[Row], palette: Palette, subject: Subject
) -> Iterator[Figure]:
    """List figures of process grids: `there` as a map, and all as lines."""
    if len({grid for _, grid in grid_cells(there)}) > 1:
        make = partial(grids_figure, there)
        yield subject.figure("grids", "Time by process grid", captions.GRIDS, make)
    here = grid_lines(there)
    if len(here) > 1:
        make = partial(grids_by_driver, here, palette)
        yield subject.figure("grid-lines", "Process grids", captions.GRID_LINES, make)
    found = grid_lines(rows)
    for driver in sorted({line.driver for line in found}):
        own = [line for line in found if line.driver == driver]
        if len(own) > 1 or len(here) == 1:
            title, make = f"Process grids of {driver}", partial(grids_by_ranks, own)
            figure = subject.figure("grid-lines", title, captions.GRID_LINES, make)
            yield replace(figure, name=f"{figure.name}-{driver}")


def _main(rows: Sequence[Row]) -> list[Row]:
    """Keep the rows on the main resources."""
    resources = main_resources(rows)
    return [row for row in rows if row.resources == resources]
