"""Whether what papers say holds here: each claim beside the cases that can confirm it."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from fftbench.analysis.model.choice import Choice, choose
from fftbench.analysis.model.result import Result
from fftbench.analysis.model.sources import Study
from fftbench.analysis.model.statistics import Mean, geometric_mean
from fftbench.analysis.questions.claims import Claim, Literature, Paper, Side, literature
from fftbench.analysis.questions.costs import cost
from fftbench.analysis.questions.lacking import lacking
from fftbench.analysis.questions.needs import has_time, is_of, needs
from fftbench.core.contracts.labels import settings_text
from fftbench.core.contracts.resources import Resources

ALIKE = 1.05
"""Times are alike if neither is longer than the other by more than this factor."""


class Answer(str, Enum):
    """What the results say about a claim."""

    holds = "holds here"
    fails = "does not hold here"
    mixed = "mixed"
    """Holds in some instances and fails in others, by their intervals."""
    open = "can't be told"
    few = "no claim"
    missing = "not measured"


@dataclass(frozen=True)
class Finding:
    """A claim and what is known about it here."""

    paper: Paper
    claim: Claim
    pairs: tuple[tuple[Result, Result], ...]
    """Cases of `one` and of `other` at the same problem, nodes, ranks and threads."""
    mean: Mean | None
    """The metric of `other` over that of `one`, paired by launch; None without a pair."""
    answer: Answer
    without: tuple[Side, ...]
    """Sides without a time."""
    lacking: tuple[str, ...]
    """What keeps them from having one."""


@dataclass(frozen=True)
class Examined:
    """The claims of all papers beside the results of one machine."""

    machine: str
    findings: tuple[Finding, ...]

    @property
    def papers(self) -> tuple[Paper, ...]:
        """Those of the claims."""
        return tuple({finding.paper.name: finding.paper for finding in self.findings}.values())

    @property
    def any(self) -> bool:
        """Whether there is a pair of cases for any claim."""
        return any(finding.pairs for finding in self.findings)


def examine_study(study: Study, results: Sequence[Result]) -> list[Examined]:
    """Look for every claim of the literature in the results of each machine."""
    known = literature()
    return [
        Examined(
            machine.label,
            tuple(examine(known, [result for result in results if result.machine == machine])),
        )
        for machine in study.records
    ]


def examine(known: Literature, results: Sequence[Result]) -> list[Finding]:
    """Look for each claim of the literature in the results, which are of one machine."""
    drivers: dict[str, list[Result]] = {}
    for result in results:
        drivers.setdefault(result.case.driver, []).append(result)
    places = {result.resources for result in results if has_time(result)}
    return [_examine(known.papers[claim.paper], claim, drivers, places) for claim in known.claims]


def _examine(
    paper: Paper,
    claim: Claim,
    drivers: Mapping[str, Sequence[Result]],
    places: Collection[Resources],
) -> Finding:
    ones, others = (
        _chosen(claim, side, drivers.get(side.driver, ())) for side in (claim.one, claim.other)
    )
    common = [where for where in ones if where in others]
    mean = geometric_mean([others[where].over(ones[where]) for where in common])
    answer = Answer.missing if mean is None else _answer(claim, mean)
    without = tuple(side for side, had in ((claim.one, ones), (claim.other, others)) if not had)
    return Finding(
        paper,
        claim,
        tuple((ones[where].best, others[where].best) for where in common),
        mean,
        answer,
        without,
        lacking(claim, without, drivers, places) if without else (),
    )


def _chosen(claim: Claim, side: Side, results: Sequence[Result]) -> dict[Hashable, Choice]:
    """Choose a side's cases among the results of its driver, by what they share with the other's.

    Several fields and workloads are no evidence: papers' transforms are of one field, bare.
    """
    own: dict[Hashable, list[Result]] = {}
    times, wanted = cost(claim.metric, results), needs(claim.of)
    for result in results:
        fits = is_of(side, result) and all(need.met_by(result) for need in wanted)
        if fits and result.case.problem.plain and has_time(result) and times(result):
            own.setdefault(_meeting(claim, result), []).append(result)
    return {where: choose(cases, times) for where, cases in own.items()}


def _meeting(claim: Claim, result: Result) -> Hashable:
    """Return what a case shares with its counterpart: two settings of a driver, all else."""
    case, one, other = result.case, claim.one, claim.other
    where = (case.problem, result.resources)
    if one.driver != other.driver:
        return where
    named = one.settings.keys() | other.settings.keys()
    rest = {name: value for name, value in case.settings.items() if name not in named}
    return (*where, settings_text(rest), None if one.grid or other.grid else case.grid)


def _answer(claim: Claim, mean: Mean) -> Answer:
    if not mean.confident:
        return Answer.few
    if mean.both_ways(ALIKE):
        return Answer.mixed
    if not claim.alike:
        return {1: Answer.holds, -1: Answer.fails, 0: Answer.open}[mean.side]
    if mean.lo >= 1 / ALIKE and mean.hi <= ALIKE:
        return Answer.holds
    apart = mean.lo > ALIKE or mean.hi < 1 / ALIKE
    return Answer.fails if apart else Answer.open
