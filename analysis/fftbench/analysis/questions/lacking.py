"""What the results of a machine lack of what a claim needs, in words."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from fftbench.analysis.model.formats import listing
from fftbench.analysis.model.result import Result
from fftbench.analysis.questions.claims import Claim, Side
from fftbench.analysis.questions.needs import (
    grid_of,
    has_time,
    is_of,
    layouts,
    needs,
    numbers,
    problems,
)
from fftbench.core.contracts.record import Status
from fftbench.core.contracts.resources import Resources

NOT_BUILT, NOT_RUN = "not built", "not run"

SHORT = 90
"""Characters of a reason."""


def lacking(
    claim: Claim,
    sides: Collection[Side],
    drivers: Mapping[str, Sequence[Result]],
    places: Collection[Resources],
) -> tuple[str, ...]:
    """Say what keeps the sides of a claim, who have no evidence, from having any.

    `places` are those with a time on cores of their own, whoever has it.
    """
    if not places:
        return ("nothing has a time on cores of its own",)
    few = [need for need in numbers(claim.of) if not any(map(need.has, places))]
    found = [f"only {need.instead(places)}" for need in few]
    absent: dict[str, list[str]] = {}
    for side in sides:
        own = drivers.get(side.driver, ())
        like = [result for result in own if is_of(side, result)]
        if own and all(result.status is Status.unavailable for result in own):
            absent.setdefault(NOT_BUILT, []).append(side.driver)
        elif not like:
            name = side.text if own else side.driver
            absent.setdefault(NOT_RUN, []).append(name)
        elif unmet := _unmet(claim, side, like, alone=not few):
            found += unmet
        elif not few:
            found.append(f"{side.text}: {_why_no_time(claim, like)}")
    for state, who in absent.items():
        every = len(who) == len(sides)
        found.append(state if every else f"{state}: {listing(list(dict.fromkeys(who)))}")
    return tuple(dict.fromkeys(found))


def _unmet(claim: Claim, side: Side, like: Sequence[Result], alone: bool) -> list[str]:
    """Say which needs none of a side's cases meets; of numbers only if these are not at fault.

    A grid needs so many ranks.
    """
    kinds = [*problems(claim.of), *layouts(claim.of)]
    unmet = [need for need in kinds if not any(map(need.met_by, like))]
    found = [need for need in unmet if alone or need.of is not grid_of]
    texts = [f"{side.driver} only {need.instead(like)}" for need in found]
    if alone:
        there = {result.resources for result in like}
        few = [need for need in numbers(claim.of) if not any(map(need.has, there))]
        texts += [f"{side.driver} only on {need.instead(there)}" for need in few]
    return texts


def _why_no_time(claim: Claim, like: Sequence[Result]) -> str:
    fit = [result for result in like if all(need.met_by(result) for need in needs(claim.of))]
    if not fit:
        return "not all of this in one case"
    if any(map(has_time, fit)):
        return f"nothing tells of {claim.metric}"
    if any(result.pair is not None for result in fit):
        return "ranks or threads share cores"
    reason = " ".join((fit[0].reason or "too short for the clock").split())
    return f"{fit[0].status.value}, {reason[:SHORT]}"
