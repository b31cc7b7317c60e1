"""Who is fastest: in a sentence, and as a table."""

from __future__ import annotations

from collections.abc import Sequence

from fftbench.analysis.model.formats import NBSP, NONE, TIMES, listing, seconds_text
from fftbench.analysis.model.layouts import LayoutClass
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.model.repetition import OWN_WAY, PAIR, repetition_of
from fftbench.analysis.model.statistics import MIN_LAUNCHES
from fftbench.analysis.questions.ranking import Verdict, pair
from fftbench.analysis.tables.cells import (
    WHERE,
    interval_cell,
    interval_text,
    launches_text,
    name_cell,
    number,
    ratio_text,
    resources_cell,
)
from fftbench.analysis.tables.table import Cell, Column, Table, make_table

SHOWN = 3
"""So many drivers are named with their times where nothing is claimed."""

CLASSES = {LayoutClass.any: "any layout", LayoutClass.same: "like the input"}
"""In tables: how the spectrum may lie."""


def claim(verdict: Verdict, where: str = "") -> str:
    """Say in a few words who is fastest, by default on the verdict's resources."""
    names = _names(verdict)
    where = f"on {where or verdict.resources.label}"
    if verdict.second is None:
        if verdict.faulty:
            return f"{names[0]} is the only driver with a right answer {where}"
        return f"Only {names[0]} was measured {where}"
    if verdict.shared:
        return f"Shared {verdict.shares}: no claim {where}"
    if not verdict.claims:
        return f"{launches_text(verdict.launches).capitalize()}: no claim {where}"
    if verdict.equals:
        return f"{listing(names)} are not distinguishable {where}"
    return f"{names[0]} is fastest {where}"


def detail(verdict: Verdict) -> str:
    """Give the numbers behind the claim, and how near the fastest is to its baseline."""
    over, baseline = verdict.best.over_baseline, verdict.best.baseline
    if over is None or baseline is None:
        return _numbers(verdict)
    name = verdict.best.result.case.driver
    near = f"{name} takes {ratio_text(over)} times the baseline ({baseline.name})."
    return f"{_numbers(verdict)} {near}"


def _numbers(verdict: Verdict) -> str:
    best, second = verdict.best, verdict.second
    what = repetition_of(best.result.case.problem)
    if second is None:
        return f"{interval_text(pair(best))} for {what.object}{_with(best)}."
    if not verdict.claims:
        shown = [place.row for place in verdict.places[:SHOWN]]
        times = [
            f"{row.result.case.driver} {seconds_text(row.seconds)}{_own_way(row)}" for row in shown
        ]
        return f"{what.name.capitalize()}: {listing(times)}; {_why(verdict)}."
    if not verdict.clear:
        return f"{what.name.capitalize()}: {_times([best, *verdict.equals])}; within noise."
    return (
        f"{interval_text(pair(best))} for {what.object}{_with(best)}; the next, "
        f"{second.row.result.case.driver}{_with(second.row)}, takes {ratio_text(second.over)} "
        "times as long."
    )


def _why(verdict: Verdict) -> str:
    """Say why nothing is claimed."""
    if verdict.shared:
        return (
            "ranks share a device" if verdict.shares == "device" else "ranks or threads share cores"
        )
    return f"a claim needs {MIN_LAUNCHES} launches"


def _names(verdict: Verdict) -> list[str]:
    return [row.result.case.driver for row in (verdict.best, *verdict.equals)]


def _times(rows: Sequence[Row]) -> str:
    return listing([
        f"{row.result.case.driver} {interval_text(pair(row))}{_own_way(row)}" for row in rows
    ])  # fmt: skip


def _with(row: Row) -> str:
    words = [*filter(None, [row.result.label]), *([OWN_WAY] if row.result.own_way else [])]
    return f" ({', '.join(words)})" if words else ""


def _own_way(row: Row) -> str:
    return f" ({OWN_WAY})" if row.result.own_way else ""


def verdict_table(found: Sequence[Verdict]) -> Table:
    """List who is fastest on each of the resources, in each class of layouts."""
    columns = (WHERE, Column("spectrum", "fold", optional=True), Column("fastest", "fold"),
               Column("verdict"), number(_name_of(found)), Column("next", "fold"))  # fmt: skip
    known = any(verdict.layout is LayoutClass.same for verdict in found)
    rows = [
        (
            resources_cell(verdict.resources, verdict.shares, verdict.best.result.devices),
            Cell(CLASSES[verdict.layout] if known else ""),
            _fastest_cell(verdict),
            _judgement(verdict),
            _time_cell(verdict),
            _next_cell(verdict),
        )
        for verdict in found
    ]
    return make_table(columns, rows)


def _name_of(found: Sequence[Verdict]) -> str:
    """Name the times of verdicts on one problem."""
    names = {repetition_of(one.best.result.case.problem).name for one in found}
    return names.pop() if names else PAIR.name


def _fastest_cell(verdict: Verdict) -> Cell:
    names = _names(verdict)
    if verdict.clear or verdict.second is None:
        return name_cell(names[0], verdict.best.result.own_way)
    return Cell(listing(names, "or") if verdict.claims else NONE)


def _time_cell(verdict: Verdict) -> Cell:
    """Write the time of the fastest, with its name where it is not called so."""
    if verdict.claims or verdict.second is None:
        return interval_cell(pair(verdict.best))
    seconds = verdict.best.seconds
    return Cell(f"{verdict.best.result.case.driver} {seconds_text(seconds)}", seconds)


def _next_cell(verdict: Verdict) -> Cell:
    second = verdict.second
    if second is None or not verdict.claims:
        return Cell(NONE)
    text = f"{second.row.result.case.driver}{NBSP}{TIMES} {ratio_text(second.over)}"
    return Cell(text, second.over.median)


def _judgement(verdict: Verdict) -> Cell:
    if verdict.second is None:
        return Cell("no rival", kind="muted")
    if verdict.shared:
        return Cell(f"shared {verdict.shares}: no claim", kind="muted")
    if not verdict.claims:
        return Cell(f"{launches_text(verdict.launches)}: no claim", kind="muted")
    if verdict.clear:
        return Cell("faster", kind="good")
    return Cell("within noise", kind="muted")
