"""Who is fastest, by how much, and whether that is more than noise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fftbench.analysis.formats import listing, seconds_text, times_text, unit_for
from fftbench.analysis.merge import ratio
from fftbench.analysis.metrics import Place, Row, best_of, time_of
from fftbench.analysis.statistics import FEWEST, Estimate


@dataclass(frozen=True)
class Verdict:
    """The drivers at one place, each with its fastest settings, fastest first."""

    place: Place
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
        """Other drivers whose intervals overlap that of the fastest: maybe as fast."""
        return tuple(row for row in self.drivers[1:] if pair(row).overlaps(pair(self.best)))

    @property
    def lead(self) -> Estimate | None:
        """Time of the next driver over that of the fastest."""
        if self.second is None:
            return None
        return ratio(self.second.result, self.best.result)

    @property
    def too_few(self) -> bool:
        """Whether the fastest or its rival stands on fewer samples than an interval needs."""
        return any(pair(row).n < FEWEST for row in self.drivers[:2])

    @property
    def clear(self) -> bool:
        """Whether the fastest is faster than the next one beyond the noise."""
        return self.second is not None and not self.equals and not self.too_few

    @property
    def claim(self) -> str:
        """The answer in a few words."""
        names = [row.result.case.driver for row in (self.best, *self.equals)]
        where = f"on {self.place.label}"
        if self.second is None:
            return f"{names[0]} is the only driver with a right answer {where}"
        if self.too_few:
            return f"Too few samples to tell who is fastest {where}"
        if self.equals:
            return f"{listing(names)} are not distinguishable {where}"
        return f"{names[0]} is fastest {where}"

    @property
    def detail(self) -> str:
        """The numbers behind the claim, and how near the fastest is to what the machine allows."""
        return " ".join(filter(None, [self._numbers, self._allowance]))

    @property
    def _allowance(self) -> str:
        over, limit = self.best.over_limit, self.best.limit
        if over is None or limit is None:
            return ""
        name = self.best.result.case.driver
        return f"{name} takes {_times(over)} the bound ({limit.name})."

    @property
    def _numbers(self) -> str:
        best, second, lead = self.best, self.second, self.lead
        if second is None or lead is None:
            return f"{timing(best)} for forward + backward{_with(best)}."
        if not self.clear:
            shown = [best, *(self.equals or (second,))]
            times = listing([f"{row.result.case.driver} {timing(row)}" for row in shown])
            why = "too few samples" if self.too_few else "their 95% intervals overlap"
            return f"Forward + backward: {times}; {why}."
        rival = second.result.case.driver
        return (
            f"{timing(best)} for forward + backward{_with(best)}; "
            f"the next, {rival}{_with(second)}, takes {_times(lead)} as long."
        )


def verdicts(rows: Sequence[Row]) -> list[Verdict]:
    """One verdict per place of one machine and problem, from few ranks to many."""
    best = best_of(rows, lambda row: (row.place, row.result.case.driver))
    groups: dict[Place, list[Row]] = {}
    for row in best.values():
        groups.setdefault(row.place, []).append(row)
    return [
        Verdict(place, tuple(sorted(groups[place], key=lambda row: time_of(row.result))))
        for place in sorted(groups)
    ]


def leaders(rows: Sequence[Row]) -> list[Row]:
    """At each place the fastest row and those that can't be told from it; none on few samples."""
    best = best_of(rows, lambda row: row.place)
    found = []
    for row in rows:
        value = row.result.pair
        if value is not None and value.n >= FEWEST and value.overlaps(pair(best[row.place])):
            found.append(row)
    return found


def pair(row: Row) -> Estimate:
    """Time of forward + backward of a row that has one."""
    assert row.result.pair is not None
    return row.result.pair


def timing(row: Row) -> str:
    """As `12.3 ms [12.1, 12.6]`."""
    value = pair(row)
    unit = unit_for([value.median])
    low, high = seconds_text(value.lo, unit), seconds_text(value.hi, unit)
    return f"{seconds_text(value.median)} [{low}, {high}]"


def _times(value: Estimate) -> str:
    """As `1.32 times [1.28, 1.35]`."""
    low, high = times_text(value.lo), times_text(value.hi)
    return f"{times_text(value.median)} times [{low}, {high}]"


def _with(row: Row) -> str:
    return f" ({row.result.label})" if row.result.label else ""
