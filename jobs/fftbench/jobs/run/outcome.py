"""Where a campaign stands after a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from fftbench.core.contracts.record import Status
from fftbench.core.programs import ExitCode
from fftbench.jobs.run.inputs import Measurements
from fftbench.jobs.run.outlines import read_outlines

INTERRUPTED = 130
"""Exit code of a shell for Ctrl-C, and so of a run that was told to stop."""


@dataclass(frozen=True)
class Outcome:
    """How many measurements there are, and how they ended."""

    statuses: Mapping[Status, int]
    """Measurements (cases x launches) by how they ended, those of earlier runs included."""
    missing: int
    """Measurements not made, because the run was interrupted."""
    interrupted: bool
    problems: tuple[str, ...]
    """What in the record files could not be read."""

    @property
    def exit_code(self) -> int:
        """0 all right, 4 wrong answers, 5 failures or timeouts, 130 interrupted."""
        if self.interrupted:
            return INTERRUPTED
        if self.statuses.get(Status.failed) or self.statuses.get(Status.timeout):
            return ExitCode.failed
        return ExitCode.wrong if self.statuses.get(Status.wrong) else ExitCode.ok


def outcome_of(measurements: Measurements, interrupted: bool) -> Outcome:
    """Count the records of some measurements."""
    keys = measurements.keys
    found = read_outlines(measurements.directory, keys.__contains__)
    statuses = Counter(one.status for one in found.by_key.values())
    missing = len(keys) - len(found.by_key)
    return Outcome(statuses, missing, interrupted and missing > 0, found.problems)
