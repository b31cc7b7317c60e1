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
from fftbench.analysis.terminal.rich_table import print_table
from fftbench.core.files.locate import driver_readme


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
        print_table(out, option_table(advice))
    for line in failures(advice):
        out.print(Text(line, style="dim"))
    if advice.options:
        _print_call(out, advice.options[0].driver)
    if advice.options or advice.missing:
        out.print(Text(to_measure(advice) or "As a campaign:"))
        out.print(Text(f"\n{campaign(advice)}"), soft_wrap=True)  # to be pasted: never wrapped


def _print_call(out: Console, driver: str) -> None:
    """Print the library's call, as the driver's README has it."""
    readme = driver_readme(driver)
    call = call_text(readme.read_text(encoding="utf-8")) if readme else ""
    if readme is None or not call:
        out.print(Text(f"In code: see the README of drivers/{driver} in fftbench's sources."))
        return
    out.print(Text(f"In code, with settings by their names ({readme}):"))
    out.print(Text(f"\n{call}\n"), soft_wrap=True)  # to be pasted: never wrapped
