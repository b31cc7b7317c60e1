"""Two sets of results compared: of two machines, or from before and after a change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import comb, inf

from scipy.stats import mannwhitneyu

from fftbench.analysis.model.instruments import apart_name
from fftbench.analysis.model.machine import Machine
from fftbench.analysis.model.merge import merge
from fftbench.analysis.model.ranks import CONFIDENCE
from fftbench.analysis.model.result import Result
from fftbench.analysis.model.settings import common_settings
from fftbench.analysis.model.sources import Study
from fftbench.analysis.model.statistics import MIN_LAUNCHES, Estimate, unpaired_ratio
from fftbench.analysis.questions.environment import facts, libraries
from fftbench.core.contracts.case import Case
from fftbench.core.contracts.labels import settings_text
from fftbench.core.contracts.record import Record, Status
from fftbench.core.contracts.resources import Resources
from fftbench.core.errors import UserError

SLOWER_EXIT = 6
"""Exit code if something got slower and the caller asked to fail on that."""


class Judgement(str, Enum):
    """What can be said about two times."""

    slower = "slower"
    faster = "faster"
    little = "little"
    """More than noise, but less than the threshold."""
    noise = "within noise"
    few = "no claim"
    """Too few launches: for an interval, or for so many tests at once."""
    shared = "on shared cores"
    """Ranks or threads shared cores, so nothing is claimed."""


@dataclass(frozen=True)
class RankTest:
    """Mann-Whitney U test of the medians of NEW's launches against those of BASE's."""

    p: float
    """Two-sided."""
    delta: float
    """Cliff's delta, P(NEW > BASE) - P(NEW < BASE): 1 if every launch of NEW is slower."""


@dataclass(frozen=True)
class Contrast:
    """A case that is ok on both sides; times are of forward + backward."""

    base: Result
    new: Result
    ratio: Estimate
    """NEW over BASE; never paired, for the two were not measured side by side."""
    test: RankTest | None
    """None if a side has too few launches."""
    p: float | None
    """Of the test, corrected by Holm's method for all tests of the comparison."""
    judgement: Judgement


@dataclass(frozen=True)
class Untimed:
    """A case of both sides that has no time on at least one of them."""

    base: Result
    new: Result

    @property
    def worse(self) -> bool:
        """Whether NEW lost what BASE could do."""
        return self.base.status is Status.ok and self.new.status is not Status.ok


@dataclass(frozen=True)
class Comparison:
    """All cases of two studies, side by side; none is left out."""

    contrasts: tuple[Contrast, ...]
    untimed: tuple[Untimed, ...]
    only_base: tuple[Result, ...]
    only_new: tuple[Result, ...]
    threshold: float

    @property
    def matched(self) -> tuple[Contrast | Untimed, ...]:
        """The cases of both sides."""
        return (*self.contrasts, *self.untimed)

    @property
    def base_machines(self) -> frozenset[Machine]:
        """Where BASE was measured."""
        return _machines((*(two.base for two in self.matched), *self.only_base))

    @property
    def new_machines(self) -> frozenset[Machine]:
        """Where NEW was measured."""
        return _machines((*(two.new for two in self.matched), *self.only_new))

    @property
    def lost(self) -> tuple[Result, ...]:
        """Cases that were ok in BASE and that NEW does not have."""
        return tuple(result for result in self.only_base if result.status is Status.ok)

    @property
    def counts(self) -> Counter[Judgement]:
        """Number of contrasts by judgement."""
        return Counter(contrast.judgement for contrast in self.contrasts)

    @property
    def tests(self) -> int:
        """Number of cases that were tested."""
        return sum(contrast.test is not None for contrast in self.contrasts)

    @property
    def launches(self) -> int:
        """Number of launches of the side that has fewer, of the case that has fewest."""
        return min((contrast.ratio.n for contrast in self.contrasts), default=0)

    @property
    def slower(self) -> bool:
        """Whether any case is slower, or no longer right."""
        return self.counts[Judgement.slower] > 0 or any(case.worse for case in self.untimed)


def _machines(results: Iterable[Result]) -> frozenset[Machine]:
    return frozenset(result.machine for result in results)


def compare(base: Study, new: Study, threshold: float = 1.05) -> Comparison:
    """Compare NEW with BASE; differences of less than `threshold` (>= 1) are called little."""
    if not 1 <= threshold < inf:
        raise UserError(
            f"threshold {threshold:g} is no ratio from 1 on",
            "give one of times, as --threshold 1.05",
        )
    common = common_settings(
        record.case for study in (base, new) for found in study.records.values() for record in found
    )
    matched, only_base, only_new = pair_up(merge(base, common), merge(new, common))
    contrasts: list[Contrast] = []
    untimed: list[Untimed] = []
    for before, after in matched:
        contrast = _contrast(before, after)
        if contrast is None:
            untimed.append(Untimed(before, after))
        else:
            contrasts.append(contrast)
    return Comparison(
        tuple(_judge(contrasts, threshold)), tuple(untimed), only_base, only_new, threshold
    )


