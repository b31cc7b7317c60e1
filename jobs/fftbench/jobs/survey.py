"""Where each job of a campaign stands, by its records, its ledger and the batch system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from fftbench.core.record import Status
from fftbench.core.store import Loaded, read_records
from fftbench.jobs import slurm
from fftbench.jobs.batches import Batch
from fftbench.jobs.joblist import Job, Jobs
from fftbench.jobs.ledger import note, read_ledger
from fftbench.jobs.resume import unfinished
from fftbench.jobs.slurm import SlurmJob


@dataclass(frozen=True)
class Standing:
    """A job, what is measured of it, and what the batch system says of its last submission."""

    job: Job
    statuses: Mapping[Status, int]
    """Measurements by how they ended."""
    missing: tuple[Batch, ...]
    """What is still to be measured."""
    id: str | None
    """Of its last submission."""
    known: SlurmJob | None
    """None where it was never submitted, or Slurm has forgotten it."""
    cancelled: bool
    """Whether its last submission was cancelled by fftbench."""

    @property
    def total(self) -> int:
        """Measurements of the job."""
        return sum(len(part.cases) for part in self.job.parts)

    @property
    def live(self) -> bool:
        """Whether it is queued or running."""
        return self.known is not None and self.known.live

    @property
    def wanted(self) -> bool:
        """Whether it has to be submitted."""
        return bool(self.missing) and not self.live


@dataclass(frozen=True)
class Survey:
    """All jobs of a campaign at one moment."""

    jobs: Jobs
    loaded: Loaded
    standings: tuple[Standing, ...]

    @cached_property
    def live(self) -> tuple[Standing, ...]:
        """Those that are queued or running."""
        return tuple(one for one in self.standings if one.live)


def survey(
    jobs: Jobs,
    queue: Mapping[str, SlurmJob],
    available: Iterable[str] = (),
    retry_failed: bool = False,
) -> Survey:
    """Join what is known; `available` drivers are measured that were not there before."""
    loaded = read_records([jobs.directory])
    records = {record.key: record for record in loaded.records}
    ledger = read_ledger(jobs.folder)
    drivers = frozenset(available)
    standings = []
    for job in jobs.list.jobs:
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
        standings.append(Standing(job, statuses, left, id_, last, cancelled))
    return Survey(jobs, loaded, tuple(standings))


def adopt_orphans(jobs: Jobs, queue: Mapping[str, SlurmJob]) -> None:
    """Enter jobs into the ledger whose submission was killed before it could do that itself.

    Only live ones: those that have ended may be of a folder of the same name that was removed.
    """
    entered = {id_ for ids in read_ledger(jobs.folder).ids.values() for id_ in ids}
    names = {(job.script, job.task): job.name for job in jobs.list.jobs}
    for one in queue.values():
        tag, _, script = one.comment.rpartition("/")
        if tag != jobs.list.tag or not one.live or one.id in entered:
            continue
        task = one.id.partition("_")[2]
        name = names.get((script, int(task) if task.isdigit() else None))
        if name is not None:
            note(jobs.folder, "submitted", (name,), (one.id,))


def look(jobs: Jobs) -> dict[str, SlurmJob]:
    """Ask Slurm for all jobs of this person at once; those of this campaign are then entered."""
    queue = slurm.queue()
    adopt_orphans(jobs, queue)
    return queue
