"""What a run is given: what to measure, where, and how."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from fftbench.core.catalogue import Catalogue
from fftbench.core.plan import Plan
from fftbench.core.record import Status
from fftbench.core.resources import Resources
from fftbench.core.site import Site
from fftbench.jobs.batches import Batch
from fftbench.jobs.launch import MARGIN_SECONDS
from fftbench.jobs.launchers import Start


@dataclass(frozen=True)
class Work:
    """A plan, the programs that measure it, the (resolved) site and the results directory."""

    plan: Plan
    catalogue: Catalogue
    site: Site
    directory: Path


@dataclass(frozen=True)
class Task:
    """The part of a plan that one command measures: all of it, or one job."""

    directory: Path
    batches: tuple[Batch, ...]
    catalogue: Catalogue
    start: Callable[[Resources], Start]
    job: str | None = None
    """Tells its files from those of other jobs, which may run at the same time."""

    def file_name(self, name: str) -> str:
        """Name one of its records or logs; nothing ever reads the name back."""
        return name if self.job is None else f"{self.job}.{name}"


@dataclass(frozen=True)
class Options:
    """What the person asked for besides the campaign."""

    oversubscribe: bool = False
    retry_failed: bool = False
    margin_s: float = MARGIN_SECONDS
    """How much longer than a case's own timeout to wait for its record."""
    lag_s: float = 0.0
    """How long after a program's sudden end to wait for the signal that may have ended it: a batch
    system ends all of a job at once, and what it cut off has not failed."""


@dataclass(frozen=True)
class Outcome:
    """Where a campaign stands after a run."""

    statuses: Mapping[Status, int]
    """Measurements (cases x launches) of the plan by how they ended, earlier runs included."""
    missing: int
    """Measurements not made, because the run was interrupted."""
    interrupted: bool
    problems: tuple[str, ...]
    """What in the record files could not be read."""

    @property
    def exit_code(self) -> int:
        """0 all right, 4 wrong answers, 5 failures or timeouts, 130 interrupted."""
        if self.interrupted:
            return 130
        if self.statuses.get(Status.failed) or self.statuses.get(Status.timeout):
            return 5
        return 4 if self.statuses.get(Status.wrong) else 0
