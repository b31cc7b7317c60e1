"""What to use: in sentences, as a table, and as a campaign that measures what is open."""

from __future__ import annotations

from collections.abc import Iterable

import yaml

from fftbench.analysis.model.formats import (
    TIMES,
    grid_text,
    listing,
    percent,
    placement_text,
    seconds_text,
)
from fftbench.analysis.model.layouts import LayoutClass
from fftbench.analysis.model.result import Result
from fftbench.analysis.model.statistics import MIN_LAUNCHES
from fftbench.analysis.questions.advise import REACH, Advice, Option, Wanted
from fftbench.analysis.tables.cells import launches_text, number, ratio_text
from fftbench.analysis.tables.table import Cell, Column, Table, make_table
from fftbench.core.contracts.case import Setting
from fftbench.core.contracts.problem import Memory

ABOUT = "\N{ALMOST EQUAL TO}"
"""Before times that nobody measured."""


def wanted_text(wanted: Wanted) -> str:
    """Write `512 x 512 x 512 c2c double on 64 ranks`."""
    shape = TIMES.join(map(str, wanted.shape))
    parts = [f"{shape} {wanted.transform.value} {wanted.precision.value}"]
    if wanted.placement:
        parts.append(placement_text(wanted.placement))
    if wanted.layout is LayoutClass.same:
        parts.append(wanted.layout.label)
    return f"{', '.join(parts)} on {wanted.resources.label}"


def answer(advice: Advice) -> str:
    """Say in a sentence or two what to use, and how sure that is."""
    if not advice.options:
        return f"No advice: {_why_none(advice)}"
    best = advice.options[0]
    name = f"Use {best.driver}: {_seconds(best)} for forward + backward"
    if not advice.measured:
        return f"{name}, by a model: this was not measured. {_model_sentence(advice)}"
    if len(advice.options) == 1:
        return f"{name}. It is the only one that was measured here with a right answer."
    return f"{name}. {_measured_sentence(advice)}"


def _measured_sentence(advice: Advice) -> str:
    second = advice.options[1]
    assert second.over is not None
    if advice.shared:
        return "No claim: ranks or threads share cores."
    if advice.sure:
        ratio = ratio_text(second.over)
        return f"It is fastest: the next, {second.driver}, takes {ratio} times as long."
    unsure = [
        option.over.n for option in advice.options if option.over and not option.over.confident
    ]
    if unsure:
        return f"No claim: {launches_text(min(unsure))}, and a claim needs {MIN_LAUNCHES}."
    names = [option.driver for option in advice.rivals]
    return f"Not distinguishable from {listing(names)}."


def _model_sentence(advice: Advice) -> str:
    error = advice.options[0].error
    if error is None:
        return "Too few times to check the model: take it as a guess."
    text = f"Typically it is {percent(error)} off at what was measured (each time left out once)."
    names = [option.driver for option in advice.rivals]
    return f"{text} Within that, {listing(names)} may be as fast." if names else text


def _why_none(advice: Advice) -> str:
    if advice.nearest is None:
        several = " on more than one rank" if advice.wanted.ranks > 1 else ""
        return f"no right answer to such a problem was measured on this machine{several}."
    case = advice.nearest.case
    shape = TIMES.join(map(str, case.problem.shape))
    return (
        "this was not measured, and no model tells: it needs three times of a driver, and reaches "
        f"{REACH:g} times beyond them. The nearest right answer is to {shape} on "
        f"{advice.nearest.resources.label}."
    )


def option_table(advice: Advice) -> Table:
    """List the drivers, the best first, each with what makes it so fast; fits 80 columns."""
    columns = (Column("driver", "name"), number("time"), number(f"{TIMES} best"),
               Column("with", "wide"))  # fmt: skip
    return make_table(columns, [_cells(option, advice) for option in advice.options])


def _cells(option: Option, advice: Advice) -> tuple[Cell, ...]:
    best = advice.options[0]
    over = option.seconds / best.seconds
    ratio = ratio_text(option.over) if option.over else f"{ABOUT}{over:.2f}"
    return (
        Cell(option.driver, kind="strong" if option is best else ""),
        Cell(_seconds(option), option.seconds),
        Cell(ratio if option is not best else "1", over),
        Cell(_with(option.result, advice.wanted.ranks)),
    )


