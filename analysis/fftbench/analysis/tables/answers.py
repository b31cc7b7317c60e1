"""The answer first: a matrix of problems by cores, and what stands under it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from math import prod

from fftbench.analysis.model.formats import (
    TIMES,
    listing,
    problem_text,
    seconds_text,
)
from fftbench.analysis.model.layouts import LayoutClass
from fftbench.analysis.model.repetition import repetition_of
from fftbench.analysis.model.selection import on_host
from fftbench.analysis.model.sources import Study
from fftbench.analysis.questions.answers import NOT_ASKED, Answer, Cores, ProblemAnswers
from fftbench.analysis.questions.limits import limit_of
from fftbench.analysis.questions.ranking import Verdict, pair
from fftbench.analysis.tables.cells import (
    ABOUT,
    DRIVER,
    SETTINGS,
    WHERE,
    driver_cell,
    interval_cell,
    launches_text,
    number,
    ratio_cell,
    ratio_text,
    resources_cell,
)
from fftbench.analysis.tables.ranking import claim, detail
from fftbench.analysis.tables.sentences import limit_text, mark
from fftbench.analysis.tables.table import Cell, Table, make_table
from fftbench.core.contracts.problem import Memory

CLASSES = {LayoutClass.any: "any layout", LayoutClass.same: "equal layout"}
BOTH = "any or equal layout"


@dataclass(frozen=True)
class Sign:
    """What a cell begins with, and what that says."""

    text: str
    words: str


SIGNS = {"clear": Sign("\N{CHECK MARK}", "faster than all others")} | dict.fromkeys(
    ("open", "shared", "lone"), Sign("?", "no claim")
)
"""By mark."""


@dataclass(frozen=True)
class AnswerCell:
    """One cell of the matrix, and what it leads to."""

    anchor: str
    mark: str
    """How sure: `clear`, `tie`, `open` (no claim), `shared`, `lone` or `empty`."""
    name: str
    time: str
    doubt: str
    """Why nothing is claimed; may be empty."""
    lead: str
    where: str
    coverage: str

    @property
    def sign(self) -> Sign | None:
        """The sign of its mark; a tie and an empty cell say in words what they are."""
        return SIGNS.get(self.mark)


@dataclass(frozen=True)
class MatrixRow:
    """A problem in a class of layouts."""

    anchor: str
    problem: str
    machine: str
    campaign: str
    layout: str
    cells: tuple[AnswerCell | None, ...]
    """By column; None where the problem was not measured on so many cores."""


@dataclass(frozen=True)
class Matrix:
    """Problems by cores, the largest problem first."""

    columns: tuple[str, ...]
    rows: tuple[MatrixRow, ...]
    machines: bool
    """Whether there are several."""
    campaigns: bool
    layouts: bool
    """Whether the records tell of layouts at all."""
    devices: bool
    """Whether a column is of devices."""


@dataclass(frozen=True)
class AnswerDetail:
    """Everything about one cell of the matrix."""

    anchor: str
    cores: str
    layout: str
    """The class; empty if there is but one."""
    claim: str
    text: str
    places: Table | None
    missing: tuple[str, ...]


def matrix(study: Study, found: Sequence[tuple[str, ProblemAnswers]]) -> Matrix:
    """Make the matrix of answers, each with the anchor of its problem."""
    columns = sorted({cores for _, one in found for cores in one.answers[LayoutClass.any]})
    ordered = sorted(found, key=lambda item: -prod(item[1].problem.shape))
    rows: dict[Hashable, list[tuple[str, ProblemAnswers]]] = {}
    for anchor, one in ordered:
        rows.setdefault((one.machine, on_host(one.problem)), []).append((anchor, one))
    return Matrix(
        tuple(cores.label for cores in columns),
        tuple(row for places in rows.values() for row in _matrix_rows(places, columns)),
        machines=len(study.nodes) > 1,
        campaigns=any(one.machine.campaign for _, one in found),
        layouts=any(LayoutClass.same in one.answers for _, one in found),
        devices=any(cores.memory is not Memory.host for cores in columns),
    )


def _matrix_rows(
    places: Sequence[tuple[str, ProblemAnswers]], columns: Sequence[Cores]
) -> Iterator[MatrixRow]:
    """Make the rows of one problem, whose arrays may be on the host and on devices."""
    anchor, first = places[0]
    alike = all(one.alike for _, one in places)
    classes = dict.fromkeys(layout for _, one in places for layout in one.answers)
    for layout in [LayoutClass.any] if alike else classes:
        cells = {
            cores: _cell(where, answer)
            for where, one in places
            for cores, answer in one.answers.get(layout, {}).items()
        }
        yield MatrixRow(
            anchor,
            problem_text(first.problem if len(places) == 1 else on_host(first.problem)),
            first.machine.nodes.label,
            first.machine.campaign,
            BOTH if len(classes) > 1 and alike else CLASSES[layout],
            tuple(cells.get(cores) for cores in columns),
        )


def answer_details(anchor: str, found: ProblemAnswers) -> list[AnswerDetail]:
    """Prepare what the cells of a problem lead to."""
    return [
        _detail(anchor, found, answer)
        for layout in _shown(found)
        for answer in found.answers[layout].values()
    ]


def _shown(found: ProblemAnswers) -> list[LayoutClass]:
    classes = list(found.answers)
    return classes[:1] if found.alike else classes


def _anchor(problem: str, answer: Answer) -> str:
    cores = answer.cores
    return f"{problem}-{cores.nodes}-{cores.ranks or cores.number}-{answer.layout.value}"


def _cell(problem: str, answer: Answer) -> AnswerCell:
    anchor, coverage = _anchor(problem, answer), f"{answer.ran} of {answer.drivers} timed"
    verdict = answer.verdict
    if verdict is None:
        return AnswerCell(anchor, "empty", "no time", "", _why_empty(answer), "", "", coverage)
    best = verdict.best
    names = [row.result.case.driver for row in (best, *verdict.equals)]
    where = best.resources.label
    if answer.by_ranks:
        where += f" (by ranks alone: {_brief(answer.by_ranks)})"
    return AnswerCell(
        anchor,
        mark(verdict),
        listing(names, "or") if verdict.claims else names[0],
        seconds_text(best.seconds),
        _doubt(verdict),
        _lead(verdict),
        where,
        coverage,
    )


def _brief(verdict: Verdict) -> str:
    return f"{verdict.best.result.case.driver} {seconds_text(verdict.best.seconds)}"


def _why_empty(answer: Answer) -> str:
    outcomes = Counter(one.outcome for one in answer.missing)
    outcomes.pop(NOT_ASKED, None)
    return ", ".join(f"{n} {outcome}" for outcome, n in outcomes.items())


def _lead(verdict: Verdict) -> str:
    """Name the next, and how much longer it takes."""
    if verdict.second is None:
        return ""
    next_one = verdict.second.row.result.case.driver
    return f"next {next_one} {TIMES}\N{NO-BREAK SPACE}{ratio_text(verdict.second.over)}"


def _doubt(verdict: Verdict) -> str:
    """Say why nothing is claimed; nothing where a library is faster than all others."""
    if verdict.shared:
        return f"no claim: shared {verdict.shares}"
    if verdict.second is None:
        return "only right answer" if verdict.faulty else "only one was measured"
    if not verdict.claims:
        return f"no claim: {launches_text(verdict.launches)}"
    return "" if verdict.clear else "within noise"


def _detail(anchor: str, found: ProblemAnswers, answer: Answer) -> AnswerDetail:
    verdict = answer.verdict
    anchor, cores = _anchor(anchor, answer), answer.cores.label
    layout = CLASSES[answer.layout] if len(_shown(found)) > 1 else ""
    missing = tuple(
        f"{one.driver}: {one.outcome}" + (f" ({one.reason})" if one.reason else "")
        for one in answer.missing
    )
    if verdict is None:
        return AnswerDetail(
            anchor, cores, layout, f"No right answer to time on {cores}", "", None, missing
        )
    text = detail(verdict)
    if (limit := limit_of(verdict.best)) is not None:
        text += f" {limit_text(verdict.best, limit)}"
    places = places_table(verdict)
    return AnswerDetail(anchor, cores, layout, claim(verdict, cores), text, places, missing)


def places_table(verdict: Verdict) -> Table:
    """List the drivers of a verdict, each at its fastest split and settings."""
    name = repetition_of(verdict.best.result.case.problem).name
    columns = (DRIVER, SETTINGS, WHERE, number(name),
               number("\N{DIVISION SIGN} fastest"))  # fmt: skip
    rows = [
        (
            driver_cell(place.row.result.case.driver, place.row.result.own_way),
            Cell(place.row.result.label),
            resources_cell(place.row.resources, verdict.shares, place.row.result.devices),
            interval_cell(pair(place.row)),
            ratio_cell(place.over),
        )
        for place in verdict.places
    ]
    return make_table(columns, rows)


LEGEND = (
    "In each cell the fastest library with its time of forward + backward, or of a workload's "
    "solution; the next, and its time "
    f"over that of the fastest, with a 95 % interval, or {ABOUT} where nothing can be claimed; the "
    "split of the cores that it is fastest with; and how many of the campaign's libraries have a "
    "time there. \N{CHECK MARK}: faster than all others by more than noise; several names: which "
    "of them is fastest can't be told; ?: no claim. A cell leads to its details."
)
