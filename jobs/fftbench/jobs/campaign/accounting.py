"""What Slurm's accounting knows of a campaign's jobs: the queue forgets them minutes after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from fftbench.jobs.campaign.ledger import read_ledger
from fftbench.jobs.campaign.state import me
from fftbench.jobs.packing.joblist import CampaignJobs
from fftbench.jobs.schedulers import slurm
from fftbench.jobs.schedulers.script import job_name
from fftbench.jobs.schedulers.slurm import SlurmJob


def accounted(jobs: CampaignJobs) -> dict[str, SlurmJob]:
    """Ask accounting for the last submissions; their names and users tell them from others.

    A controller that lost its state gives out ids again.
    """
    ledger = read_ledger(jobs.folder, jobs.job_list.tag)
    scripts = {
        ledger.ids[job.name][-1]: job.script for job in jobs.job_list.jobs if job.name in ledger.ids
    }
    users = ledger.users | {me()}
    found = {}
    for cluster in ledger.clusters or ("",):
        for id_, one in slurm.accounts(tuple(scripts), cluster).items():
            script = scripts.get(id_)
            if script and one.name == job_name(jobs, script) and one.user in users:
                found[id_] = replace(one, comment=f"{jobs.job_list.tag}/{script}")
    return found


def with_ended(jobs: CampaignJobs, queue: Sequence[SlurmJob]) -> tuple[SlurmJob, ...]:
    """Add to the queue what it forgot, and how that ended: one that was preempted did not fail.

    What accounting takes to be live, and the queue does not know, is not: it missed the end.
    """
    known = {one.id for one in queue}
    kept = accounted(jobs).values()
    return (*queue, *(one for one in kept if one.id not in known and not one.live))