def _with(result: Result, ranks: int) -> str:
    """Write `out of place, grid 2x1, spectrum like the input, planner=measure`.

    A grid of other ranks than those that were asked for is none of these.
    """
    grid = grid_text(result.grid) if result.case.ranks == ranks else None
    spectrum = {True: "spectrum like the input", False: "spectrum another way", None: ""}
    parts = [
        placement_text(result.case.problem.placement),
        f"grid {grid}" if grid else "",
        spectrum[result.same_layout],
        result.shown,
    ]
    return ", ".join(filter(None, parts))


def _seconds(option: Option) -> str:
    text = seconds_text(option.seconds)
    return text if option.over else f"{ABOUT}{text}"


def to_measure(advice: Advice) -> str:
    """Say what is open before deciding; empty if nothing is."""
    parts = []
    if not advice.measured and advice.options:
        parts.append("this very problem on these resources")
    few = [one for one in advice.options if one.over and one.over.n < MIN_LAUNCHES]
    if few and advice.measured and not advice.shared:
        parts.append(f"{MIN_LAUNCHES} launches or more")
    if advice.missing:
        parts.append(f"{listing(advice.missing)}, which ran elsewhere but not here")
    if advice.measured and not advice.shared and not few and advice.rivals:
        parts.append("more launches, as they may be equally fast")
    return f"Before deciding, measure {listing(parts)}:" if parts else ""


def failures(advice: Advice) -> list[str]:
    """Tell which drivers were tried without a right answer, and why."""
    reasons = {result.case.driver: result for result in advice.failed}
    return [
        f"{driver}: {result.status.value}: {result.reason}" for driver, result in reasons.items()
    ]


def campaign(advice: Advice) -> str:
    """Write a campaign of the best options and those to be set against them, to be pasted."""
    wanted = advice.wanted
    shown = [advice.options[0], *advice.rivals] if advice.options else []
    drivers: dict[str, dict[str, Setting]] = {
        option.driver: dict(option.result.case.settings) for option in shown
    }
    drivers |= {driver: {} for driver in advice.missing}
    content = {
        "name": "advised",
        "problem": {
            "shape": [list(wanted.shape)],
            "transform": wanted.transform.value,
            "precision": wanted.precision.value,
            "placement": _placements(wanted, shown),
            **({"memory": wanted.memory.value} if wanted.memory is not Memory.host else {}),
        },
        "drivers": drivers,
        "scale": _scale(wanted),
        "grid": _grids(shown, wanted.ranks),
        "measure": {"launches": MIN_LAUNCHES},
    }
    return yaml.safe_dump(content, sort_keys=False, default_flow_style=None, width=100)


def _placements(wanted: Wanted, shown: Iterable[Option]) -> list[str]:
    """Return the one that was asked for, else those of what is shown, else the usual one."""
    found = {option.result.case.problem.placement.value for option in shown}
    return sorted(found) if found and not wanted.placement else [wanted.problem.placement.value]


def _scale(wanted: Wanted) -> dict[str, int]:
    if wanted.nodes == 1 or wanted.ranks % wanted.nodes:
        return {"ranks": wanted.ranks, "threads": wanted.threads}
    per_node = wanted.ranks // wanted.nodes
    return {"nodes": wanted.nodes, "ranks_per_node": per_node, "threads": wanted.threads}


def _grids(shown: Iterable[Option], ranks: int) -> str | list[list[int]]:
    """Return the grids that were measured on so many ranks, else the word for square ones."""
    found = {option.result.grid for option in shown if option.result.case.ranks == ranks}
    known = [list(grid) for grid in sorted(found - {None}, key=str) if grid and len(grid) > 1]
    return known or "square"


CALL = "## In code"
"""Heading in a driver's README: the library's call, with where its settings go."""


def call_text(readme: str) -> str:
    """Return what a driver's README says of the call; empty where it says nothing."""
    _, _, rest = f"\n{readme}".partition(f"\n{CALL}\n")
    return rest.partition("\n## ")[0].strip()
