"""Predicted times: as a table, with the sentences that say how far they can be trusted."""

from __future__ import annotations

from collections.abc import Callable, Sequence

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
from fftbench.analysis.questions.left_out import FAR_OFF, STRONG, Check, Distance, by_distance
from fftbench.analysis.questions.predict import LEAST_FACTOR, Forecast, Prediction, Refusal
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
            "models, and of what others were off; measure one more number of ranks."
        )
    text = _check(found.checks[0])
    if found.far_off:
        text += (
            f" That is more than {percent(FAR_OFF)}: something there grows as no model has it, as "
            "where a node or a network fills up. Measure numbers of ranks nearer to those wanted."
        )
    if found.few_launches:
        text += f" Some times have fewer than {MIN_LAUNCHES} launches: noise is part of that."
    distances = by_distance(found.checks)
    if len(found.checks) > 1 and distances:
        text += f" {_distances(distances)}"
    return text


def _check(one: Check) -> str:
    where = listing([point.resources.label for point in one.left_out])
    errors = listing([percent(abs(error)) for error in one.errors])
    return f"Predicted without it, the time on {where} is {errors} off."


def _distances(found: Sequence[Distance]) -> str:
    """Say how errors grow with the distance, of all counts that smaller ones can predict."""
    parts = [
        f"{percent(one.median)} at {_times(one.factor)} the cores"
        f" (at worst {percent(one.errors[-1])}, of {len(one.errors)})"
        for one in found
    ]
    return f"Of all that smaller counts tell, the median error is {listing(parts)}."


def _times(factor: int) -> str:
    return "twice" if factor == 2 else f"{factor} times"


def cost_text(found: Prediction) -> str:
    """Say what the fitted costs are, and which the machine was measured to have itself."""
    parts = []
    for name, write in _COSTS.items():
        cost, figure = getattr(found.model.costs, name), getattr(found.figures, name)
        start = f" (from {write(figure)}, measured)" if figure else ""
        if cost > 0:
            parts.append(f"{write(cost)}{start}")
        elif figure:
            parts.append(f"no cost of {_NAMES[name]}{start}")
    return f"Fitted: {listing(parts)}. {_missing(found)}".strip()


_COSTS: dict[str, Callable[[float], str]] = {
    "operations": lambda cost: f"{significant(1e-9 / cost)} GFLOP/s per core",
    "memory": lambda cost: f"{significant(1e-9 / cost)} GB/s of a node's memory",
    "fixed": lambda cost: f"{seconds_text(cost)} at any number of ranks",
    "near": lambda cost: f"{significant(1e-9 / cost)} GB/s sent per rank within its node",
    "far": lambda cost: f"{significant(1e-9 / cost)} GB/s leaving a node",
    "levels": lambda cost: f"{significant(1e-9 / cost)} GB/s for every doubling of the nodes",
    "messages": lambda cost: f"{seconds_text(cost)} per message",
}
"""Each cost, as a figure of the machine for this driver."""

_NAMES = {
    "operations": "operations",
    "memory": "memory",
    "near": "bytes within a node",
    "far": "bytes leaving a node",
    "messages": "messages",
}
"""Of the costs that a machine can be measured to have."""


def _missing(found: Prediction) -> str:
    """Say which figures nobody measured, so that times alone tell."""
    several = any(forecast.resources.nodes > 1 for forecast in found.forecasts)
    names = [
        text
        for name, text in _NAMES.items()
        if getattr(found.figures, name) is None and (several or name != "far")
    ]
    return f"The machine was not measured for the cost of {listing(names)}." if names else ""


def refusal_table(found: Sequence[Refusal]) -> Table:
    """List what can't be predicted, and why."""
    columns = (Column("driver"), Column("problem", "wide"), Column("not predicted", "reason"))
    rows = [(Cell(one.driver), Cell(problem_text(one.problem)), Cell(one.reason)) for one in found]
    return make_table(columns, rows)


CAPTION = (
    "Times are made of operations per core, bytes through a node's memory, a constant, bytes sent "
    "within a node, leaving it and crossing its network, and messages. The band holds what all "
    f"such models say that fit the times as well, and a factor of {LEAST_FACTOR} for every "
    "doubling, or what the checks were off, squared, if that is more. "
    f"Of {STRONG.times} published times of strong scaling that were predicted so from fewer "
    f"ranks, {STRONG.near} were within {percent(FAR_OFF)} and {STRONG.held} within their band: no "
    f"time here is claimed to be within {percent(FAR_OFF)}. The further, the worse: of all "
    "predictions of these times from smaller numbers the median error was "
    f"{listing([f'{percent(off)} at {_times(factor)}' for factor, off in STRONG.off.items()])} the "
    "ranks. What is predicted was not measured."
)
