"""How many times as fast as a driver the variants of others are, place by place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from fftbench.analysis.model.choice import choose
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.model.result import Result
from fftbench.analysis.model.selection import Line
from fftbench.analysis.model.sources import Machine
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
    bases = _by_place(row for one in found if one.driver == over for row in one.rows)
    others = ((one, _over(bases, one)) for one in found if one.driver != over)
    return [Speedup(line_of(one), known) for one, known in others if known]


def _over(bases: Mapping[Place, Sequence[Result]], variant: Variant) -> dict[int, Estimate]:
    own = _by_place(variant.rows)
    best = {place: choose(cases) for place, cases in own.items() if place in bases}
    # A variant of several campaigns counts where it is fastest: there last, and kept.
    places = sorted(best, key=lambda place: (place[1], -best[place].best.seconds))
    return {place[1]: choose(bases[place]).over(best[place]) for place in places}


def _by_place(rows: Iterable[Row]) -> dict[Place, list[Result]]:
    found: dict[Place, list[Result]] = {}
    for row in rows:
        if not row.result.oversubscribed:
            found.setdefault((row.result.machine, row.resources.cores), []).append(row.result)
    return found
