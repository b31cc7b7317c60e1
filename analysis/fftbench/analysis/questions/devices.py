"""Cores and GPUs side by side: the same problem with its arrays on the host and on devices."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from fftbench.analysis.model.choice import choose
from fftbench.analysis.model.machine import Machine
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.model.selection import Group, on_host, timed
from fftbench.analysis.model.statistics import Estimate
from fftbench.analysis.questions.answers import Cores
from fftbench.core.contracts.problem import Memory, Problem


@dataclass(frozen=True)
class OnDevices:
    """The fastest on so many devices, and the time of the fastest on cores over it."""

    cores: Cores
    fastest: Row
    over: Estimate
    """Paired by launch; the fastest of each side by the `Choice` among all its cases."""


@dataclass(frozen=True)
class SideBySide:
    """A problem on a machine's cores and on its devices."""

    machine: Machine
    problem: Problem
    """On the host."""
    host: tuple[Row, ...]
    """All that have a time."""
    devices: tuple[Row, ...]
    contests: tuple[OnDevices, ...]
    """By number of devices."""

    @property
    def fastest_host(self) -> Row:
        """The fastest on any number of cores."""
        return min(self.host, key=lambda row: row.seconds)


def side_by_side(groups: Sequence[Group]) -> list[SideBySide]:
    """Find the problems that have times both on the host and on devices of a machine."""
    found: dict[tuple[Machine, Problem], list[Row]] = {}
    for machine, problem, rows in groups:
        found.setdefault((machine, on_host(problem)), []).extend(timed(rows))
    made = (_side_by_side(machine, problem, rows) for (machine, problem), rows in found.items())
    return [one for one in made if one.host and one.devices]


def _side_by_side(machine: Machine, problem: Problem, rows: Iterable[Row]) -> SideBySide:
    host: list[Row] = []
    devices: dict[Cores, list[Row]] = {}
    for row in rows:
        if row.result.case.problem.memory is Memory.host:
            host.append(row)
        else:
            cores = Cores.of(row.resources, row.result.devices)
            devices.setdefault(cores, []).append(row)
    return SideBySide(
        machine,
        problem,
        tuple(host),
        tuple(row for cores in sorted(devices) for row in devices[cores]),
        tuple(_contest(cores, devices[cores], host) for cores in sorted(devices) if host),
    )


def _contest(cores: Cores, rows: Sequence[Row], host: Sequence[Row]) -> OnDevices:
    ours, theirs = (choose([row.result for row in side]) for side in (rows, host))
    fastest = next(row for row in rows if row.result is ours.best)
    return OnDevices(cores, fastest, theirs.over(ours))
