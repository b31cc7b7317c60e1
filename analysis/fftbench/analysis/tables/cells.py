"""Columns and cells that many tables have."""

from __future__ import annotations

from dataclasses import replace

from fftbench.analysis.model.formats import (
    NONE,
    grid_text,
    percent,
    seconds_text,
    significant,
    span_text,
    times_text,
    unit_for,
)
from fftbench.analysis.model.repetition import OWN_WAY
from fftbench.analysis.model.statistics import MIN_LAUNCHES, Estimate, Mean
from fftbench.analysis.questions.answers import Cores
from fftbench.analysis.tables.table import Cell, Column
from fftbench.core.contracts.resources import Resources

DRIVER, WHERE, CASE = Column("driver"), Column("where", "fold"), Column("case", "id")
SETTINGS = Column("settings", "wide", optional=True)

ABOUT = "~"
"""Before ratios that claim nothing."""

NO_CLAIM = (
    f"{ABOUT}: no claim, with fewer than {MIN_LAUNCHES} launches to compare, or on cores that "
    "ranks or threads share, or on a device that ranks share."
)


def number(name: str, optional: bool = False) -> Column:
    """Make a column of numbers."""
    return Column(name, "num", optional)


def driver_cell(driver: str, own_way: bool = False) -> Cell:
    """Name the driver that a row is of, with a mark if it solves a workload in its own way."""
    return replace(name_cell(driver, own_way), facet=("driver", driver))


def name_cell(driver: str, own_way: bool = False) -> Cell:
    """Name a driver that a row is not of alone."""
    return Cell(driver, kind="strong", note=OWN_WAY if own_way else "")


def resources_cell(resources: Resources, shares: str = "", devices: int | None = None) -> Cell:
    """Write `4 ranks`, and what ranks or threads share: `cores` or `device`.

    `devices` are those that hold the arrays; by default one for each rank.
    """
    note, kind = (f"shared {shares}", "shared") if shares else ("", "")
    return Cell(resources.label, resources.ranks, kind, note, cores_facet(resources, devices))


def cores_facet(resources: Resources, devices: int | None = None) -> tuple[str, str]:
    """Return the number of cores, or of devices, that a row is of."""
    return "cores", Cores.of(resources, devices).label


def grid_cell(grid: tuple[int, ...] | None) -> Cell:
    """Write `1x2`."""
    return Cell(grid_text(grid) or NONE)


def interval_cell(value: Estimate | None) -> Cell:
    """Write `12.3 ms [12.1, 12.6]`."""
    return Cell(NONE) if value is None else Cell(interval_text(value), value.median)


def interval_text(value: Estimate) -> str:
    """Write seconds as `12.3 ms [12.1, 12.6]`, or of too few launches `12.3 ms (2 launches)`."""
    text = seconds_text(value.median)
    if not value.confident:
        return f"{text} ({launches_text(value.n)})"
    unit = unit_for([value.median])
    return f"{text} [{seconds_text(value.lo, unit)}, {seconds_text(value.hi, unit)}]"


def launches_text(number: int) -> str:
    """Write `one launch` or `2 launches`."""
    return {0: "no common launch", 1: "one launch"}.get(number, f"{number} launches")


def ratio_text(value: Estimate | Mean) -> str:
    """Write `1.32 [1.28 - 1.35]`, with a dash, or `~1.32` where nothing can be claimed."""
    middle = times_text(_middle(value))
    return f"{middle} [{span_text(value.lo, value.hi)}]" if value.confident else f"{ABOUT}{middle}"


def ratio_cell(value: Estimate | Mean, kind: str = "") -> Cell:
    """Write the same, with the plain ratio."""
    return Cell(ratio_text(value), _middle(value), kind)


def _middle(value: Estimate | Mean) -> float:
    return value.median if isinstance(value, Estimate) else value.value


def seconds_cell(seconds: float | None) -> Cell:
    """Write `12.3 ms`."""
    return Cell(seconds_text(seconds), seconds)


def number_cell(value: float | None, kind: str = "") -> Cell:
    """Write three significant digits."""
    return Cell(significant(value), value, kind)


def times_cell(value: Estimate | None) -> Cell:
    """Write a ratio as `1.32`, or as `~1.32` where nothing can be claimed."""
    if value is None:
        return Cell(NONE)
    about = "" if value.confident else ABOUT
    return Cell(f"{about}{times_text(value.median)}", value.median)


def span_cell(low: float, high: float) -> Cell:
    """Write an interval of ratios."""
    return Cell(span_text(low, high), low, kind="muted")


def confidence_cell(value: Estimate | Mean) -> Cell:
    """Write the interval of a ratio, if it has one."""
    return span_cell(value.lo, value.hi) if value.confident else Cell("no claim", kind="muted")


def percent_cell(value: Estimate | None) -> Cell:
    """Write `93 %`, or `~93 %` where nothing can be claimed."""
    if value is None:
        return Cell(NONE)
    about = "" if value.confident else ABOUT
    return Cell(f"{about}{percent(value.median)}", value.median)
