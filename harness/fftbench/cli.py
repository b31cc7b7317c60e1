"""The command line: what each command is made of, and how errors and exit codes come out."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterable
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

# ruff: noqa: PLC0415
# Imports lie inside the commands: `--help` must not wait for pydantic or matplotlib.
from fftbench.core.errors import UserError

if TYPE_CHECKING:
    from fftbench.core.catalogue import Catalogue
    from fftbench.core.expand import Expansion
    from fftbench.core.site import Site
    from fftbench.jobs.submit import Request

EPILOG = (
    "Exit codes: 0 all right; 2 a mistake in what was asked for; of `run` and `measure` also 4 "
    "wrong answers, 5 failures or timeouts (the higher of the two), 130 interrupted; of `compare "
    "--fail-on-slower` also 6 something is slower or no longer ok. Unsupported and unavailable "
    "cases are no failure: the report lists them."
)


class Dependency(str, Enum):
    """How submitted jobs wait for each other."""

    none = "none"
    chain = "chain"


app = typer.Typer(
    help="Which distributed FFT library, with which settings, is fastest here, and is it right?",
    epilog=EPILOG,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

site_app = typer.Typer(help="Describe machines.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(site_app, name="site")

CampaignName = Annotated[
    str, typer.Argument(metavar="CAMPAIGN", help="A YAML file, or a name in configs/campaigns.")
]
SiteName = Annotated[
    str, typer.Option(metavar="SITE", help="A YAML file, or a name in configs/sites.")
]
Json = Annotated[bool, typer.Option("--json", help="For programs to read.")]
Folder = Annotated[
    Path, typer.Argument(metavar="DIR", help="Results directory that `jobs` wrote to.")
]
MaxQueued = Annotated[
    int | None, typer.Option(metavar="N", min=1, help="Most jobs queued or running at once.")
]
RetryFailed = Annotated[
    bool, typer.Option("--retry-failed", help="Measure failures and timeouts once more.")
]
Files = Annotated[list[Path], typer.Argument(metavar="FILE...")]


@app.command()
def drivers(as_json: Json = False) -> None:
    """List the drivers of this build: what they can do, or why they are not available."""
    from fftbench.core.programs import load_catalogue
    from fftbench.core.texts import catalogue_text

    found = load_catalogue()
    print(found.model_dump_json(by_alias=True, indent=1) if as_json else catalogue_text(found))


@app.command()
def plan(campaign: CampaignName, site: SiteName = "local", as_json: Json = False) -> None:
    """Show what `run` would measure, without measuring anything."""
    from fftbench.core.texts import plan_text

    expansion, catalogue, _ = _expand(campaign, site)
    if as_json:
        print(expansion.plan.model_dump_json(by_alias=True, indent=1))
    else:
        print(plan_text(expansion, catalogue))


@app.command(epilog=EPILOG)
def run(  # noqa: PLR0913, PLR0917 (one argument per option)
    campaign: CampaignName,
    site: SiteName = "local",
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Results directory; default results/SITE/CAMPAIGN."),
    ] = None,
    oversubscribe: Annotated[
        bool, typer.Option("--oversubscribe", help="Allow more ranks x threads than cores.")
    ] = False,
    retry_failed: RetryFailed = False,
    report: Annotated[bool, typer.Option(help="Print the table and write the report.")] = True,
) -> None:
    """Measure a campaign on this machine; what DIR already holds is not measured again."""
    from fftbench.jobs.progress import choose_reporter
    from fftbench.jobs.run import run_plan
    from fftbench.jobs.work import Options, Work

    expansion, catalogue, where = _expand(campaign, site)
    directory = out or Path("results") / where.name / expansion.plan.campaign
    work = Work(expansion.plan, catalogue, where, directory)
    outcome = run_plan(work, Options(oversubscribe, retry_failed), choose_reporter())
    if outcome.interrupted:
        made = sum(outcome.statuses.values())
        say(f"interrupted: {made} of {made + outcome.missing} measurements are in {directory}")
        say(f"to go on: {_this_command()}")
    elif report:
        _report([directory], None)
    raise typer.Exit(outcome.exit_code)


@app.command()
def jobs(  # noqa: PLR0913, PLR0917 (one argument per option)
    campaign: CampaignName,
    site: SiteName,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Results directory.")],
    array: Annotated[
        bool, typer.Option("--array", help="One job array for each allocation shape.")
    ] = False,
    safety: Annotated[
        float, typer.Option(metavar="X", min=1.0, help="Factor on the estimated time.")
    ] = 1.5,
    time_limit: Annotated[
        int | None,
        typer.Option(metavar="MINUTES", min=1, help="Longest job, instead of the site's limit."),
    ] = None,
) -> None:
    """Write DIR/plan.json and a job script for each allocation shape; submits nothing."""
    from fftbench.core.locate import build_folder, this_program
    from fftbench.jobs.generate import Wishes, write_jobs
    from fftbench.jobs.joblist import Limits
    from fftbench.jobs.script import by_hand
    from fftbench.jobs.texts import jobs_text
    from fftbench.jobs.work import Work

    expansion, catalogue, where = _expand(campaign, site)
    limits = Limits(minutes=time_limit or where.time_limit_minutes, safety=safety)
    wishes = Wishes(limits, array, this_program(), str(build_folder().resolve()))
    written, warnings = write_jobs(Work(expansion.plan, catalogue, where, out), wishes)
    _warn(warnings)
    print(jobs_text(written))
    if where.scheduler == "slurm":
        print(f"to go on: {_fftbench()} submit {shlex.quote(str(out))}")
    else:
        print(f"to go on, script by script: {by_hand(written, written.list.jobs[0].script)}")


@app.command()
def submit(
    directory: Folder,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only let Slurm say what it thinks of the scripts.")
    ] = False,
    max_queued: MaxQueued = None,
    dependency: Annotated[
        Dependency, typer.Option(help="chain: one job after the other.")
    ] = Dependency.none,
) -> None:
    """Submit what is neither measured nor queued; may be repeated at will."""
    from fftbench.core.programs import load_catalogue
    from fftbench.jobs.joblist import read_jobs
    from fftbench.jobs.submit import Request, rehearse

    if dry_run:
        written = read_jobs(directory)
        rehearse(written, load_catalogue(Path(written.list.build)), say=print)
        return
    _submit(directory, Request(max_queued=max_queued, chain=dependency is Dependency.chain))


@app.command()
def resume(
    directory: Folder,
    max_queued: MaxQueued = None,
    retry_failed: RetryFailed = False,
) -> None:
    """Submit what is missing, in scripts that ask for the time that still takes."""
    from fftbench.jobs.submit import Request

    _submit(directory, Request(max_queued, retry_failed=retry_failed, rewrite=True))


@app.command()
def status(
    directory: Folder,
    watch: Annotated[
        bool, typer.Option("--watch", help="Go on until no job is queued or running.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Show every job: Slurm's state, and how many of its cases are measured."""
    from rich.console import Console

    from fftbench.jobs import status as about
    from fftbench.jobs.joblist import read_jobs

    written = read_jobs(directory)
    if watch:
        about.watch(written, Console())
    elif as_json:
        print(about.status_json(about.look_at(written)))
    else:
        about.print_status(about.look_at(written), Console())


