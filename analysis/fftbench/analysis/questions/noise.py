"""How small a difference can be told: the same work against itself, and against itself slowed."""

from __future__ import annotations

import math
import random
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, product
from statistics import multimode

from fftbench.analysis.model.instruments import SLOWED
from fftbench.analysis.model.machine import Machine
from fftbench.analysis.model.merge import merge_checked
from fftbench.analysis.model.result import Result
from fftbench.analysis.model.sources import Study
from fftbench.analysis.model.statistics import MIN_LAUNCHES, NEGLIGIBLE, Estimate, paired_ratio
from fftbench.analysis.questions.compare import pair_up

PERCENT = "percent"
"""The setting of the driver that is slower on purpose."""

TARGET, POWER = 0.05, 0.8
"""The difference that shall be told, and in what share of the cases."""

TARGET_PERCENT = round(100 * TARGET)

LARGE = 128**3
"""Points from which on it shall be told: smaller transforms take too little time."""

SAMPLES = 64
"""Most sub-samples of launches that are tried of a pair, for each number of launches."""


@dataclass(frozen=True)
class Pair:
    """Two cases that do the same work on other data, in programs that are started apart."""

    first: Result
    second: Result
    percent: int = 0
    """By how much the second one is slowed on purpose."""

    @cached_property
    def launches(self) -> tuple[int, ...]:
        """The launches that both have."""
        return tuple(sorted(self.first.pair_launches.keys() & self.second.pair_launches.keys()))

    @cached_property
    def ratio(self) -> Estimate:
        """Time of the second over that of the first, in all launches."""
        return self.ratio_in(self.launches)

    @property
    def points(self) -> int:
        """Of the transform."""
        return math.prod(self.first.case.problem.shape)

    def ratio_in(self, launches: Iterable[int]) -> Estimate:
        """Return the ratio that one would have found in these launches alone."""
        one, other = self.first.pair_launches, self.second.pair_launches
        found = paired_ratio({n: other[n] for n in launches}, one)
        assert found is not None  # as `_comparable` has seen to
        return found


@dataclass(frozen=True)
class Power:
    """What so many launches can tell, found by sub-samples of the launches that there are."""

    launches: int
    different: float
    """Share of the equal pairs that are called different."""
    told: tuple[float, ...]
    """For every equal pair the smallest difference that would have been told; sorted.

    Either side of a pair could be slower by d > 0 in all launches: the interval of the ratio, which
    scales with the times, would lie above NEGLIGIBLE if (1 + d) times its lower end did.
    """
    slowed: Mapping[int, float]
    """By percent: the share of slowed cases that are called slower."""

    def share(self, difference: float) -> float:
        """Return the share of equal pairs in which a difference would be told."""
        return sum(one < difference for one in self.told) / len(self.told)

    @property
    def smallest(self) -> float:
        """The smallest difference that is told in POWER of the equal pairs."""
        return self.told[math.ceil(POWER * len(self.told)) - 1]

    @property
    def at_target(self) -> float:
        """How often TARGET is told: in cases slowed by so much if there are any, else expected."""
        return self.slowed.get(TARGET_PERCENT, self.share(TARGET))


@dataclass(frozen=True)
class Noise:
    """What one machine can tell."""

    machine: Machine
    twins: tuple[Pair, ...]
    """Every two cases that differ in nothing but the seed."""
    slowed: tuple[Pair, ...]
    """Every slowed case against one that is not, of another seed."""

    @property
    def launches(self) -> int:
        """The number that most equal pairs have."""
        return _usual(self.twins)

    @property
    def different(self) -> int:
        """How many equal pairs are called different."""
        return sum(pair.ratio.side != 0 for pair in self.twins)

    @property
    def large(self) -> bool:
        """Whether there are pairs of LARGE points or more; if so, `powers` is about them."""
        return any(pair.points >= LARGE for pair in self.twins)

    @cached_property
    def powers(self) -> tuple[Power, ...]:
        """By number of launches, from the fewest that tell anything; empty if there are fewer."""
        least = LARGE if self.large else 0
        return powers(
            [pair for pair in self.twins if pair.points >= least],
            [pair for pair in self.slowed if pair.points >= least],
        )

    @property
    def target_seen(self) -> bool:
        """Whether cases were slowed by TARGET: then `enough` is about them, else equal pairs."""
        return any(TARGET_PERCENT in power.slowed for power in self.powers)

    @property
    def enough(self) -> int | None:
        """The fewest launches that tell TARGET with POWER; None if more are needed than are there.

        So do all that are more.
        """
        found = None
        for power in reversed(self.powers):
            if power.at_target < POWER:
                break
            found = power.launches
        return found


@dataclass(frozen=True)
class Again:
    """The same campaign, measured twice."""

    cases: int
    """With an interval of 95 % in both sets."""
    overlapping: int
    """Cases of which the two intervals have a point in common."""


