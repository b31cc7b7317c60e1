"""What the threads of an execution spent their time on."""

from __future__ import annotations

from fftbench.analysis.model.formats import seconds_text
from fftbench.analysis.questions.timeline import PARTS, Timeline
from fftbench.analysis.tables.cells import number, seconds_cell
from fftbench.analysis.tables.table import Cell, Table, make_table


def split_table(timeline: Timeline) -> Table:
    """Show every thread's time in parts, and how much of its rank's overlapped."""
    split = timeline.split()
    shown = [part for part in PARTS if any(parts[part] for parts in split.values())]
    columns = [number(name) for name in ("rank", "thread", *shown, "whole", "overlap")]
    rows = []
    for (rank, thread), parts in split.items():
        whole = sum(parts.values())
        overlap = timeline.overlap(rank) if thread == 0 else None
        rows.append((
            Cell(str(rank), rank),
            Cell(str(thread), thread),
            *(Cell(f"{100 * parts[part] / whole:.1f} %", parts[part]) for part in shown),
            seconds_cell(whole),
            Cell("" if overlap is None else seconds_text(overlap), overlap),
        ))  # fmt: skip
    return make_table(columns, rows)
