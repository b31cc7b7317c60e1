"""Who is fastest: in a sentence, and as a table."""

from __future__ import annotations

from collections.abc import Sequence

from fftbench.analysis.model.formats import NBSP, NONE, TIMES, listing, times_text
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.model.statistics import Estimate
from fftbench.analysis.questions.ranking import Verdict, pair
from fftbench.analysis.tables.cells import (
    WHERE,
    driver_cell,
    interval_cell,
    interval_text,
    number,
    resources_cell,
)
from fftbench.analysis.tables.table import Cell, Column, Table, make_table


def claim(verdict: Verdict) -> str:
    """Say in a few words who is fastest."""
    names = _names(verdict)
    where = f"on {verdict.resources.label}"
    if verdict.second is None:
        return f"{names[0]} is the only driver with a right answer {where}"
    if verdict.too_few:
        return f"Too few launches to tell who is fastest {where}"
    if verdict.equals:
        return f"{listing(names)} are not distinguishable {where}"
    return f"{names[0]} is fastest {where}"


def detail(verdict: Verdict) -> str:
    """Give the numbers behind the claim, and how near the fastest is to its baseline."""
    over, baseline = verdict.best.over_baseline, verdict.best.baseline
    if over is None or baseline is None:
        return _numbers(verdict)
    name = verdict.best.result.case.driver
    return f"{_numbers(verdict)} {name} takes {_times(over)} the baseline ({baseline.name})."


def _numbers(verdict: Verdict) -> str:
    best, second, lead = verdict.best, verdict.second, verdict.lead
    if second is None or lead is None:
        return f"{interval_text(pair(best))} for forward + backward{_with(best)}."
    if not verdict.clear:
        shown = [best, *(verdict.equals or (second,))]
        times = [f"{row.result.case.driver} {interval_text(pair(row))}" for row in shown]
        why = "too few launches" if verdict.too_few else "the differences are within noise"
        return f"Forward + backward: {listing(times)}; {why}."
    return (
        f"{interval_text(pair(best))} for forward + backward{_with(best)}; "
        f"the next, {second.result.case.driver}{_with(second)}, takes {_times(lead)} as long."
    )


def _names(verdict: Verdict) -> list[str]:
    return [row.result.case.driver for row in (verdict.best, *verdict.equals)]


def _times(value: Estimate) -> str:
    """Write `1.32 times [1.28, 1.35]`."""
    low, high = times_text(value.lo), times_text(value.hi)
    return f"{times_text(value.median)} times [{low}, {high}]"


def _with(row: Row) -> str:
    return f" ({row.result.label})" if row.result.label else ""


def verdict_table(found: Sequence[Verdict]) -> Table:
    """List who is fastest on each of the resources."""
    columns = (WHERE, Column("fastest", "fold"), number("forward + backward"),
               Column("next", "fold"), Column("verdict"))  # fmt: skip
    rows = [
        (
            resources_cell(verdict.resources),
            _fastest_cell(verdict),
            interval_cell(pair(verdict.best)),
            _next_cell(verdict),
            _judgement(verdict),
        )
        for verdict in found
    ]
    return make_table(columns, rows)


def _fastest_cell(verdict: Verdict) -> Cell:
    names = _names(verdict)
    if verdict.clear or verdict.second is None:
        return driver_cell(names[0])
    return Cell(listing(names, "or"))


def _next_cell(verdict: Verdict) -> Cell:
    second, lead = verdict.second, verdict.lead
    if second is None or lead is None:
        return Cell(NONE)
    span = f"[{times_text(lead.lo)},{NBSP}{times_text(lead.hi)}]"
    text = f"{second.result.case.driver}{NBSP}{times_text(lead.median)}{TIMES} {span}"
    return Cell(text, lead.median)


def _judgement(verdict: Verdict) -> Cell:
    if verdict.second is None:
        return Cell("no rival", kind="muted")
    if verdict.too_few:
        return Cell("too few launches", kind="muted")
    if verdict.clear:
        return Cell("faster", kind="good")
    return Cell("within noise", kind="muted")
