"""A Slurm that commands play, and what tests ask about jobs."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from fftbench.core.contracts.record import Record, Status
from fftbench.core.files.results import append_record
from fftbench.jobs.campaign import status
from fftbench.jobs.campaign.ledger import read_ledger
from fftbench.jobs.campaign.state import CampaignState
from fftbench.jobs.campaign.submit import (
    SubmitCounts,
)
from fftbench.jobs.packing.joblist import CampaignJobs

Write = Callable[..., CampaignJobs]
Submit = Callable[..., SubmitCounts]
PLACES = {"nodes": [1, 2, 4], "ranks_per_node": 1}
NAMES = ["1n-1r-1t", "2n-2r-1t", "4n-4r-1t"]


class Fake:
    """What happened in the fake Slurm, and what shall happen."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def jobs(self) -> list[dict[str, Any]]:
        file = self.folder / "jobs.json"
        return json.loads(file.read_text()) if file.exists() else []

    @property
    def calls(self) -> list[str]:
        return [line.split()[0] for line in (self.folder / "calls").read_text().splitlines()]

    def now(self, *states: str) -> None:
        """Put the jobs into these states, in order."""
        jobs = [{**job, "state": state} for job, state in zip(self.jobs, states, strict=True)]
        (self.folder / "jobs.json").write_text(json.dumps(jobs))

    def set(self, name: str, text: str = "") -> None:
        (self.folder / name).write_text(text)


def measured(jobs: CampaignJobs, name: str, *states: str) -> None:
    """Make records of the first measurements of a job."""
    batches = jobs.batches(next(job for job in jobs.job_list.jobs if job.name == name))
    every = [(case, batch.launch) for batch in batches for case in batch.cases]
    for (case, launch), state in zip(every, states, strict=False):
        record = Record(
            case=case,
            launch=launch,
            status=Status(state),
            started="2025-01-01T00:00:00Z",
            elapsed_s=100,
        )
        append_record(jobs.directory / "records" / f"{name}.jsonl", record)


def states(jobs: CampaignJobs) -> list[str]:
    return [
        row["state"] for row in json.loads(status.status_json(status.current_state(jobs)))["jobs"]
    ]


def ids(jobs: CampaignJobs) -> dict[str, Sequence[str]]:
    return read_ledger(jobs.folder).ids


def printed(found: CampaignState) -> str:
    console = Console(width=200, file=io.StringIO(), record=True)
    status.print_status(found, console)
    return console.export_text()
