"""The terminal's tables of one driver against the others."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from fftbench.analysis.formats import count, seconds_text
from fftbench.analysis.result import Result
from fftbench.analysis.sources import load
from fftbench.analysis.statistics import Mean, geometric_mean
from fftbench.analysis.versus import Duel, Task, Versus, versus
from fftbench.core.labels import sizes

WIDE = 130
"""Columns of a terminal that has room for the settings."""


def print_versus(
    driver: str, paths: Sequence[Path], against: Sequence[str], console: Console | None = None
) -> Versus:
    """Print how a driver stands against the others in results directories or record files.

    Raises UserError where one of them can't be read or knows no such driver.
    """
    out = console or Console()
    study = load(list(paths))
    found = versus(study, driver, against)
    out.print(_duel_table(found, out.width >= WIDE))
    out.print(_mean_table(found))
    if found.unmatched:
        out.print(Text(f"{count(len(found.unmatched), 'task')} with a time on one side only."))
    for text in study.problems:
        out.print(Text(text, style="yellow"))
    return found


def _duel_table(found: Versus, wide: bool) -> Table:
    table = Table(
        title=f"{found.driver} and the fastest other, each at its best settings",
        caption="Pair: forward + backward. Ratio: the other's time over "
        f"{found.driver}'s, paired by launch, with the envelope of the launches' 95 % intervals.",
        title_justify="left",
        caption_justify="left",
        box=box.SIMPLE_HEAD,
    )
    with_ = ("with",) if wide else ()
    for heading in ("task", "cores", found.driver, *with_, "other", *with_, "ratio"):
        right = heading in ("cores", found.driver, "ratio")
        table.add_column(heading, justify="right" if right else "left")
    for duel in found.fastest:
        table.add_row(
            _task_text(duel.task),
            str(duel.task.cores),
            _pair_text(duel.mine),
            *([_how(duel.mine)] if wide else []),
            f"{duel.other.case.driver} {_pair_text(duel.other)}",
            *([_how(duel.other)] if wide else []),
            _ratio_text(duel),
            style="bold red" if duel.ratio.hi < 1 else None,
        )
    return table


def _mean_table(found: Versus) -> Table:
    table = Table(
        title="Geometric means of the ratios",
        title_justify="left",
        box=box.SIMPLE_HEAD,
    )
    for heading in ("against", "mean", "interval", "least", "tasks"):
        table.add_column(heading, justify="left" if heading == "against" else "right")
    rows = [("the fastest other", found.fastest), *sorted(found.others.items())]
    for name, duels in rows:
        one = geometric_mean([duel.ratio for duel in duels])
        if one is not None:
            table.add_row(name, *_mean_cells(one))
    return table


def _mean_cells(one: Mean) -> tuple[str, ...]:
    interval = f"{one.lo:.2f} \N{EN DASH} {one.hi:.2f}"
    return (f"{one.value:.2f}", interval, f"{one.least:.2f}", str(one.number))


def _task_text(task: Task) -> str:
    nodes = f", {task.nodes} nodes" if task.nodes > 1 else ""
    return f"{sizes(task.shape)} {task.transform.value} {task.precision.value}{nodes}"


def _pair_text(result: Result) -> str:
    return seconds_text(result.pair.median if result.pair else None)


def _how(result: Result) -> str:
    case = result.case
    place = f"{case.ranks}r" + (f"x{case.threads}t" if case.threads > 1 else "")
    where = "in place" if case.problem.placement.value == "in_place" else "out of place"
    return " ".join(filter(None, (place, where, result.label)))


def _ratio_text(duel: Duel) -> str:
    return f"{duel.ratio.median:.2f} [{duel.ratio.lo:.2f}, {duel.ratio.hi:.2f}]"
