"""What became of every case that was measured or planned; none may vanish."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fftbench.analysis.model.result import Result
from fftbench.analysis.model.settings import brief, own_settings
from fftbench.analysis.model.sources import Study
from fftbench.core.contracts.case import Case
from fftbench.core.contracts.record import Status

PENDING = "pending"
BAD_FIRST = ("wrong", "failed", "timeout", PENDING, "unavailable", "unsupported")
"""Outcomes that are not ok, in the order in which a reader should look at them."""

OUTCOMES = (Status.ok.value, *BAD_FIRST)


@dataclass(frozen=True)
class Open:
    """A case that is not ok, or not complete."""

    case: Case
    outcome: str
    """A status, or `pending`."""
    reason: str
    shown: str
    """The settings that tell it from other cases of the driver."""
    begun: bool = False
    """Whether some launches of a pending case are there, and right."""

    @property
    def text(self) -> str:
        """The case in a line."""
        return brief(self.case, self.shown)


@dataclass(frozen=True)
class Coverage:
    """Every case under exactly one of `OUTCOMES`."""

    counts: Mapping[str, Mapping[str, int]]
    """[driver][outcome]: numbers of cases, for every driver, sorted."""
    open: tuple[Open, ...]

    @property
    def totals(self) -> Mapping[str, int]:
        """Numbers of cases by outcome, over all drivers."""
        total: Counter[str] = Counter()
        for counts in self.counts.values():
            total.update(counts)
        return total

    @property
    def begun(self) -> int:
        """Number of pending cases of which some launches are there, and right."""
        return sum(item.begun for item in self.open)

    @property
    def cases(self) -> int:
        """Number of all cases."""
        return sum(self.totals.values())


def cover(study: Study, results: Sequence[Result]) -> Coverage:
    """Count the cases of a study and list those that are not ok.

    A case that lacks launches is pending, unless one of its launches ended badly.
    """
    lacking = {(pending.machine, pending.case.id): pending for pending in study.pending}
    found: list[Open] = []

    def add(case: Case, outcome: str, reason: str, begun: bool = False) -> None:
        shown = own_settings(case, study.common, study.defaults)
        found.append(Open(case, outcome, reason, shown, begun))

    counts: dict[str, Counter[str]] = {driver: Counter() for driver in study.drivers}
    for result in results:
        pending = lacking.pop(result.key, None)
        if pending is not None and result.status is Status.ok:
            add(result.case, PENDING, pending.reason, begun=True)
        elif result.status is not Status.ok:
            add(result.case, result.status.value, result.reason or "")
        else:
            counts[result.case.driver][Status.ok.value] += 1
    measured = {(result.machine.campaign, result.case.id) for result in results}
    for pending in lacking.values():
        where = (pending.machine.campaign, pending.case.id)
        if pending.missing == pending.launches or where not in measured:
            add(pending.case, PENDING, pending.reason)
    for item in found:
        counts[item.case.driver][item.outcome] += 1
    found.sort(key=lambda item: (_severity(item.outcome), item.case.driver, item.case.ranks))
    return Coverage(counts, tuple(found))


def _severity(outcome: str) -> int:
    return BAD_FIRST.index(outcome)
