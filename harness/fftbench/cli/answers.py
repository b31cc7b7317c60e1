"""Commands that answer questions from records."""

from __future__ import annotations

from enum import Enum
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

# ruff: noqa: PLC0415
# Imports lie inside the commands: `--help` must not wait for pydantic or matplotlib.
from fftbench.cli.common import Figure, Paths
from fftbench.core.errors import UserError

if TYPE_CHECKING:
    from fftbench.core.contracts.case import AnyTransform

E = TypeVar("E", bound=Enum)

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
    from fftbench.core.contracts.case import Memory, Placement, Precision

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


def shape_and_paths(shape: str, rest: list[str]) -> tuple[tuple[int, ...], list[Path]]:
    """Read the shape as `512x512x512`, or as numbers, the later ones before or behind the paths."""
    words = shape.lower().split("x")
    if len(words) == 1:
        axes = list(takewhile(str.isdigit, rest))
        behind = list(takewhile(str.isdigit, reversed(rest)))[::-1]
        rest = rest[len(axes) :] if axes else rest[: len(rest) - len(behind)]
        words += axes or behind
    if not all(word.isdigit() and int(word) > 0 for word in words) or len(words) > 3:
        raise UserError(
            f"no shape: '{' '.join(words)}'", "give one to three axes, as --shape 512 512 512"
        )
    return tuple(map(int, words)), [Path(path) for path in rest] or [Path("results")]


def transform_of(name: str, axes: tuple[int, ...]) -> AnyTransform:
    """Return the transform of this name, on so many axes; UserError if there is none."""
    from pydantic import TypeAdapter, ValidationError

    from fftbench.core.contracts.case import AnyTransform, MixedTransform, Transform

    if "-" not in name:
        return chosen("transform", name, Transform)
    try:
        mixed = MixedTransform(TypeAdapter(AnyTransform).validate_python(name))
    except ValidationError as error:
        raise UserError(f"--transform: {error.errors()[0]['ctx']['error']}") from error
    if len(mixed.kinds) != len(axes):
        raise UserError(
            f"'{name}' names a kind for {len(mixed.kinds)} axes, and the shape has {len(axes)}",
            "give a kind for each axis",
        )
    return mixed


def chosen(what: str, name: str, kind: type[E]) -> E:
    """Return the value of this name; UserError if there is none."""
    names = [one.value for one in kind]
    if name not in names:
        raise UserError(f"there is no {what} '{name}'", f"choose {', '.join(names)}")
    return kind(name)
