"""Submit the jobs of a campaign, go on with what is missing, and cancel them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from fftbench.core.catalogue import Catalogue
from fftbench.core.errors import UserError
from fftbench.jobs import slurm
from fftbench.jobs.estimate import Estimate
from fftbench.jobs.generate import write_scripts
from fftbench.jobs.joblist import Jobs
from fftbench.jobs.ledger import note
from fftbench.jobs.lock import locked
from fftbench.jobs.resume import available_drivers
from fftbench.jobs.run import make_directories
from fftbench.jobs.script import by_hand
from fftbench.jobs.slurm import AwayError, RefusedError
from fftbench.jobs.survey import Standing, Survey, look, survey

Say = Callable[[str], None]


@dataclass(frozen=True)
class Request:
    """How a person wants jobs to be submitted."""

    max_queued: int | None = None
    """How many may be queued or running at once; None: as the site says."""
    chain: bool = False
    """Each job begins when the one before has ended."""
    retry_failed: bool = False
    rewrite: bool = False
    """Write the scripts again first, for what is missing and the time that takes."""


@dataclass(frozen=True)
class Submitted:
    """What became of the jobs of a campaign."""

    submitted: int
    live: int
    """Queued or running already."""
    complete: int
    held_back: int
    """Wanted, but not within the limit on queued jobs."""


def submit_jobs(jobs: Jobs, catalogue: Catalogue, request: Request, say: Say) -> Submitted:
    """Submit every job that still has something to measure and is neither queued nor running.

    Raises UserError where Slurm refuses one or does not answer; what was submitted by then is in
    the ledger, and the same command goes on.
    """
    check_slurm(jobs)
    make_directories(jobs.directory)  # without logs/ a job fails with no word
    with locked(jobs.folder / ".lock"):
        found = survey(jobs, look(jobs), available_drivers(catalogue), request.retry_failed)
        wanted = [one for one in found.standings if one.wanted]
        if request.rewrite:
            _rewrite(found, wanted, request.retry_failed)
        limit = request.max_queued or jobs.site.max_queued
        room = len(wanted) if limit is None else max(limit - len(found.live), 0)
        last = found.live[-1].id if found.live else None
        for together in _together(wanted[:room]):
            last = _submit(jobs, together, last if request.chain else None)
            many = f", {len(together)} tasks" if together[0].job.task is not None else ""
            say(f"submitted {last}: {together[0].job.script}{many}")
    taken = min(room, len(wanted))
    complete = sum(not one.missing and not one.live for one in found.standings)
    return Submitted(taken, len(found.live), complete, len(wanted) - taken)


def rehearse(jobs: Jobs, catalogue: Catalogue, say: Say) -> None:
    """Let Slurm say of every job that would be submitted when and where it would run."""
    check_slurm(jobs)
    found = survey(jobs, look(jobs), available_drivers(catalogue))
    for together in _together([one for one in found.standings if one.wanted]):
        script = together[0].job.script
        try:
            said = slurm.rehearse(jobs.folder / f"{script}.sh", _tasks(together))
        except RefusedError as error:
            raise _refused(jobs, script, str(error)) from error
        say(f"{script}: {said}")


def cancel_jobs(jobs: Jobs) -> tuple[str, ...]:
    """Cancel what is queued or running; returns the ids."""
    check_slurm(jobs)
    live = survey(jobs, look(jobs)).live
    ids = tuple(one.known.id for one in live if one.known is not None)
    if ids:
        slurm.cancel(ids)
        note(jobs.folder, "cancelled", tuple(one.job.name for one in live), ids)
    return ids


def check_slurm(jobs: Jobs) -> None:
    """Raise UserError for another batch system, with what a person types there."""
    if jobs.site.scheduler != "slurm":
        scripts = dict.fromkeys(job.script for job in jobs.list.jobs)
        lines = "\n".join(by_hand(jobs, script) for script in scripts)
        raise UserError(
            f"fftbench talks to slurm only, and {jobs.directory} is for {jobs.site.scheduler}",
            f"submit by hand, and follow with its own commands:\n{lines}",
        )


def _rewrite(found: Survey, wanted: Sequence[Standing], retry_failed: bool) -> None:
    """Write scripts that ask for no more time than what is missing takes."""
    estimate, limits = Estimate(found.loaded.records), found.jobs.list.limits
    shorter = {}
    for one in wanted:
        seconds = estimate.batches(one.missing)
        minutes = limits.ask_for(seconds)
        update = {"seconds": round(seconds, 1), "minutes": minutes}
        shorter[one.job.name] = one.job.model_copy(update=update)
    listed = tuple(shorter.get(job.name, job) for job in found.jobs.list.jobs)
    jobs = replace(found.jobs, list=found.jobs.list.model_copy(update={"jobs": listed}))
    write_scripts(jobs, {one.job.script for one in wanted}, retry_failed)


def _together(wanted: Iterable[Standing]) -> list[list[Standing]]:
    """Group jobs by submission: the tasks of an array are one."""
    groups: dict[str, list[Standing]] = {}
    for one in wanted:
        groups.setdefault(one.job.script, []).append(one)
    return list(groups.values())


def _tasks(together: Sequence[Standing]) -> list[str]:
    tasks = [str(one.job.task) for one in together if one.job.task is not None]
    return [f"--array={','.join(tasks)}"] if tasks else []


def _submit(jobs: Jobs, together: Sequence[Standing], after: str | None) -> str:
    """Submit one script; a ledger line before and after finds it whatever comes in between."""
    names = tuple(one.job.name for one in together)
    script = together[0].job.script
    options = _tasks(together)
    if after is not None:
        # Whatever became of the one before; and a dependency that can't be met must not wait.
        after = after.partition("_")[0]
        options += [f"--dependency=afterany:{after}", "--kill-on-invalid-dep=yes"]
    note(jobs.folder, "submitting", names)
    try:
        id_ = _submit_once(jobs, together, options)
    except RefusedError as error:
        note(jobs.folder, "refused", names, reason=str(error))
        raise _refused(jobs, script, str(error)) from error
    tasks = [one.job.task for one in together]
    note(
        jobs.folder,
        "submitted",
        names,
        tuple(id_ if task is None else f"{id_}_{task}" for task in tasks),
    )
    return id_


def _submit_once(jobs: Jobs, together: Sequence[Standing], options: Sequence[str]) -> str:
    """Submit a script; after silence first look whether it was taken all the same."""
    path = jobs.folder / f"{together[0].job.script}.sh"
    try:
        return slurm.submit(path, options)
    except AwayError:
        now = {one.job.name: one for one in survey(jobs, look(jobs)).standings}
        taken = now[together[0].job.name]
        if taken.live and taken.known is not None:
            return taken.known.id.partition("_")[0]
        return slurm.submit(path, options)


def _refused(jobs: Jobs, script: str, said: str) -> UserError:
    return UserError(
        f"{script}: {said}",
        f"correct {jobs.directory / 'site.json'} and {jobs.folder / script}.sh, or the site file "
        "and write the jobs again; jobs submitted before stay, and are not submitted twice",
    )
