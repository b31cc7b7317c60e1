"""What each setting is worth, as a table for the terminal and for the report."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from fftbench.analysis.ablation import Lever, driver_levers
from fftbench.analysis.formats import span_text, times_text, value_text
from fftbench.analysis.sources import load
from fftbench.analysis.tables import Cell, Table
from fftbench.analysis.terminal import rich_table

CAPTION = (
    "Ratio: time of a forward and a backward transform with this setting over the time with the "
    "default, everything else at its default too; paired by launch, geometric mean over the tasks "
    "(problem, ranks, threads and grid), with the mean of the ratios' bounds; then the least and "
    "the largest of the tasks' ratios. Above 1 the default is faster."
)


def print_ablation(
    driver: str, paths: Sequence[Path], console: Console | None = None
) -> list[Lever]:
    """Print what each setting of a driver is worth in results directories.

    Raises UserError where one of them can't be read, or where they can't tell.
    """
    out = console or Console()
    study = load(list(paths))
    found = driver_levers(study, driver)
    title = f"What each setting of {driver} is worth"
    out.print(rich_table(lever_table(found), title, CAPTION))
    for text in study.problems:
        out.print(Text(text, style="yellow"))
    return found


def lever_table(found: Sequence[Lever]) -> Table:
    """One line per setting of a driver, in the order given."""
    columns = (
        ("setting", ""), ("default", ""), ("ratio", "num"), ("interval", "num"),
        ("of tasks", "num"), ("tasks", "num"), ("default is", "fold"),
    )  # fmt: skip
    lines = [
        (
            Cell(lever.name, kind="strong"),
            Cell(value_text(lever.default)),
            Cell(times_text(lever.mean.value), lever.mean.value),
            Cell(span_text(lever.mean.lo, lever.mean.hi), lever.mean.lo, kind="muted"),
            Cell(span_text(lever.mean.least, lever.mean.most), lever.mean.least, kind="muted"),
            Cell(str(lever.mean.number), lever.mean.number),
            _judgement(lever),
        )
        for lever in found
    ]
    return Table(columns, tuple(lines))


def _judgement(lever: Lever) -> Cell:
    if lever.mean.side:
        return Cell("faster", kind="good") if lever.mean.side > 0 else Cell("slower", kind="warn")
    return Cell("within noise" if lever.mean.confident else "too few samples", kind="muted")
