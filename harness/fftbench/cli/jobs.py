"""The commands about jobs of a batch system; fftbench.cli.commands makes them commands."""

from __future__ import annotations

import shlex
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fftbench.cli.common import (
    CampaignName,
    Json,
    Out,
    RetryFailed,
    SiteName,
    command_name,
    expand_campaign,
    results_folder,
    say,
    warn,
)

if TYPE_CHECKING:
    from fftbench.jobs.campaign.submit import SubmitOptions
    from fftbench.jobs.packing.joblist import CampaignJobs

# ruff: noqa: PLC0415
# Imports lie inside the functions: `--help` must not wait for pydantic or matplotlib.

Folder = Annotated[
    Path, typer.Argument(metavar="DIR", help="Results directory that `jobs` wrote to.")
]
MaxQueued = Annotated[
    int | None, typer.Option(metavar="N", min=1, help="Most jobs queued or running at once.")
]
SAFETY = typer.Option(metavar="X", min=1.0, help="Factor on the estimated time.")


class Dependency(str, Enum):
    """How submitted jobs wait for each other."""

    none = "none"
    chain = "chain"


def jobs(  # noqa: PLR0913, PLR0917 (one argument per option)
    campaign: CampaignName,
    site: SiteName,
    out: Out = None,
    array: Annotated[
        bool | None,
        typer.Option(
            "--array/--no-array",
            help="One job array for each allocation shape; by default where the site takes them.",
            show_default=False,
        ),
    ] = None,
    safety: Annotated[float, SAFETY] = 1.5,
    time_limit: Annotated[
        int | None,
        typer.Option(metavar="MINUTES", min=1, help="Longest job, instead of the site's limit."),
    ] = None,
) -> None:
    """Write DIR/plan.json and a job script for each allocation shape; submits nothing."""
    from fftbench.cli.texts import jobs_text
    from fftbench.core.files.locate import build_folder, this_program
    from fftbench.jobs.campaign.generate import JobOptions, write_jobs
    from fftbench.jobs.packing.joblist import TimeLimit
    from fftbench.jobs.run.inputs import PlannedRun
    from fftbench.jobs.schedulers.script import by_hand, takes_arrays

    expansion, catalogue, where = expand_campaign(campaign, site)
    limit = TimeLimit(minutes=time_limit or where.time_limit_minutes, safety=safety)
    arrays = takes_arrays(where) if array is None else array
    options = JobOptions(limit, arrays, this_program(), str(build_folder().resolve()))
    directory = results_folder(out, expansion)
    planned = PlannedRun(expansion.plan, catalogue, where, directory)
    written, warnings = write_jobs(planned, options)
    warn(warnings)
    print(jobs_text(written, directory / written.folder.name))
    if where.scheduler == "slurm":
        print(f"to go on: {command_name()} submit {shlex.quote(str(directory))}")
    else:
        print(f"to go on, script by script: {by_hand(written, written.job_list.jobs[0].script)}")


def submit(
    directory: Folder,
    dry_run: Annotated[
        bool,
        typer.Option("--dry-run", help="Only ask Slurm when and where jobs would run."),
    ] = False,
    max_queued: MaxQueued = None,
    dependency: Annotated[
        Dependency, typer.Option(help="chain: one job after the other.")
    ] = Dependency.none,
) -> None:
    """Submit the jobs that are neither measured nor queued; may be repeated at will."""
    from fftbench.jobs.campaign.submit import SubmitOptions, ask_build, rehearse
    from fftbench.jobs.packing.joblist import read_jobs

    if dry_run:
        written = read_jobs(directory)
        rehearse(written, ask_build(written), say=print)
        return
    _submit(directory, SubmitOptions(max_queued=max_queued, chain=dependency is Dependency.chain))


