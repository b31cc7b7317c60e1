"""The summary of results that `run` and `report` print."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from fftbench.analysis.model.formats import problem_text
from fftbench.analysis.model.measured import Measured, read_measured
from fftbench.analysis.model.selection import Group, group_rows, timed
from fftbench.analysis.model.sources import Study
from fftbench.analysis.questions.coverage import Coverage, cover
from fftbench.analysis.questions.ranking import verdicts
from fftbench.analysis.tables.cells import NO_CLAIM
from fftbench.analysis.tables.coverage import right
from fftbench.analysis.tables.ranking import claim, detail
from fftbench.analysis.tables.summary import short_table
from fftbench.analysis.terminal.problems import print_problems
from fftbench.analysis.terminal.rich_table import print_table
from fftbench.core.contracts.labels import settings_text

MOST_OPEN = 12
"""Most cases that are not ok that are printed; the report lists them all."""

STYLES = {"wrong": "red", "failed": "red", "timeout": "red", "pending": "yellow"}
"""Of outcomes."""


def print_results(paths: Sequence[Path], console: Console | None = None) -> None:
    """Print a table per problem, who is fastest, and what is not ok; fits 80 columns.

    Raises UserError if there is nothing to print.
    """
    print_measured(read_measured(paths), console)


def print_measured(found: Measured, console: Console | None = None) -> None:
    """Print what was read, as `print_results`."""
    out, study = console or Console(), found.study
    for group in group_rows(found.rows):
        _print_group(out, group, study.place(group[0]))
    _print_common(out, study)
    _print_open(out, cover(study, found.results))
    print_problems(out, study)


def _print_group(out: Console, group: Group, place: str) -> None:
    _, problem, rows = group
    if not timed(rows):
        return
    title = problem_text(problem) + place
    print_table(out, short_table(rows), title)
    found = verdicts(rows)
    several_classes = len({verdict.layout for verdict in found}) > 1
    for verdict in found:
        label = f"{verdict.layout.label}: ".capitalize() if several_classes else ""
        out.print(Text(f"{label}{claim(verdict)}. {detail(verdict)}"))
    if any(not (one.claims or one.second is None) for one in found):
        out.print(Text(NO_CLAIM, style="dim"))
    out.print()


def _print_common(out: Console, study: Study) -> None:
    """Print the settings that the tables leave out, a line per driver."""
    for driver in study.drivers:
        if shared := settings_text(study.common.get(driver, {})):
            out.print(Text(f"All cases of {driver}: ").append(shared, style="dim"))


def _print_open(out: Console, coverage: Coverage) -> None:
    out.print(Text(right(coverage), style="bold"))
    for item in coverage.open[:MOST_OPEN]:
        reason = " ".join(item.reason.split())
        text = Text(f"  {item.outcome} ", style=STYLES.get(item.outcome, ""))
        text.append(f"{item.text}: {reason}", style="default")
        text.truncate(2 * out.width, overflow="ellipsis")
        out.print(text)
    hidden = len(coverage.open) - MOST_OPEN
    if hidden > 0:
        out.print(f"  and {hidden} more: see the report")
