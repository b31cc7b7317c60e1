"""Which library to use: the fastest at each problem and number of cores, however they are split."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fftbench.analysis.model.layouts import LayoutClass
from fftbench.analysis.model.machine import Machine
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.model.result import Result
from fftbench.analysis.model.selection import Group, timed
from fftbench.analysis.model.sources import Study
from fftbench.analysis.questions.coverage import BAD_FIRST, PENDING
from fftbench.analysis.questions.ranking import FAULTS, Verdict, judge
from fftbench.core.contracts.problem import Memory, Problem
from fftbench.core.contracts.record import Status
from fftbench.core.contracts.resources import Resources

SHARING = {"cores": "its ranks or threads share cores", "device": "its ranks share a device"}
NOT_ASKED = "not asked for"
"""Outcome of a driver of which the campaign has no case on so many cores."""


DEVICE_WORDS = {Memory.cuda: "GPU", Memory.hip: "GPU", Memory.opencl: "OpenCL device"}


@dataclass(frozen=True)
class Cores:
    """So many cores, whatever their split into ranks and threads; or so many devices."""

    nodes: int
    number: int
    """Of cores, or of devices."""
    memory: Memory = Memory.host
    ranks: int = 0
    """That are on the devices."""

    @classmethod
    def of(cls, resources: Resources, devices: int | None = None) -> Cores:
        """Return how many cores or devices these are; a device a rank where it is not known."""
        if not resources.on_devices:
            return cls(resources.nodes, resources.cores)
        number = devices or resources.ranks
        return cls(resources.nodes, number, resources.memory, resources.ranks)

    def __lt__(self, other: Cores) -> bool:
        """Order cores before devices, few before many."""
        return self._order < other._order

    @property
    def label(self) -> str:
        """As `2 cores`, `8 cores of 2 nodes`, `4 GPUs`, or `1 GPU with 4 ranks` that share it."""
        word = DEVICE_WORDS.get(self.memory, "core")
        text = f"{self.number} {word}{'s' if self.number > 1 else ''}"
        text = f"{text} of {self.nodes} nodes" if self.nodes > 1 else text
        return f"{text} with {self.ranks} ranks" if self.ranks > self.number else text

    @property
    def _order(self) -> tuple[bool, str, int, int, int]:
        on_host = self.memory is Memory.host
        return (not on_host, self.memory.value, self.nodes, self.number, self.ranks)


@dataclass(frozen=True)
class Missing:
    """A driver of the campaign that has no time here, and why."""

    driver: str
    outcome: str
    """A status, `pending`, or what keeps its times from being compared."""
    reason: str


@dataclass(frozen=True)
class Answer:
    """Who is fastest at one problem on so many cores, in a class of layouts."""

    cores: Cores
    layout: LayoutClass
    verdict: Verdict | None
    """Among all splits into ranks and threads; None if nothing has a time."""
    by_ranks: Verdict | None
    """Among the cases of one thread a rank, if the fastest of all has more."""
    missing: tuple[Missing, ...]

    @property
    def ran(self) -> int:
        """Number of drivers that have a time."""
        return len(self.verdict.places) if self.verdict else 0

    @property
    def drivers(self) -> int:
        """Number of all drivers of the campaign."""
        return self.ran + len(self.missing)

    def same_as(self, other: Answer) -> bool:
        """Whether the other class has the same drivers at the same cases."""
        one, two = self.verdict, other.verdict
        if one is None or two is None:
            return one is two
        return [place.row for place in one.places] == [place.row for place in two.places]


@dataclass(frozen=True)
class ProblemAnswers:
    """The answers for one problem on one machine, by class of layouts and cores."""

    machine: Machine
    problem: Problem
    answers: Mapping[LayoutClass, Mapping[Cores, Answer]]

    @property
    def alike(self) -> bool:
        """Whether both classes have the same answers everywhere."""
        known = list(self.answers.values())
        return all(
            known[0][cores].same_as(answer) for found in known for cores, answer in found.items()
        )


def problem_answers(study: Study, group: Group) -> ProblemAnswers:
    """Answer for one problem, on every number of cores that a case of it has."""
    machine, problem, rows = group
    drivers = study.drivers_by_place.get((machine, problem.memory), ())
    devices = _devices(rows)
    pending = {
        (one.case.driver, _cores(Resources.of(one.case), devices))
        for one in study.pending
        if one.machine == machine and one.case.problem == problem
    }
    there: dict[Cores, list[Row]] = {}
    for row in rows:
        there.setdefault(_cores(row.resources, devices), []).append(row)
    classes = [LayoutClass.any]
    if any(LayoutClass.same.has(row.result) for row in timed(rows)):
        classes.append(LayoutClass.same)
    return ProblemAnswers(
        machine,
        problem,
        {
            layout: {
                cores: _answer(
                    cores, layout, there[cores], drivers, {d for d, c in pending if c == cores}
                )
                for cores in sorted(there)
            }
            for layout in classes
        },
    )


def _devices(rows: Sequence[Row]) -> dict[tuple[int, int], int]:
    """Tell how many devices so many ranks on so many nodes had, by what records say."""
    found: dict[tuple[int, int], int] = {}
    for row in rows:
        key = row.resources.nodes, row.resources.ranks
        found[key] = max(row.result.devices or 0, found.get(key, 0))
    return found


def _cores(resources: Resources, devices: Mapping[tuple[int, int], int]) -> Cores:
    return Cores.of(resources, devices.get((resources.nodes, resources.ranks)))


def _answer(
    cores: Cores,
    layout: LayoutClass,
    rows: Sequence[Row],
    drivers: Sequence[str],
    pending: set[str],
) -> Answer:
    ranked = [row for row in timed(rows) if layout.has(row.result)]
    apart = [row for row in ranked if not row.result.oversubscribed]
    ranked = apart or ranked
    verdict = _judged(layout, ranked, rows)
    by_ranks = None
    if verdict and verdict.best.result.case.threads > 1:
        single = [row for row in ranked if row.result.case.threads == 1]
        by_ranks = _judged(layout, single, rows)
    found = {row.result.case.driver for row in ranked}
    results = [row.result for row in rows]
    missing = [_missing(name, results, name in pending) for name in drivers if name not in found]
    return Answer(cores, layout, verdict, by_ranks, tuple(missing))


def _judged(layout: LayoutClass, ranked: Sequence[Row], rows: Sequence[Row]) -> Verdict | None:
    if not ranked:
        return None
    best = min(ranked, key=lambda row: row.seconds)
    right = {row.result.case.driver for row in rows if row.result.status is Status.ok}
    faulty = [row.result.case.driver for row in rows if row.result.status in FAULTS]
    others = tuple(dict.fromkeys(name for name in faulty if name not in right))
    return judge(best.resources, layout, ranked, others)


def _missing(driver: str, results: Sequence[Result], pending: bool) -> Missing:
    """Say why a driver has no time among the results on so many cores."""
    own = [result for result in results if result.case.driver == driver]
    bad = sorted(
        (result for result in own if result.status is not Status.ok),
        key=lambda result: BAD_FIRST.index(result.status.value),
    )
    right = [result for result in own if result.status is Status.ok]
    if any(result.pair and not result.oversubscribed for result in right):
        known = any(result.same_layout is not None for result in right)
        reason = "its spectrum lies in another way" if known else "its layout is unknown"
        return Missing(driver, "another layout", reason)
    if any(result.pair for result in right):
        shared = next(result.shares for result in right if result.shares)
        return Missing(driver, f"shared {shared}", SHARING[shared])
    if right:
        return Missing(driver, "no time", "too short for the clock")
    if bad:
        return Missing(driver, bad[0].status.value, bad[0].reason or "")
    if pending:
        return Missing(driver, PENDING, "planned, not run yet")
    return Missing(driver, NOT_ASKED, "the campaign has no such case")
