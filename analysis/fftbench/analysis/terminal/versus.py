"""What `fftbench versus` prints."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from fftbench.analysis.model.formats import count
from fftbench.analysis.model.layouts import classes_of, layout_class
from fftbench.analysis.model.merge import merge
from fftbench.analysis.model.sources import load
from fftbench.analysis.questions.versus import Versus, versus
from fftbench.analysis.tables.cells import NO_CLAIM
from fftbench.analysis.tables.versus import CHOICE, instance_table, mean_table
from fftbench.analysis.terminal.problems import print_problems
from fftbench.analysis.terminal.rich_table import print_table
from fftbench.core.contracts.problem import Precision

WIDE = 130
"""Columns of a terminal that has room for the settings."""


def print_versus(  # noqa: PLR0913, PLR0917 (one argument per option)
    driver: str,
    paths: Sequence[Path],
    against: Sequence[str],
    layout: str | None = None,
    precision: Precision | None = None,
    console: Console | None = None,
) -> list[Versus]:
    """Print how a driver compares with the others in results directories or record files.

    By default for both classes of layouts, if there are both. Raises UserError if one of the paths
    can't be read, or has no such driver or class.
    """
    out = console or Console()
    study = load(paths)
    wanted = (layout_class(layout),) if layout else classes_of(merge(study))
    made = [versus(study, driver, against, one, precision) for one in wanted]
    for found in made:
        _print_class(out, found)
    out.print(Text(f"{CHOICE} {NO_CLAIM}", style="dim"))
    print_problems(out, study)
    return made


def _print_class(out: Console, found: Versus) -> None:
    driver = found.driver
    if not found.fastest:
        where = found.layout.label
        out.print(Text(f"Nothing to set {driver} against, {where}: no instance has both times."))
        _print_left_out(out, found)
        return
    title = f"{driver} and the fastest other, each at its best settings: {found.layout.label}"
    caption = f"Times: forward + backward. Ratio: the other's time over {driver}'s."
    print_table(out, instance_table(found, out.width >= WIDE), title, caption)
    print_table(out, mean_table(found), f"Geometric means of the ratios: {found.layout.label}")
    _print_left_out(out, found)


def _print_left_out(out: Console, found: Versus) -> None:
    for number, what in (
        (len(found.unmatched), "with a time on one side only"),
        (len(found.shared), "on cores that ranks or threads share: left out"),
    ):
        if number:
            out.print(Text(f"{count(number, 'problem instance')} {what}."))
