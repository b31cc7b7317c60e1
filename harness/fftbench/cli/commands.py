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
    Figure,
    Json,
    Paths,
    RetryFailed,
    SiteName,
    expand_campaign,
    say,
    this_command,
)
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
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Results directory; default results/SITE/CAMPAIGN."),
    ] = None,
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
    directory = out or Path("results") / where.name / expansion.plan.campaign
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


@app.command(epilog=EPILOG)
def compare(  # noqa: PLR0913, PLR0917 (one argument per option)
    base: Annotated[Path, typer.Argument(metavar="BASE", help="Results directory or record file.")],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="The one to compare with BASE.")],
    threshold: Annotated[
        float, typer.Option(metavar="RATIO", help="Smaller ratios of times are no difference.")
    ] = 1.05,
    fail_on_slower: Annotated[
        bool,
        typer.Option(
            "--fail-on-slower",
            help="Exit code 6 if a case is slower, or no longer ok; 2 if NEW lacks one of BASE.",
        ),
    ] = False,
    as_json: Json = False,
    figure: Figure = None,
) -> None:
    """Compare two sets of results: before and after a change, or two machines."""
    from fftbench.analysis.questions.compare import SLOWER_EXIT
    from fftbench.analysis.tables.compare import missing
    from fftbench.analysis.terminal.compare import print_comparison

    found = print_comparison(base, new, threshold, as_json=as_json, figure=figure)
    if fail_on_slower and found.slower:
        raise typer.Exit(SLOWER_EXIT)
    if fail_on_slower and (gap := missing(found)):
        raise UserError(f"{gap} ({base} and {new})", "measure the same campaign for both")


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


@app.command()
def versus(
    driver: Annotated[str, typer.Argument(metavar="DRIVER", help="The one to set against others.")],
    paths: Paths,
    against: Annotated[
        list[str], typer.Option(metavar="DRIVER", help="Only against this one; may be repeated.")
    ] = [],  # noqa: B006 (typer copies it)
    layout: Annotated[
        str | None,
        typer.Option(
            metavar="any|same",
            help="Where the spectrum may lie: anywhere, or only like the input; default: both.",
        ),
    ] = None,
) -> None:
    """Set a driver against the others, each at the settings that suit it best."""
    from fftbench.analysis.terminal.versus import print_versus

    print_versus(driver, paths, against, layout)


@app.command()
def settings(
    driver: Annotated[str, typer.Argument(metavar="DRIVER", help="The one to look at.")],
    paths: Paths,
) -> None:
    """Tell what each setting of a driver is worth against its default."""
    from fftbench.analysis.terminal.ablation import print_ablation

    print_ablation(driver, paths)


@app.command()
def claims(paths: Paths) -> None:
    """Tell which comparisons of published papers hold in these results."""
    from fftbench.analysis.terminal.claims import print_claims

    print_claims(paths)


@app.command()
def noise(
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH...", help="Results of the campaign noise.")
    ],
    again: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The same campaign, measured once more.")
    ] = None,
    figure: Figure = None,
) -> None:
    """Tell how small a difference this machine can tell, from equal work measured twice."""
    from fftbench.analysis.terminal.noise import print_noise

    print_noise(paths, again, figure)


@app.command()
def timeline(
    trace: Annotated[Path, typer.Argument(metavar="TRACE", help="Written by TASKFFT_TRACE=TRACE.")],
    figure: Figure = None,
    title: Annotated[str, typer.Option(help="Of the figure; else the trace's name.")] = "",
    executions: Annotated[int, typer.Option(min=1, help="How many of the latest.")] = 2,
) -> None:
    """Tell where the time of taskfft's latest executions went, thread by thread."""
    from fftbench.analysis.terminal.timeline import print_timeline

    print_timeline(trace, executions, figure, title)


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
    print_measured(found)
    print(f"report: {report_measured(found, out)}")
