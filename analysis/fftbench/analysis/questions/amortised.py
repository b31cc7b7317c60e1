"""What a pair of transforms costs with its share of planning: which library to use for how many."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from fftbench.analysis.model.metrics import Row


@dataclass(frozen=True)
class Offer:
    """A driver at settings that are best for some number of pairs."""

    driver: str
    label: str
    plan_s: float
    pair_s: float

    def per_pair(self, pairs: float) -> float:
        """Seconds of a pair, with its share of planning, if so many follow the plan."""
        return self.plan_s / pairs + self.pair_s


@dataclass(frozen=True)
class Reign:
    """From so many pairs on this is best, until the next one is."""

    pairs: int
    offer: Offer


def offers(rows: Iterable[Row]) -> list[Offer]:
    """List what was timed and planned; rows of one problem and the same resources."""
    return [
        Offer(row.result.case.driver, row.result.label, row.result.plan_s, row.seconds)
        for row in rows
        if row.result.pair is not None and row.result.plan_s is not None
    ]


def of_driver(found: Sequence[Offer], driver: str) -> list[Offer]:
    """Keep a driver's offers that are best for some number of pairs, the quickest plan first."""
    own = [offer for offer in found if offer.driver == driver]
    return [reign.offer for reign in reigns(own)]


def reigns(found: Sequence[Offer]) -> list[Reign]:
    """Tell who is best for how many pairs, from one on.

    Costs are straight lines over the number of pairs, so that the best are their lower envelope:
    each next one takes longer to plan and less for a pair.
    """
    if not found:
        return []
    now = min(found, key=lambda offer: (offer.per_pair(1), offer.pair_s))
    known = [Reign(1, now)]
    while later := [offer for offer in found if offer.pair_s < now.pair_s]:
        pays = {offer: _pays_after(now, offer) for offer in later}
        now = min(later, key=lambda offer: (pays[offer], offer.pair_s))
        known.append(Reign(pays[now], now))
    return known


def _pays_after(quick: Offer, slow: Offer) -> int:
    """Pairs from which on the longer plan has paid for itself."""
    return int((slow.plan_s - quick.plan_s) / (quick.pair_s - slow.pair_s)) + 1
