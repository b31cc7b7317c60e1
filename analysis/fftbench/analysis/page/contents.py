"""What the report says, in the order of its questions, ready for the template."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fftbench.analysis.model.formats import problem_text
from fftbench.analysis.model.result import Result
from fftbench.analysis.model.selection import (
    Group,
    best_of_drivers,
    main_resources,
    profiled,
    timed,
)
from fftbench.analysis.model.sources import Study
from fftbench.analysis.plots import Figure
from fftbench.analysis.questions.ablation import SettingEffect
from fftbench.analysis.questions.answers import ProblemAnswers
from fftbench.analysis.questions.devices import SideBySide
from fftbench.analysis.questions.environment import Fact, facts, libraries
from fftbench.analysis.questions.ranking import verdicts
from fftbench.analysis.questions.weak import Family
from fftbench.analysis.tables.ablation import effect_table
from fftbench.analysis.tables.answers import AnswerDetail, answer_details
from fftbench.analysis.tables.baselines import baseline_table, beaten
from fftbench.analysis.tables.bounds import below, bound_table
from fftbench.analysis.tables.breakdown import breakdown_table, planning_table
from fftbench.analysis.tables.devices import side_by_side_table
from fftbench.analysis.tables.ranking import verdict_table
from fftbench.analysis.tables.scaling import scaling_table, weak_table
from fftbench.analysis.tables.summary import summary_table
from fftbench.analysis.tables.table import Table
from fftbench.core.contracts.labels import sizes, work_text
from fftbench.core.contracts.record import Status

MOST = 300
"""Cases of one problem that a page lists; of more, only the fastest settings of each driver."""


@dataclass(frozen=True)
class Section:
    """Everything about one problem on one machine."""

    anchor: str
    title: str
    size: str
    """Shape and transform, to filter by."""
    precision: str
    answers: tuple[AnswerDetail, ...]
    """By class of layouts and cores."""
    timed: bool
    """Whether any case has a time."""
    figures: dict[str, Figure]
    """By kind."""
    baselines: Table | None
    """None if none was measured."""
    beaten: tuple[str, ...]
    """Cases that are faster than their baseline, in words."""
    bounds: Table | None
    """None if none was measured."""
    below: tuple[str, ...]
    """Cases that are faster than their lower bound, in words."""
    fastest: Table
    summary: Table
    """Of every case that ran, or of the fastest settings of each driver where they are many."""
    energy: bool
    """Whether any of these tells of energy."""
    unlisted: int
    """Cases with a time that are in summary.csv alone."""
    scaling: Table | None
    breakdown: Table | None
    planning: Table | None


@dataclass(frozen=True)
class Detail:
    """A question about cases of several problems, with its figure and table."""

    title: str
    anchor: str
    figure: Figure
    table: Table


@dataclass(frozen=True)
class Host:
    """One machine: its facts, and the libraries that were measured on it."""

    label: str
    facts: tuple[Fact, ...]
    libraries: dict[str, str]
    cases: int


def section(  # noqa: PLR0913, PLR0917 (one argument per part)
    group: Group,
    answers: ProblemAnswers,
    apart: Sequence[Result],
    figures: Sequence[Figure],
    anchor: str,
    place: str,
) -> Section:
    """Prepare one problem in one `place`, as ` on left (CPU)`.

    `apart` are the baselines and bounds of the study.
    """
    machine, problem, rows = group
    resources = main_resources(rows)
    there = [row for row in rows if row.resources == resources]
    many = len({row.result.case.ranks for row in timed(rows)}) > 1
    here = [one for one in apart if (one.machine, one.case.problem) == (machine, problem)]
    baselines = [one for one in here if one.status is Status.baseline]
    bounds = [one for one in here if one.status is Status.bound]
    groups = profiled(rows)
    listed = rows if len(rows) <= MOST else best_of_drivers(rows)
    return Section(
        anchor=anchor,
        title=problem_text(problem) + place,
        size=" ".join(
            filter(None, (sizes(problem.shape), problem.transform.value, work_text(problem)))
        ),
        precision=problem.precision.value,
        answers=tuple(answer_details(anchor, answers)),
        timed=bool(timed(rows)),
        figures={figure.kind: figure for figure in figures},
        baselines=baseline_table(baselines) if baselines else None,
        beaten=beaten(rows),
        bounds=bound_table(bounds) if bounds else None,
        below=below(rows),
        fastest=verdict_table(verdicts(rows)),
        summary=summary_table(listed),
        energy=any(row.result.device_j or row.result.packages_j for row in listed),
        unlisted=len(timed(rows)) - len(timed(listed)),
        scaling=scaling_table(rows) if many else None,
        breakdown=breakdown_table(groups) if groups else None,
        planning=planning_table(there) if timed(there) else None,
    )


def weak_details(found: Sequence[Family], figures: Sequence[Figure]) -> list[Detail]:
    """Prepare weak scaling, family by family."""
    return [
        Detail(figure.title, f"weak-{number}", figure, weak_table(family))
        for number, (family, figure) in enumerate(zip(found, figures, strict=True), start=1)
    ]


def device_details(found: Sequence[SideBySide], figures: Sequence[Figure]) -> list[Detail]:
    """Prepare cores and devices side by side, problem by problem."""
    return [
        Detail(problem_text(one.problem), f"devices-{number}", figure, side_by_side_table(one))
        for number, (one, figure) in enumerate(zip(found, figures, strict=True), start=1)
    ]


def effect_details(found: Sequence[SettingEffect], figures: Mapping[str, Figure]) -> list[Detail]:
    """Prepare what each setting is worth, driver by driver."""
    return [
        Detail(
            driver,
            f"settings-{driver}",
            figure,
            effect_table([effect for effect in found if effect.driver == driver]),
        )
        for driver, figure in figures.items()
    ]


def hosts(study: Study, results: Sequence[Result]) -> list[Host]:
    """Prepare the machines of the study."""
    return [
        Host(
            machine.label,
            tuple(facts(records)),
            libraries(records),
            sum(result.machine.nodes == machine for result in results),
        )
        for machine in study.nodes
        if (records := study.records_of(machine))
    ]