@app.command()
def cancel(directory: Folder) -> None:
    """Cancel the jobs that are queued or running; finished cases stay."""
    from fftbench.jobs.joblist import read_jobs
    from fftbench.jobs.submit import cancel_jobs

    ids = cancel_jobs(read_jobs(directory))
    print(f"cancelled: {' '.join(ids)}" if ids else "no job is queued or running")


@app.command(epilog=EPILOG)
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
    from fftbench.jobs.job import measure_job
    from fftbench.jobs.progress import choose_reporter
    from fftbench.jobs.work import Options

    options = Options(retry_failed=retry_failed)
    catalogue, reporter = load_catalogue(), choose_reporter()
    outcome = measure_job(directory, job, launcher or [], catalogue, options, reporter)
    if outcome.interrupted:
        say(f"interrupted: {outcome.missing} measurements of {job} are missing")
        say(f"to go on: {_fftbench()} resume {shlex.quote(str(directory))}")
    raise typer.Exit(outcome.exit_code)


@app.command()
def report(
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH...", help="Results directories, record files.")
    ],
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where to; default PATH/report.")
    ] = None,
) -> None:
    """Print the table of records and write index.html, figures and summary.csv."""
    _report(paths, out)


@app.command(epilog=EPILOG)
def compare(
    base: Annotated[Path, typer.Argument(metavar="BASE", help="Results directory or record file.")],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="The one to compare with BASE.")],
    threshold: Annotated[
        float, typer.Option(metavar="RATIO", help="Smaller ratios of times are no difference.")
    ] = 1.05,
    fail_on_slower: Annotated[
        bool,
        typer.Option("--fail-on-slower", help="Exit code 6 if a case is slower, or no longer ok."),
    ] = False,
) -> None:
    """Compare two sets of results: before and after a change, or two machines."""
    from fftbench.analysis.compare import SLOWER_EXIT
    from fftbench.analysis.compare_table import print_comparison

    found = print_comparison(base, new, threshold)
    raise typer.Exit(SLOWER_EXIT if fail_on_slower and found.slower else 0)


