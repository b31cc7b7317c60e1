"""Numbers and names as people read them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import floor, log10

from fftbench.analysis.model.statistics import NEGLIGIBLE
from fftbench.core.contracts.labels import sizes, work_text
from fftbench.core.contracts.problem import Memory, Placement, Problem
from fftbench.core.contracts.resources import Resources

NBSP = "\N{NO-BREAK SPACE}"
NONE = "\N{EN DASH}"
TIMES = "\N{MULTIPLICATION SIGN}"


@dataclass(frozen=True)
class Unit:
    """A unit of time; a second has `factor` of them."""

    name: str
    factor: float


UNITS = (Unit("s", 1.0), Unit("ms", 1e3), Unit("\N{MICRO SIGN}s", 1e6))


def unit_for(seconds: Iterable[float]) -> Unit:
    """Choose the unit in which the smallest of these times is at least 1, or 0.1 s."""
    known = [value for value in seconds if value > 0]
    if not known or min(known) >= 0.1:
        return UNITS[0]
    return next((unit for unit in UNITS if min(known) * unit.factor >= 1), UNITS[-1])


def axis_unit(seconds: Iterable[float]) -> Unit:
    """Choose the unit of an axis: that in which the largest of these times is at least 1."""
    known = [value for value in seconds if value > 0]
    largest = max(known, default=1.0)
    return next((unit for unit in UNITS if largest * unit.factor >= 1), UNITS[-1])


def significant(value: float | None, digits: int = 3) -> str:
    """Write significant digits without an exponent (1234, 12.3, 0.00123); a dash for None."""
    if value is None:
        return NONE
    if value == 0:
        return "0"
    rounded = float(f"{value:.{digits - 1}e}")
    decimals = max(0, digits - 1 - floor(log10(abs(rounded))))
    return f"{value:.{decimals}f}"


def times_text(value: float) -> str:
    """Write a ratio as `1.32` or `14.7`."""
    return f"{value:.2f}" if value < 9.995 else significant(value)


def span_text(low: float, high: float) -> str:
    """Write an interval of ratios as `1.28 - 1.35`, with a dash."""
    return f"{times_text(low)} \N{EN DASH} {times_text(high)}"


def seconds_text(seconds: float | None, unit: Unit | None = None) -> str:
    """Write `12.3 ms`; without the unit's name if the unit is given."""
    if seconds is None:
        return NONE
    if unit is not None:
        return significant(seconds * unit.factor)
    best = unit_for([seconds])
    return f"{significant(seconds * best.factor)} {best.name}"


def error_text(error: float | None) -> str:
    """Write `3.1e-16`."""
    return NONE if error is None else f"{error:.1e}"


def percent(value: float | None) -> str:
    """Write `93 %`."""
    return NONE if value is None else f"{100 * value:.0f} %"


NEGLIGIBLE_TEXT = f"{100 * (NEGLIGIBLE - 1):.1f} %"
"""The difference of two times that is called none."""


def grid_text(grid: Sequence[int] | None) -> str | None:
    """Write `1x2`; None if unknown."""
    return None if grid is None else sizes(grid)


def size_text(shape: tuple[int, ...]) -> str:
    """Write a cube by its edge and an exponent, else `64x32`: short, for figures."""
    return f"{shape[0]}\N{SUPERSCRIPT THREE}" if shape == shape[:1] * 3 else sizes(shape)


def problem_text(problem: Problem) -> str:
    """Write `256 x 256 x 256 c2c double, out of place`, for headings."""
    shape = TIMES.join(str(extent) for extent in problem.shape)
    memory = "" if problem.memory.value == "host" else f", {problem.memory.value} memory"
    kind = f"{problem.transform.value} {problem.precision.value}"
    work = "" if problem.plain else f", {work_text(problem)}"
    return f"{shape} {kind}, {placement_text(problem.placement)}{memory}{work}"


def ranks_text(resources: Resources) -> str:
    """Write `4 ranks` beside the text of a problem, which tells where the arrays are."""
    return replace(resources, memory=Memory.host).label


def placement_text(placement: Placement) -> str:
    """Write `in place` or `out of place`."""
    return str(placement.value).replace("_", " ")


def problem_slug(problem: Problem) -> str:
    """Name a problem in file names."""
    parts = [sizes(problem.shape), problem.transform.value, problem.precision.value]
    parts.append(problem.placement.value.replace("_", "-"))
    if problem.memory.value != "host":
        parts.append(problem.memory.value)
    if not problem.plain:
        parts.append(work_text(problem).replace(",", "").replace(" ", "-"))
    return "-".join(parts)


def count(number: int, noun: str) -> str:
    """Write `1 case`, `2 cases`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def listing(words: Sequence[str], last: str = "and") -> str:
    """Write `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