def _contrast(base: Result, new: Result) -> Contrast | None:
    """Set NEW beside BASE, not judged yet; None if one of them has no time."""
    if base.pair is None or new.pair is None:
        return None
    one, other = list(base.pair_launches.values()), list(new.pair_launches.values())
    found = unpaired_ratio(other, one)
    assert found is not None
    tested = rank_test(one, other)
    if base.oversubscribed or new.oversubscribed:
        found, tested = replace(found, confident=False), None
    return Contrast(base, new, found, tested, None, Judgement.few)


def pair_up(
    base: Sequence[Result], new: Sequence[Result]
) -> tuple[list[tuple[Result, Result]], tuple[Result, ...], tuple[Result, ...]]:
    """Find the cases that both sides have, and those of one side only.

    Cases match by id, else by what was to be run and on what: ids also depend on the seed and on
    how to measure. Results of the same machine are matched first.
    """
    keys: Sequence[Callable[[Result], Hashable]] = (
        lambda result: (result.machine, result.case.id),
        lambda result: result.case.id,
        lambda result: (result.machine, _asked(result.case)),
        lambda result: _asked(result.case),
    )
    pairs: list[tuple[int, int]] = []
    left, right = dict(enumerate(base)), dict(enumerate(new))
    for key in keys:
        waiting: dict[Hashable, list[int]] = {}
        for number, result in right.items():
            waiting.setdefault(key(result), []).append(number)
        for number, result in list(left.items()):
            if others := waiting.get(key(result)):
                pairs.append((number, others[0]))
                del left[number], right[others.pop(0)]
    found = [(base[one], new[other]) for one, other in sorted(pairs)]
    return found, tuple(left.values()), tuple(right.values())


def _asked(case: Case) -> Hashable:
    where = (Resources.of(case), case.grid)
    return case.driver, settings_text(case.settings), case.problem, where


def rank_test(base: Sequence[float], new: Sequence[float]) -> RankTest | None:
    """Test the launch medians of two cases; None if they are too few."""
    if min(len(base), len(new)) < MIN_LAUNCHES:
        return None
    if len({*base, *new}) == 1:
        return RankTest(1.0, 0.0)
    exact = "exact" if len({*base, *new}) == len(base) + len(new) else "asymptotic"
    found = mannwhitneyu(new, base, alternative="two-sided", method=exact)
    return RankTest(float(found.pvalue), 2 * float(found.statistic) / (len(base) * len(new)) - 1)


def holm(ps: Sequence[float]) -> list[float]:
    """Correct p-values for the number of tests (Holm, Scand. Journal of Statistics 6, 1979)."""
    corrected = [0.0] * len(ps)
    highest = 0.0
    for rank, number in enumerate(sorted(range(len(ps)), key=ps.__getitem__)):
        highest = max(highest, min(1.0, (len(ps) - rank) * ps[number]))
        corrected[number] = highest
    return corrected


def launches_needed(tests: int) -> int:
    """Return how many launches a side can tell a difference in one of so many tests at all.

    The smallest p of n launches a side is 2 / C(2n, n); Holm's method multiplies it by `tests`.
    """
    n = MIN_LAUNCHES
    while tests * 2 / comb(2 * n, n) >= 1 - CONFIDENCE:
        n += 1
    return n


def _judge(contrasts: Sequence[Contrast], threshold: float) -> list[Contrast]:
    corrected = iter(holm([contrast.test.p for contrast in contrasts if contrast.test]))
    judged = []
    for contrast in contrasts:
        p = next(corrected) if contrast.test else None
        verdict = _judgement(contrast, p, threshold)
        judged.append(replace(contrast, p=p, judgement=verdict))
    return judged


def _judgement(contrast: Contrast, p: float | None, threshold: float) -> Judgement:
    """Claim a difference only if both the test and the interval of the ratio show it."""
    found = contrast.ratio
    if contrast.base.oversubscribed or contrast.new.oversubscribed:
        return Judgement.shared
    if p is None:
        return Judgement.few
    if found.side == 0:
        return Judgement.noise
    if p >= 1 - CONFIDENCE:
        return Judgement.few
    if found.median > threshold:
        return Judgement.slower
    return Judgement.faster if found.median < 1 / threshold else Judgement.little


def drivers_apart(base: Study, new: Study) -> tuple[str, ...]:
    """Name the baselines, bounds and unranked of either side: nothing of them is compared."""
    found = {
        name
        for study in (base, new)
        for records in study.records.values()
        for record in records
        if (name := apart_name(record)) is not None
    }
    return tuple(sorted(found))


def differences(base: Study, new: Study) -> list[tuple[str, str, str]]:
    """List what differs between the sides, as name, BASE and NEW; what is unknown is empty."""
    left, right = _environment(base), _environment(new)
    return [
        (name, left.get(name, ""), right.get(name, ""))
        for name in dict.fromkeys([*left, *right])
        if left.get(name) != right.get(name)
    ]


def _environment(study: Study) -> dict[str, str]:
    records: list[Record] = [record for found in study.records.values() for record in found]
    found = {"Machine": "; ".join(machine.label for machine in study.nodes)}
    found |= libraries(records)
    for fact in facts(records):
        if fact.explains:
            found[fact.name] = "; ".join(sorted(text for text, _ in fact.values))
    return found
