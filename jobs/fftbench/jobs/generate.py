"""Write the jobs of a campaign: plan, site, job list and scripts into a results directory."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from fftbench.core.case import content_hash
from fftbench.core.errors import UserError, file_error
from fftbench.core.store import make_directory, write_text
from fftbench.jobs.batches import schedule
from fftbench.jobs.estimate import Estimate
from fftbench.jobs.joblist import Job, JobList, Jobs, Limits, read_jobs
from fftbench.jobs.ledger import read_ledger
from fftbench.jobs.lock import locked
from fftbench.jobs.run import check_fits, check_owner, make_directories
from fftbench.jobs.script import check_scheduler, script_text
from fftbench.jobs.shapes import make_jobs, too_long
from fftbench.jobs.work import Work


@dataclass(frozen=True)
class Wishes:
    """What a person asked for besides campaign and site."""

    limits: Limits
    arrays: bool
    command: str
    """The fftbench that scripts shall call."""
    build: str
    """The build whose programs shall be measured."""


def write_jobs(work: Work, wishes: Wishes) -> tuple[Jobs, list[str]]:
    """Write everything that submitting needs; returns it, with what its author should know.

    Raises UserError where plan, site and directory do not fit together.
    """
    check_scheduler(work.site, wishes.arrays)
    check_fits(work.plan, work.site, oversubscribe=False)
    directory = work.directory.absolute()
    make_directories(directory)
    make_directory(directory / "jobs")
    with locked(directory / "jobs" / ".lock"):
        check_owner(directory, work.plan)
        jobs = _jobs(work, wishes)
        _check_not_submitted(jobs)
        jobs.write()
        write_scripts(jobs, {job.script for job in jobs.list.jobs})
        _remove_others(jobs)
    return jobs, too_long(jobs.list.jobs, wishes.limits)


def write_scripts(jobs: Jobs, names: Iterable[str], retry_failed: bool = False) -> None:
    """Write the scripts with these names."""
    for name in names:
        write_text(jobs.folder / f"{name}.sh", script_text(jobs, name, retry_failed))


def _jobs(work: Work, wishes: Wishes) -> Jobs:
    most_tasks = work.site.max_array if wishes.arrays else None
    directory = work.directory.absolute()
    listed = JobList(
        command=wishes.command,
        build=wishes.build,
        tag=f"fftbench/{work.plan.campaign}/{content_hash({'directory': str(directory)})}",
        limits=wishes.limits,
        jobs=make_jobs(schedule(work.plan), Estimate(), wishes.limits, most_tasks),
    )
    return Jobs(directory, work.plan, work.site, listed)


def _check_not_submitted(jobs: Jobs) -> None:
    """Raise UserError where jobs were submitted under names that would now mean something else."""
    if not read_ledger(jobs.folder).entries:
        return
    earlier: tuple[Job, ...] = read_jobs(jobs.directory).list.jobs
    if earlier != jobs.list.jobs:
        raise UserError(
            f"{jobs.directory}: jobs of another plan were submitted from there",
            f"`fftbench resume {jobs.directory}` goes on with them; for the new plan choose "
            f"another --out, or `fftbench cancel` them and remove {jobs.folder}",
        )


def _remove_others(jobs: Jobs) -> None:
    """Remove scripts of an earlier plan, so that no one submits them."""
    known = {f"{job.script}.sh" for job in jobs.list.jobs}
    for path in jobs.folder.glob("*.sh"):
        if path.name not in known:
            try:
                path.unlink()
            except OSError as error:
                raise file_error(path, error) from error
