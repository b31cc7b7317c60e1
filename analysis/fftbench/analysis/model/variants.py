"""Lines for variants of a library beside lines for libraries: by setting, grid, threads, ..."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from fftbench.analysis.model.formats import grid_text, placement_text
from fftbench.analysis.model.machine import Machine
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.model.result import Result
from fftbench.analysis.model.selection import Group, Line, best_lines, by_cores, lines, timed
from fftbench.core.contracts.labels import setting_text
from fftbench.core.contracts.problem import Problem
from fftbench.core.errors import UserError, did_you_mean


def _mpi(result: Result) -> str | None:
    """Name the MPI library as it tells, up to the first comma: `Open MPI v4.1.4`."""
    found = {r.environment.mpi.library for r in result.records if r.environment}
    return found.pop().split(",")[0] if len(found) == 1 else None


ALWAYS: Mapping[str, Callable[[Result], str | None]] = {
    "grid": lambda result: grid_text(result.grid),
    "threads": lambda result: str(result.case.threads),
    "nodes": lambda result: str(result.case.nodes),
    "placement": lambda result: placement_text(result.case.problem.placement),
    "memory": lambda result: result.case.problem.memory.value,
    "precision": lambda result: result.case.problem.precision.value,
    "machine": lambda result: result.machine.nodes.label,
    "mpi": _mpi,
    "campaign": lambda result: result.machine.campaign or None,
    "spectrum": lambda result: {True: "like the input", False: "another way", None: None}[
        result.same_layout
    ],
}
"""What every case has; all other names are of settings."""


PLACES = ("machine", "mpi", "campaign")
"""Where a line was measured: without it nobody knows what it may be compared with."""

ANYWHERE = Machine("", "")
"""Stands for all machines, where they have lines of their own."""

Values = tuple[str | None, ...]
"""Of what is named, in its order."""


@dataclass(frozen=True)
class Variant:
    """The cases of a driver that have what is named alike."""

    driver: str
    label: str
    """What tells it from the driver's other variants; empty if nothing does."""
    rows: tuple[Row, ...]


def line_of(variant: Variant) -> Line:
    """Make a line of its fastest case at each number of cores."""
    return Line(variant.driver, variant.label, by_cores(variant.rows))


def kept_line(variant: Variant) -> Line:
    """Make a line of the same settings at each number of cores, its best: for efficiency."""
    (best,) = best_lines(lines(variant.rows))
    return replace(best, settings=variant.label)


def variants(rows: Iterable[Row], names: Sequence[str]) -> list[Variant]:
    """Tell the variants of each driver apart, by each choice of what is named; rows with a time.

    A driver without a setting that is named is a variant all the same. They are told apart by what
    differs among their driver's, and places by what differs at all.
    """
    groups: dict[str, dict[Values, list[Row]]] = {}
    for row in timed(rows):
        values = tuple(_value(row.result, name) for name in names)
        groups.setdefault(row.result.case.driver, {}).setdefault(values, []).append(row)
    everywhere = [values for found in groups.values() for values in found]
    told = [name in PLACES and _differ(everywhere, at) for at, name in enumerate(names)]
    return [
        variant
        for driver in sorted(groups)
        for variant in _of_driver(driver, groups[driver], names, told)
    ]


def place(machine: Machine, names: Sequence[str]) -> Machine:
    """Return what stays apart: nothing where machines have lines, nodes where campaigns have."""
    if "machine" in names:
        return ANYWHERE
    return machine.nodes if {"campaign", "mpi"} & set(names) else machine


def joined(groups: Iterable[Group], names: Sequence[str]) -> list[Group]:
    """Put groups together whose machines or campaigns have lines of their own."""
    found: dict[tuple[Machine, Problem], list[Row]] = {}
    for machine, problem, rows in groups:
        found.setdefault((place(machine, names), problem), []).extend(rows)
    return [(machine, problem, rows) for (machine, problem), rows in found.items()]


def check_names(rows: Iterable[Row], names: Sequence[str]) -> None:
    """Raise UserError for a name that is of nothing that cases have."""
    settings = {name for row in rows for name in row.result.case.settings}
    for name in names:
        if name not in ALWAYS and name not in settings:
            known = sorted({*ALWAYS, *settings})
            raise UserError(f"no case has a setting '{name}'", did_you_mean(name, known))


def _of_driver(
    driver: str,
    groups: Mapping[Values, Sequence[Row]],
    names: Sequence[str],
    told: Sequence[bool],
) -> Iterator[Variant]:
    """Make a driver's variants; what is `told` is named even if all of them have it alike."""
    differs = [told[at] or _differ(groups, at) for at in range(len(names))]
    labels = {
        values: " ".join(
            _text(name, value)
            for name, value, kept in zip(names, values, differs, strict=True)
            if kept and value is not None
        )
        for values in groups
    }
    for values in sorted(groups, key=labels.__getitem__):
        yield Variant(driver, labels[values], tuple(groups[values]))


def _differ(groups: Iterable[Values], at: int) -> bool:
    return len({values[at] for values in groups}) > 1


def _text(name: str, value: str) -> str:
    """Write a value that explains itself alone: `p2p`, but `reorder=true` and `threads=2`."""
    alone = value not in ("true", "false", "auto", "none", "off") and not value.isdigit()
    return value if alone else f"{name}={value}"


def _value(result: Result, name: str) -> str | None:
    if name in ALWAYS:
        return ALWAYS[name](result)
    value = result.used(name)
    return None if value is None else setting_text(value)
