"""What `fftbench noise` prints and draws."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.text import Text

from fftbench.analysis.model.sources import load
from fftbench.analysis.plots.files.single import save_figure
from fftbench.analysis.plots.times.noise import noise_figure
from fftbench.analysis.questions.noise import Noise, again, joined, noise
from fftbench.analysis.tables.noise import (
    CAPTION,
    advice,
    again_sentence,
    launch_table,
    sentence,
    size_table,
)
from fftbench.analysis.terminal.problems import print_problems
from fftbench.analysis.terminal.rich_table import print_table
from fftbench.core.errors import UserError


def print_noise(
    paths: Sequence[Path],
    second: Path | None = None,
    figure: Path | None = None,
    console: Console | None = None,
) -> tuple[Noise, ...]:
    """Print how small a difference can be told, and draw it if a file is named.

    With a `second` set of the same campaign, the launches of both count, and whether the intervals
    of the two overlap is printed. Raises UserError if a set can't be read, or has no equal pairs.
    """
    out = console or Console()
    study = load(paths)
    other = load([second]) if second else None
    machines = noise(joined(study, other) if other else study)
    if not machines and other is None:
        raise UserError(
            "no two cases differ in nothing but the seed",
            "measure such, as the campaign noise does: fftbench run noise",
        )
    for found in machines:
        _print_machine(out, found)
    if other is not None:
        out.print(Text(again_sentence(again(study, other)), style="bold"))
    print_problems(out, *([study, other] if other else [study]))
    if figure is not None:
        _draw(machines, figure)
    return machines


def _draw(machines: Sequence[Noise], figure: Path) -> None:
    """Draw the first machine that has equal pairs."""
    if not machines or not machines[0].powers:
        raise UserError("nothing to draw: no equal pair has enough launches")
    save_figure(figure, partial(noise_figure, machines[0]))


def _print_machine(out: Console, found: Noise) -> None:
    out.print(Text(sentence(found), style="bold"))
    if found.powers:
        out.print(Text(advice(found), style="bold"))
        out.print()
        title = f"All of {found.launches} launches"
        print_table(out, size_table(found), title, CAPTION)
        about = ", from 128³ points on" if found.large else ""
        print_table(out, launch_table(found), f"Fewer launches, by sub-samples{about}")
