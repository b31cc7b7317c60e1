"""Columns and cells that many tables have."""

from __future__ import annotations

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
from fftbench.analysis.model.statistics import Estimate
from fftbench.analysis.tables.table import Cell, Column
from fftbench.core.contracts.resources import Resources

DRIVER, WHERE, CASE = Column("driver"), Column("where"), Column("case", "id")
SETTINGS = Column("settings", "wide", optional=True)


def number(name: str, optional: bool = False) -> Column:
    """Make a column of numbers."""
    return Column(name, "num", optional)


def driver_cell(driver: str) -> Cell:
    """Name a driver."""
    return Cell(driver, kind="strong")


def resources_cell(resources: Resources) -> Cell:
    """Write `4 ranks`."""
    return Cell(resources.label, resources.ranks)


def grid_cell(grid: tuple[int, ...] | None) -> Cell:
    """Write `1x2`."""
    return Cell(grid_text(grid) or NONE)


def interval_cell(value: Estimate | None) -> Cell:
    """Write `12.3 ms [12.1, 12.6]`."""
    return Cell(NONE) if value is None else Cell(interval_text(value), value.median)


def interval_text(value: Estimate) -> str:
    """Write seconds as `12.3 ms [12.1, 12.6]`."""
    unit = unit_for([value.median])
    low, high = seconds_text(value.lo, unit), seconds_text(value.hi, unit)
    return f"{seconds_text(value.median)} [{low}, {high}]"


def seconds_cell(seconds: float | None) -> Cell:
    """Write `12.3 ms`."""
    return Cell(seconds_text(seconds), seconds)


def number_cell(value: float | None, kind: str = "") -> Cell:
    """Write three significant digits."""
    return Cell(significant(value), value, kind)


def times_cell(value: Estimate | None) -> Cell:
    """Write a ratio as `1.32`."""
    return Cell(NONE) if value is None else Cell(times_text(value.median), value.median)


def span_cell(low: float, high: float) -> Cell:
    """Write an interval of ratios."""
    return Cell(span_text(low, high), low, kind="muted")


def percent_cell(value: Estimate | None) -> Cell:
    """Write `93 %`."""
    return Cell(percent(value.median if value else None), value.median if value else None)
