"""The terminal's summary of results."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from fftbench.analysis.coverage import Coverage, cover
from fftbench.analysis.formats import (
    TIMES,
    Unit,
    problem_text,
    seconds_text,
    significant,
    times_text,
    unit_for,
)
from fftbench.analysis.headline import leaders, verdicts
from fftbench.analysis.merge import bounds_of, merge
from fftbench.analysis.metrics import Row, measure, time_of
from fftbench.analysis.page import group_rows, right
from fftbench.analysis.plots.select import timed
from fftbench.analysis.sources import Study, load
from fftbench.core.case import Problem
from fftbench.core.labels import settings_text

MOST_OPEN = 12
"""Cases that are not ok, above which only their number is printed: the report lists them all."""


def print_table(paths: Sequence[Path], console: Console | None = None) -> None:
    """Print a table per problem, who is fastest, and what is not ok; fits 80 columns.

    Raises UserError where nothing is there to print.
    """
    out = console or Console()
    study = load(paths)
    results = merge(study)
    several = len(study.records) > 1
    for machine, problem, rows in group_rows(measure(results, bounds_of(study))):
        if timed(rows):
            out.print(_table(_title(problem, machine.label if several else ""), rows))
            for verdict in verdicts(rows):
                out.print(Text(f"{verdict.claim}. {verdict.detail}"))
            out.print()
    _print_common(out, study)
    _print_open(out, cover(study, results))
    for text in study.problems:
        out.print(Text(text, style="yellow"))


def _title(problem: Problem, machine: str) -> str:
    return problem_text(problem) + (f" on {machine}" if machine else "")


def _table(title: str, rows: Sequence[Row]) -> Table:
    unit = unit_for(time_of(row.result) for row in timed(rows))
    table = Table(title=Text(title), title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("driver and settings", overflow="fold")
    table.add_column("ranks", justify="right", no_wrap=True)
    table.add_column(f"pair, {unit.name}", justify="right", no_wrap=True)
    table.add_column("95% interval", justify="right", no_wrap=True)
    table.add_column("ratio", justify="right", no_wrap=True)
    table.add_column("GFLOP/s", justify="right", no_wrap=True)
    leading = {row.result.key for row in leaders(rows)}
    shown = sorted(timed(rows), key=lambda row: (row.place, time_of(row.result)))
    for number, row in enumerate(shown):
        last = number + 1 == len(shown) or shown[number + 1].place != row.place
        table.add_row(*_cells(row, unit, row.result.key in leading), end_section=last)
    return table


def _cells(row: Row, unit: Unit, leads: bool) -> list[Text]:
    result, value = row.result, row.result.pair
    assert value is not None
    threads = f"{TIMES}{result.case.threads}" if result.case.threads > 1 else ""
    return [
        Text(result.case.driver).append(f" {result.label}", style="dim"),
        Text(f"{result.case.ranks}{threads}"),
        Text(seconds_text(value.median, unit), style="bold" if leads else ""),
        Text(f"{seconds_text(value.lo, unit)} \N{EN DASH} {seconds_text(value.hi, unit)}"),
        Text(times_text(row.ratio.median) if row.ratio else ""),
        Text(significant(row.gflops)),
    ]


def _print_common(out: Console, study: Study) -> None:
    """Tell the settings that the tables leave out, a line per driver."""
    for driver in study.drivers:
        if shared := settings_text(study.common.get(driver, {})):
            out.print(Text(f"All cases of {driver}: ").append(shared, style="dim"))


def _print_open(out: Console, coverage: Coverage) -> None:
    out.print(Text(right(coverage), style="bold"))
    for item in coverage.open[:MOST_OPEN]:
        reason = " ".join(item.reason.split())
        text = Text(f"  {item.outcome} ", style=_STYLES.get(item.outcome, ""))
        text.append(f"{item.text}: {reason}", style="default")
        text.truncate(2 * out.width, overflow="ellipsis")
        out.print(text)
    hidden = len(coverage.open) - MOST_OPEN
    if hidden > 0:
        out.print(f"  and {hidden} more: see the report")


_STYLES = {"wrong": "red", "failed": "red", "timeout": "red", "pending": "yellow"}