def resume(
    directory: Folder,
    max_queued: MaxQueued = None,
    retry_failed: RetryFailed = False,
    safety: Annotated[float | None, SAFETY] = None,
    time_limit: Annotated[
        int | None,
        typer.Option(metavar="MINUTES", min=1, help="Longest job, instead of that of `jobs`."),
    ] = None,
) -> None:
    """Submit what is missing, in new scripts that ask for no more time than it takes.

    What its time limit cut off gets twice the time.
    """
    from fftbench.jobs.campaign.submit import SubmitOptions

    _submit(
        directory,
        SubmitOptions(
            max_queued,
            retry_failed=retry_failed,
            rewrite=True,
            safety=safety,
            time_limit=time_limit,
        ),
    )


def status(
    directory: Folder,
    watch: Annotated[
        bool, typer.Option("--watch", help="Go on until no job is queued or running.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Show every job: Slurm's state, and how many of its cases are measured."""
    from rich.console import Console

    from fftbench.jobs.campaign import status as about
    from fftbench.jobs.packing.joblist import read_jobs

    written = read_jobs(directory)
    available = _Available(written)
    if watch:
        about.watch(written, Console(), available)
    elif as_json:
        print(about.status_json(about.current_state(written, available)))
    else:
        about.print_status(about.current_state(written, available), Console())


def cancel(directory: Folder) -> None:
    """Cancel the jobs that are queued or running; finished cases stay."""
    from fftbench.jobs.campaign.submit import cancel_jobs
    from fftbench.jobs.packing.joblist import read_jobs

    ids = cancel_jobs(read_jobs(directory))
    print(f"cancelled: {' '.join(ids)}" if ids else "no job is queued or running")


def measure(
    directory: Folder,
    job: Annotated[str, typer.Option(metavar="NAME", help="A job of DIR/jobs/jobs.json.")],
    launcher: Annotated[
        list[str] | None,
        typer.Argument(metavar="-- WORDS...", help="What to put before each program."),
    ] = None,
    retry_failed: RetryFailed = False,
) -> None:
    """Measure one job inside its allocation, as the scripts of `jobs` do."""
    from fftbench.core.programs import load_catalogue
    from fftbench.jobs.campaign.job import measure_job
    from fftbench.jobs.run.inputs import RunOptions
    from fftbench.jobs.run.progress import choose_reporter

    options = RunOptions(retry_failed=retry_failed)
    catalogue, reporter = load_catalogue(), choose_reporter()
    outcome = measure_job(directory, job, launcher or [], catalogue, options, reporter)
    if outcome.interrupted:
        say(f"interrupted: {outcome.missing} measurements of {job} are missing")
        say(f"to go on: {command_name()} resume {shlex.quote(str(directory))}")
    raise typer.Exit(outcome.exit_code)


class _Available:
    """The drivers of a build that start here, which are asked once, when somebody wants to know."""

    def __init__(self, written: CampaignJobs) -> None:
        self._build = Path(written.job_list.build)

    def __contains__(self, driver: object) -> bool:
        return driver in self._names

    @cached_property
    def _names(self) -> frozenset[str]:
        from fftbench.core.errors import UserError
        from fftbench.core.programs import load_catalogue
        from fftbench.jobs.run.unfinished import available_drivers

        try:
            return available_drivers(load_catalogue(self._build))
        except UserError:  # the build is gone
            return frozenset()


def _submit(directory: Path, request: SubmitOptions) -> None:
    from fftbench.jobs.campaign.submit import ask_build, submit_jobs
    from fftbench.jobs.packing.joblist import read_jobs

    written = read_jobs(directory)
    done = submit_jobs(written, ask_build(written), request, say=print)
    print(
        f"submitted: {done.submitted}; queued or running before: {done.live}; "
        f"complete: {done.complete}"
    )
    if done.refused:
        print(f"refused: {len(done.refused)} submissions; `status` says why")
    if done.held_back:
        print(f"held back: {done.held_back}; submit again when there is room in the queue")
    print(f"to follow them: {command_name()} status {shlex.quote(str(directory))}")
