"""What `fftbench versus` prints."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from fftbench.analysis.model.formats import count
from fftbench.analysis.model.sources import load
from fftbench.analysis.questions.versus import Versus, versus
from fftbench.analysis.tables.versus import instance_table, mean_table
from fftbench.analysis.terminal.problems import print_problems
from fftbench.analysis.terminal.rich_table import rich_table

WIDE = 130
"""Columns of a terminal that has room for the settings."""


def print_versus(
    driver: str, paths: Sequence[Path], against: Sequence[str], console: Console | None = None
) -> Versus:
    """Print how a driver compares with the others in results directories or record files.

    Raises UserError if one of them can't be read or has no such driver.
    """
    out = console or Console()
    study = load(paths)
    found = versus(study, driver, against)
    title = f"{driver} and the fastest other, each at its best settings"
    caption = (
        f"Times: forward + backward. Ratio: the other's time over {driver}'s, paired by launch, "
        "with the envelope of the launches' 95 % intervals."
    )
    out.print(rich_table(instance_table(found, out.width >= WIDE), title, caption))
    out.print(rich_table(mean_table(found), "Geometric means of the ratios"))
    if found.unmatched:
        number = count(len(found.unmatched), "problem instance")
        out.print(Text(f"{number} with a time on one side only."))
    print_problems(out, study)
    return found