@site_app.command()
def detect(
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help="Default: Slurm's name of the cluster.")
    ] = None,
    partition: Annotated[
        str | None, typer.Option(metavar="NAME", help="Default: Slurm's default partition.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Default: configs/sites/NAME.yaml.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite FILE.")] = False,
) -> None:
    """Write a first site file from what this machine and its Slurm show, for you to complete."""
    from fftbench.core.locate import own_configs
    from fftbench.core.store import make_directory, write_text
    from fftbench.jobs.detect import draft_name, draft_site, site_text
    from fftbench.jobs.detect_tools import ask

    draft = draft_site(ask(), name, partition)
    file = out or own_configs("site") / f"{draft_name(draft)}.yaml"
    if file.exists() and not force:
        raise UserError(f"{file} is there already", "choose another --name, or add --force")
    make_directory(file.parent)
    write_text(file, site_text(draft))
    for text in draft.open_ends:
        say(f"to look at: {text}")
    print(f"written: {file}")


@app.command()
def validate(files: Files) -> None:
    """Check campaigns, sites, cases, records, catalogues and plans; exit code 2 if one is wrong."""
    from fftbench.core.validate import validate_file

    wrong = False
    for file in files:
        finding = validate_file(file)
        for problem in finding.problems:
            say(problem)
        wrong = wrong or bool(finding.problems)
        if not finding.problems:
            print(f"{file}: ok ({finding.kind})" + (f"; {finding.note}" if finding.note else ""))
    raise typer.Exit(2 if wrong else 0)


@app.command()
def schema(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="case, record, catalogue, plan, campaign or site.")
    ],
) -> None:
    """Print the JSON Schema of a file format."""
    from fftbench.core.schemas import schema_text

    print(schema_text(name), end="")


def main() -> None:
    """Run the command line; a person's mistake ends in a message and exit code 2."""
    try:
        app()
    except UserError as error:
        say(f"error: {error}")
        if error.hint:
            say(f"hint: {error.hint}")
        sys.exit(2)


def say(text: str) -> None:
    """Print to standard error."""
    print(text, file=sys.stderr)


def _expand(campaign: str, site: str) -> tuple[Expansion, Catalogue, Site]:
    from fftbench.core.campaign import Campaign
    from fftbench.core.expand import expand
    from fftbench.core.locate import find_config
    from fftbench.core.programs import load_catalogue
    from fftbench.core.site import Site
    from fftbench.core.yaml_file import load_model

    wanted, source = load_model(find_config("campaign", campaign), Campaign)
    where = load_model(find_config("site", site), Site)[0].resolved()
    catalogue = load_catalogue()
    expansion = expand(wanted, catalogue, where, source)
    _warn(expansion.warnings)
    return expansion, catalogue, where


def _submit(directory: Path, request: Request) -> None:
    from fftbench.core.programs import load_catalogue
    from fftbench.jobs.joblist import read_jobs
    from fftbench.jobs.submit import submit_jobs

    written = read_jobs(directory)
    done = submit_jobs(written, load_catalogue(Path(written.list.build)), request, say=print)
    print(
        f"submitted: {done.submitted}; queued or running before: {done.live}; "
        f"complete: {done.complete}"
    )
    if done.held_back:
        print(f"held back: {done.held_back}; submit again when there is room in the queue")
    print(f"to follow them: {_fftbench()} status {shlex.quote(str(directory))}")


def _warn(warnings: Iterable[str]) -> None:
    for warning in warnings:
        say(f"warning: {warning}")


def _report(paths: list[Path], out: Path | None) -> None:
    from fftbench.analysis.report import write_report
    from fftbench.analysis.table import print_table

    print_table(paths)
    print(f"report: {write_report(paths, out)}")


def _this_command() -> str:
    """Spell the command again; a wrapper names itself in FFTBENCH_COMMAND."""
    return shlex.join([_fftbench(), *sys.argv[1:]])


def _fftbench() -> str:
    return os.environ.get("FFTBENCH_COMMAND", "fftbench")
