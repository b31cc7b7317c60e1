"""What to use for a problem on some resources: as measured there, or else by a model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log

from fftbench.analysis.model.choice import standings
from fftbench.analysis.model.layouts import LayoutClass
from fftbench.analysis.model.machine import Machine
from fftbench.analysis.model.merge import merge
from fftbench.analysis.model.metrics import flops
from fftbench.analysis.model.prediction import (
    error_left_out,
    fit,
    measured_point,
    wanted_point,
)
from fftbench.analysis.model.result import Result
from fftbench.analysis.model.sources import Study
from fftbench.analysis.model.statistics import Estimate
from fftbench.analysis.questions.predict import LEAST_FACTOR
from fftbench.core.contracts.problem import (
    AnyTransform,
    Memory,
    Placement,
    Precision,
    Problem,
    Transform,
)
from fftbench.core.contracts.resources import Resources

REACH = 4.0
"""The model is asked up to so many times the operations and cores of what was measured."""

NEAR = 1.5
"""Where nothing can be claimed, what takes up to so many times as long may be as fast."""


@dataclass(frozen=True)
class Wanted:
    """What a person has to transform, and on what."""

    shape: tuple[int, ...]
    ranks: int
    threads: int = 1
    nodes: int = 1
    transform: AnyTransform = Transform.c2c
    precision: Precision = Precision.double
    placement: Placement | None = None
    """None: either."""
    layout: LayoutClass = LayoutClass.any
    memory: Memory = Memory.host
    """Where its arrays are."""

    @property
    def resources(self) -> Resources:
        """On which it shall run."""
        return Resources(self.nodes, self.ranks, self.threads, self.memory)

    @property
    def problem(self) -> Problem:
        """The problem, out of place unless said otherwise."""
        placement = self.placement or Placement.out_of_place
        return Problem(
            shape=self.shape,
            transform=self.transform,
            precision=self.precision,
            placement=placement,
            memory=self.memory,
        )

    def alike(self, result: Result) -> bool:
        """Whether a result tells of such problems, at whatever size and on whatever resources."""
        problem = result.case.problem
        return (
            problem.transform == self.transform
            and problem.precision is self.precision
            and problem.memory is self.memory
            and problem.plain
            and len(problem.shape) == len(self.shape)
            and self.placement in (None, problem.placement)
        )

    def exactly(self, result: Result) -> bool:
        """Whether a result was measured on this problem and these resources."""
        same = result.case.problem.shape == self.shape and result.resources == self.resources
        return same and self.alike(result)


@dataclass(frozen=True)
class Option:
    """A driver that could be used."""

    result: Result
    """Its settings: the fastest here, or those of the nearest measurement."""
    seconds: float
    """Of forward + backward, measured or predicted."""
    over: Estimate | None
    """Time over that of the best option, paired by launch; None if predicted."""
    error: float | None = None
    """Typical relative error of the model, where it predicts; None if unknown, or if measured."""

    @property
    def driver(self) -> str:
        """Its name."""
        return self.result.case.driver


@dataclass(frozen=True)
class Advice:
    """What to use on a machine, the best first."""

    machine: Machine
    wanted: Wanted
    measured: bool
    """Whether the options were measured on just this; else a model tells."""
    options: tuple[Option, ...]
    failed: tuple[Result, ...] = ()
    """Tried on just this, without a right answer."""
    missing: tuple[str, ...] = ()
    """Drivers with right answers to such problems elsewhere that are no option here."""
    nearest: Result | None = None
    """What was measured nearest to it."""

    @property
    def shared(self) -> bool:
        """Whether ranks or threads shared cores."""
        return any(option.result.oversubscribed for option in self.options)

    @property
    def sure(self) -> bool:
        """Whether every other option is shown to take longer."""
        others = [option.over for option in self.options[1:]]
        return bool(others) and all(one is not None and one.side > 0 for one in others)

    @property
    def rivals(self) -> tuple[Option, ...]:
        """Options that may be as fast as the best: what to measure before deciding."""
        if not self.options:
            return ()
        best = self.options[0]
        return tuple(option for option in self.options[1:] if _may_be_as_fast(option, best))


def advise(study: Study, wanted: Wanted) -> list[Advice]:
    """Tell for every machine what to use."""
    found: dict[Machine, list[Result]] = {}
    for result in merge(study):
        if wanted.alike(result):
            found.setdefault(result.machine.nodes, []).append(result)
    return [_advise(nodes, wanted, results) for nodes, results in found.items()]


def _advise(nodes: Machine, wanted: Wanted, results: Sequence[Result]) -> Advice:
    usable = [r for r in results if r.pair is not None and wanted.layout.has(r)]
    spread = {r.case.driver for r in usable if r.case.ranks > 1}
    if wanted.ranks > 1:  # what runs on one rank only is no option
        usable = [result for result in usable if result.case.driver in spread]
    apart = by_driver(result for result in usable if not result.oversubscribed)
    machine = _best_campaign([result for result in usable if wanted.exactly(result)])
    if machine is None:
        options = _predicted(apart, wanted)
    else:
        options = _measured([r for r in usable if wanted.exactly(r) and r.machine == machine])
    named = {option.driver for option in options}
    there = [r for r in results if wanted.exactly(r) and machine in (None, r.machine)]
    failed = [r for r in there if not r.status.timed and r.case.driver not in named]
    known = {*named, *(result.case.driver for result in failed)}
    return Advice(
        machine or nodes,
        wanted,
        machine is not None,
        tuple(options),
        failed=tuple(failed),
        missing=tuple(sorted(apart.keys() - known)),
        nearest=_nearest(usable, wanted) if usable else None,
    )


def _best_campaign(measured: Sequence[Result]) -> Machine | None:
    """Choose among campaigns that measured it that with most drivers, and of these launches.

    Only what one campaign measured side by side is compared.
    """
    campaigns: dict[Machine, list[Result]] = {}
    for result in measured:
        campaigns.setdefault(result.machine, []).append(result)

    def worth(machine: Machine) -> tuple[int, int]:
        own = campaigns[machine]
        drivers = {result.case.driver for result in own}
        return len(drivers), min(len(result.pair_launches) for result in own)

    return max(campaigns, key=worth, default=None)


def _measured(results: Sequence[Result]) -> list[Option]:
    found = standings(by_driver(results).values())
    return [
        Option(choice.best, choice.best.seconds, found.over_fastest(choice))
        for choice in found.choices
    ]


def _predicted(drivers: Mapping[str, Sequence[Result]], wanted: Wanted) -> list[Option]:
    """Predict each driver from its own times, if they are near enough and enough of them."""
    options = []
    for results in drivers.values():
        points = [measured_point(result) for result in fastest_by_point(results)]
        nearest = _nearest(results, wanted)
        slabs = sum(part > 1 for part in nearest.grid or ()) < 2
        model = fit(points)
        if model is None or not _within_reach(results, wanted):
            continue
        seconds = model.seconds(wanted_point(wanted.problem, wanted.resources, slabs))
        options.append(Option(nearest, seconds, None, error_left_out(points)))
    return sorted(options, key=lambda option: option.seconds)


def by_driver(results: Iterable[Result]) -> dict[str, list[Result]]:
    """Group results by driver."""
    drivers: dict[str, list[Result]] = {}
    for result in results:
        drivers.setdefault(result.case.driver, []).append(result)
    return drivers


def fastest_by_point(results: Iterable[Result]) -> list[Result]:
    """Pick the fastest of these results on each shape and resources."""
    best: dict[object, Result] = {}
    for result in results:
        key = result.case.problem.shape, result.resources
        if key not in best or result.seconds < best[key].seconds:
            best[key] = result
    return list(best.values())


def _nearest(results: Sequence[Result], wanted: Wanted) -> Result:
    """Find what was measured nearest to it, and of that the fastest."""
    point = wanted_point(wanted.problem, wanted.resources, slabs=True)
    return min(results, key=lambda r: (measured_point(r).distance(point), r.seconds))


def _within_reach(results: Sequence[Result], wanted: Wanted) -> bool:
    """Whether operations and cores are no more than `REACH` times beyond what was measured."""
    operations = flops(wanted.problem)
    return _near(operations, [flops(result.case.problem) for result in results]) and _near(
        wanted.resources.cores, [result.resources.cores for result in results]
    )


def _near(value: float, known: Sequence[float]) -> bool:
    return min(known) / REACH <= value <= max(known) * REACH


def _may_be_as_fast(option: Option, best: Option) -> bool:
    if option.over is not None:
        over = option.over
        return over.side <= 0 if over.confident else over.median <= NEAR
    margin = (option.error or 0.0) + (best.error or 0.0)
    return log(option.seconds / best.seconds) <= max(margin, log(LEAST_FACTOR))
