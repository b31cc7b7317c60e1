"""Who is fastest, by how much, and whether the same machine would say so again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fftbench.analysis.model.choice import standings
from fftbench.analysis.model.layouts import LayoutClass, classes_of
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.model.selection import timed
from fftbench.analysis.model.statistics import Estimate
from fftbench.core.contracts.record import Status
from fftbench.core.contracts.resources import Resources

INTERIM = 0.999
"""What it takes to end a study early. Whoever looks after every few launches, and stops once there
is a difference, finds one by luck sooner or later; if only this much counts before the end, 95 % at
the end is hardly touched (the rule of Haybittle and Peto: Peto et al., Br. J. Cancer 34, 1976)."""


FAULTS = (Status.wrong, Status.failed, Status.timeout)
"""Of cases that ran."""


@dataclass(frozen=True)
class Place:
    """A driver in a ranking."""

    row: Row
    """With its fastest settings."""
    over: Estimate
    """Time over that of the fastest driver; see `Standings.over_fastest`."""
    firm: bool
    """Whether it is slower by an interval of `INTERIM`, too."""


@dataclass(frozen=True)
class Verdict:
    """The drivers on the same resources, in a class of layouts; fastest first."""

    resources: Resources
    layout: LayoutClass
    places: tuple[Place, ...]
    faulty: tuple[str, ...] = ()
    """Drivers that ran without a right answer."""

    @property
    def drivers(self) -> tuple[Row, ...]:
        """Row of every driver."""
        return tuple(place.row for place in self.places)

    @property
    def best(self) -> Row:
        """Row of the fastest driver."""
        return self.places[0].row

    @property
    def second(self) -> Place | None:
        """The next driver."""
        return self.places[1] if len(self.places) > 1 else None

    @property
    def shared(self) -> bool:
        """Whether ranks or threads share cores or a device: times, but no claims."""
        return bool(self.shares)

    @property
    def shares(self) -> str:
        """What they share: `device`, `cores`, or nothing."""
        found = {row.result.shares for row in self.drivers}
        return "device" if "device" in found else "cores" if "cores" in found else ""

    @property
    def launches(self) -> int:
        """How many launches the fastest shares with every other driver, at least."""
        return min(place.over.n for place in self.places)

    @property
    def claims(self) -> bool:
        """Whether anything can be claimed: enough launches with every other driver."""
        return self.second is not None and all(place.over.confident for place in self.places[1:])

    @property
    def equals(self) -> tuple[Row, ...]:
        """Other drivers that may be as fast: no interval shows that they take longer."""
        return tuple(place.row for place in self.places[1:] if place.over.side <= 0)

    @property
    def clear(self) -> bool:
        """Whether every other driver takes longer than the fastest, by more than noise.

        Each of them is tested alone, with no correction for their number: the claim is made only if
        all tests agree (intersection-union test; Berger, Technometrics 24(4), 1982).
        """
        return self.claims and not self.equals


def verdicts(rows: Sequence[Row]) -> list[Verdict]:
    """Judge the rows of one machine and problem: by resources, and by class of layouts."""
    groups: dict[Resources, list[Row]] = {}
    for row in timed(rows):
        groups.setdefault(row.resources, []).append(row)
    return [
        judge(resources, layout, groups[resources], faulty(rows, resources))
        for resources in sorted(groups)
        for layout in classes_of(row.result for row in groups[resources])
    ]


def faulty(rows: Sequence[Row], resources: Resources) -> tuple[str, ...]:
    """Name the drivers that ran on these resources without a right answer in any case."""
    there = [row.result for row in rows if row.resources == resources]
    right = {one.case.driver for one in there if one.status is Status.ok}
    return tuple(dict.fromkeys(
        one.case.driver for one in there if one.status in FAULTS and one.case.driver not in right
    ))  # fmt: skip


def judge(
    resources: Resources, layout: LayoutClass, rows: Sequence[Row], faulty: Sequence[str] = ()
) -> Verdict:
    """Rank the drivers among rows that have a time, at least one of them in the class."""
    drivers: dict[str, list[Row]] = {}
    for row in rows:
        if layout.has(row.result):
            drivers.setdefault(row.result.case.driver, []).append(row)
    rows_of = {row.result.key: row for row in rows}
    found = standings([row.result for row in own] for own in drivers.values())
    return Verdict(
        resources,
        layout,
        tuple(
            Place(
                rows_of[choice.best.key],
                found.over_fastest(choice),
                found.over_fastest(choice, INTERIM).side > 0,
            )
            for choice in found.choices
        ),
        tuple(faulty),
    )


def leaders(rows: Sequence[Row]) -> list[Row]:
    """Pick the rows not shown to be slower than the fastest on their resources.

    None where nothing can be claimed.
    """
    groups: dict[Resources, list[Row]] = {}
    for row in timed(rows):
        groups.setdefault(row.resources, []).append(row)
    leading = {
        choice.best.key
        for own in groups.values()
        for choice in standings([row.result] for row in own).leading
    }
    return [row for row in timed(rows) if row.result.key in leading]


def pair(row: Row) -> Estimate:
    """Time of forward + backward of a row that has one."""
    assert row.result.pair is not None
    return row.result.pair
