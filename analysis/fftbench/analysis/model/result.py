"""One result: the records of one case on one machine, of all launches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from statistics import median

from fftbench.analysis.model import samples
from fftbench.analysis.model.energy import joules_of_pair
from fftbench.analysis.model.formats import grid_text
from fftbench.analysis.model.instruments import is_apart
from fftbench.analysis.model.machine import Machine
from fftbench.analysis.model.parts import Parts, parts_of
from fftbench.analysis.model.repetition import Repetition, repetition_of
from fftbench.analysis.model.statistics import (
    Estimate,
    LaunchTime,
    outliers,
    over_launches,
)
from fftbench.core.contracts.case import Case, Setting
from fftbench.core.contracts.labels import settings_text
from fftbench.core.contracts.problem import Placement, Workload
from fftbench.core.contracts.record import Layouts, Record, Status
from fftbench.core.contracts.resources import Resources

WORST_FIRST = (
    Status.failed,
    Status.timeout,
    Status.wrong,
    Status.unavailable,
    Status.unsupported,
    Status.baseline,
    Status.bound,
    Status.ok,
)

SHARED_DEVICE = "shared_device"
SHARED = ("oversubscribed", "shared_cores", "few_cpus", SHARED_DEVICE)
"""Codes of warnings. Of a rank bound to fewer CPUs than it has threads, its threads share them."""


@dataclass(frozen=True)
class Result:
    """One case on one machine, its launches merged.

    Times are None unless the status is ok or baseline.
    """

    machine: Machine
    case: Case
    records: tuple[Record, ...]
    """By launch."""
    shown: str = ""
    """The settings that differ among the driver's cases, as `planner=measure`."""
    several_grids: bool = False
    """Whether other cases differ from this one by their grids."""
    several_seeds: bool = False
    """Whether others differ from it by the seed of their data: the same work, measured twice."""

    @property
    def label(self) -> str:
        """What tells the case from others of its driver on the same resources."""
        grid = f"grid={grid_text(self.grid)}" if self.several_grids and self.grid else ""
        seed = f"seed={self.case.seed}" if self.several_seeds else ""
        return " ".join(filter(None, (self.shown, grid, seed)))

    @cached_property
    def status(self) -> Status:
        """The worst over the launches."""
        return min((record.status for record in self.records), key=WORST_FIRST.index)

    @property
    def apart(self) -> bool:
        """Whether it competes with nobody: a baseline, a bound, or unranked."""
        return any(is_apart(self.status, record) for record in self.records)

    @cached_property
    def reason(self) -> str | None:
        """Why it is not ok; if launches differ, how many of them ended so."""
        if self.status.timed:
            return None
        bad = [record for record in self.records if record.status is self.status]
        reasons = dict.fromkeys(record.reason for record in bad if record.reason)
        text = "; ".join(reasons) or "no reason given"
        if len(bad) == len(self.records):
            return text
        return f"{len(bad)} of {len(self.records)} launches: {text}"

    @cached_property
    def resources(self) -> Resources:
        """How much of the machine it used; only results on equal resources are ranked."""
        return Resources.of(self.case)

    @property
    def repetition(self) -> Repetition:
        """What `pair` is the time of, in words."""
        return repetition_of(self.case.problem)

    @property
    def key(self) -> tuple[Machine, str]:
        """Unique in a study."""
        return self.machine, self.case.id

    @cached_property
    def settings(self) -> str:
        """All of them, as `order=natural planner=measure`, sorted."""
        return settings_text(self.case.settings)

    @cached_property
    def decided(self) -> str:
        """What the library chose itself or changed, as `planner=estimate`.

        If launches differ, the choices of each of them.
        """
        asked = self.case.settings
        texts = dict.fromkeys(
            settings_text({name: value for name, value in used.items() if asked.get(name) != value})
            for used in self._used
        )
        return "; ".join(filter(None, texts))

    @cached_property
    def planner(self) -> str:
        """The planning effort that was really used, whoever chose it; empty if there is none."""
        efforts = [used.get("planner") for used in self._used]
        known = [str(effort) for effort in efforts if effort is not None]
        return "; ".join(dict.fromkeys(known)) or str(self.case.settings.get("planner", ""))

    def used(self, name: str) -> Setting | None:
        """Return the value of a setting: the one a record says was used, else the one asked for.

        None if launches differ, or if the setting is unknown.
        """
        asked = self.case.settings.get(name)
        values = [used.get(name, asked) for used in self._used] or [asked]
        return values[0] if all(value == values[0] for value in values) else None

    @cached_property
    def oversubscribed(self) -> bool:
        """Whether ranks or threads shared cores or devices in a launch, as the core warns.

        Then its times say nothing about the machine: no scaling, no efficiency, no claim.
        """
        return bool(self.shares)

    @cached_property
    def shares(self) -> str:
        """What ranks or threads shared in a launch: `device`, `cores`, or nothing."""
        warnings = (warning for record in self.records for warning in record.warnings)
        codes = {warning.code for warning in warnings if warning.code in SHARED}
        return "device" if SHARED_DEVICE in codes else "cores" if codes else ""

    @cached_property
    def devices(self) -> int | None:
        """On how many devices its arrays were; None if they were on the host, or nobody told."""
        found = [len(r.environment.devices) for r in self.records if r.environment]
        return max(found, default=0) or None

    @cached_property
    def layouts(self) -> Layouts | None:
        """Order and distribution of input and spectrum; None if unknown or if launches differ."""
        first = self.records[0].layouts
        return first if all(record.layouts == first for record in self.records) else None

    @cached_property
    def same_layout(self) -> bool | None:
        """Whether the spectrum is ordered and distributed like the input; None if unknown."""
        found = [record.layouts.same for record in self.records if record.layouts]
        return all(found) if len(found) == len(self.records) else None

    @property
    def _used(self) -> list[Mapping[str, Setting]]:
        return [record.effective.settings for record in self.records if record.effective]

    @cached_property
    def grid(self) -> tuple[int, ...] | None:
        """The grid that was really used if the library tells it, else the one asked for."""
        for record in self.records:
            if record.effective is not None and record.effective.grid is not None:
                return record.effective.grid
        return self.case.grid

    @cached_property
    def flags(self) -> tuple[tuple[bytes, ...], ...]:
        """[record][direction][repetition]: 1 for each sample that is an outlier; see `outliers`."""
        directions = (samples.timed(record) for record in self.records)
        return tuple(tuple(bytes(outliers(times.max_s)) for times in both) for both in directions)

    @cached_property
    def forward_launches(self) -> dict[int, float]:
        """Seconds of the slowest rank, median of each launch."""
        return self._per_launch(samples.forward)

    @cached_property
    def backward_launches(self) -> dict[int, float]:
        """Seconds of the slowest rank, median of each launch."""
        return self._per_launch(samples.backward)

    @cached_property
    def pair_launches(self) -> dict[int, float]:
        """Seconds of forward + backward of the same repetition, median of each launch.

        Empty if not timed.
        """
        return self._per_launch(samples.pairs)

    @cached_property
    def repetitions(self) -> int:
        """Timed pairs of transforms, over all launches."""
        return sum(map(samples.repetitions, self.records)) if self.status.timed else 0

    @cached_property
    def forward(self) -> Estimate | None:
        """Seconds of one transform, over all launches."""
        return _merged(self.forward_launches)

    @cached_property
    def backward(self) -> Estimate | None:
        """Seconds of one transform, over all launches."""
        return _merged(self.backward_launches)

    @cached_property
    def pointwise(self) -> Estimate | None:
        """Seconds between the transforms of a workload, over all launches."""
        return _merged(self._per_launch(samples.pointwise))

    @cached_property
    def pair(self) -> Estimate | None:
        """Seconds of forward + backward: what rankings and figures use.

        Also None if the clock was too coarse to see it in every launch.
        """
        launches = self.pair_launches
        return _merged(launches) if launches and min(launches.values()) > 0 else None

    @property
    def own_way(self) -> bool:
        """Whether the library solves a workload in its own way, which is timed as a whole only."""
        solves = self.case.problem.workload is not Workload.none
        return solves and self.pair is not None and self.forward is None

    @property
    def seconds(self) -> float:
        """Median of `pair`, to sort by; infinite if there is none."""
        return self.pair.median if self.pair else inf

    @cached_property
    def plan_s(self) -> float | None:
        """Construction + commit, seconds, maximum over ranks, median over launches."""
        return self._median(
            r.planning.construct_s + r.planning.commit_s for r in self.records if r.planning
        )

    @cached_property
    def trials_s(self) -> float | None:
        """Seconds of `plan_s` in which the library timed settings; None if it does not say."""
        return self._median(
            r.planning.trials_s
            for r in self.records
            if r.planning and r.planning.trials_s is not None
        )

    @cached_property
    def first_s(self) -> float | None:
        """The first forward + backward after planning, seconds, median over launches."""
        return self._median(
            r.planning.first_forward_s + r.planning.first_backward_s
            for r in self.records
            if r.planning
        )

    @cached_property
    def imbalance(self) -> float | None:
        """Time of the slowest rank over that of the median rank; None on one rank.

        Of forward + backward; median over the repetitions of a launch, then over launches.
        """
        if self.case.ranks == 1:
            return None
        launches = self._samples(samples.imbalances).values()
        return median(median(launch) for launch in launches) if launches else None

    @cached_property
    def error(self) -> float | None:
        """The largest relative error of all launches; None if any is not finite or unknown."""
        errors = [record.check.error for record in self.records if record.check]
        known = [error for error in errors if error is not None]
        return max(known) if known and len(known) == len(errors) else None

    @cached_property
    def checked(self) -> bool:
        """Whether any answer was checked; if so, an `error` of None means that it is not finite."""
        return any(record.check for record in self.records)

    @cached_property
    def tolerance(self) -> float | None:
        """Relative error up to which an answer is right."""
        return next((record.check.tolerance for record in self.records if record.check), None)

    @cached_property
    def parts(self) -> Parts | None:
        """The breakdown of the launch with the median wall time: of a single one, so it adds up."""
        if not self.status.timed:
            return None
        found = [parts_of(record.profile) for record in self.records if record.profile]
        found.sort(key=lambda parts: parts.wall)
        return found[(len(found) - 1) // 2] if found else None

    @cached_property
    def device_j(self) -> float | None:
        """Joules of rank 0's device for forward + backward; see `energy.joules_of_pair`."""
        return self._median(joules_of_pair(record, "device_j") for record in self.records)

    @cached_property
    def packages_j(self) -> float | None:
        """The same of all processors of rank 0's node."""
        return self._median(joules_of_pair(record, "packages_j") for record in self.records)

    @cached_property
    def peak_mb(self) -> float | None:
        """Peak memory of the largest rank and launch, in 10^6 bytes."""
        peaks = [r.memory.peak_mb for r in self.records if r.memory]
        return max((peak for peak in peaks if peak is not None), default=None)

    @cached_property
    def arrays(self) -> float | None:
        """Memory in arrays of the problem: the caller's one or two, and what the library takes.

        Of the largest launch; None if the system does not say.
        """
        callers = 1 if self.case.problem.placement is Placement.in_place else 2
        memories = [record.memory for record in self.records if record.memory]
        return max(
            (
                callers * (1 + memory.library_mb / memory.arrays_mb)
                for memory in memories
                if memory.library_mb is not None and memory.arrays_mb > 0
            ),
            default=None,
        )

    def _per_launch(self, of: Callable[[Record], Sequence[float]]) -> dict[int, float]:
        cycles = {record.launch: record.cycles or () for record in self.records}
        return {
            launch: LaunchTime(values, cycles[launch])
            for launch, values in self._samples(of).items()
        }

    def _samples(self, of: Callable[[Record], Sequence[float]]) -> dict[int, Sequence[float]]:
        if not self.status.timed:
            return {}
        found = ((record.launch, of(record)) for record in self.records)
        return {launch: values for launch, values in found if values}

    def _median(self, values: Iterable[float | None]) -> float | None:
        known = [value for value in values if value is not None]
        return median(known) if known and self.status.timed else None


def _merged(launches: Mapping[int, float]) -> Estimate | None:
    return over_launches(launches.values()) if launches else None
