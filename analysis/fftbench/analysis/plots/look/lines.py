"""What lines are called and how they look: a library's, and those of its variants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from matplotlib.lines import Line2D

from fftbench.analysis.model.formats import problem_text
from fftbench.analysis.model.selection import Line, best_lines
from fftbench.analysis.plots.look.style import (
    COLOURS,
    DASHES,
    MARKERS,
    Look,
    Palette,
    driver_handle,
)

Looks = Mapping[str, Look]
"""By `name_of`."""


def name_of(line: Line) -> str:
    """Name a line by its driver and what tells it from the driver's others."""
    return f"{line.driver} {line.settings}".strip()


def best_by_driver(found: Sequence[Line]) -> list[Line]:
    """Pick the best line of each driver, which no settings need to tell from others."""
    return [replace(line, settings="") for line in best_lines(found)]


def line_labels(found: Sequence[Line]) -> list[str]:
    """Name lines by what differs among them: not by the driver if there is but one."""
    if len({line.driver for line in found}) == 1 < len(found):
        return [line.settings or "not set" for line in found]
    return [name_of(line) for line in found]


def line_handles(found: Sequence[Line], looks: Looks) -> list[Line2D]:
    """Legend entries of these lines."""
    return [
        driver_handle(label, looks[name_of(line)])
        for label, line in zip(line_labels(found), found, strict=True)
    ]


def lines_title(found: Sequence[Line]) -> str:
    """Name the problem, the first of those that grow, and the driver if labels don't."""
    driver = f"{found[0].driver}, " if line_labels(found)[0] != name_of(found[0]) else ""
    problems = [row.result.case.problem for line in found for row in line.rows]
    weak = "weak from " if len(set(problems)) > 1 else ""
    return f"{driver}{weak}{problem_text(problems[0])}"


def line_looks(found: Sequence[Line], palette: Palette) -> dict[str, Look]:
    """Choose the looks of lines: a driver's colour is its own, its variants differ otherwise.

    Variants of a single driver have colours of their own: there is nobody to mistake them for.
    """
    alone = len({line.driver for line in found}) == 1 < len(found)
    looks: dict[str, Look] = {}
    variants: dict[str, int] = {}
    for line in found:
        number = variants[line.driver] = variants.get(line.driver, -1) + 1
        own = palette.of(line.driver)
        if alone:
            looks[name_of(line)] = own_look(number)
        elif number:
            start = MARKERS.index(own.marker)
            marker = MARKERS[(start + number) % len(MARKERS)]
            dashes = DASHES[(DASHES.index(own.dashes) + number) % len(DASHES)]
            looks[name_of(line)] = Look(own.colour, marker, dashes, own.hollow ^ (number % 2 == 1))
        else:
            looks[name_of(line)] = own
    return looks


def own_look(number: int) -> Look:
    """Look of a line that is no library's, by its number."""
    dashes = DASHES[number // len(COLOURS) % len(DASHES)]
    marker = MARKERS[number % len(MARKERS)]
    return Look(COLOURS[number % len(COLOURS)], marker, dashes, hollow=False)
