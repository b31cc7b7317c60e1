"""What `fftbench advise` prints."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from fftbench.analysis.model.sources import load
from fftbench.analysis.questions.advise import Advice, Wanted, advise
from fftbench.analysis.tables.advise import (
    answer,
    call_text,
    campaign,
    failures,
    option_table,
    to_measure,
    wanted_text,
)
from fftbench.analysis.terminal.problems import print_problems
from fftbench.analysis.terminal.rich_table import rich_table


def print_advice(
    wanted: Wanted, paths: Sequence[Path], console: Console | None = None
) -> list[Advice]:
    """Print for every machine what to use; raises UserError if a path can't be read."""
    out = console or Console()
    study = load(paths)
    found = advise(study, wanted)
    for advice in found:
        _print_machine(out, advice)
    if not found:
        out.print(Text(f"No advice: nothing like {wanted_text(wanted)} was measured."))
    print_problems(out, study)
    return found


def _print_machine(out: Console, advice: Advice) -> None:
    out.print(Text(f"{wanted_text(advice.wanted)}, {advice.machine.label}:"))
    out.print(Text(answer(advice), style="bold"))
    if advice.options:
        out.print(rich_table(option_table(advice)))
    for line in failures(advice):
        out.print(Text(line, style="dim"))
    if advice.options:
        out.print(Text(call_text(advice.options[0])))
    if advice.options or advice.missing:
        out.print(Text(to_measure(advice) or "As a campaign:"))
        out.print(Text(f"\n{campaign(advice)}"), soft_wrap=True)  # to be pasted: never wrapped
