"""Every figure of a report: which there are, their captions, and their files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from matplotlib.figure import Figure as Canvas

from fftbench.analysis.model.formats import (
    count,
    listing,
    percent,
    problem_slug,
    problem_text,
    seconds_text,
)
from fftbench.analysis.model.metrics import Row, amdahl_fraction
from fftbench.analysis.model.repetition import OWN_WAY, PAIR, Repetition, repetition_of
from fftbench.analysis.model.selection import (
    Group,
    Line,
    baselines_by_cores,
    best_lines,
    lines,
    main_resources,
    profiled,
    ranked,
    timed,
)
from fftbench.analysis.model.sources import Machine
from fftbench.analysis.model.statistics import MIN_LAUNCHES, Estimate
from fftbench.analysis.plots.ablation import ablation
from fftbench.analysis.plots.accuracy import accuracy_figure, checked
from fftbench.analysis.plots.breakdown import breakdown_figure, declares
from fftbench.analysis.plots.devices import devices_figure, fastest_of_drivers
from fftbench.analysis.plots.ranking import (
    planning_figure,
    ranking_figure,
    with_planning,
)
from fftbench.analysis.plots.scaling import strong_efficiency, strong_scaling
from fftbench.analysis.plots.style import Palette
from fftbench.analysis.plots.weak import weak_scaling
from fftbench.analysis.questions.ablation import SettingEffect
from fftbench.analysis.questions.devices import SideBySide
from fftbench.analysis.questions.weak import Family
from fftbench.core.contracts.case import Problem

MOST_PROBLEMS = 10
"""Problems with figures in a report; of more, those with most cases have them."""


@dataclass(frozen=True)
class Figure:
    """A figure and how to draw it, into files of this name."""

    name: str
    kind: str
    title: str
    caption: str
    make: Callable[[], Canvas] = field(repr=False, compare=False)


def problem_figures(
    groups: Sequence[Group], palette: Palette
) -> dict[tuple[Machine, Problem] | None, list[Figure]]:
    """List figures by machine and problem, and under None of all cases."""
    machines = list(dict.fromkeys(machine for machine, _, _ in groups))
    drawn: dict[tuple[Machine, Problem] | None, list[Figure]] = {None: []}
    shown = _with_most_cases(groups)
    for number, (machine, problem, rows) in enumerate(groups):
        stem = machine.prefix(machines) + problem_slug(problem)
        drawn[machine, problem] = _of_problem(rows, palette, stem) if number in shown else []
    everything = [row for _, _, rows in groups for row in rows]
    if checked(everything):
        about = Figure("accuracy", "accuracy", "Accuracy of every case", _ACCURACY,
                       lambda: accuracy_figure(everything, palette))  # fmt: skip
        drawn[None].append(about)
    return drawn


def _with_most_cases(groups: Sequence[Group]) -> set[int]:
    """Choose the groups that have figures, by their numbers."""
    most = sorted(range(len(groups)), key=lambda number: (-len(timed(groups[number][2])), number))
    return set(most[:MOST_PROBLEMS])


def effect_figures(found: Sequence[SettingEffect], palette: Palette) -> dict[str, Figure]:
    """List figures of what each setting is worth, by driver."""
    drawn = {}
    for driver in dict.fromkeys(effect.driver for effect in found):
        own = [effect for effect in found if effect.driver == driver]
        title = f"What each setting of {driver} is worth"
        make = partial(ablation, own, palette)
        drawn[driver] = Figure(f"{driver}-settings", "settings", title, _EFFECTS, make)
    return drawn


def weak_figures(found: Sequence[Family], palette: Palette) -> list[Figure]:
    """List figures of weak scaling, one per family."""
    machines = list(dict.fromkeys(family.machine for family in found))
    drawn = []
    for family in found:
        prefix = family.machine.prefix(machines)
        name = f"{prefix}{problem_slug(family.problem)}-weak-from-{count(family.ranks, 'rank')}"
        title = f"Weak scaling: {problem_text(family.problem)}"
        make, caption = partial(weak_scaling, family, palette), _weak_caption(family)
        drawn.append(Figure(name.replace(" ", "-"), "weak", title, caption, make))
    return drawn


def device_figures(found: Sequence[SideBySide], palette: Palette) -> list[Figure]:
    """List figures of cores and devices side by side, one per problem."""
    machines = list(dict.fromkeys(one.machine for one in found))
    drawn = []
    for one in found:
        prefix = one.machine.prefix(machines)
        title = f"Cores and GPUs: {problem_text(one.problem)}"
        make = partial(devices_figure, one, palette)
        name = f"{prefix}{problem_slug(one.problem)}-devices"
        drawn.append(Figure(name, "devices", title, _devices_caption(one), make))
    return drawn


def _of_problem(rows: Sequence[Row], palette: Palette, stem: str) -> list[Figure]:
    if not timed(rows):
        return []
    resources = main_resources(rows)
    there = [row for row in rows if row.resources == resources]
    problem = problem_text(rows[0].result.case.problem)
    drawn = []

    def add(kind: str, title: str, caption: str, make: Callable[[], Canvas]) -> None:
        drawn.append(Figure(f"{stem}-{kind}", kind, f"{title}: {problem}", caption, make))

    what = repetition_of(rows[0].result.case.problem)
    add("ranking", f"Time per {what.noun}", _ranking_caption(there),
         lambda: ranking_figure(there, palette))  # fmt: skip
    if _is_curve(rows):
        add("scaling", "Strong scaling", _scaling_caption(rows),
            lambda: strong_scaling(rows, palette))  # fmt: skip
    if _is_curve([row for row in rows if row.efficiency]):
        add("efficiency", "Strong efficiency", _efficiency_caption(rows),
            lambda: strong_efficiency(rows, palette))  # fmt: skip
    if profiled(rows):
        add("breakdown", "Breakdown", _breakdown_caption(rows), lambda: breakdown_figure(rows))
    if with_planning(there):
        add(
            "planning", "Planning", _planning_caption(what), lambda: planning_figure(there, palette)
        )
    return drawn


def _is_curve(rows: Sequence[Row]) -> bool:
    """Whether a driver has times on several numbers of cores, with equal settings and threads."""
    return any(len(line.rows) > 1 for line in lines(rows))


def method(rows: Sequence[Row]) -> str:
    """Say how the times of these rows were made, for captions."""
    launches = sorted({len(row.result.pair_launches) for row in timed(rows)})
    number = f"{launches[0]}" if len(launches) == 1 else f"{launches[0]} to {launches[-1]}"
    plural = "" if launches == [1] else "es"
    return (
        f"median over {number} launch{plural} of each launch's median time of the slowest rank, "
        f"{_intervals([row.result.pair for row in timed(rows)])}"
    )


def _intervals(found: Sequence[Estimate | None]) -> str:
    """Say which of these estimates have intervals."""
    text = "with its nonparametric 95% interval over launches"
    if all(value and value.confident for value in found):
        return text
    if any(value and value.confident for value in found):
        return f"{text} (none where they are fewer than {MIN_LAUNCHES})"
    return f"without an interval: fewer than {MIN_LAUNCHES} launches have none"


def _ranking_caption(rows: Sequence[Row]) -> str:
    hidden = len(timed(rows)) - len(ranked(rows))
    only = f" Only the fastest settings of each driver: {hidden} more are in the table."
    confident = all(row.result.pair and row.result.pair.confident for row in timed(rows))
    strokes = "" if confident else " A stroke for each launch where there is no interval."
    return (
        f"Time of {_phrase(rows)}, fastest first: {method(rows)}.{strokes}{_own_way_sentence(rows)}"
        f"{only if hidden else ''}{_baseline_sentence('Short black lines', rows)}"
    )


def _scaling_caption(rows: Sequence[Row]) -> str:
    found = lines(rows)
    best = best_lines(found)
    text = f"Time of {_phrase(rows)}: {method(rows)}. "
    note = _settings_note(best)
    if len(found) > len(best):
        text += f"Bold, the fastest settings of each driver{f' ({note})' if note else ''}. "
    text += "Grey and dashed: ideal scaling from the fastest of all on the fewest cores."
    if any(row.result.oversubscribed for row in timed(rows)):
        text += " Crosses, and hatched: ranks or threads share cores, which is no scaling."
    return text + _baseline_sentence("Black and dashed", rows)


def _baseline_sentence(mark: str, rows: Sequence[Row]) -> str:
    """Say how the baseline is drawn and what it is, if there is one."""
    known = _baselines(rows)
    what = "the baseline, the time of passes and crossings alone"
    return f" {mark}: {what}, {known}." if known else ""


def _baselines(rows: Sequence[Row]) -> str:
    """Write `12.3 ms on 2 ranks (contiguous_passes, grid 2x1, copy)`, at every number of cores."""
    return listing(
        [
            f"{seconds_text(one.seconds)} on {one.result.resources.label} ({one.name})"
            for one in baselines_by_cores(timed(rows)).values()
        ]
    )


def _settings_note(chosen: Sequence[Line]) -> str:
    """Write `alpha: planner=measure; beta: exchange=p2p`; drivers without a choice are left out."""
    return "; ".join(f"{line.driver}: {line.settings}" for line in chosen if line.settings)


def _efficiency_caption(rows: Sequence[Row]) -> str:
    best = best_lines(lines(rows))
    text = (
        "Time at the fewest ranks over the time here, per rank, paired by launch, "
        f"{_intervals([row.efficiency for line in best for row in line.apart])}; "
        "a bar without an end goes on beyond the frame."
    )
    if note := _settings_note(best):
        text += f" Settings, the fastest of each driver: {note}."
    fits = [
        f"{line.driver} {percent(fraction)}"
        for line in best
        if (fraction := _amdahl(line)) is not None and fraction <= 1
    ]
    if fits:
        text += f" Serial fraction that fits Amdahl's law best: {listing(fits)}."
    if len(best) > 1:
        text += (
            " Above, against the same driver and settings; below, against the fastest of all "
            "drivers at the fewest ranks."
        )
    return text


def _amdahl(line: Line) -> float | None:
    known = [(row.resources.cores, row.speedup) for row in line.apart if row.speedup]
    first = known[0][0] if known else 1
    return amdahl_fraction([cores / first for cores, _ in known], [gain for _, gain in known])


def _phrase(rows: Sequence[Row]) -> str:
    return repetition_of(rows[0].result.case.problem).phrase


def _own_way_sentence(rows: Sequence[Row]) -> str:
    """Say who solves by itself, beside others for which the harness multiplies."""
    names = sorted({row.result.case.driver for row in timed(rows) if row.result.own_way})
    verb = "solves" if len(names) == 1 else "solve"
    return f" {OWN_WAY.capitalize()}: {listing(names)} {verb} without the harness." if names else ""


def _planning_caption(what: Repetition) -> str:
    return (
        f"Time of a {what.noun} against the time to plan it (construction and commit, slowest "
        "rank, median over launches), every driver and settings. On a dotted line planning takes "
        f"as long as that many {what.noun}s."
    )


def _devices_caption(found: SideBySide) -> str:
    best = best_lines(lines(found.host))
    levels = fastest_of_drivers(found.devices)
    text = (
        f"Time of {_phrase(found.host)}, each side with its arrays in its own memory: "
        f"{method([*(row for line in best for row in line.rows), *levels])}. Over cores, the "
        "fastest settings of each driver; dashed and dotted across, the fastest of each driver on "
        "devices."
    )
    if any(row.result.oversubscribed for row in levels):
        text += " Where ranks share a device, that claims nothing."
    return text


def _weak_caption(family: Family) -> str:
    best = best_lines(family.lines)
    text = (
        f"The problem grows with the ranks from {problem_text(family.problem)} on "
        f"{count(family.ranks, 'rank')}, so that each keeps its points. Above, the time of "
        f"{repetition_of(family.problem).phrase}: "
        f"{method([row for line in best for row in line.rows])}; "
        "dashed, that of the fastest at the fewest ranks. Below, the time at the fewest ranks over "
        "the time here, paired by launch. The points per rank stay the same; the operations per "
        "point grow with the logarithm of all points."
    )
    if any(row.result.oversubscribed for line in best for row in line.rows):
        text += " Crosses, and hatched: ranks or threads share cores, which is no scaling."
    note = _settings_note(best)
    return f"{text} Settings, the fastest of each driver: {note}." if note else text


def _breakdown_caption(rows: Sequence[Row]) -> str:
    number = sum(len(group) for _, group in profiled(rows))
    known = _baselines(rows)
    baselines = f" The baselines, for comparison: {known}." if known else ""
    declared = any(declares(row) for _, group in profiled(rows) for row in group)
    star = " *: where interception can't tell, by the library's own timers." if declared else ""
    return (
        f"Where the time of {PAIR.phrase} goes, from profiled passes apart "
        "from the timed ones: mean over ranks, of the launch with the median wall time. Exchange "
        "is all time inside MPI, waiting included; FFT is time inside FFTW; reorder is the rest."
        f"{star} "
        "The parts add up to the wall time at the end of each bar. Fastest settings of each driver "
        f"at each number of ranks; {count(number, 'case')}.{baselines}"
    )


_EFFECTS = (
    "Time of forward + backward, or of a solution, with one setting changed, over the time at the "
    "driver's defaults: geometric mean over the instances, with the mean of the intervals' ends; a "
    "stroke for every instance. Right of the dashed line the default is faster."
)

_ACCURACY = (
    "Largest relative error of all checks (known spectrum at every index, Parseval, sampled wave "
    "numbers, round trip), over the tolerance; the worst launch of every case. Crosses are wrong "
    "answers: they are listed, and their times are not used. Of many right ones of a driver, some "
    "hundreds are drawn, evenly over their errors, the largest among them."
)
