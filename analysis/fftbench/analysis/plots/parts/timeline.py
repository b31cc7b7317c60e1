"""Ranks and threads over time, as figure 4 of the DaggerFFT paper: work, and messages sent."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from fftbench.analysis.plots.look.style import (
    PHASES,
    UNPACK,
    add_legend,
    canvas,
    legend_rows,
    name_axis,
    names_width,
)
from fftbench.analysis.questions.timeline import Span, Timeline

LOOKS = {
    "compute": PHASES["FFT"],
    "pack": PHASES["reorder"],
    "unpack": UNPACK,
    "exchange": PHASES["exchange"],
    "send": ("#d55e00", ""),
    "receive": ("#009e73", ""),
    "completion": ("#cc79a7", ""),
}
"""Colour and hatch; what is not listed, such as idle time, stays empty."""

ROW = 0.22
"""Inches per line."""


def timeline_figure(executions: Sequence[Timeline], title: str) -> Figure:
    """Draw executions below each other: every thread, and the messages of its rank under way."""
    rows = [_rows(timeline) for timeline in executions]
    shown = {span.what for lines in rows for _, spans in lines for span in spans}
    handles = [
        Patch(facecolor=colour, hatch=hatch, label=what)
        for what, (colour, hatch) in LOOKS.items()
        if what in shown
    ]
    left = names_width(name for lines in rows for name, _ in lines)
    room = legend_rows([str(handle.get_label()) for handle in handles])
    figure, panels = canvas(
        [ROW * len(lines) for lines in rows], room, left=left, gap=0.3, title=title
    )
    longest = max(timeline.end - timeline.begin for timeline in executions)
    for axes, timeline, lines in zip(panels, executions, rows, strict=True):
        for row, (_, spans) in enumerate(lines):
            _draw(axes, row, spans, timeline.begin)
        axes.set_xlim(0, 1e3 * longest)
        axes.set_ylim(len(lines) - 0.4, -0.6)
        axes.grid(visible=False)
        name_axis(axes, range(len(lines)), [name for name, _ in lines], left)
        axes.annotate(
            timeline.what, (1.005, 0.5), xycoords="axes fraction", rotation=270, va="center"
        )
    panels[-1].set_xlabel("milliseconds")
    add_legend(figure, handles)
    return figure


def _rows(timeline: Timeline) -> list[tuple[str, Sequence[Span]]]:
    rows: list[tuple[str, Sequence[Span]]] = []
    for rank in sorted({rank for rank, _ in timeline.threads}):
        threads = [thread for owner, thread in timeline.threads if owner == rank]
        for thread in threads:
            name = f"rank {rank}" + (f", thread {thread}" if len(threads) > 1 else "")
            rows.append((name, [s for s in timeline.work if (s.rank, s.thread) == (rank, thread)]))
        for kind in ("send", "receive", "completion"):
            own = [s for s in timeline.messages if s.rank == rank and s.what == kind]
            if own:
                rows.append((f"{kind}s under way", own))
    return rows


def _draw(axes: Axes, row: int, spans: Sequence[Span], origin: float) -> None:
    for what, (colour, hatch) in LOOKS.items():
        bars = [(1e3 * (s.begin - origin), 1e3 * s.seconds) for s in spans if s.what == what]
        axes.broken_barh(bars, (row - 0.38, 0.76), facecolor=colour, hatch=hatch, linewidth=0)
