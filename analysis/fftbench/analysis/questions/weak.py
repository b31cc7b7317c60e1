"""Weak scaling: problems that grow with the ranks, so that each rank keeps its points."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from fftbench.analysis.model.machine import Machine
from fftbench.analysis.model.merge import ratio
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.model.selection import Line, fastest_lines, lines
from fftbench.analysis.model.statistics import Estimate
from fftbench.core.campaigns.grids import grown
from fftbench.core.contracts.problem import Problem


@dataclass(frozen=True)
class Family:
    """Lines of cases that weak scaling grew from one problem (see core's grids.grown)."""

    machine: Machine
    problem: Problem
    """At the fewest ranks."""
    ranks: int
    """The fewest."""
    lines: tuple[Line, ...]
    """Each begins at the fewest ranks and has a point at more."""
    fastest: tuple[Line, ...] = ()
    """The fastest of these at each number of ranks, a line per driver or variant."""


def families(rows: Sequence[Row]) -> list[Family]:
    """Find what was measured at several numbers of ranks with the same points per rank."""
    sizes: dict[_Size, list[Row]] = {}
    for row in rows:
        case = row.result.case
        size = _Size(row.result.machine, case.problem, case.ranks)
        sizes.setdefault(size, []).append(row)
    members: dict[_Size, list[Row]] = {}
    for size in sorted(sizes, key=lambda size: size.ranks):
        first = next((first for first in members if size.grown_from(first)), size)
        members.setdefault(first, []).extend(sizes[size])
    found = [(first, _begun(first, lines(those, _series))) for first, those in members.items()]
    return [
        Family(first.machine, first.problem, first.ranks, own, tuple(fastest_lines(own)))
        for first, own in found
        if own
    ]


def largest(found: Sequence[Family], most: int) -> list[Family]:
    """Keep at most so many families, those with most cases, in their order."""
    sizes = [sum(len(line.rows) for line in family.lines) for family in found]
    kept = sorted(range(len(found)), key=lambda at: (-sizes[at], at))[:most]
    return [found[at] for at in sorted(kept)]


def efficiencies(line: Line) -> dict[int, Estimate]:
    """Weak efficiency by cores: the time at the fewest ranks over the time here, paired by launch.

    Gustafson, CACM 31(5), 1988; FLUPS paper, equation 22. The points per rank stay the same; the
    operations per point grow with the logarithm of all points. Points on shared cores have none.
    """
    apart = [row for row in line.rows if not row.result.oversubscribed]
    first = line.rows[0].result
    if first.oversubscribed:
        return {}
    found = ((row.resources.cores, ratio(first, row.result)) for row in apart)
    return {cores: value for cores, value in found if value is not None}


@dataclass(frozen=True)
class _Size:
    """A problem on a number of ranks."""

    machine: Machine
    problem: Problem
    ranks: int

    def grown_from(self, first: _Size) -> bool:
        """Whether weak scaling makes this from `first`."""
        if self.machine != first.machine or self.ranks % first.ranks != 0:
            return False
        shape = grown(first.problem.shape, self.ranks // first.ranks)
        return self.problem == first.problem.model_copy(update={"shape": shape})


def _begun(first: _Size, found: Sequence[Line]) -> tuple[Line, ...]:
    """Keep the lines that begin at the fewest ranks and go on."""
    return tuple(
        line
        for line in found
        if len(line.rows) > 1 and line.rows[0].result.case.ranks == first.ranks
    )


def _series(row: Row) -> Hashable:
    case = row.result.case
    return case.driver, row.result.settings, case.threads
