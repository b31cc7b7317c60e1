"""Every figure of a report: which there are, their captions, and their files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from matplotlib.figure import Figure as Canvas

from fftbench.analysis.ablation import Lever
from fftbench.analysis.formats import (
    count,
    listing,
    percent,
    problem_slug,
    problem_text,
    seconds_text,
)
from fftbench.analysis.metrics import Row, amdahl_fraction, place_of, time_of
from fftbench.analysis.plots.ablation import ablation
from fftbench.analysis.plots.accuracy import accuracy, checked
from fftbench.analysis.plots.breakdown import breakdown, profiled
from fftbench.analysis.plots.ranking import planning, ranked, ranking, with_planning
from fftbench.analysis.plots.scaling import strong_efficiency, strong_scaling
from fftbench.analysis.plots.select import (
    best_lines,
    limits,
    lines,
    main_place,
    settings_note,
    timed,
)
from fftbench.analysis.plots.style import Palette, paper_style
from fftbench.analysis.plots.weak import weak_scaling
from fftbench.analysis.sources import Machine
from fftbench.analysis.weak import Family
from fftbench.core.case import Problem

MAKER = "fftbench, with matplotlib"
"""Written into every file, which tells it from a stranger's."""

HEAD = 4096
"""Bytes in which a file names its maker."""


@dataclass(frozen=True)
class Figure:
    """A figure that was drawn: figures/NAME.svg and figures/NAME.png."""

    name: str
    kind: str
    title: str
    caption: str


def draw_all(
    groups: Sequence[tuple[Machine, Problem, Sequence[Row]]], palette: Palette, folder: Path
) -> dict[tuple[Machine, Problem] | None, list[Figure]]:
    """Draw into `folder` (made if missing): per machine and problem, and under None over all."""
    folder.mkdir(parents=True, exist_ok=True)
    machines = list(dict.fromkeys(machine for machine, _, _ in groups))
    drawn: dict[tuple[Machine, Problem] | None, list[Figure]] = {None: []}
    for machine, problem, rows in groups:
        prefix = f"machine{machines.index(machine) + 1}-" if len(machines) > 1 else ""
        stem = prefix + problem_slug(problem)
        drawn[machine, problem] = _draw_problem(rows, palette, folder, stem)
    everything = [row for _, _, rows in groups for row in rows]
    if checked(everything):
        about = Figure("accuracy", "accuracy", "Accuracy of every case", _ACCURACY)
        _save(folder, about, lambda: accuracy(everything, palette))
        drawn[None].append(about)
    return drawn


def draw_levers(found: Sequence[Lever], palette: Palette, folder: Path) -> dict[str, Figure]:
    """Draw what each setting is worth into `folder`, a figure per driver."""
    drawn = {}
    for driver in dict.fromkeys(lever.driver for lever in found):
        own = [lever for lever in found if lever.driver == driver]
        title = f"What each setting of {driver} is worth"
        drawn[driver] = Figure(f"{driver}-settings", "settings", title, _LEVERS)
        _save(folder, drawn[driver], partial(ablation, own, palette))
    return drawn


def draw_weak(found: Sequence[Family], palette: Palette, folder: Path) -> list[Figure]:
    """Draw weak scaling into `folder`, a figure per family."""
    machines = list(dict.fromkeys(family.machine for family in found))
    drawn = []
    for family in found:
        prefix = f"machine{machines.index(family.machine) + 1}-" if len(machines) > 1 else ""
        name = f"{prefix}{problem_slug(family.problem)}-weak-from-{count(family.ranks, 'rank')}"
        title = f"Weak scaling: {problem_text(family.problem)}"
        drawn.append(Figure(name.replace(" ", "-"), "weak", title, _weak_caption(family)))
        _save(folder, drawn[-1], partial(weak_scaling, family, palette))
    return drawn


def _draw_problem(rows: Sequence[Row], palette: Palette, folder: Path, stem: str) -> list[Figure]:
    if not timed(rows):
        return []
    place = main_place(rows)
    there = [row for row in rows if row.place == place]
    jobs: list[tuple[str, str, str, Callable[[], Canvas]]] = [
        ("ranking", "Time per pair", _ranking_caption(there), lambda: ranking(there, palette))
    ]
    if len({row.result.case.ranks for row in timed(rows)}) > 1:
        jobs += [
            ("scaling", "Strong scaling", _scaling_caption(rows),
             lambda: strong_scaling(rows, palette)),
            ("efficiency", "Strong efficiency", _efficiency_caption(rows),
             lambda: strong_efficiency(rows, palette)),
        ]  # fmt: skip
    if profiled(rows):
        jobs.append(("breakdown", "Breakdown", _breakdown_caption(rows), lambda: breakdown(rows)))
    if with_planning(there):
        jobs.append(("planning", "Planning", _PLANNING, lambda: planning(there, palette)))
    problem = problem_text(rows[0].result.case.problem)
    drawn = []
    for kind, title, caption, make in jobs:
        drawn.append(Figure(f"{stem}-{kind}", kind, f"{title}: {problem}", caption))
        _save(folder, drawn[-1], make)
    return drawn


def _save(folder: Path, about: Figure, make: Callable[[], Canvas]) -> None:
    with paper_style(about.name):
        figure = make()
        metadata = {"Date": None, "Title": about.title, "Creator": MAKER}
        figure.savefig(folder / f"{about.name}.svg", metadata=metadata)
        figure.savefig(folder / f"{about.name}.png", dpi=300, metadata={"Software": MAKER})


