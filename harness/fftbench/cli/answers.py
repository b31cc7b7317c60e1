"""Commands that answer questions from records."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

# ruff: noqa: PLC0415
# Imports lie inside the commands: `--help` must not wait for pydantic or matplotlib.
from fftbench.cli.common import Figure, Json, Paths
from fftbench.cli.words import chosen, shape_and_paths, transform_of
from fftbench.core.errors import UserError

Rest = Annotated[
    list[str] | None,
    typer.Argument(metavar="[PATH...]", help="Results directories; default: results."),
]


def advise(  # noqa: PLR0913, PLR0917 (one argument per option)
    shape: Annotated[
        str, typer.Option(metavar="N N N", help="Points along each axis; also as NxNxN.")
    ],
    ranks: Annotated[int, typer.Option(metavar="N", min=1, help="MPI processes.")],
    rest: Rest = None,
    threads: Annotated[int, typer.Option(metavar="N", min=1, help="Of each rank.")] = 1,
    nodes: Annotated[int, typer.Option(metavar="N", min=1, help="That the ranks are on.")] = 1,
    transform: Annotated[
        str, typer.Option(metavar="NAME", help="c2c, r2c, dct2, ...; per axis: dct2-dst2-r2c.")
    ] = "c2c",
    precision: Annotated[str, typer.Option(metavar="double|single")] = "double",
    placement: Annotated[
        str | None, typer.Option(metavar="in_place|out_of_place", help="Default: either.")
    ] = None,
    memory: Annotated[
        str, typer.Option(metavar="NAME", help="Where the arrays are: host, cuda, hip or opencl.")
    ] = "host",
    layout: Annotated[
        str,
        typer.Option(
            metavar="any|same", help="Where the spectrum may lie: anywhere, or like the input."
        ),
    ] = "any",
) -> None:
    """Tell which driver to use, with which settings, and how sure that is."""
    from fftbench.analysis.model.layouts import layout_class
    from fftbench.analysis.questions.advise import Wanted
    from fftbench.analysis.terminal.advise import print_advice
    from fftbench.core.contracts.problem import Memory, Placement, Precision

    axes, paths = shape_and_paths(shape, rest or [])
    wanted = Wanted(
        axes,
        ranks,
        threads,
        nodes,
        transform_of(transform, axes),
        chosen("precision", precision, Precision),
        chosen("placement", placement, Placement) if placement else None,
        layout_class(layout),
        chosen("memory", memory, Memory),
    )
    print_advice(wanted, paths)


def predict(
    paths: Paths,
    ranks: Annotated[
        list[int],
        typer.Option(metavar="N", min=1, help="To predict; may be repeated. Default: doublings."),
    ] = [],  # noqa: B006 (typer copies it)
    ranks_per_node: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Default: the most that was measured.")
    ] = None,
    driver: Annotated[
        list[str], typer.Option(metavar="DRIVER", help="Only this one; may be repeated.")
    ] = [],  # noqa: B006
    figure: Figure = None,
) -> None:
    """Predict times on more ranks than were measured, and check that on the largest measured."""
    from fftbench.analysis.questions.predict import Target
    from fftbench.analysis.terminal.predict import print_predictions

    target = Target(tuple(ranks), ranks_per_node, tuple(driver))
    print_predictions(paths, target, figure)


def export(
    paths: Paths,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where to.")] = Path("tables"),
    form: Annotated[
        str, typer.Option(metavar="csv|parquet|github-action-benchmark", help="Of the files.")
    ] = "csv",
) -> None:
    """Write records as tables for other tools: per launch, repetition, MPI function and case."""
    from fftbench.analysis.terminal.export import export as write

    for file in write(paths, out, form):
        print(f"written: {file}")


def figures(  # noqa: PLR0913, PLR0917 (one argument per option)
    paths: Paths,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where to.")] = Path("figures"),
    lines: Annotated[
        list[str],
        typer.Option(
            metavar="NAME",
            help="What has a line of its own beside the drivers: a setting, grid, threads, "
            "placement, spectrum, ...; may be repeated.",
        ),
    ] = [],  # noqa: B006 (typer copies it)
    driver: Annotated[
        list[str], typer.Option(metavar="DRIVER", help="Only this one; may be repeated.")
    ] = [],  # noqa: B006
    over: Annotated[
        str | None, typer.Option(metavar="DRIVER", help="Draw the speed-up over it, too.")
    ] = None,
    metric: Annotated[
        list[str],
        typer.Option(
            metavar="pair|forward|backward|fft|planning",
            help="The time that lines are of; may be repeated.",
        ),
    ] = ["pair"],  # noqa: B006
) -> None:
    """Draw figures for papers: SVG, PDF and PNG, and all in figures.pdf; with captions.txt."""
    from fftbench.analysis.terminal.figures import Choice, draw_figures

    choice = Choice(tuple(lines), tuple(driver), over, tuple(metric))
    for figure in draw_figures(paths, out, choice):
        print(f"{out / figure.name}: {figure.title}")


def pages(
    paths: Paths,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where to.")] = Path("site"),
) -> None:
    """Write a static site: a report of each set below PATH, and a page of all of them."""
    from fftbench.analysis.page.site import write_site

    print(f"site: {write_site(paths, out)}")


def published(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="As those in results/published.")],
    paths: Annotated[
        list[Path] | None, typer.Argument(metavar="[PATH...]", help="Results to set beside it.")
    ] = None,
    figure: Figure = None,
    trace: Annotated[
        list[Path] | None,
        typer.Option(help="A trace of taskfft's, beside shares of a time; may be repeated."),
    ] = None,
) -> None:
    """Show numbers that a paper prints, with yours beside them where they measure the same."""
    from fftbench.analysis.terminal.published import print_published

    print_published(file, paths or [], figure, trace or [])


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


def versus(  # noqa: PLR0913, PLR0917 (one argument per option)
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
    precision: Annotated[
        str | None, typer.Option(metavar="double|single", help="Only in this one; default: both.")
    ] = None,
    cores: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Only on so many; default: any number.")
    ] = None,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="As a table for documents, a column per problem.")
    ] = False,
) -> None:
    """Set a driver against the others, each at the settings that suit it best."""
    from fftbench.analysis.questions.versus import Only
    from fftbench.analysis.terminal.versus import print_markdown, print_versus
    from fftbench.core.contracts.problem import Precision

    only = Only(chosen("precision", precision, Precision) if precision else None, cores)
    if markdown:
        print_markdown(driver, paths, against, layout, only)
    else:
        print_versus(driver, paths, against, layout, only)


def settings(
    driver: Annotated[str, typer.Argument(metavar="DRIVER", help="The one to look at.")],
    paths: Paths,
) -> None:
    """Tell what each setting of a driver is worth against its default."""
    from fftbench.analysis.terminal.ablation import print_ablation

    print_ablation(driver, paths)


def claims(paths: Paths) -> None:
    """Tell which comparisons of published papers hold in these results."""
    from fftbench.analysis.terminal.claims import print_claims

    print_claims(paths)


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


def timeline(
    trace: Annotated[Path, typer.Argument(metavar="TRACE", help="Written by TASKFFT_TRACE=TRACE.")],
    figure: Figure = None,
    title: Annotated[str, typer.Option(help="Of the figure; else the trace's name.")] = "",
    executions: Annotated[int, typer.Option(min=1, help="How many of the latest.")] = 2,
) -> None:
    """Tell where the time of taskfft's latest executions went, thread by thread."""
    from fftbench.analysis.terminal.timeline import print_timeline

    print_timeline(trace, executions, figure, title)
