"""What became of every case: in a sentence, in numbers, and case by case."""

from __future__ import annotations

from fftbench.analysis.model.formats import count, listing, problem_text
from fftbench.analysis.questions.coverage import BAD_FIRST, OUTCOMES, PENDING, Coverage
from fftbench.analysis.tables.cells import (
    CASE,
    DRIVER,
    SETTINGS,
    WHERE,
    driver_cell,
    number,
    resources_cell,
)
from fftbench.analysis.tables.table import Cell, Column, Table, make_table
from fftbench.core.contracts.resources import Resources


def right(coverage: Coverage) -> str:
    """Say how many cases are right, and what became of the others."""
    if not coverage.cases:
        return "Nothing but what is never ranked."
    totals = coverage.totals
    begun = {PENDING: f" ({coverage.begun} of them right so far)"} if coverage.begun else {}
    others = [
        f"{totals[name]} {name}{begun.get(name, '')}" for name in BAD_FIRST if totals.get(name)
    ]
    ok = totals.get("ok", 0)
    if not others:
        return "The only case is right." if ok == 1 else f"All {count(ok, 'case')} are right."
    verb = "is" if ok == 1 else "are"
    return f"{ok} of {count(coverage.cases, 'case')} {verb} right; {listing(others)}."


def coverage_table(coverage: Coverage) -> Table:
    """Count cases by driver and outcome, with totals."""
    columns = (DRIVER, *(number(outcome) for outcome in OUTCOMES), number("cases"))
    rows = []
    for driver, counts in [*coverage.counts.items(), ("all", coverage.totals)]:
        numbers = [counts.get(outcome, 0) for outcome in OUTCOMES]
        cells = [
            Cell(str(n) if n else "\N{MIDDLE DOT}", n, f"n-{outcome}" if n else "")
            for n, outcome in zip(numbers, OUTCOMES, strict=True)
        ]
        name = driver_cell(driver) if driver != "all" else Cell(driver)
        rows.append((name, *cells, Cell(str(sum(numbers)), sum(numbers))))
    return make_table(columns, rows)


def open_table(coverage: Coverage) -> Table:
    """List every case that is not ok or not complete, with its reason."""
    columns = (Column("status"), DRIVER, SETTINGS, Column("problem"), WHERE,
               Column("reason", "reason"), CASE)  # fmt: skip
    rows = [
        (
            Cell(item.outcome, kind=f"s-{item.outcome}"),
            driver_cell(item.case.driver),
            Cell(item.shown),
            Cell(problem_text(item.case.problem)),
            resources_cell(Resources.of(item.case)),
            Cell(item.reason),
            Cell(item.case.id),
        )
        for item in coverage.open
    ]
    return make_table(columns, rows)
