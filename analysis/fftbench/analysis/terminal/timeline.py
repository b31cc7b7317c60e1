"""What `fftbench timeline` prints and draws."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from rich.console import Console

from fftbench.analysis.plots.files.single import save_figure
from fftbench.analysis.plots.parts.timeline import timeline_figure
from fftbench.analysis.questions.timeline import Timeline, read_timeline
from fftbench.analysis.tables.timeline import split_table
from fftbench.analysis.terminal.rich_table import print_table


def print_timeline(
    trace: Path, number: int, figure: Path | None, title: str = "", console: Console | None = None
) -> list[Timeline]:
    """Print where the time of the latest executions went, and draw them if a file is named.

    Raises UserError if the trace can't be read or the figure can't be written.
    """
    executions = read_timeline(trace).latest(number)
    out = console or Console()
    for timeline in executions:
        print_table(out, split_table(timeline), timeline.what)
    out.print("Overlap: computing while a message of the rank is leaving.")
    if figure is not None:
        save_figure(figure, partial(timeline_figure, executions, title or trace.stem))
    return executions
