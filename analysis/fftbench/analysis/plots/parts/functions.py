"""Time inside each function of MPI, by driver: what exchanges are made of."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from matplotlib.figure import Figure

from fftbench.analysis.model.formats import problem_text
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.model.repetition import PAIR
from fftbench.analysis.model.selection import best_of_drivers
from fftbench.analysis.plots.look.bars import Bar, Bars, bars_figure
from fftbench.analysis.plots.look.places import place_text
from fftbench.analysis.plots.look.style import COLOURS, FAINT

FUNCTIONS = tuple(f"MPI_{name}" for name in (
    "Alltoallv", "Alltoall", "Waitsome", "Waitall", "Waitany", "Sendrecv", "Testsome", "Isend",
    "Alltoallw", "Wait", "Irecv", "Test", "Ialltoallv", "Start",
))  # fmt: skip
"""Those that have a look of their own, in every figure the same; all others are one."""

OTHERS = "others"

HATCHES = ("", "////")
LOOKS = {
    **{name: (COLOURS[at % len(COLOURS)], HATCHES[at // len(COLOURS)])
       for at, name in enumerate(FUNCTIONS)},
    OTHERS: (FAINT, ""),
}  # fmt: skip


def function_seconds(row: Row) -> dict[str, float]:
    """Seconds of forward + backward in each function: of the slowest rank, median over launches."""
    found: dict[str, list[float]] = {}
    profiles = [record.profile for record in row.result.records if record.profile]
    names = {name for one in profiles for name in (*one.forward.mpi, *one.backward.mpi)}
    for profile in profiles:
        for name in names:
            both = (profile.forward.mpi.get(name), profile.backward.mpi.get(name))
            found.setdefault(name, []).append(sum(one.seconds for one in both if one))
    return {name: median(values) for name, values in found.items() if median(values) > 0}


def with_functions(rows: Sequence[Row]) -> list[Row]:
    """Pick of each driver the fastest settings, if time in functions of MPI is known."""
    return sorted(
        (row for row in best_of_drivers(rows) if function_seconds(row)), key=lambda row: row.seconds
    )


def functions_figure(rows: Sequence[Row]) -> Figure:
    """Draw a bar per driver; rows of one problem and the same resources."""
    shown = with_functions(rows)
    bars = tuple(Bar(row.result.case.driver, _with_others(function_seconds(row))) for row in shown)
    title = problem_text(shown[0].result.case.problem)
    groups = [Bars(place_text(shown), bars)]
    return bars_figure(groups, LOOKS, title, f"{PAIR.name}, slowest rank")


def _with_others(times: dict[str, float]) -> dict[str, float]:
    others = sum(seconds for name, seconds in times.items() if name not in FUNCTIONS)
    kept = {name: seconds for name, seconds in times.items() if name in FUNCTIONS}
    return {**kept, OTHERS: others} if others > 0 else kept
