"""Where each job of a campaign stands, by its records, its ledger and the batch system."""

from __future__ import annotations

import contextlib
import os
import pwd
from collections import Counter
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from fftbench.core.contracts.record import Status
from fftbench.core.errors import UserError
from fftbench.core.files.results import Key
from fftbench.jobs.campaign.ledger import Ledger, note, read_ledger
from fftbench.jobs.campaign.stopped import SIGNALLED, why_stopped
from fftbench.jobs.packing.joblist import CampaignJobs, Job, Part
from fftbench.jobs.run.outlines import Outline, read_outlines
from fftbench.jobs.run.unfinished import done
from fftbench.jobs.schedulers import slurm
from fftbench.jobs.schedulers.slurm import SlurmJob


@dataclass(frozen=True)
class JobState:
    """A job, what is measured of it, and what the batch system says of its last submission."""

    job: Job
    statuses: Mapping[Status, int]
    """Measurements by how they ended."""
    missing: tuple[Part, ...]
    """What is still to be measured."""
    id: str | None
    """Of its last submission."""
    slurm_job: SlurmJob | None
    """None where it was never submitted, or so long ago that Slurm has forgotten it."""
    cancelled: bool
    """Whether its last submission was cancelled by fftbench."""
    stopped: str | None = None
    """Why it ended by itself before all was measured, or was not taken."""
    asked: int = 0
    """Minutes of its last submission."""

    @property
    def total(self) -> int:
        """Measurements of the job."""
        return sum(len(part.cases) for part in self.job.parts)

    @property
    def left(self) -> int:
        """Measurements that are still to be made."""
        return sum(len(part.cases) for part in self.missing)

    @property
    def live(self) -> bool:
        """Whether it is queued or running."""
        return self.slurm_job is not None and self.slurm_job.live

    @property
    def cut_off(self) -> bool:
        """Whether its last submission was too short.

        At the signal before its limit a job ends by itself: Slurm says that it FAILED, and forgets
        it later. Where no accounting remembers, what any signal ended is taken for that.
        """
        state = self.slurm_job.state if self.slurm_job else "FAILED"
        signalled = self.stopped == SIGNALLED and state == "FAILED" and not self.cancelled
        return state == "TIMEOUT" or signalled

    @property
    def wanted(self) -> bool:
        """Whether it has to be submitted."""
        return bool(self.missing) and not self.live


@dataclass(frozen=True)
class CampaignState:
    """All jobs of a campaign at one moment."""

    jobs: CampaignJobs
    outlines: Mapping[Key, Outline]
    """Of all records that count."""
    problems: tuple[str, ...]
    """What in the record files could not be read."""
    states: tuple[JobState, ...]

    @cached_property
    def live(self) -> tuple[JobState, ...]:
        """Those that are queued or running."""
        return tuple(one for one in self.states if one.live)


def campaign_state(
    jobs: CampaignJobs,
    queue: Iterable[SlurmJob],
    available: Container[str] = (),
    retry_failed: bool = False,
) -> CampaignState:
    """Join records, ledger and queue; what failed for want of an `available` driver is missing."""
    found = read_outlines(jobs.directory)
    ledger = read_ledger(jobs.folder, jobs.job_list.tag)
    mine = ours(jobs, ledger, queue)
    finished = done(found.by_key.values(), available, retry_failed)
    states = []
    for job in jobs.job_list.jobs:
        left = _missing(job, finished)
        keys = [(id_, part.launch) for part in job.parts for id_ in part.cases]
        statuses = Counter(found.by_key[key].status for key in keys if key in found.by_key)
        submitted = ledger.ids.get(job.name, ())
        last = _last(mine.get(job.name, []), submitted)
        id_ = last.id if last else (submitted[-1] if submitted else None)
        running = last is not None and last.live
        stopped = why_stopped(jobs.folder, job.name) if left and not running else None
        refused = ledger.refused.get(job.name) if left and not running else None
        cancelled = id_ in ledger.cancelled
        why, asked = stopped or refused, ledger.minutes.get(job.name, job.minutes)
        states.append(JobState(job, statuses, left, id_, last, cancelled, why, asked))
    return CampaignState(jobs, found.by_key, found.problems, tuple(states))


def _missing(job: Job, finished: Container[Key]) -> tuple[Part, ...]:
    """Return the parts of a job without what need not be measured again."""
    left = []
    for part in job.parts:
        cases = tuple(id_ for id_ in part.cases if (id_, part.launch) not in finished)
        if cases:
            left.append(part.model_copy(update={"cases": cases}))
    return tuple(left)


def ours(
    jobs: CampaignJobs, ledger: Ledger, queue: Iterable[SlurmJob]
) -> dict[str, list[SlurmJob]]:
    """Find this campaign's jobs by name: an id alone says nothing, Slurm may give it out twice.

    A job is ours by its comment. Of those that have ended the ledger must know the id too: they may
    be of a folder of the same name that was removed.
    """
    tag = jobs.job_list.tag
    names = {(f"{tag}/{job.script}", job.array_index): job.name for job in jobs.job_list.jobs}
    found: dict[str, list[SlurmJob]] = {}
    for one in queue:
        index = one.id.partition("_")[2]
        name = names.get((one.comment, int(index) if index.isdigit() else None))
        if name is not None and (one.live or one.id in ledger.ids.get(name, ())):
            found.setdefault(name, []).append(one)
    return found


def _last(known: list[SlurmJob], submitted: tuple[str, ...]) -> SlurmJob | None:
    """Choose a job's submission that is queued or running, else the last one."""
    live = next((one for one in known if one.live), None)
    return live or max(known, key=lambda one: submitted.index(one.id), default=None)


def enter_lost_submissions(jobs: CampaignJobs, queue: Iterable[SlurmJob]) -> None:
    """Enter jobs into the ledger whose submission was killed before it could do that itself."""
    ledger = read_ledger(jobs.folder, jobs.job_list.tag)
    for name, found in ours(jobs, ledger, queue).items():
        for one in found:
            if one.id not in ledger.ids.get(name, ()):
                more = {"user": one.user or None, "cluster": one.cluster or None}
                note(
                    jobs.folder, "submitted", (name,), ids=(one.id,), tag=jobs.job_list.tag, **more
                )


def ask_queue(jobs: CampaignJobs) -> tuple[SlurmJob, ...]:
    """Ask Slurm for all jobs of those who submitted some; those of this campaign are entered."""
    ledger = read_ledger(jobs.folder, jobs.job_list.tag)
    users = {me(), *filter(_known, ledger.users | {owner(jobs.folder)})}
    queue = slurm.queue(users, ledger.clusters)
    with contextlib.suppress(UserError):  # of another user's directory: the ledger is theirs
        enter_lost_submissions(jobs, queue)
    return queue


def me() -> str:
    """Return this user's name."""
    return _name(os.geteuid())


def owner(folder: Path) -> str:
    """Return whose folder it is."""
    return _name(folder.stat().st_uid)


def _name(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


def _known(user: str) -> bool:
    """Tell whether a user still exists; squeue fails for one that does not."""
    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True
