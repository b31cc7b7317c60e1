"""Throughput per rank against ranks, as in tables II to VII of the FLUPS paper."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure

from fftbench.analysis.model.metrics import Row, rank_throughput
from fftbench.analysis.model.selection import Line
from fftbench.analysis.model.statistics import Estimate
from fftbench.analysis.plots.look.cores import IDEAL, apart_frame, draw_line, ideal_handle, reach
from fftbench.analysis.plots.look.lines import Looks, line_handles, lines_title, name_of
from fftbench.analysis.plots.look.style import add_legend, canvas, legend_rows


def throughput_figure(found: Sequence[Line], looks: Looks) -> Figure:
    """Draw 10^6 bytes of input per second and rank, from zero; ideally ranks keep theirs.

    Per core where ranks have threads: else the more threads, the more a rank would seem to do.
    """
    found = [line for line in found if line.apart]
    handles = [*line_handles(found, looks), ideal_handle()]
    room = legend_rows([str(handle.get_label()) for handle in handles])
    figure, (axes,) = canvas([2.0], room, left=0.76, title=lines_title(found))
    curves = [{row.resources.cores: throughput(row) for row in line.apart} for line in found]
    for line, known in zip(found, curves, strict=True):
        draw_line(axes, looks[name_of(line)], known)
    first = min(min(known) for known in curves)
    axes.axhline(max(known[first].median for known in curves if first in known), **IDEAL)
    axes.set_ylim(0, 1.06 * max(reach(value) for known in curves for value in known.values()))
    threaded = any(row.resources.threads > 1 for line in found for row in line.apart)
    axes.set_ylabel(f"MB/s per {'core' if threaded else 'rank'}")
    apart_frame(axes, found)
    add_legend(figure, handles)
    return figure


def throughput(row: Row) -> Estimate:
    """Throughput of a row that has a time: the more of the one, the less of the other."""
    pair, problem = row.result.pair, row.result.case.problem
    assert pair is not None
    high, middle, low = (
        rank_throughput(problem, row.resources.cores, seconds)
        for seconds in (pair.lo, pair.median, pair.hi)
    )
    return Estimate(middle, low, high, pair.n, pair.confident)
