"""What `fftbench published` prints: numbers of a paper, and one's own beside them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from fftbench.analysis.model.formats import seconds_text, significant
from fftbench.analysis.model.measured import read_measured
from fftbench.analysis.plots.files.single import save_figure
from fftbench.analysis.plots.growth.published import published_figure
from fftbench.analysis.plots.parts.shares import shares_figure
from fftbench.analysis.questions.claims import literature
from fftbench.analysis.questions.published import (
    Published,
    own_values,
    read_published,
    why_apart,
)
from fftbench.analysis.questions.shares import TraceShares, trace_shares
from fftbench.analysis.terminal.problems import print_problems
from fftbench.core.contracts.problem import UNBOUNDED, Workload
from fftbench.core.errors import UserError

Own = dict[str, dict[int, float]]


def print_published(
    file: Path,
    paths: Sequence[Path],
    figure: Path | None,
    traces: Sequence[Path] = (),
    console: Console | None = None,
) -> None:
    """Print a table of a paper, with what of PATHS measures the same; draw both if wanted.

    Beside shares of a time stand those of `traces`; UserError for anything else.
    """
    out = console or Console()
    found = read_published(file)
    shares = _shares(found, traces)
    measured = read_measured(paths) if paths else None
    own = own_values(found, measured.rows) if measured else {}
    out.print(_table(found))
    if own:
        out.print(_own_table(found, own))
    for one in shares:
        time = seconds_text(one.seconds)
        out.print(Text(f"taskfft, {one.name}, {one.label}, {time} a transform: {one.text}."))
    page = f", page {found.page}" if found.page else ""
    out.print(Text(f"{literature().papers[found.paper].citation}, {found.where}{page}."))
    out.print(Text(f"{found.machine}. {found.note}".strip()))
    if measured and not own:
        out.print(Text(f"Nothing of yours beside it: {why_apart(found) or _needed(found)}."))
    if measured:
        print_problems(out, measured.study)
    if figure:
        make = partial(published_figure, found, own)
        if found.work == "share":
            make = partial(shares_figure, found, shares)
        save_figure(figure, make)
        out.print(f"written: {figure}")


def _shares(found: Published, traces: Sequence[Path]) -> list[TraceShares]:
    if traces and found.work != "share":
        raise UserError(
            f"{found.source} prints no shares of a time",
            "set traces beside results/published/daggerfft-figure-9-shares.yaml",
        )
    return [trace_shares(trace) for trace in traces]


def _table(found: Published) -> Table:
    table = Table(title=f"{found.source}: {found.what}", title_justify="left")
    table.add_column(found.axis)
    for at in found.at:
        table.add_column(str(at), justify="right")
    for one in found.series:
        values = ("" if value is None else f"{value:g}" for value in one.values)
        table.add_row(f"{one.name} [{one.unit}]", *values)
    return table


def _own_table(found: Published, own: Own) -> Table:
    cores = sorted({number for values in own.values() for number in values})
    table = Table(title=f"Measured here [{found.unit}]", title_justify="left")
    table.add_column("cores")
    for number in cores:
        table.add_column(str(number), justify="right")
    for driver, values in own.items():
        table.add_row(driver, *(significant(values[at]) if at in values else "" for at in cores))
    return table


def _needed(found: Published) -> str:
    """Say which cases would stand beside these numbers."""
    assert found.problem is not None
    problem = found.problem
    shape = problem.shape or problem.shape_per_rank or ()
    size = "x".join(str(points) for points in shape)
    solved = problem.workload is not Workload.none
    points = " sources" if solved and problem.workload in UNBOUNDED else ""
    each = " for each rank" if problem.shape is None else ""
    work = f", {problem.workload.value}" if solved else ""
    kind = f"{problem.transform.value}, {problem.precision.value}"
    return f"measure {size}{points}{each}, {kind}{work}"