def noise(study: Study, results: Sequence[Result] | None = None) -> tuple[Noise, ...]:
    """Find what each machine of a study can tell; machines without equal pairs are left out.

    `results` are those of all that has answers, where they are there already.
    """
    found = []
    results = merge_checked(study) if results is None else results
    for machine in study.records:
        own = [result for result in results if result.machine == machine and result.pair]
        twins = tuple(_comparable(_twins(own)))
        if twins:
            found.append(Noise(machine, twins, tuple(_comparable(_slowed(own)))))
    return tuple(found)


def again(first: Study, second: Study) -> Again:
    """Compare the intervals over launches of every case that two sets have of one machine."""
    matched, _, _ = pair_up(merge_checked(first), merge_checked(second))
    pairs = [(one.pair, other.pair) for one, other in matched if one.machine == other.machine]
    known = [(a, b) for a, b in pairs if a and b and a.confident and b.confident]
    return Again(len(known), sum(a.lo <= b.hi and b.lo <= a.hi for a, b in known))


def joined(first: Study, second: Study) -> Study:
    """Return all launches of a campaign measured twice, the second set's numbered as later ones."""
    records = dict(first.records)
    for machine, found in second.records.items():
        earlier = records.get(machine, ())
        offset = 1 + max((record.launch for record in earlier), default=-1)
        later = (record.model_copy(update={"launch": record.launch + offset}) for record in found)
        records[machine] = (*earlier, *later)
    return replace(first, records=records)


def powers(twins: Sequence[Pair], slowed: Sequence[Pair]) -> tuple[Power, ...]:
    """Find what each number of launches tells, up to the number that most equal pairs have."""
    return tuple(_power(number, twins, slowed) for number in range(MIN_LAUNCHES, _usual(twins) + 1))


def _usual(pairs: Iterable[Pair]) -> int:
    """Return how many launches most pairs have; a case that failed once must not spoil the rest."""
    return max(multimode(len(pair.launches) for pair in pairs), default=0)


def _power(number: int, twins: Sequence[Pair], slowed: Sequence[Pair]) -> Power:
    equal = [ratio for pair in twins for ratio in _sampled(pair, number)]
    told = [max(NEGLIGIBLE * end - 1, 0.0) for ratio in equal for end in (ratio.hi, 1 / ratio.lo)]
    recognised: dict[int, list[bool]] = {}
    for pair in slowed:
        sides = [ratio.side > 0 for ratio in _sampled(pair, number)]
        recognised.setdefault(pair.percent, []).extend(sides)
    return Power(
        number,
        sum(ratio.side != 0 for ratio in equal) / len(equal),
        tuple(sorted(told)),
        {percent: sum(recognised[percent]) / len(recognised[percent])
         for percent in sorted(recognised) if recognised[percent]},
    )  # fmt: skip


def _sampled(pair: Pair, number: int) -> Iterator[Estimate]:
    """Yield the ratios of a pair in so many of its launches: in all choices, or SAMPLES of them."""
    if number > len(pair.launches):
        return
    if math.comb(len(pair.launches), number) <= SAMPLES:
        choices: Iterable[Sequence[int]] = combinations(pair.launches, number)
    else:
        draw = random.Random(number)
        choices = [draw.sample(pair.launches, number) for _ in range(SAMPLES)]
    yield from map(pair.ratio_in, choices)


def _twins(results: Iterable[Result]) -> Iterator[Pair]:
    for group in _grouped(results, frozenset()):
        yield from (Pair(*two) for two in combinations(group, 2))


def _slowed(results: Iterable[Result]) -> Iterator[Pair]:
    """Yield pairs of different seeds, which never share a start of a program."""
    of_driver = [result for result in results if result.case.driver == SLOWED]
    for group in _grouped(of_driver, frozenset({PERCENT})):
        for first, second in product(group, group):
            percent = second.case.settings[PERCENT]
            usual = first.case.settings[PERCENT] == 0 and first.case.seed != second.case.seed
            if usual and isinstance(percent, int) and percent > 0:
                yield Pair(first, second, percent)


def _grouped(results: Iterable[Result], but: frozenset[str]) -> list[list[Result]]:
    """Group cases that differ in nothing but the seed, and these settings; by seed."""
    groups: dict[Hashable, list[Result]] = {}
    for result in sorted(results, key=lambda result: result.case.seed):
        settings = {k: v for k, v in result.case.settings.items() if k not in but}
        same = result.case.model_copy(update={"settings": settings})
        groups.setdefault(same.model_dump_json(exclude={"id", "seed"}), []).append(result)
    return list(groups.values())


def _comparable(pairs: Iterable[Pair]) -> Iterator[Pair]:
    """Leave out pairs that were never measured in the same launch."""
    return (pair for pair in pairs if pair.launches)
