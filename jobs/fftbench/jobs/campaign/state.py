"""Where each job of a campaign stands, by its records, its ledger and the batch system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from fftbench.core.contracts.record import Status
from fftbench.core.files.results import Loaded, read_records
from fftbench.jobs.campaign.ledger import note, read_ledger
from fftbench.jobs.campaign.stopped import why_stopped
from fftbench.jobs.packing.joblist import CampaignJobs, Job
from fftbench.jobs.run.batches import Batch
from fftbench.jobs.run.unfinished import unfinished
from fftbench.jobs.schedulers import slurm
from fftbench.jobs.schedulers.slurm import SlurmJob


@dataclass(frozen=True)
class JobState:
    """A job, what is measured of it, and what the batch system says of its last submission."""

    job: Job
    statuses: Mapping[Status, int]
    """Measurements by how they ended."""
    missing: tuple[Batch, ...]
    """What is still to be measured."""
    id: str | None
    """Of its last submission."""
    slurm_job: SlurmJob | None
    """None where it was never submitted, or so long ago that Slurm has forgotten it."""
    cancelled: bool
    """Whether its last submission was cancelled by fftbench."""
    stopped: str | None = None
    """Why it ended by itself before all was measured."""

    @property
    def total(self) -> int:
        """Measurements of the job."""
        return sum(len(part.cases) for part in self.job.parts)

    @property
    def live(self) -> bool:
        """Whether it is queued or running."""
        return self.slurm_job is not None and self.slurm_job.live

    @property
    def wanted(self) -> bool:
        """Whether it has to be submitted."""
        return bool(self.missing) and not self.live


@dataclass(frozen=True)
class CampaignState:
    """All jobs of a campaign at one moment."""

    jobs: CampaignJobs
    loaded: Loaded
    states: tuple[JobState, ...]

    @cached_property
    def live(self) -> tuple[JobState, ...]:
        """Those that are queued or running."""
        return tuple(one for one in self.states if one.live)


def campaign_state(
    jobs: CampaignJobs,
    queue: Mapping[str, SlurmJob],
    available: Iterable[str] = (),
    retry_failed: bool = False,
) -> CampaignState:
    """Join records, ledger and queue; what failed for want of an `available` driver is missing."""
    loaded = read_records([jobs.directory])
    records = {record.key: record for record in loaded.records}
    ledger = read_ledger(jobs.folder)
    drivers = frozenset(available)
    states = []
    for job in jobs.job_list.jobs:
        batches = jobs.batches(job)
        mine = [
            records[case.id, batch.launch]
            for batch in batches
            for case in batch.cases
            if (case.id, batch.launch) in records
        ]
        left = unfinished(batches, drivers, mine, retry_failed)
        statuses = Counter(record.status for record in mine)
        submitted = ledger.ids.get(job.name, ())
        known = [queue[id_] for id_ in submitted if id_ in queue]
        last = next((one for one in known if one.live), known[-1] if known else None)
        id_ = last.id if last else (submitted[-1] if submitted else None)
        cancelled = id_ in ledger.cancelled
        running = last is not None and last.live
        stopped = why_stopped(jobs.folder, job.name) if left and not running else None
        states.append(JobState(job, statuses, left, id_, last, cancelled, stopped))
    return CampaignState(jobs, loaded, tuple(states))


def enter_lost_submissions(jobs: CampaignJobs, queue: Mapping[str, SlurmJob]) -> None:
    """Enter jobs into the ledger whose submission was killed before it could do that itself.

    Only live ones: those that have ended may be of a folder of the same name that was removed.
    """
    entered = {id_ for ids in read_ledger(jobs.folder).ids.values() for id_ in ids}
    names = {(job.script, job.array_index): job.name for job in jobs.job_list.jobs}
    for one in queue.values():
        tag, _, script = one.comment.rpartition("/")
        if tag != jobs.job_list.tag or not one.live or one.id in entered:
            continue
        index = one.id.partition("_")[2]
        name = names.get((script, int(index) if index.isdigit() else None))
        if name is not None:
            note(jobs.folder, "submitted", (name,), (one.id,))


def ask_queue(jobs: CampaignJobs) -> dict[str, SlurmJob]:
    """Ask Slurm for all jobs of this person at once; those of this campaign are then entered."""
    queue = slurm.queue()
    enter_lost_submissions(jobs, queue)
    return queue
