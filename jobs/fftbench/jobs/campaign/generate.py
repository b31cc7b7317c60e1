"""Write the jobs of a campaign: plan, site, job list and scripts into a results directory."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from fftbench.core.errors import UserError, file_error
from fftbench.core.files.results import write_plan
from fftbench.core.files.writing import make_directory, write_text
from fftbench.jobs.campaign.ledger import Entry, read_ledger
from fftbench.jobs.packing.durations import Durations
from fftbench.jobs.packing.joblist import (
    CASES_SUFFIX,
    JOBS,
    CampaignJobs,
    Job,
    JobList,
    TimeLimit,
    new_tag,
    read_jobs,
)
from fftbench.jobs.packing.pack import make_jobs, too_long
from fftbench.jobs.run.batches import schedule
from fftbench.jobs.run.checks import check_fits, check_owner, make_directories
from fftbench.jobs.run.inputs import PlannedRun
from fftbench.jobs.run.lock import locked
from fftbench.jobs.run.unfinished import drivers_not_built
from fftbench.jobs.schedulers.quoting import check_path
from fftbench.jobs.schedulers.script import check_scheduler, script_text


@dataclass(frozen=True)
class JobOptions:
    """What a person asked for besides campaign and site."""

    time_limit: TimeLimit
    arrays: bool
    command: str
    """The fftbench that scripts shall call."""
    build: str
    """The build whose programs shall be measured."""


def write_jobs(planned: PlannedRun, options: JobOptions) -> tuple[CampaignJobs, list[str]]:
    """Write everything that submitting needs; returns it, with what its author should know.

    Raises UserError where plan, site and directory do not fit together.
    """
    check_scheduler(planned.site, options.arrays)
    check_fits(planned.plan, planned.site, oversubscribe=False)
    directory = planned.directory.absolute()
    check_path(planned.site.scheduler, "--out", str(directory))
    make_directories(directory)
    make_directory(directory / "jobs")
    with locked(directory / "jobs" / ".lock"):
        check_owner(directory, planned.plan)
        jobs = _jobs(planned, options)
        _check_not_submitted(jobs)
        write_plan(directory, planned.plan)
        jobs.write_cases(planned.plan)
        jobs.write()
        write_scripts(jobs, {job.script for job in jobs.job_list.jobs})
        _remove_others(jobs)
    return jobs, too_long(jobs.job_list.jobs, options.time_limit)


def write_scripts(jobs: CampaignJobs, names: Iterable[str], retry_failed: bool = False) -> None:
    """Write the scripts with these names."""
    for name in names:
        write_text(jobs.folder / f"{name}.sh", script_text(jobs, name, retry_failed))


def _jobs(planned: PlannedRun, options: JobOptions) -> CampaignJobs:
    max_array = planned.site.max_array if options.arrays else None
    directory = planned.directory.absolute()
    durations = Durations(not_built=drivers_not_built(planned.catalogue))
    job_list = JobList(
        campaign=planned.plan.campaign,
        directory=str(directory),
        command=options.command,
        build=options.build,
        tag=_tag(directory, planned.plan.campaign),
        time_limit=options.time_limit,
        jobs=make_jobs(schedule(planned.plan), durations, options.time_limit, max_array),
    )
    return CampaignJobs(directory, planned.site, job_list)


def _tag(directory: Path, campaign: str) -> str:
    """Return what tells these jobs from all others: new for a new folder, else as it was."""
    if (directory / JOBS).exists():
        with contextlib.suppress(UserError):
            return read_jobs(directory).job_list.tag
    last = read_ledger(directory / "jobs").last
    if last is None or last.tag is None or _is_of_another(directory, last):
        return new_tag(campaign)
    return last.tag


def _is_of_another(directory: Path, last: Entry) -> bool:
    """Whether a ledger came with a copy of the folder that it is of, and that is still there."""
    home = Path(last.directory or directory)
    try:
        if home.samefile(directory):
            return False
        return any(entry.tag == last.tag for entry in read_ledger(home / "jobs").entries)
    except (FileNotFoundError, NotADirectoryError):
        return False  # it was moved
    except (OSError, UserError):
        return True  # of another user, say: nothing must happen to their jobs


def _check_not_submitted(jobs: CampaignJobs) -> None:
    """Raise UserError where jobs were submitted under names that would now mean something else."""
    submitted = read_ledger(jobs.folder, jobs.job_list.tag).ids
    if not submitted:
        return
    try:
        same = _untimed(read_jobs(jobs.directory)) == _untimed(jobs)
    except UserError:  # broken or gone: this command is the way out
        same = submitted.keys() <= {job.name for job in jobs.job_list.jobs}
    if not same:
        raise UserError(
            f"{jobs.directory}: jobs of another plan were submitted from there",
            f"`fftbench resume {jobs.directory}` goes on with them, and takes --safety and "
            "--time-limit as well; for the new plan choose another --out, or `fftbench cancel` "
            f"them and remove {jobs.folder}",
        )


def _untimed(jobs: CampaignJobs) -> list[Job]:
    """Return jobs without their times, which say nothing of what they measure."""
    untimed = {"seconds": 0.0, "minutes": 1}
    return [job.model_copy(update=untimed) for job in jobs.job_list.jobs]


def _remove_others(jobs: CampaignJobs) -> None:
    """Remove scripts and cases of an earlier plan, so that no one submits them."""
    known = {f"{job.script}.sh" for job in jobs.job_list.jobs}
    known |= {f"{job.name}{CASES_SUFFIX}" for job in jobs.job_list.jobs}
    for path in (*jobs.folder.glob("*.sh"), *jobs.folder.glob(f"*{CASES_SUFFIX}")):
        if path.name not in known:
            try:
                path.unlink()
            except OSError as error:
                raise file_error(path, error) from error
