"""Predicted times: as a table, with the sentences that say how far they can be trusted."""

from __future__ import annotations

from collections.abc import Sequence

from fftbench.analysis.model.formats import (
    listing,
    percent,
    problem_text,
    seconds_text,
    significant,
    unit_for,
)
from fftbench.analysis.model.repetition import repetition_of
from fftbench.analysis.model.statistics import MIN_LAUNCHES
from fftbench.analysis.questions.predict import Check, Forecast, Prediction, Refusal
from fftbench.analysis.tables.cells import number
from fftbench.analysis.tables.table import Cell, Column, Table, make_table


def heading(found: Prediction | Refusal) -> str:
    """Name what is predicted."""
    return f"{found.driver}, {problem_text(found.problem)}, {found.machine.label}"


def prediction_table(found: Prediction) -> Table:
    """List the measured times, and the predicted ones with their bands."""
    name = repetition_of(found.problem).name
    columns = (Column("where"), number(name), number("band"), Column(""))
    measured = [
        (Cell(point.resources.label), Cell(seconds_text(point.seconds), point.seconds), Cell(""),
         Cell("measured", kind="muted"))
        for point in found.known
    ]  # fmt: skip
    return make_table(columns, [*measured, *map(_forecast, found.forecasts)], [len(measured) - 1])


def _forecast(one: Forecast) -> tuple[Cell, ...]:
    unit = unit_for([one.seconds])
    band = f"{seconds_text(one.lo, unit)} \N{EN DASH} {seconds_text(one.hi, unit)}"
    return (
        Cell(one.resources.label),
        Cell(seconds_text(one.seconds), one.seconds),
        Cell(band, one.lo, "muted"),
        Cell("predicted", kind="warn"),
    )


def check_text(found: Prediction) -> str:
    """Say how far off predictions were where they could be checked."""
    if not found.checks:
        return (
            "Not checked: leaving out the largest count leaves too few. The band is that of the "
            "fit alone; measure one more number of ranks."
        )
    text = " ".join(map(_check, found.checks))
    if found.few_launches:
        text += f" Some times have fewer than {MIN_LAUNCHES} launches: noise is part of that."
    return text


def _check(one: Check) -> str:
    where = listing([point.resources.label for point in one.left_out])
    errors = listing([percent(abs(error)) for error in one.errors])
    return f"Predicted without it, the time on {where} is {errors} off."


def cost_text(found: Prediction) -> str:
    """Say what the fitted costs are, as figures of the machine for this driver."""
    operation, sent, leaving, message, fixed = found.model.costs
    parts = []
    if operation > 0:
        parts.append(f"{significant(1e-9 / operation)} GFLOP/s per core")
    if sent > 0:
        parts.append(f"{significant(1e-9 / sent)} GB/s sent per rank")
    if leaving > 0:
        parts.append(f"{significant(1e-9 / leaving)} GB/s leaving a node")
    if message > 0:
        parts.append(f"{seconds_text(message)} per message")
    if fixed > 0:
        parts.append(f"{seconds_text(fixed)} at any number of ranks")
    return f"Fitted: {listing(parts)}."


def refusal_table(found: Sequence[Refusal]) -> Table:
    """List what can't be predicted, and why."""
    columns = (Column("driver"), Column("problem", "wide"), Column("not predicted", "reason"))
    rows = [(Cell(one.driver), Cell(problem_text(one.problem)), Cell(one.reason)) for one in found]
    return make_table(columns, rows)


CAPTION = (
    "Times are fitted as operations per core, bytes sent per rank and leaving a node, messages, "
    "and a constant. The band holds what all such models say that fit the times as well, and the "
    "error of the check, growing with the distance. Nothing here was measured: contention on a "
    "network grows with its size."
)
