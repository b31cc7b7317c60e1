"""Who is fastest, by how much, and whether the difference is more than noise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fftbench.analysis.model.merge import ratio
from fftbench.analysis.model.metrics import Row, fastest
from fftbench.analysis.model.selection import best_of_drivers, timed
from fftbench.analysis.model.statistics import Estimate
from fftbench.core.contracts.resources import Resources


@dataclass(frozen=True)
class Verdict:
    """The drivers on the same resources, each with its fastest settings, fastest first."""

    resources: Resources
    drivers: tuple[Row, ...]

    @property
    def best(self) -> Row:
        """Row of the fastest driver."""
        return self.drivers[0]

    @property
    def second(self) -> Row | None:
        """Row of the next one."""
        return self.drivers[1] if len(self.drivers) > 1 else None

    @property
    def equals(self) -> tuple[Row, ...]:
        """Other drivers that may be as fast: no interval shows that they take longer."""
        return tuple(row for row in self.drivers[1:] if not _slower(row, self.best))

    @property
    def lead(self) -> Estimate | None:
        """Time of the next driver over that of the fastest."""
        if self.second is None:
            return None
        return ratio(self.second.result, self.best.result)

    @property
    def too_few(self) -> bool:
        """Whether the fastest shares fewer launches with the next than a claim needs."""
        return self.lead is not None and not self.lead.confident

    @property
    def clear(self) -> bool:
        """Whether the fastest is faster than every other by more than noise.

        Each of them is tested alone, with no correction for their number: the claim is made only if
        all tests agree (Berger, Technometrics 24(4), 1982).
        """
        return self.second is not None and not self.equals


def verdicts(rows: Sequence[Row]) -> list[Verdict]:
    """Judge the rows of one machine and problem: a verdict for each of the resources, in order."""
    groups: dict[Resources, list[Row]] = {}
    for row in best_of_drivers(rows):
        groups.setdefault(row.resources, []).append(row)
    return [
        Verdict(resources, tuple(sorted(groups[resources], key=lambda row: row.seconds)))
        for resources in sorted(groups)
    ]


def leaders(rows: Sequence[Row]) -> list[Row]:
    """Pick the rows that may be the fastest on their resources; none if launches are too few."""
    best = fastest(rows, lambda row: row.resources)
    return [
        row for row in timed(rows) if pair(row).confident and not _slower(row, best[row.resources])
    ]


def _slower(row: Row, best: Row) -> bool:
    found = ratio(row.result, best.result)
    return found is not None and found.side > 0


def pair(row: Row) -> Estimate:
    """Time of forward + backward of a row that has one."""
    assert row.result.pair is not None
    return row.result.pair
