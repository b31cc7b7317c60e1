"""Which claims of who is fastest are settled, so that more launches would change nothing."""

from __future__ import annotations

from dataclasses import dataclass

from fftbench.analysis.model.machine import Machine
from fftbench.analysis.model.merge import merge
from fftbench.analysis.model.metrics import measure
from fftbench.analysis.model.selection import group_rows
from fftbench.analysis.model.sources import Study
from fftbench.analysis.model.statistics import Estimate
from fftbench.analysis.questions.ranking import Verdict, verdicts
from fftbench.core.contracts.problem import Problem

LITTLE = 1.02
"""It does not matter which of two is faster if one takes at most so many times as long."""


@dataclass(frozen=True)
class Claim:
    """Who is fastest at one problem, on the same resources of one machine."""

    machine: Machine
    problem: Problem
    verdict: Verdict

    @property
    def settled(self) -> bool:
        """Whether one is firmly faster than all others, or what may be as fast hardly differs."""
        return all(place.firm or _hardly_differs(place.over) for place in self.verdict.places[1:])


def _hardly_differs(over: Estimate) -> bool:
    return over.confident and over.lo >= 1 / LITTLE and over.hi <= LITTLE


def claims(study: Study) -> list[Claim]:
    """Return the claims that launches can settle: of several drivers with cores of their own."""
    return [
        Claim(machine, problem, verdict)
        for machine, problem, rows in group_rows(measure(merge(study)))
        for verdict in verdicts(rows)
        if verdict.second and not verdict.shared
    ]
