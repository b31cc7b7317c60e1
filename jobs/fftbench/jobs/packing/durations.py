"""How long measurements may take: a coarse model, meant to be too high rather than too low."""

from __future__ import annotations

from collections.abc import Container, Iterable

from fftbench.core.campaigns.scaling import array_bytes
from fftbench.core.contracts.case import Case
from fftbench.core.contracts.problem import Workload
from fftbench.core.contracts.resources import Resources
from fftbench.jobs.run.batches import Batch
from fftbench.jobs.run.outlines import Outline

MODEL = (
    "A case: half a second, planning, checks and profiled passes as long as some 40 transforms (80 "
    "with a workload, which is checked besides), and the timed loop up to its max_seconds; all "
    "within its timeout_seconds. A transform: its arrays at 0.3 GB/s a core, or 2 GB/s a GPU. Each "
    "start of a program: 10 s, and 2 ms a rank."
)
START_SECONDS = 10.0
START_SECONDS_PER_RANK = 0.002
CASE_SECONDS = 0.5
BYTES_PER_CORE_SECOND = 3e8
BYTES_PER_GPU_SECOND = 2e9
"""Far less than a GPU does: filling and checking, which hosts take part in, are most of a case."""
UNTIMED_TRANSFORMS = 40
WORKLOAD_TRANSFORMS = 40
"""What a workload adds to them: it is solved and checked besides, before and after the loop."""
PLANNER_TRANSFORMS = {"measure": 100, "patient": 1000}
"""What a planner costs more that times its plans, in transforms."""


class Durations:
    """Estimates seconds; a case measured before takes what its slowest launch took.

    Drivers `not_built` take no time: their cases are recorded without a start of a program.
    """

    def __init__(
        self, outlines: Iterable[Outline] = (), not_built: Container[str] = frozenset()
    ) -> None:
        self._not_built = not_built
        self._known: dict[str, float] = {}
        for one in outlines:
            if one.status.finished:
                self._known[one.case] = max(one.elapsed_s, self._known.get(one.case, 0.0))

    def of_batches(self, batches: Iterable[Batch]) -> float:
        """Return the seconds of some starts of programs, one after the other."""
        return sum(
            START_SECONDS
            + START_SECONDS_PER_RANK * batch.resources.ranks
            + sum(map(self.of_case, batch.cases))
            for batch in batches
            if batch.driver not in self._not_built
        )

    def of_case(self, case: Case) -> float:
        """Return the seconds of one measurement of a case."""
        if case.id not in self._known:
            self._known[case.id] = _guess(case)
        return self._known[case.id]


def _guess(case: Case) -> float:
    how = case.measure
    resources = Resources.of(case)
    rate = BYTES_PER_CORE_SECOND * resources.cores
    if resources.on_devices:
        rate = BYTES_PER_GPU_SECOND * resources.ranks
    transform = array_bytes(case.problem) / rate
    untimed = UNTIMED_TRANSFORMS + PLANNER_TRANSFORMS.get(str(case.settings.get("planner")), 0)
    if case.problem.workload is not Workload.none:
        untimed += WORKLOAD_TRANSFORMS
    repetition = case.problem.transforms * transform
    # The repetition that runs when max_seconds is over is still finished, and the least are made.
    least, most = (count * repetition for count in (how.repetitions.min, how.repetitions.max))
    timed = min(most, max(least, how.max_seconds + repetition))
    apart = untimed * transform + (how.warmup + how.profile) * repetition
    return min(CASE_SECONDS + apart + timed, how.timeout_seconds)
