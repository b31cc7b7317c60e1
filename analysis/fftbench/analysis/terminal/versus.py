"""What `fftbench versus` prints."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from fftbench.analysis.model.formats import count
from fftbench.analysis.model.layouts import classes_of, layout_class
from fftbench.analysis.model.merge import merge
from fftbench.analysis.model.sources import Study, load
from fftbench.analysis.questions.versus import ALL, Only, Versus, versus
from fftbench.analysis.tables.cells import NO_CLAIM
from fftbench.analysis.tables.versus import CHOICE, instance_table, mean_table, problem_table
from fftbench.analysis.terminal.markdown import markdown_text
from fftbench.analysis.terminal.problems import print_problems
from fftbench.analysis.terminal.rich_table import print_table

WIDE = 130
"""Columns of a terminal that has room for the settings."""


def print_versus(  # noqa: PLR0913, PLR0917 (one argument per option)
    driver: str,
    paths: Sequence[Path],
    against: Sequence[str],
    layout: str | None = None,
    only: Only = ALL,
    console: Console | None = None,
) -> list[Versus]:
    """Print how a driver compares with the others in results directories or record files.

    By default for both classes of layouts, if there are both. Raises UserError if one of the paths
    can't be read, or has no such driver or class.
    """
    out = console or Console()
    study = load(paths)
    made = _of_classes(study, driver, against, layout, only)
    for found in made:
        _print_class(out, found)
    out.print(Text(f"{CHOICE} {NO_CLAIM}", style="dim"))
    print_problems(out, study)
    return made


def print_markdown(
    driver: str,
    paths: Sequence[Path],
    against: Sequence[str],
    layout: str | None = None,
    only: Only = ALL,
) -> None:
    """Print the same as tables for a document, and to stderr what does not belong into one.

    Raises what `print_versus` raises.
    """
    study, aside = load(paths), Console(stderr=True)
    made = _of_classes(study, driver, against, layout, only)
    heading = "{}:\n\n" if len(made) > 1 else ""
    tables = [
        heading.format(found.layout.label) + markdown_text(problem_table(found))
        for found in made
        if found.fastest
    ]
    print("\n\n".join(tables))
    for found in made:
        _print_left_out(aside, found)
    print_problems(aside, study)


def _of_classes(
    study: Study, driver: str, against: Sequence[str], layout: str | None, only: Only
) -> list[Versus]:
    wanted = (layout_class(layout),) if layout else classes_of(merge(study))
    return [versus(study, driver, against, one, only) for one in wanted]


def _print_class(out: Console, found: Versus) -> None:
    driver = found.driver
    if not found.fastest:
        _print_left_out(out, found)
        return
    title = f"{driver} and the fastest other, each at its best settings: {found.layout.label}"
    caption = f"Times: forward + backward. Ratio: the other's time over {driver}'s."
    print_table(out, instance_table(found, out.width >= WIDE), title, caption)
    print_table(out, mean_table(found), f"Geometric means of the ratios: {found.layout.label}")
    _print_left_out(out, found)


def _print_left_out(out: Console, found: Versus) -> None:
    driver, where = found.driver, found.layout.label
    if not found.fastest:
        out.print(Text(f"Nothing to set {driver} against, {where}: no instance has both times."))
    for number, what in (
        (len(found.unmatched), "with a time on one side only"),
        (len(found.shared), "on cores that ranks or threads share: left out"),
    ):
        if number:
            out.print(Text(f"{count(number, 'problem instance')} {what}."))
