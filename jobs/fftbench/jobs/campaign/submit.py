"""Submit the jobs of a campaign, go on with what is missing, and cancel them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from fftbench.core.contracts.catalogue import Catalogue
from fftbench.core.errors import UserError
from fftbench.core.programs import load_catalogue
from fftbench.jobs.campaign.accounting import with_ended
from fftbench.jobs.campaign.generate import write_scripts
from fftbench.jobs.campaign.ledger import note, read_ledger
from fftbench.jobs.campaign.moved import read_at_home
from fftbench.jobs.campaign.state import (
    CampaignState,
    JobState,
    ask_queue,
    campaign_state,
    me,
    ours,
)
from fftbench.jobs.packing.durations import Durations
from fftbench.jobs.packing.joblist import CampaignJobs, Job, TimeLimit
from fftbench.jobs.run.checks import make_directories
from fftbench.jobs.run.lock import locked
from fftbench.jobs.run.unfinished import available_drivers, drivers_not_built
from fftbench.jobs.schedulers import slurm
from fftbench.jobs.schedulers.scheduler import SCHEDULERS
from fftbench.jobs.schedulers.script import by_hand, minutes_asked
from fftbench.jobs.schedulers.slurm import FullError, RefusedError, UnreachableError
from fftbench.jobs.schedulers.variables import overruled_text

Say = Callable[[str], None]


@dataclass(frozen=True)
class SubmitOptions:
    """How a person wants jobs to be submitted."""

    max_queued: int | None = None
    """How many may be queued or running at once; None: as the site says."""
    chain: bool = False
    """Each job begins when the one before has ended."""
    retry_failed: bool = False
    rewrite: bool = False
    """Write the scripts again first, for what is missing and the time that takes."""
    safety: float | None = None
    """Factor on the estimated time for them; None: as when the jobs were written."""
    time_limit: int | None = None
    """Minutes of the longest of them; None: as when the jobs were written."""


@dataclass(frozen=True)
class SubmitCounts:
    """What became of the jobs of a campaign."""

    submitted: int
    live: int
    """Queued or running already."""
    complete: int
    held_back: int
    """Wanted, but not within the limit on queued jobs."""
    refused: tuple[str, ...] = ()
    """What Slurm said of jobs that it does not take."""


def submit_jobs(
    jobs: CampaignJobs, catalogue: Catalogue, request: SubmitOptions, say: Say
) -> SubmitCounts:
    """Submit every job that still has something to measure and is neither queued nor running.

    What Slurm refuses does not stop the others. Raises UserError where it refuses all or does not
    answer; what was submitted by then is in the ledger, and the same command goes on.
    """
    check_slurm(jobs)
    make_directories(jobs.directory)  # without logs/ a job fails with no word
    with locked(jobs.folder / ".lock"):
        jobs = read_at_home(jobs.directory, say)
        queue = ask_queue(jobs)
        if request.rewrite:  # which asks for twice the time where that was too short
            queue = with_ended(jobs, queue)
        available = available_drivers(catalogue)
        found = campaign_state(jobs, queue, available, request.retry_failed)
        wanted = [one for one in found.states if one.wanted]
        if request.rewrite:
            durations = Durations(found.outlines.values(), drivers_not_built(catalogue))
            _rewrite(found, wanted, request, durations)
        limit = request.max_queued or jobs.site.max_queued
        room = len(wanted) if limit is None else max(limit - len(found.live), 0)
        ids = [one.slurm_job.id for one in found.live if one.slurm_job] if request.chain else []
        taken, refused = _submit_all(jobs, wanted[:room], request.chain, ids, say)
    if refused and not taken:
        raise refused[0]
    held_back = len(wanted) - taken - sum(error.jobs for error in refused)
    complete = sum(not one.missing and not one.live for one in found.states)
    return SubmitCounts(taken, len(found.live), complete, held_back, tuple(map(str, refused)))


def _submit_all(
    jobs: CampaignJobs, wanted: Sequence[JobState], chain: bool, after: Sequence[str], say: Say
) -> tuple[int, list[SubmissionRefusedError]]:
    """Submit jobs until the queue is full; returns how many it took, and what was refused.

    In a `chain` the first one waits for all of those `after` which it comes.
    """
    refused: list[SubmissionRefusedError] = []
    taken = 0
    if said := overruled_text({jobs.folder / f"{one.job.script}.sh" for one in wanted}):
        say(f"warning: {said}")
    for together in _together(wanted):
        try:
            id_, count = _submit_what_fits(jobs, together, chain, after)
        except SubmissionRefusedError as error:
            refused.append(error)
            say(f"refused: {error}")
            continue
        except FullError as error:
            say(f"the queue takes no more: {error}")
            break
        after = [id_] if chain else []
        taken += count
        many = f", {count} jobs" if together[0].job.array_index is not None else ""
        say(f"submitted {id_}: {together[0].job.script}{many}")
        if count < len(together):
            say("the queue takes no more of them")
            break
    return taken, refused


def rehearse(jobs: CampaignJobs, catalogue: Catalogue, say: Say) -> None:
    """Ask Slurm when and where each job would run that would be submitted."""
    check_slurm(jobs)
    found = campaign_state(jobs, ask_queue(jobs), available_drivers(catalogue))
    for together in _together([one for one in found.states if one.wanted]):
        script = together[0].job.script
        try:
            said = slurm.rehearse(jobs.folder / f"{script}.sh", _array_option(together))
        except RefusedError as error:
            raise _refused(jobs, script, str(error)) from error
        say(f"{script}: {said}")


def cancel_jobs(jobs: CampaignJobs) -> tuple[str, ...]:
    """Cancel what this user has queued or running; returns the ids."""
    check_slurm(jobs)
    queue = ask_queue(jobs)
    clusters: dict[str, list[tuple[str, str]]] = {}
    for name, found in ours(jobs, read_ledger(jobs.folder, jobs.job_list.tag), queue).items():
        for one in found:
            if one.live and one.user == me():
                clusters.setdefault(one.cluster, []).append((name, one.id))
    for cluster, mine in clusters.items():
        names, ids = zip(*mine, strict=True)
        slurm.cancel(ids, cluster)
        note(jobs.folder, "cancelled", names, ids=ids, tag=jobs.job_list.tag)
    return tuple(id_ for mine in clusters.values() for _, id_ in mine)


def ask_build(jobs: CampaignJobs) -> Catalogue:
    """Ask the programs that jobs measure; UserError where they, or the fftbench, are gone."""
    drivers = Path(jobs.job_list.build, "drivers.json")
    for path in (drivers, Path(jobs.job_list.command)):
        if not path.exists():
            raise UserError(
                f"{path} is not there, and the scripts in {jobs.folder} need it",
                "`fftbench jobs` with the same campaign, site and --out writes them for the "
                "fftbench and the build that are there: finished cases are kept",
            )
    return load_catalogue(drivers.parent)


def check_slurm(jobs: CampaignJobs) -> None:
    """Raise UserError for another batch system, with what a person types there."""
    if jobs.site.scheduler == "none" or not SCHEDULERS[jobs.site.scheduler].managed:
        scripts = dict.fromkeys(job.script for job in jobs.job_list.jobs)
        lines = "\n".join(by_hand(jobs, script) for script in scripts)
        raise UserError(
            f"fftbench talks to slurm only, and {jobs.directory} is for {jobs.site.scheduler}",
            f"submit by hand, and follow with its own commands:\n{lines}",
        )


def _rewrite(
    found: CampaignState, wanted: Sequence[JobState], request: SubmitOptions, durations: Durations
) -> None:
    """Write scripts that ask for no more time than what is missing takes."""
    was = found.jobs.job_list.time_limit
    limit = TimeLimit(
        minutes=request.time_limit or was.minutes, safety=request.safety or was.safety
    )
    scripts = {one.job.script for one in wanted}
    listed = tuple(
        _asking(one, found.jobs, durations, limit) if one.job.script in scripts else one.job
        for one in found.states
    )
    jobs = replace(found.jobs, job_list=found.jobs.job_list.model_copy(update={"jobs": listed}))
    write_scripts(jobs, scripts, request.retry_failed)


def _asking(one: JobState, jobs: CampaignJobs, durations: Durations, limit: TimeLimit) -> Job:
    """Return a job with the time that its script shall ask for; twice as much as was too short."""
    if not one.wanted:  # of an array that is submitted for the sake of others
        return one.job.model_copy(update={"seconds": 0.0, "minutes": 1})
    seconds = durations.of_batches(jobs.batches(one.job.model_copy(update={"parts": one.missing})))
    minutes = limit.ask_for(seconds, least=2 * one.asked if one.cut_off else 0)
    return one.job.model_copy(update={"seconds": round(seconds, 1), "minutes": minutes})


def _together(wanted: Iterable[JobState]) -> list[list[JobState]]:
    """Group jobs by submission: those of an array go together."""
    groups: dict[str, list[JobState]] = {}
    for one in wanted:
        groups.setdefault(one.job.script, []).append(one)
    return list(groups.values())


def _array_option(together: Sequence[JobState], chain: bool = False) -> list[str]:
    """Return which jobs of an array to submit; of a `chain` one runs at a time."""
    indices = [str(one.job.array_index) for one in together if one.job.array_index is not None]
    return [f"--array={','.join(indices)}{'%1' if chain else ''}"] if indices else []


def _submit_what_fits(
    jobs: CampaignJobs, together: Sequence[JobState], chain: bool, after: Sequence[str]
) -> tuple[str, int]:
    """Submit a script, of an array as many jobs as there is room for; FullError where none fits."""
    count = len(together)
    while True:
        try:
            return _submit(jobs, together[:count], chain, after), count
        except FullError:
            if count == 1:
                raise
            count //= 2


def _submit(
    jobs: CampaignJobs, together: Sequence[JobState], chain: bool, after: Sequence[str]
) -> str:
    """Submit one script; with a ledger line before and after, a kill in between loses nothing."""
    names = tuple(one.job.name for one in together)
    script = together[0].job.script
    options = _array_option(together, chain)
    if after:
        # Whatever became of those before; and a dependency that can't be met must not wait.
        before = ":".join(dict.fromkeys(id_.partition("_")[0] for id_ in after))
        options += [f"--dependency=afterany:{before}", "--kill-on-invalid-dep=yes"]
    mine = {"tag": jobs.job_list.tag, "user": me()}
    note(jobs.folder, "submitting", names, **mine)
    try:
        id_, cluster = _submit_once(jobs, together, options)
    except RefusedError as error:
        note(jobs.folder, "refused", names, reason=str(error), **mine)
        raise _refused(jobs, script, str(error), len(together)) from error
    indices = [one.job.array_index for one in together]
    note(
        jobs.folder,
        "submitted",
        names,
        ids=tuple(id_ if index is None else f"{id_}_{index}" for index in indices),
        cluster=cluster or None,
        minutes=minutes_asked(jobs, script),
        **mine,
    )
    return id_


def _submit_once(
    jobs: CampaignJobs, together: Sequence[JobState], options: Sequence[str]
) -> tuple[str, str]:
    """Submit a script; after silence first look whether it was taken all the same."""
    path = jobs.folder / f"{together[0].job.script}.sh"
    try:
        return slurm.submit(path, options)
    except UnreachableError:
        now = {one.job.name: one for one in campaign_state(jobs, ask_queue(jobs)).states}
        taken = now[together[0].job.name]
        if taken.live and taken.slurm_job is not None:
            return taken.slurm_job.id.partition("_")[0], taken.slurm_job.cluster
        return slurm.submit(path, options)


class SubmissionRefusedError(UserError):
    """Slurm does not take a script."""

    jobs = 1
    """Of how many jobs."""


def _refused(jobs: CampaignJobs, script: str, said: str, count: int = 1) -> SubmissionRefusedError:
    error = SubmissionRefusedError(
        f"{script}: {said}",
        f"correct {jobs.directory / 'site.json'} and {jobs.folder / script}.sh, or the site file "
        "and write the jobs again; jobs submitted before stay, and are not submitted twice",
    )
    error.jobs = count
    return error
