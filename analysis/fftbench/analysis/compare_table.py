"""The terminal's tables of a comparison."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from fftbench.analysis.compare import (
    FEWEST,
    Comparison,
    Contrast,
    Judgement,
    compare_paths,
    differences,
)
from fftbench.analysis.formats import (
    TIMES,
    Unit,
    count,
    listing,
    problem_text,
    seconds_text,
    times_text,
    unit_for,
)
from fftbench.analysis.metrics import Place, place_of, time_of
from fftbench.analysis.result import Result
from fftbench.analysis.settings import brief
from fftbench.core.case import Problem

MINUS = "\N{MINUS SIGN}"
STYLES = {Judgement.slower: "bold red", Judgement.faster: "green"}


def print_comparison(
    base: Path, new: Path, threshold: float, console: Console | None = None
) -> Comparison:
    """Print NEW against BASE, two results directories or record files; fits 80 columns.

    Raises UserError where one of them can't be read or is empty.
    """
    out = console or Console()
    before, after, found = compare_paths(base, new, threshold)
    out.print(Text(f"BASE: {base}\nNEW:  {new}"))
    for name, old, now in differences(before, after):
        out.print(Text(f"{name}: {old or 'unknown'} -> {now or 'unknown'}", style="yellow"))
    out.print()
    groups: dict[tuple[Problem, Place], list[Contrast]] = {}
    for contrast in found.contrasts:
        key = contrast.new.case.problem, place_of(contrast.new)
        groups.setdefault(key, []).append(contrast)
    for (problem, place), contrasts in groups.items():
        out.print(_table(f"{problem_text(problem)}, {place.label}", contrasts, threshold))
    if found.contrasts:
        out.print(Text(_caption(found), style="dim"))
        out.print()
    _print_untimed(out, found)
    _print_only(out, f"Only in BASE ({base})", found.only_base)
    _print_only(out, f"Only in NEW ({new})", found.only_new)
    for text in (*before.problems, *after.problems):
        out.print(Text(text, style="yellow"))
    out.print(Text(summary(found), style="bold"))
    return found


def summary(found: Comparison) -> str:
    """Say in a sentence how NEW compares."""
    if not found.contrasts:
        return "No case has a time on both sides."
    counts = found.counts
    parts = [
        f"{counts[judgement]} {_word(judgement, found.threshold)}"
        for judgement in Judgement
        if counts[judgement]
    ]
    worse = sum(change.worse for change in found.untimed)
    lost = f" {count(worse, 'case')} no longer ok." if worse else ""
    return f"Of {count(len(found.contrasts), 'case')}, NEW is: {listing(parts)}.{lost}"


def _word(judgement: Judgement, threshold: float) -> str:
    if judgement is Judgement.little:
        return f"within {TIMES}{threshold:g}"
    return str(judgement.value)


def _table(title: str, contrasts: Sequence[Contrast], threshold: float) -> Table:
    unit = unit_for(time_of(r) for c in contrasts for r in (c.base, c.new))
    table = Table(
        title=Text(f"{title} [{unit.name}]"),
        title_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        collapse_padding=True,
    )
    table.add_column("driver and settings", overflow="fold")
    table.add_column("BASE", justify="right", no_wrap=True)
    table.add_column("NEW", justify="right", no_wrap=True)
    table.add_column("NEW/BASE", justify="right", no_wrap=True)
    table.add_column("delta", justify="right", no_wrap=True)
    table.add_column("p", justify="right", no_wrap=True)
    table.add_column("NEW is", max_width=8)
    for contrast in contrasts:
        table.add_row(*_cells(contrast, unit, threshold))
    return table


def _cells(contrast: Contrast, unit: Unit, threshold: float) -> list[Text]:
    value = contrast.ratio
    style = STYLES.get(contrast.judgement, "dim")
    return [
        Text(contrast.new.case.driver).append(f" {contrast.new.label}".rstrip(), style="dim"),
        Text(seconds_text(time_of(contrast.base), unit)),
        Text(seconds_text(time_of(contrast.new), unit)),
        Text(f"{times_text(value.median)} [{times_text(value.lo)}, {times_text(value.hi)}]"),
        Text(f"{contrast.test.delta:+.2f}".replace("-", MINUS) if contrast.test else ""),
        Text(_p_text(contrast.p)),
        Text(_word(contrast.judgement, threshold), style=style),
    ]


def _p_text(p: float | None) -> str:
    if p is None:
        return ""
    return "<.001" if p < 0.001 else f"{p:.3f}".removeprefix("0") if p < 1 else "1"


def _caption(found: Comparison) -> str:
    tests = sum(contrast.test is not None for contrast in found.contrasts)
    return (
        "Times of forward + backward, median over launches. NEW/BASE: median of the launches' "
        "ratios with its 95% interval (under six launches the envelope of each launch's own). "
        "delta: Cliff's, +1 where every sample of NEW is slower. p: Mann-Whitney, two-sided, "
        "launch by launch and the largest of them (on launch medians with "
        f"{FEWEST} launches), Holm-corrected for {count(tests, 'test')}. Slower or faster: "
        f"p < .05, the interval leaves out 1, and the ratio is beyond {found.threshold:g}. "
        f"Nothing is claimed under {FEWEST} samples a side."
    )


def _print_untimed(out: Console, found: Comparison) -> None:
    """Cases whose status changed, those that NEW lost first; of the others, their numbers."""
    same = [case for case in found.untimed if _status(case.base) == _status(case.new)]
    changed = [case for case in found.untimed if case not in same]
    for case in sorted(changed, key=lambda case: not case.worse):
        reason = " ".join((case.new.reason or case.base.reason or "").split())
        text = Text(f"{_status(case.base)} -> {_status(case.new)}: ")
        text.stylize("bold red" if case.worse else "bold")
        text.append(brief(case.new.case, case.new.shown), style="default")
        text.append(f": {reason}" if reason else "", style="default")
        text.truncate(2 * out.width, overflow="ellipsis")
        out.print(text)
    if same:
        counts = Counter(_status(case.new) for case in same)
        parts = listing([f"{number} {status}" for status, number in counts.items()])
        out.print(Text(f"The same on both sides, without a time: {parts}."))
    if found.untimed:
        out.print()


def _status(result: Result) -> str:
    """Its status; ok without a time is a clock too coarse."""
    if result.status.value == "ok" and result.pair is None:
        return "ok but too short to time"
    return result.status.value


def _print_only(out: Console, title: str, results: Sequence[Result]) -> None:
    if not results:
        return
    out.print(Text(f"{title}, {count(len(results), 'case')}:", style="bold"))
    for result in results:
        out.print(Text(f"  {_status(result)} {brief(result.case, result.shown)}", style="dim"))
    out.print()
