"""The terminal's table of where a trace's time went, and the figure beside it."""

from __future__ import annotations

from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table

from fftbench.analysis.formats import seconds_text
from fftbench.analysis.plots.style import paper_style
from fftbench.analysis.plots.timeline import timeline_figure
from fftbench.analysis.timeline import PARTS, Timeline, read_timeline
from fftbench.core.errors import UserError


def print_timeline(
    trace: Path, number: int, figure: Path | None, title: str = "", console: Console | None = None
) -> list[Timeline]:
    """Print the split of the latest executions, and draw them where a file is named.

    Raises UserError where the trace can't be read or the figure can't be written.
    """
    executions = read_timeline(trace).latest(number)
    out = console or Console()
    for timeline in executions:
        out.print(_table(timeline))
    out.print("Overlap: computing while a message of the rank is leaving.")
    if figure is not None:
        with paper_style(figure.stem):
            drawing = timeline_figure(executions, title or trace.stem)
        try:
            drawing.savefig(figure, dpi=300)
        except (OSError, ValueError) as error:
            raise UserError(f"{figure} can't be written: {error}") from error
    return executions


def _table(timeline: Timeline) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    split = timeline.split()
    shown = [part for part in PARTS if any(parts[part] for parts in split.values())]
    for heading in ("rank", "thread", *shown, "whole", "overlap"):
        table.add_column(heading, justify="right")
    for (rank, thread), parts in split.items():
        whole = sum(parts.values())
        shares = [f"{100 * parts[part] / whole:.1f} %" for part in shown]
        overlap = seconds_text(timeline.overlap(rank)) if thread == 0 else ""
        table.add_row(str(rank), str(thread), *shares, seconds_text(whole), overlap)
    return table
