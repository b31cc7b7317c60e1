"""The command line: what each command is made of, and how errors and exit codes come out."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from fftbench.cli import answers, jobs

# ruff: noqa: PLC0415
# Imports lie inside the commands: `--help` must not wait for pydantic or matplotlib.
from fftbench.cli.common import (
    EPILOG,
    CampaignName,
    Json,
    Out,
    Paths,
    RetryFailed,
    SiteName,
    expand_campaign,
    results_folder,
    say,
    this_command,
)
from fftbench.cli.printing import printing
from fftbench.core.errors import UserError

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

Files = Annotated[list[Path], typer.Argument(metavar="FILE...")]


@app.command()
def drivers(as_json: Json = False) -> None:
    """List the drivers of this build: what they can do, or why they are not available."""
    from fftbench.cli.texts import catalogue_text
    from fftbench.core.programs import load_catalogue

    found = load_catalogue()
    print(found.model_dump_json(by_alias=True, indent=1) if as_json else catalogue_text(found))


@app.command()
def plan(campaign: CampaignName, site: SiteName = "local", as_json: Json = False) -> None:
    """Show what `run` would measure, without measuring anything."""
    from fftbench.cli.texts import plan_text

    expansion, catalogue, where = expand_campaign(campaign, site)
    if as_json:
        print(expansion.plan.model_dump_json(by_alias=True, indent=1))
    else:
        print(plan_text(expansion, catalogue, where))


@app.command(epilog=EPILOG)
def run(  # noqa: PLR0913, PLR0917 (one argument per option)
    campaign: CampaignName,
    site: SiteName = "local",
    out: Out = None,
    oversubscribe: Annotated[
        bool, typer.Option("--oversubscribe", help="Allow more ranks x threads than cores.")
    ] = False,
    retry_failed: RetryFailed = False,
    with_report: Annotated[
        bool, typer.Option("--report/--no-report", help="Print the table and write the report.")
    ] = True,
    launches: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Instead of the campaign's; more are added."),
    ] = None,
    until_settled: Annotated[
        bool,
        typer.Option("--until-settled", help="Add launches until it is clear who is fastest."),
    ] = False,
    budget: Annotated[
        float, typer.Option(metavar="MINUTES", min=0, help="How long --until-settled may take.")
    ] = 60.0,
) -> None:
    """Measure a campaign on this machine; what DIR already holds is not measured again."""
    from fftbench.jobs.run.inputs import PlannedRun, RunOptions
    from fftbench.jobs.run.local import run_plan
    from fftbench.jobs.run.progress import choose_reporter

    expansion, catalogue, where = expand_campaign(campaign, site)
    directory = results_folder(out, expansion)
    plan = expansion.plan.with_launches(launches or expansion.plan.launches)
    planned = PlannedRun(plan, catalogue, where, directory)
    options = RunOptions(oversubscribe, retry_failed)
    if until_settled:
        from fftbench.cli.launches import run_until_settled

        outcome = run_until_settled(planned, options, 60 * budget)
    else:
        outcome = run_plan(planned, options, choose_reporter())
    if outcome.interrupted:
        made = sum(outcome.statuses.values())
        say(f"interrupted: {made} of {made + outcome.missing} measurements are in {directory}")
        say(f"to go on: {this_command()}")
    elif with_report:
        _report([directory], None)
    raise typer.Exit(outcome.exit_code)


for command in (jobs.jobs, jobs.submit, jobs.status, jobs.resume, jobs.cancel):
    app.command()(command)
app.command(epilog=EPILOG)(jobs.measure)
app.command()(answers.advise)
app.command()(answers.export)
app.command()(answers.predict)
app.command()(answers.figures)
app.command()(answers.pages)
app.command()(answers.published)


@app.command()
def report(
    paths: Paths,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where to; default PATH/report.")
    ] = None,
) -> None:
    """Print the table of records and write index.html, figures and summary.csv."""
    _report(paths, out)


app.command(epilog=EPILOG)(answers.compare)


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
    """Write a first site file from what this machine and its Slurm show, for you to complete.

    Of a partition with several kinds of nodes, one for each kind.
    """
    from fftbench.core.files.locate import own_configs
    from fftbench.core.files.writing import make_directory, write_text
    from fftbench.jobs.detect.draft import draft_name, draft_sites, site_text
    from fftbench.jobs.detect.tools import ask

    drafts = draft_sites(ask(), name, partition)
    first = out or own_configs("site") / f"{draft_name(drafts[0])}.yaml"
    files = {first.with_stem(first.stem + draft.kind): draft for draft in drafts}
    for file in files:
        if file.exists() and not force:
            raise UserError(f"{file} is there already", "choose another --name, or add --force")
    make_directory(first.parent)
    for file, draft in files.items():
        write_text(file, site_text(draft))
    for text in drafts[0].to_check:
        say(f"to look at: {text}")
    for file in files:
        print(f"written: {file}")


app.command()(answers.versus)
app.command()(answers.settings)
app.command()(answers.claims)
app.command()(answers.noise)
app.command()(answers.timeline)


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
def migrate(
    directories: Annotated[
        list[Path], typer.Argument(metavar="DIR...", help="Results directories.")
    ],
) -> None:
    """Convert results that an earlier fftbench wrote, in place, while nobody measures there."""
    from fftbench.core.migrate import migrate as convert
    from fftbench.jobs.campaign.locks import nobody_measures

    for directory in directories:
        with nobody_measures(directory):
            done = convert(directory)
        print(f"{directory}: converted {done.records} records, {done.planned} cases of the plan")


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
        with printing():
            app()
    except UserError as error:
        say(f"error: {error}")
        if error.hint:
            say(f"hint: {error.hint}")
        sys.exit(2)


def _report(paths: list[Path], out: Path | None) -> None:
    from fftbench.analysis.model.measured import read_measured
    from fftbench.analysis.page.report import report_measured
    from fftbench.analysis.terminal.results import print_measured

    found = read_measured(paths)
    page = report_measured(found, out)  # before a reader of the table may have enough
    print_measured(found)
    print(f"report: {page}")
