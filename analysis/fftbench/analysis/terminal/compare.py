"""What `fftbench compare` prints."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from fftbench.analysis.model.formats import count, listing, problem_text
from fftbench.analysis.model.machine import Machine
from fftbench.analysis.model.result import Result
from fftbench.analysis.model.settings import brief
from fftbench.analysis.model.sources import Study, load
from fftbench.analysis.plots.files.single import save_figure
from fftbench.analysis.plots.times.compare import compare_figure
from fftbench.analysis.questions.compare import (
    Comparison,
    Untimed,
    compare,
    differences,
    drivers_apart,
)
from fftbench.analysis.questions.known_noise import known_noise
from fftbench.analysis.tables.compare import (
    by_problem,
    caption,
    comparison_content,
    contrast_table,
    summary,
    unit_of,
)
from fftbench.analysis.tables.noise import sentence
from fftbench.analysis.terminal.problems import print_problems
from fftbench.analysis.terminal.rich_table import print_table
from fftbench.core.contracts.record import Status


def print_comparison(  # noqa: PLR0913 (one argument per option)
    base: Path,
    new: Path,
    threshold: float,
    console: Console | None = None,
    *,
    as_json: bool = False,
    figure: Path | None = None,
) -> Comparison:
    """Print NEW against BASE, two results directories or record files; fits 80 columns.

    The verdict comes first. `as_json` prints JSON instead, and `figure` is a file to draw into.
    Raises UserError if a set can't be read or is empty, or if nothing can be drawn.
    """
    out = console or Console()
    before, after = load([base]), load([new])
    found = compare(before, after, threshold)
    if as_json:
        content = comparison_content(found, differences(before, after))
        out.print(Text(json.dumps(content, indent=1)), soft_wrap=True)
    else:
        _print_texts(out, found, (base, before), (new, after))
    if figure is not None:
        save_figure(figure, lambda: compare_figure(found.contrasts, threshold))
    return found


def _print_texts(
    out: Console, found: Comparison, one: tuple[Path, Study], other: tuple[Path, Study]
) -> None:
    (base, before), (new, after) = one, other
    out.print(Text(f"BASE: {base}\nNEW:  {new}"))
    out.print(Text(summary(found), style="bold"))
    for known in known_noise(before, [base]):
        out.print(Text(sentence(known)))
    for name, old, now in differences(before, after):
        out.print(Text(f"{name}: {old or 'unknown'} -> {now or 'unknown'}", style="yellow"))
    out.print()
    _print_contrasts(out, found)
    _print_untimed(out, found.untimed, found.new_machines)
    _print_only(out, f"Only in BASE ({base})", found.only_base, found.base_machines)
    _print_only(out, f"Only in NEW ({new})", found.only_new, found.new_machines)
    if names := drivers_apart(before, after):
        out.print(Text(f"Not compared, as they are never ranked: {listing(names)}.", style="dim"))
    print_problems(out, before, after)


def _print_contrasts(out: Console, found: Comparison) -> None:
    for (machine, problem, resources), contrasts in by_problem(found).items():
        solved = f"{problem_text(problem)}, {resources.label}"
        title = machine.told_apart(solved, found.new_machines)
        table = contrast_table(contrasts, found.threshold)
        print_table(out, table, f"{title} [{unit_of(contrasts).name}]")
    if found.contrasts:
        out.print(Text(caption(found), style="dim"))
        out.print()


def _name(result: Result, machines: Collection[Machine]) -> str:
    """Name a case briefly, and where it was measured if that is one of several."""
    return result.machine.told_apart(brief(result.case, result.shown), machines)


def _print_untimed(out: Console, untimed: Sequence[Untimed], machines: Collection[Machine]) -> None:
    """Print cases whose status changed, those that NEW lost first; count the others."""
    same = [case for case in untimed if _status(case.base) == _status(case.new)]
    changed = [case for case in untimed if case not in same]
    for case in sorted(changed, key=lambda case: not case.worse):
        reason = " ".join((case.new.reason or case.base.reason or "").split())
        text = Text(f"{_status(case.base)} -> {_status(case.new)}: ")
        text.stylize("bold red" if case.worse else "bold")
        text.append(_name(case.new, machines), style="default")
        text.append(f": {reason}" if reason else "", style="default")
        text.truncate(2 * out.width, overflow="ellipsis")
        out.print(text)
    if same:
        counts = Counter(_status(case.new) for case in same)
        parts = listing([f"{number} {status}" for status, number in counts.items()])
        out.print(Text(f"The same on both sides, without a time: {parts}."))
    if untimed:
        out.print()


def _status(result: Result) -> str:
    """Name the status; a case that is ok without a time was too short for the clock."""
    if result.status is Status.ok and result.pair is None:
        return "ok but too short to time"
    return str(result.status.value)


def _print_only(
    out: Console, title: str, results: Sequence[Result], machines: Collection[Machine]
) -> None:
    if not results:
        return
    out.print(Text(f"{title}, {count(len(results), 'case')}:", style="bold"))
    for result in results:
        out.print(Text(f"  {_status(result)} {_name(result, machines)}", style="dim"))
    out.print()
