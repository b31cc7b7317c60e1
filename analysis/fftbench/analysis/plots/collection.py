"""Every figure of a report: which there are, their captions, and their files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

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
from fftbench.analysis.model.selection import (
    Group,
    Line,
    baselines_by_cores,
    best_lines,
    lines,
    main_resources,
    profiled,
    timed,
)
from fftbench.analysis.model.sources import Machine
from fftbench.analysis.model.statistics import MIN_LAUNCHES, Estimate
from fftbench.analysis.plots.ablation import ablation
from fftbench.analysis.plots.accuracy import accuracy_figure, checked
from fftbench.analysis.plots.breakdown import breakdown_figure, declares
from fftbench.analysis.plots.ranking import (
    planning_figure,
    ranked,
    ranking_figure,
    with_planning,
)
from fftbench.analysis.plots.scaling import strong_efficiency, strong_scaling
from fftbench.analysis.plots.style import Palette, paper_style
from fftbench.analysis.plots.weak import weak_scaling
from fftbench.analysis.questions.ablation import SettingEffect
from fftbench.analysis.questions.weak import Family
from fftbench.core.contracts.case import Problem

MAKER = "fftbench, with matplotlib"
"""Written into every file, to tell it from files of other makers."""

QUICK = 2
"""Of zlib: half the time of its default, for files a little larger."""

BOOK = "figures"
"""Name of the PDF file with a page per figure, where one was asked for."""

HEAD = 4096
"""The maker is named in the first so many bytes."""


@dataclass(frozen=True)
class Figure:
    """A figure that was drawn: figures/NAME.svg and figures/NAME.png."""

    name: str
    kind: str
    title: str
    caption: str
    make: Callable[[], Canvas] = field(repr=False, compare=False)


def draw_all(
    groups: Sequence[Group], palette: Palette, folder: Path
) -> dict[tuple[Machine, Problem] | None, list[Figure]]:
    """Draw into `folder`, made if missing: by machine and problem, and under None of all cases."""
    folder.mkdir(parents=True, exist_ok=True)
    machines = list(dict.fromkeys(machine for machine, _, _ in groups))
    drawn: dict[tuple[Machine, Problem] | None, list[Figure]] = {None: []}
    for machine, problem, rows in groups:
        prefix = f"set{machines.index(machine) + 1}-" if len(machines) > 1 else ""
        stem = prefix + problem_slug(problem)
        drawn[machine, problem] = _draw_problem(rows, palette, folder, stem)
    everything = [row for _, _, rows in groups for row in rows]
    if checked(everything):
        about = Figure("accuracy", "accuracy", "Accuracy of every case", _ACCURACY,
                       lambda: accuracy_figure(everything, palette))  # fmt: skip
        save(folder, about)
        drawn[None].append(about)
    return drawn


def draw_effects(
    found: Sequence[SettingEffect], palette: Palette, folder: Path
) -> dict[str, Figure]:
    """Draw what each setting is worth into `folder`, a figure per driver."""
    drawn = {}
    for driver in dict.fromkeys(effect.driver for effect in found):
        own = [effect for effect in found if effect.driver == driver]
        title = f"What each setting of {driver} is worth"
        make = partial(ablation, own, palette)
        drawn[driver] = Figure(f"{driver}-settings", "settings", title, _EFFECTS, make)
        save(folder, drawn[driver])
    return drawn


def draw_weak(found: Sequence[Family], palette: Palette, folder: Path) -> list[Figure]:
    """Draw weak scaling into `folder`, a figure per family."""
    machines = list(dict.fromkeys(family.machine for family in found))
    drawn = []
    for family in found:
        prefix = f"set{machines.index(family.machine) + 1}-" if len(machines) > 1 else ""
        name = f"{prefix}{problem_slug(family.problem)}-weak-from-{count(family.ranks, 'rank')}"
        title = f"Weak scaling: {problem_text(family.problem)}"
        make, caption = partial(weak_scaling, family, palette), _weak_caption(family)
        drawn.append(Figure(name.replace(" ", "-"), "weak", title, caption, make))
        save(folder, drawn[-1])
    return drawn


def _draw_problem(rows: Sequence[Row], palette: Palette, folder: Path, stem: str) -> list[Figure]:
    if not timed(rows):
        return []
    resources = main_resources(rows)
    there = [row for row in rows if row.resources == resources]
    problem = problem_text(rows[0].result.case.problem)
    drawn = []

    def draw(kind: str, title: str, caption: str, make: Callable[[], Canvas]) -> None:
        drawn.append(Figure(f"{stem}-{kind}", kind, f"{title}: {problem}", caption, make))
        save(folder, drawn[-1])

    draw("ranking", "Time per pair", _ranking_caption(there),
         lambda: ranking_figure(there, palette))  # fmt: skip
    if len({row.result.case.ranks for row in timed(rows)}) > 1:
        draw("scaling", "Strong scaling", _scaling_caption(rows),
             lambda: strong_scaling(rows, palette))  # fmt: skip
    if len({row.result.case.ranks for row in timed(rows) if row.efficiency}) > 1:
        draw("efficiency", "Strong efficiency", _efficiency_caption(rows),
             lambda: strong_efficiency(rows, palette))  # fmt: skip
    if profiled(rows):
        draw("breakdown", "Breakdown", _breakdown_caption(rows), lambda: breakdown_figure(rows))
    if with_planning(there):
        draw("planning", "Planning", _PLANNING, lambda: planning_figure(there, palette))
    return drawn


def save(folder: Path, about: Figure) -> None:
    """Draw a figure into SVG and PNG files."""
    with paper_style(about.name):
        figure = about.make()
        metadata = {"Date": None, "Title": about.title, "Creator": MAKER}
        figure.savefig(folder / f"{about.name}.svg", metadata=metadata)
        figure.savefig(folder / f"{about.name}.png", dpi=300, metadata={"Software": MAKER},
                       pil_kwargs={"compress_level": QUICK})  # fmt: skip


def remove_old(folder: Path, kept: Iterable[Figure]) -> None:
    """Remove the figures of an earlier report; files of other makers stay."""
    names = {BOOK, *(figure.name for figure in kept)}
    for path in sorted(folder.iterdir()):
        kind = path.suffix in (".svg", ".png", ".pdf")
        ours = kind and path.stem not in names and path.is_file()
        if ours and MAKER.encode() in _where_named(path):
            path.unlink()


def _where_named(path: Path) -> bytes:
    """Return the part of a file that names its maker: a PDF file does so behind its pages."""
    content = path.read_bytes()
    return content if path.suffix == ".pdf" else content[:HEAD]


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
        f"Time of a forward and a backward transform, fastest first: {method(rows)}.{strokes}"
        f"{only if hidden else ''}{_baseline_sentence('Short black lines', rows)}"
    )


def _scaling_caption(rows: Sequence[Row]) -> str:
    found = lines(rows)
    best = best_lines(found)
    text = f"Time of a forward and a backward transform: {method(rows)}. "
    note = _settings_note(best)
    if len(found) > len(best):
        text += f"Bold, the fastest settings of each driver{f' ({note})' if note else ''}. "
    text += "Grey and dashed: ideal scaling from the fastest of all on the fewest cores."
    if any(row.result.oversubscribed for row in timed(rows)):
        text += " Crosses: ranks or threads share cores, which is no scaling."
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
    if any(row.result.oversubscribed for line in best for row in line.rows):
        text += " Crosses: ranks or threads share cores, which is no scaling."
    note = _settings_note(best)
    return f"{text} Settings, the fastest of each driver: {note}." if note else text


def _breakdown_caption(rows: Sequence[Row]) -> str:
    number = sum(len(group) for _, group in profiled(rows))
    known = _baselines(rows)
    baselines = f" The baselines, for comparison: {known}." if known else ""
    declared = any(declares(row) for _, group in profiled(rows) for row in group)
    star = " *: where interception can't tell, by the library's own timers." if declared else ""
    return (
        "Where the time of a forward and a backward transform goes, from profiled passes apart "
        "from the timed ones: mean over ranks, of the launch with the median wall time. Exchange "
        "is all time inside MPI, waiting included; FFT is time inside FFTW; reorder is the rest."
        f"{star} "
        "The parts add up to the wall time at the end of each bar. Fastest settings of each driver "
        f"at each number of ranks; {count(number, 'case')}.{baselines}"
    )


_EFFECTS = (
    "Time of a forward and a backward transform with one setting changed, over the time at the "
    "driver's defaults: geometric mean over the instances, with the mean of the intervals' ends; a "
    "stroke for every instance. Right of the dashed line the default is faster."
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
