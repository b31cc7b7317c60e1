"""Whether what papers say holds here: each claim beside the cases that can tell."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from fftbench.analysis.claims import Claim, Literature, Paper, Range, Side
from fftbench.analysis.formats import count, listing, span_text, times_text
from fftbench.analysis.merge import ratio
from fftbench.analysis.metrics import place_of, time_of
from fftbench.analysis.result import Result
from fftbench.analysis.settings import same
from fftbench.analysis.statistics import Estimate, Mean, geometric_mean
from fftbench.core.case import Setting
from fftbench.core.labels import settings_text

ALIKE = 1.05
"""Times that differ by less than this are alike, whichever is the longer."""


class Answer(str, Enum):
    """What the results say about a claim."""

    holds = "holds here"
    fails = "does not hold here"
    open = "can't be told"
    missing = "not measured"


@dataclass(frozen=True)
class Finding:
    """A claim and what is known about it here."""

    paper: Paper
    claim: Claim
    pairs: tuple[tuple[Result, Result], ...]
    """Cases of `one` and of `other` at the same problem, nodes, ranks and threads."""
    mean: Mean | None
    """Time of `other` over that of `one`, paired by launch; None without a pair."""
    answer: Answer
    sentence: str


def examine(known: Literature, results: Sequence[Result]) -> list[Finding]:
    """Look for each claim of the literature in the results, which are of one machine."""
    return [_examine(known.papers[claim.paper], claim, results) for claim in known.claims]


def _examine(paper: Paper, claim: Claim, results: Sequence[Result]) -> Finding:
    ones, others = _fastest(claim, claim.one, results), _fastest(claim, claim.other, results)
    pairs: list[tuple[Result, Result]] = []
    ratios: list[Estimate] = []
    for place, one in ones.items():
        value = ratio(others[place], one) if place in others else None
        if value is not None:
            pairs.append((one, others[place]))
            ratios.append(value)
    mean = geometric_mean(ratios)
    if mean is None:
        lacking = [side for side, found in ((claim.one, ones), (claim.other, others)) if not found]
        return Finding(paper, claim, (), None, Answer.missing, _missing(claim, lacking))
    answer = _answer(claim, mean)
    sentence = _sentence(answer, claim, mean, pairs)
    return Finding(paper, claim, tuple(pairs), mean, answer, sentence)


def _fastest(claim: Claim, side: Side, results: Iterable[Result]) -> dict[Hashable, Result]:
    """By where it may meet the other side: two settings of a driver only with all else equal.

    Times on cores that ranks or threads share say nothing about a machine of the papers' kind.
    """
    best: dict[Hashable, Result] = {}
    for result in results:
        if result.pair is None or result.oversubscribed:
            continue
        if _within(claim, result) and _is_of(side, result):
            place = _meeting(claim, result)
            if place not in best or time_of(result) < time_of(best[place]):
                best[place] = result
    return best


def _within(claim: Claim, result: Result) -> bool:
    case, scope = result.case, claim.of
    ranges = ((case.nodes, scope.nodes), (case.ranks, scope.ranks), (case.threads, scope.threads))
    return (
        scope.dims in (None, len(case.problem.shape))
        and case.problem.transform in scope.transform
        and case.problem.precision in scope.precision
        and all(_in(number, bounds) for number, bounds in ranges)
    )


def _in(number: int, bounds: Range) -> bool:
    least, most = bounds
    return least <= number and (most is None or number <= most)


def _is_of(side: Side, result: Result) -> bool:
    return (
        result.case.driver == side.driver
        and side.has(result.case.grid)
        and all(_same(result.used(name), value) for name, value in side.settings.items())
    )


def _same(used: Setting | None, wanted: Setting) -> bool:
    return used is not None and same(used, wanted)


def _meeting(claim: Claim, result: Result) -> Hashable:
    case, one, other = result.case, claim.one, claim.other
    place = (case.problem, place_of(result))
    if one.driver != other.driver:
        return place
    named = one.settings.keys() | other.settings.keys()
    rest = {name: value for name, value in case.settings.items() if name not in named}
    return (*place, settings_text(rest), None if one.grid or other.grid else case.grid)


def _answer(claim: Claim, mean: Mean) -> Answer:
    if not claim.alike:
        return {1: Answer.holds, -1: Answer.fails, 0: Answer.open}[mean.side]
    if not mean.confident:
        return Answer.open
    if mean.lo >= 1 / ALIKE and mean.hi <= ALIKE:
        return Answer.holds
    apart = mean.lo > ALIKE or mean.hi < 1 / ALIKE
    return Answer.fails if apart else Answer.open


def _sentence(
    answer: Answer, claim: Claim, mean: Mean, pairs: Sequence[tuple[Result, Result]]
) -> str:
    """Say what was found, on what, and how far that is from the paper's machine."""
    places = listing([place.label for place in sorted({place_of(one) for one, _ in pairs})])
    verdict = answer.value.capitalize() + _size(claim, answer, mean)
    value = f"{times_text(mean.value)} [{span_text(mean.lo, mean.hi)}]"
    text = (
        f"{verdict}: {claim.other.text} takes {value} times as long as {claim.one.text}, "
        f"over {count(mean.number, 'task')} on {places}"
    )
    if not mean.confident:
        text += "; too few samples for an interval"
    if mean.least < 1 < mean.most:
        text += f"; from {span_text(mean.least, mean.most)}, so not everywhere alike"
    return f"{text}. Another scale than the paper's, {claim.scale}. {claim.note}".strip()


def _size(claim: Claim, answer: Answer, mean: Mean) -> str:
    """Say where the difference is another than the paper's, though on its side."""
    if claim.times is None or answer is not Answer.holds:
        return ""
    least, most = claim.times
    if mean.hi < least:
        return ", but by less"
    return ", and by more" if mean.lo > most else ""


def _missing(claim: Claim, lacking: Sequence[Side]) -> str:
    """Say what there is no time of, and how to get it."""
    if lacking:
        text = f"no time of {listing([side.text for side in lacking], 'or')}{_bounds(claim)}"
    else:
        text = "the two sides were never measured at the same problem, ranks and threads"
    way = f"the campaign {claim.campaign} measures it" if claim.campaign else "no campaign has it"
    return f"{Answer.missing.value.capitalize()}: {text}; {way}."


def _bounds(claim: Claim) -> str:
    """As ` for 2-D r2c on 2 threads or more`."""
    scope = claim.of
    kinds = [f"{scope.dims}-D"] if scope.dims else []
    if len(scope.transform) == 1:
        kinds.append(scope.transform[0].value)
    if len(scope.precision) == 1:
        kinds.append(scope.precision[0].value)
    ranges = (("node", scope.nodes), ("rank", scope.ranks), ("thread", scope.threads))
    places = [text for noun, bounds in ranges if (text := _range_text(noun, bounds))]
    return (f" for {' '.join(kinds)}" if kinds else "") + (
        f" on {listing(places)}" if places else ""
    )


def _range_text(noun: str, bounds: Range) -> str:
    least, most = bounds
    if most is None:
        return f"{count(least, noun)} or more" if least > 1 else ""
    return count(most, noun) if least == most else f"{least} to {count(most, noun)}"
