"""What a run is given: a plan, where to measure it, and how."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from fftbench.core.catalogue import Catalogue
from fftbench.core.plan import Plan
from fftbench.core.record import Status
from fftbench.core.site import Site
from fftbench.jobs.launch import MARGIN_SECONDS


@dataclass(frozen=True)
class Work:
    """A plan, the programs that measure it, the (resolved) site and the results directory."""

    plan: Plan
    catalogue: Catalogue
    site: Site
    directory: Path


@dataclass(frozen=True)
class Options:
    """What the person asked for besides the campaign."""

    oversubscribe: bool = False
    retry_failed: bool = False
    margin_s: float = MARGIN_SECONDS
    """How much longer than a case's own timeout to wait for its record."""


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
