"""How many times as fast as a driver the variants of others are, place by place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from fftbench.analysis.model.choice import Choice, choose
from fftbench.analysis.model.machine import Machine
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.model.result import Result
from fftbench.analysis.model.selection import Line
from fftbench.analysis.model.statistics import Estimate
from fftbench.analysis.model.variants import Variant, line_of

Place = tuple[Machine, int]
"""A machine in a campaign, and a number of cores: nothing is paired across places."""


@dataclass(frozen=True)
class Speedup:
    """A variant, and the time of a driver over its own."""

    line: Line
    over: Mapping[int, Estimate]
    """By cores, ascending; paired by launch, of the `Choice` of each side."""


def speedups(found: Sequence[Variant], over: str) -> list[Speedup]:
    """Set variants of one problem against a driver's fastest where both have cores of their own.

    Those that meet it nowhere are left out.
    """
    bases = _choices(row for one in found if one.driver == over for row in one.rows)
    others = ((one, _over(bases, _choices(one.rows))) for one in found if one.driver != over)
    return [Speedup(line_of(one), known) for one, known in others if known]


def _over(bases: Mapping[Place, Choice], own: Mapping[Place, Choice]) -> dict[int, Estimate]:
    # A variant of several campaigns counts where it is fastest: there last, and kept.
    met = [place for place in own if place in bases]
    places = sorted(met, key=lambda place: (place[1], -own[place].best.seconds))
    return {place[1]: bases[place].over(own[place]) for place in places}


def _choices(rows: Iterable[Row]) -> dict[Place, Choice]:
    """Find the fastest cases of each place, of those with cores of their own."""
    found: dict[Place, list[Result]] = {}
    for row in rows:
        if not row.result.oversubscribed:
            found.setdefault((row.result.machine, row.resources.cores), []).append(row.result)
    return {place: choose(cases) for place, cases in found.items()}