def remove_old(folder: Path, kept: Iterable[Figure]) -> None:
    """Remove the figures of an earlier report; files that were not drawn here stay."""
    names = {figure.name for figure in kept}
    for path in sorted(folder.iterdir()):
        ours = path.suffix in (".svg", ".png") and path.stem not in names and path.is_file()
        if ours and MAKER.encode() in path.read_bytes()[:HEAD]:
            path.unlink()


def method(rows: Sequence[Row]) -> str:
    """How the times of these rows were made, for captions."""
    launches = sorted({len(row.result.pair_launches) for row in timed(rows)})
    number = f"{launches[0]}" if len(launches) == 1 else f"{launches[0]} to {launches[-1]}"
    plural = "" if launches == [1] else "es"
    pairs = [row.result.pair for row in timed(rows)]
    few = "" if all(pair and pair.confident for pair in pairs) else " (min to max where n < 6)"
    return (
        f"median over {number} launch{plural} of each launch's median time of the slowest rank, "
        f"with the envelope of the launches' nonparametric 95% intervals{few}"
    )


def _ranking_caption(rows: Sequence[Row]) -> str:
    hidden = len(timed(rows)) - len(ranked(rows))
    only = f" Only the fastest settings of each driver: {hidden} more are in the table."
    return (
        f"Time of a forward and a backward transform, fastest first: {method(rows)}."
        f"{only if hidden else ''}{_bound_sentence('Short black lines', rows)}"
    )


def _scaling_caption(rows: Sequence[Row]) -> str:
    found = lines(rows)
    best = best_lines(found)
    text = f"Time of a forward and a backward transform: {method(rows)}. "
    note = settings_note(best)
    if len(found) > len(best):
        text += f"Bold, the fastest settings of each driver{f' ({note})' if note else ''}. "
    text += "Grey and dashed: ideal scaling from the fastest of all on the fewest cores."
    return text + _bound_sentence("Black and dashed", rows)


def _bound_sentence(mark: str, rows: Sequence[Row]) -> str:
    """Say what is drawn as the bound and what it stands on, where there is one."""
    bounds = _bounds(rows)
    what = "the bound, the least that passes and crossings take alone"
    return f" {mark}: {what}, {bounds}." if bounds else ""


def _bounds(rows: Sequence[Row]) -> str:
    """As `12.3 ms on 2 ranks (limits, grid 2x1, copy)`, at every number of cores."""
    return listing(
        [
            f"{seconds_text(limit.seconds)} on {place_of(limit.bound).label} ({limit.name})"
            for limit in limits(timed(rows)).values()
        ]
    )


def _efficiency_caption(rows: Sequence[Row]) -> str:
    best = best_lines(lines(rows))
    text = (
        "Time at the fewest ranks over the time here, per rank: median of the launches' ratios, "
        "with its 95% interval (under six launches, the envelope of the launches' own intervals); "
        "a bar without an end goes on beyond the frame."
    )
    if note := settings_note(best):
        text += f" Settings, the fastest of each driver: {note}."
    fits = [
        f"{line.driver} {percent(fraction)}"
        for line in best
        if (fraction := amdahl_fraction(line.cores, [time_of(row.result) for row in line.rows]))
        is not None
        and fraction <= 1
    ]
    if fits:
        text += f" Serial fraction that fits Amdahl's law best: {listing(fits)}."
    if len(best) > 1:
        text += (
            " Above, against the same driver and settings; below, against the fastest of all "
            "drivers at the fewest ranks."
        )
    return text


def _weak_caption(family: Family) -> str:
    best = best_lines(family.lines)
    text = (
        f"The problem grows with the ranks from {problem_text(family.problem)} on "
        f"{count(family.ranks, 'rank')}, so that each keeps its points. Above, the time of a "
        f"forward and a backward transform: {method([row for line in best for row in line.rows])}; "
        "dashed, that of the fastest at the fewest ranks. Below, the time at the fewest ranks over "
        "the time here, paired by launch. The points per rank stay the same; the operations per "
        "point grow with the logarithm of all points."
    )
    note = settings_note(best)
    return f"{text} Settings, the fastest of each driver: {note}." if note else text


def _breakdown_caption(rows: Sequence[Row]) -> str:
    number = sum(len(group) for _, group in profiled(rows))
    bounds = _bounds(rows)
    least = f" The bounds, for comparison: {bounds}." if bounds else ""
    return (
        "Where the time of a forward and a backward transform goes, from traced passes apart from "
        "the timed ones: mean over ranks, of the launch with the median wall time. Exchange is "
        "all time inside MPI, waiting included; FFT is time inside FFTW; reorder is the rest. The "
        "parts add up to the wall time at the end of each bar. Fastest settings of each driver at "
        f"each rank count; {count(number, 'case')}.{least}"
    )


_LEVERS = (
    "Time of a forward and a backward transform with one setting changed, over the time at the "
    "driver's defaults: geometric mean over the tasks, with the mean of the ratios' bounds; a "
    "stroke for every task. Right of the dashed line the default is faster."
)

_PLANNING = (
    "Time of a pair against the time to plan it (construction and commit, slowest rank, median "
    "over launches), every driver and settings. On a dotted line planning takes as long as that "
    "many pairs of transforms."
)

_ACCURACY = (
    "Largest relative error of all checks (known spectrum at every index, Parseval, sampled wave "
    "numbers, round trip), over the tolerance; the worst launch of every case. Crosses are wrong "
    "answers: they are listed, and their times are not used."
)
