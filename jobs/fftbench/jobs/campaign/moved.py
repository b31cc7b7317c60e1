"""A results directory that was moved or copied, with scripts that still name the old one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from fftbench.jobs.campaign.generate import write_scripts
from fftbench.jobs.packing.joblist import CampaignJobs, read_jobs


def read_at_home(directory: Path, say: Callable[[str], None]) -> CampaignJobs:
    """Read the jobs; where the directory was moved or copied, write them for the new place first.

    A copy has jobs of its own, and what the original has queued is none of its business.
    """
    jobs = read_jobs(directory)
    if _same(jobs.directory, Path(jobs.job_list.directory)):
        return jobs
    say(
        f"{jobs.directory} was {jobs.job_list.directory}: its scripts are written again; jobs "
        "queued from there before do not find it"
    )
    listed = jobs.job_list.model_copy(update={"directory": str(jobs.directory)})
    there = replace(jobs, job_list=listed)
    write_scripts(there, {job.script for job in listed.jobs})
    there.write()
    return there


def _same(here: Path, there: Path) -> bool:
    try:
        return here.samefile(there)
    except OSError:
        return False
