"""What a run is given: what to measure, where, and how."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from fftbench.core.campaigns.site import Site
from fftbench.core.contracts.catalogue import Catalogue
from fftbench.core.contracts.plan import Plan
from fftbench.core.contracts.resources import Resources
from fftbench.core.files.results import Key
from fftbench.jobs.launch.launchers import LaunchPrefix
from fftbench.jobs.launch.program import MARGIN_SECONDS
from fftbench.jobs.run.batches import Batch
from fftbench.jobs.run.together import Room


@dataclass(frozen=True)
class PlannedRun:
    """A plan, the programs that measure it, the (resolved) site and the results directory."""

    plan: Plan
    catalogue: Catalogue
    site: Site
    directory: Path


@dataclass(frozen=True)
class Measurements:
    """What one command measures: all of a plan, or one job of it."""

    directory: Path
    batches: tuple[Batch, ...]
    catalogue: Catalogue
    prefix: Callable[[Resources], LaunchPrefix]
    """What starts a program with these resources."""
    room: Room
    """For programs that take turns."""
    job: str | None = None
    """Tells its files from those of other jobs, which may run at the same time."""

    @property
    def keys(self) -> frozenset[Key]:
        """What is to be measured: case ids and launches."""
        return frozenset((case.id, one.launch) for one in self.batches for case in one.cases)

    def file_name(self, name: str) -> str:
        """Name one of its records or logs; nothing ever reads the name back."""
        return name if self.job is None else f"{self.job}.{name}"


@dataclass(frozen=True)
class RunOptions:
    """What the person asked for besides the campaign."""

    oversubscribe: bool = False
    """Ranks may share cores."""
    retry_failed: bool = False
    margin_s: float = MARGIN_SECONDS
    """How much longer than a case's own timeout to wait for its record."""
    launch_pauses_s: tuple[float, ...] = (1.0, 5.0)
    """Before another try, where the launcher did not start a program; after the last it is over."""
    in_job: bool = False
    """Whether a batch system is there, which may end programs by SIGTERM."""
    signal_wait_s: float = 0.0
    """How long to wait, after a program's sudden end, for the signal that may have ended it: a
    batch system ends all of a job at once, and a case that it cut off has not failed."""
