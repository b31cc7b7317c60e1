"""What the report says, in the order of its questions, ready for the template."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fftbench.analysis.ablation import Lever
from fftbench.analysis.ablation_table import lever_table
from fftbench.analysis.bound_table import bound_table
from fftbench.analysis.coverage import BAD_FIRST, Coverage
from fftbench.analysis.environment import Fact, facts, libraries
from fftbench.analysis.formats import count, listing, problem_text, times_text
from fftbench.analysis.headline import Verdict, verdicts
from fftbench.analysis.metrics import Row
from fftbench.analysis.plots import Figure
from fftbench.analysis.plots.breakdown import profiled
from fftbench.analysis.plots.select import main_place, timed
from fftbench.analysis.result import Result
from fftbench.analysis.sources import Machine, Study
from fftbench.analysis.summary_table import summary_table
from fftbench.analysis.tables import (
    Table,
    breakdown_table,
    planning_table,
    scaling_table,
    verdict_table,
)
from fftbench.analysis.weak import Family
from fftbench.analysis.weak_table import weak_table
from fftbench.core.case import Problem
from fftbench.core.labels import settings_text
from fftbench.core.record import Record

Group = tuple[Machine, Problem, list[Row]]


@dataclass(frozen=True)
class Section:
    """Everything about one problem on one machine."""

    anchor: str
    title: str
    verdict: Verdict | None
    """At the place with most drivers; None where no case is ok."""
    figures: dict[str, Figure]
    """By kind."""
    bounds: Table | None
    """What the machine allows, where that was measured."""
    beaten: tuple[str, ...]
    """Cases that are faster than the bound, in words."""
    fastest: Table
    summary: Table
    scaling: Table | None
    breakdown: Table | None
    planning: Table | None


@dataclass(frozen=True)
class Detail:
    """A question about some cases of several problems: how it is headed, drawn and tabled."""

    title: str
    anchor: str
    figure: Figure
    table: Table


@dataclass(frozen=True)
class Host:
    """One machine: its facts, and the libraries measured on it."""

    label: str
    facts: tuple[Fact, ...]
    libraries: dict[str, str]
    cases: int


def group_rows(rows: Sequence[Row]) -> list[Group]:
    """Rows by machine and problem, in their order."""
    groups: dict[tuple[Machine, Problem], list[Row]] = {}
    for row in rows:
        groups.setdefault((row.result.machine, row.result.case.problem), []).append(row)
    return [(machine, problem, found) for (machine, problem), found in groups.items()]


def section(
    group: Group, bounds: Sequence[Result], figures: Sequence[Figure], anchor: str, alone: bool
) -> Section:
    """Prepare one problem on one machine, which is named unless it is `alone`."""
    machine, problem, rows = group
    found = verdicts(rows)
    place = main_place(rows)
    there = [row for row in rows if row.place == place]
    many = len({row.result.case.ranks for row in timed(rows)}) > 1
    traced = profiled(rows)
    here = [one for one in bounds if (one.machine, one.case.problem) == (machine, problem)]
    title = problem_text(problem) + ("" if alone else f" on {machine.label}")
    return Section(
        anchor=anchor,
        title=title,
        verdict=next((verdict for verdict in found if verdict.place == place), None),
        figures={figure.kind: figure for figure in figures},
        bounds=bound_table(here) if here else None,
        beaten=beaten(rows),
        fastest=verdict_table(found),
        summary=summary_table(rows),
        scaling=scaling_table(rows) if many else None,
        breakdown=breakdown_table(traced) if traced else None,
        planning=planning_table(there) if timed(there) else None,
    )


def beaten(rows: Sequence[Row]) -> tuple[str, ...]:
    """Name the cases that are faster than their bound beyond the noise: it is none for them."""
    return tuple(
        f"{row.result.case.driver} {row.result.label}".strip()
        + f" on {row.place.label}: {times_text(row.over_limit.median)} times {row.limit.name}"
        for row in rows
        if row.over_limit and row.limit and row.over_limit.hi < 1
    )


def weak_details(found: Sequence[Family], figures: Sequence[Figure]) -> list[Detail]:
    """Tell how drivers keep their times where the problem grows with the ranks."""
    return [
        Detail(figure.title, f"weak-{number}", figure, weak_table(family))
        for number, (family, figure) in enumerate(zip(found, figures, strict=True), start=1)
    ]


def lever_details(found: Sequence[Lever], figures: Mapping[str, Figure]) -> list[Detail]:
    """Tell what each setting is worth, driver by driver."""
    return [
        Detail(
            driver,
            f"settings-{driver}",
            figure,
            lever_table([lever for lever in found if lever.driver == driver]),
        )
        for driver, figure in figures.items()
    ]


def hosts(study: Study, results: Sequence[Result]) -> list[Host]:
    """All machines of the study."""
    return [
        Host(
            machine.label,
            tuple(facts(records)),
            libraries(records),
            sum(result.machine == machine for result in results),
        )
        for machine, records in study.records.items()
    ]


def compared(study: Study, results: Sequence[Result]) -> list[tuple[str, str]]:
    """Tell what was compared, as names and values."""
    records = [record for records in study.records.values() for record in records]
    problems = dict.fromkeys(problem_text(result.case.problem) for result in results)
    ranks = sorted({result.case.ranks for result in results})
    launches = sorted({len(result.pair_launches) for result in results if result.pair})
    versions = libraries(records)
    found = [
        *((driver, _driver(study, driver, versions.get(driver))) for driver in study.drivers),
        ("Problems", "; ".join(problems)),
        ("MPI ranks", ", ".join(str(number) for number in ranks)),
        ("Launches", _span(launches)),
        ("Repetitions per launch", _span(_repetitions(records))),
        ("Machine", "; ".join(machine.label for machine in study.records)),
        ("Campaign", ", ".join(study.campaigns)),
        ("Measured", _period(records)),
    ]
    return [(name, text) for name, text in found if text]


def _driver(study: Study, driver: str, version: str | None) -> str:
    """Tell the version of a driver's library, and the settings that all its cases share."""
    shared = settings_text(study.common.get(driver, {}))
    parts = [version or "version not known", *([f"all cases with {shared}"] if shared else [])]
    return "; ".join(parts)


def right(coverage: Coverage) -> str:
    """Say how many cases are right, and what became of the others."""
    if not coverage.cases:
        return "Nothing but bounds, which have no answers."
    totals = coverage.totals
    others = [f"{totals[name]} {name}" for name in BAD_FIRST if totals.get(name)]
    ok = totals.get("ok", 0)
    if not others:
        return f"All {count(coverage.cases, 'case')} are right."
    verb = "is" if ok == 1 else "are"
    return f"{ok} of {count(coverage.cases, 'case')} {verb} right; {listing(others)}."


def _repetitions(records: Sequence[Record]) -> list[int]:
    return [len(record.forward.max_s) for record in records if record.forward]


def _span(numbers: Sequence[int]) -> str:
    if not numbers:
        return ""
    low, high = min(numbers), max(numbers)
    return str(low) if low == high else f"{low} to {high}"


def _period(records: Sequence[Record]) -> str:
    times = sorted(record.started for record in records)
    if not times:
        return ""
    first, last = times[0][:16].replace("T", " "), times[-1][:16].replace("T", " ")
    return f"{first} UTC" if first == last else f"{first} to {last} UTC"
