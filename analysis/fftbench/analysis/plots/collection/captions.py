"""What captions say: what is drawn, and how it was measured."""

from __future__ import annotations

from collections.abc import Sequence

from fftbench.analysis.model.formats import count, listing, percent, problem_text
from fftbench.analysis.model.metrics import Row, amdahl_fraction
from fftbench.analysis.model.repetition import PAIR, Repetition
from fftbench.analysis.model.selection import (
    Line,
    best_lines,
    fastest_lines,
    lines,
    profiled,
    ranked,
    timed,
)
from fftbench.analysis.model.statistics import MIN_LAUNCHES
from fftbench.analysis.plots.collection.sentences import (
    baseline_sentence,
    baselines,
    fastest_note,
    intervals,
    marks_sentence,
    method,
    own_way_sentence,
    phrase,
    settings_note,
    sharing_sentence,
)
from fftbench.analysis.plots.growth.devices import fastest_of_drivers
from fftbench.analysis.plots.growth.scaling import MANY
from fftbench.analysis.plots.parts.breakdown import declares
from fftbench.analysis.plots.times.directions import with_directions
from fftbench.analysis.questions.amortised import Offer, reigns
from fftbench.analysis.questions.batches import Batches
from fftbench.analysis.questions.devices import SideBySide
from fftbench.analysis.questions.profile import Profile
from fftbench.analysis.questions.weak import Family


def ranking(rows: Sequence[Row]) -> str:
    """Of the times of every driver and settings."""
    hidden = len(timed(rows)) - len(ranked(rows))
    only = f" Only the fastest settings of each driver: {hidden} more are in the table."
    confident = all(row.result.pair and row.result.pair.confident for row in timed(rows))
    strokes = "" if confident else " A stroke for each launch where there is no interval."
    return (
        f"Time of {phrase(rows)}, fastest first: {method(rows)}.{strokes}{own_way_sentence(rows)}"
        f"{only if hidden else ''}{baseline_sentence('Short upright lines', rows)}"
    )


def scaling(rows: Sequence[Row]) -> str:
    """Of times against cores, of the fastest settings of each driver."""
    found = lines(rows)
    best = fastest_lines(found)
    text = f"Time of {phrase(rows)}: {method(rows)}. "
    note = fastest_note(best)
    if len(found) > len(best):
        which = "Bold" if len(found) <= MANY else "Shown"
        text += f"{which}, {EACH_FASTEST}{f' ({note})' if note else ''}. "
    text += "Grey and dashed: ideal scaling from the fastest of all on the fewest cores."
    return text + marks_sentence(best) + baseline_sentence("Dotted, of no library", rows)


def variants(found: Sequence[Line]) -> str:
    """Of times of variants against cores."""
    rows = [row for line in found for row in line.rows]
    return _of_variants(rows) + marks_sentence(found)


def times(found: Sequence[Line]) -> str:
    """Of times of variants on one number of cores."""
    rows = [row for line in found for row in line.rows]
    return _of_variants(rows) + sharing_sentence(rows)


def _of_variants(rows: Sequence[Row]) -> str:
    return (
        f"Time of {phrase(rows)}: {method(rows)}. Whatever has no line of its own is as is fastest."
    )


def efficiency(rows: Sequence[Row]) -> str:
    """Of the efficiency of the best settings of each driver."""
    best = best_lines(lines(rows))
    text = (
        "Time on the fewest cores over the time here, per core, paired by launch, "
        f"{intervals([gain for line in best for gain in line.gains().values()])}; "
        "a bar without an end goes on beyond the frame."
    )
    if note := settings_note(best):
        text += f" {SAME_SETTINGS}: {note}."
    fits = [
        f"{line.driver} {percent(fraction)}"
        for line in best
        if (fraction := _amdahl(line)) is not None and fraction <= 1
    ]
    if fits:
        text += f" Serial fraction that fits Amdahl's law best: {listing(fits)}."
    if sum(len(line.apart) > 1 for line in best) > 1:
        text += (
            " Above, against the same driver and settings; below, against the fastest of all "
            "drivers on the fewest cores."
        )
    return text


def _amdahl(line: Line) -> float | None:
    gains = line.gains()
    return amdahl_fraction(
        [cores / min(gains) for cores in gains], [gain.median for gain in gains.values()]
    )


def planning(what: Repetition) -> str:
    """Of the time of a repetition against that to plan it."""
    return (
        f"Time of a {what.noun} against the time to plan it (construction and commit, slowest "
        "rank, median over launches), every driver and settings. On a dotted line planning takes "
        f"as long as that many {what.noun}s."
    )


def devices(found: SideBySide) -> str:
    """Of cores and devices side by side."""
    best = fastest_lines(lines(found.host))
    levels = fastest_of_drivers(found.devices)
    text = (
        f"Time of {phrase(found.host)}, each side with its arrays in its own memory: "
        f"{method([*(row for line in best for row in line.rows), *levels])}. Over cores, "
        f"{EACH_FASTEST}; dashed and dotted across, the fastest of each driver on devices."
    )
    return text + marks_sentence(best) + sharing_sentence(levels)


def fields(found: Batches) -> str:
    """Of several fields by one call."""
    rows = [row for own in found.rows.values() for row in own.values()]
    return (
        f"Time of {phrase(rows)} over the number of its fields, every driver at its fastest "
        f"settings: {method(rows)}. Where a line is level, several by one call gain nothing."
    )


def weak(family: Family, chosen: bool) -> str:
    """Of problems that grow with the ranks; settings that stay are `chosen`, or are the lines'."""
    rows = [row for line in family.fastest for row in line.rows]
    text = (
        f"The problem grows with the ranks from {problem_text(family.problem)} on "
        f"{count(family.ranks, 'rank')}, so that each keeps its points. Above, the time of "
        f"{phrase(rows)}: {method(rows)}, each at its fastest settings at each number of ranks; "
        "dashed, that of the fastest at the fewest ranks. Below, the time at the fewest ranks over "
        "the time here, paired by launch, at the same settings. The points per rank stay the same; "
        "the operations per point grow with the logarithm of all points."
        f"{marks_sentence(family.fastest)}"
    )
    note = settings_note(best_lines(family.lines)) if chosen else ""
    return f"{text} {SAME_SETTINGS}: {note}." if note else text


def breakdown(rows: Sequence[Row]) -> str:
    """Of the parts of the wall time."""
    shown = [row for _, group in profiled(rows) for row in group]
    known = baselines(rows)
    beside = f" The baselines, for comparison: {known}." if known else ""
    declared = any(declares(row) for row in shown)
    star = " *: where interception can't tell, by the library's own timers." if declared else ""
    return (
        f"Where the time of {PAIR.phrase} goes, from profiled passes apart "
        "from the timed ones: mean over ranks, of the launch with the median wall time. Exchange "
        "is all time inside MPI, waiting included; FFT is time inside FFTW; reorder is the rest."
        f"{star} "
        "The parts add up to the wall time at the end of each bar. Fastest settings of each driver "
        f"at each number of ranks; {count(len(shown), 'case')}.{sharing_sentence(shown)}{beside}"
    )


def phases(rows: Sequence[Row]) -> str:
    """Of the parts by the libraries' own timers."""
    return PHASES + sharing_sentence([row for _, group in profiled(rows) for row in group])


def directions(rows: Sequence[Row]) -> str:
    """Of both directions, each of which some drivers don't tell."""
    whole = {row.result.case.driver for row in timed(rows)}
    whole -= {row.result.case.driver for row in with_directions(rows)}
    text = "Median over launches of each part, every driver at its fastest settings"
    if not whole:
        return f"{text}."
    only = f"{listing(sorted(whole))}, in {'its' if len(whole) == 1 else 'their'} own way"
    return f"{text} whose parts are timed. Solved as a whole: by {only}."


def amortised(found: Sequence[Offer], what: Repetition) -> str:
    """Of the time of a repetition with its share of planning."""
    best = listing([
        f"from {count(reign.pairs, what.noun)} on {reign.offer.driver} {reign.offer.label}".strip()
        for reign in reigns(found)
    ])  # fmt: skip
    return (
        f"Time of {what.phrase} with its share of planning, against how many {what.noun}s one plan "
        "serves; each driver at the settings that are best for that number. Best "
        f"(medians, no claim): {best}. Grey lines: where the best changes."
    )


def profile(found: Sequence[Profile]) -> str:
    """Of performance profiles, of which some may be over fewer instances."""
    text = (
        "Share of the instances in which a library takes at most so many times as long as the best "
        "(Dolan and More, 2002), each at its fastest settings. A line ends below 100 % where cases "
        "are wrong, failed or are unsupported."
    )
    names: dict[int, list[str]] = {}
    for one in found:
        names.setdefault(len(one.ratios), []).append(one.name)
    if len(names) == 1:
        return text
    asked = "; ".join(f"{number} of {listing(names[number])}" for number in sorted(names))
    return f"{text} Each over the instances that it was asked for: {asked}."


EACH_FASTEST = "each driver at its fastest settings at each number of cores"
SAME_SETTINGS = "The same settings at each number of cores, those that are fastest on average"
INTERVALS = f"Bars: 95% intervals over launches, if these are at least {MIN_LAUNCHES}."
EFFICIENCIES = (
    "Time on the fewest cores over the time here, per core, paired by launch, at the same settings "
    "everywhere, those that are fastest on average. Of several lines, below, against the fastest "
    f"of all drivers on the fewest cores. {INTERVALS}"
)
SPEEDUP = (
    "Time of the one over the time here, both of the same machine and campaign and paired by "
    "launch, each at the settings that are fastest in the other half of the launches. No point "
    f"where the one has no time. {INTERVALS}"
)
THROUGHPUT = (
    "10^6 bytes of the input over the time of forward + backward, or of a solution, and over the "
    "ranks, or all their threads: by the median over launches; dashed, the most on the fewest "
    f"cores, which is ideally kept. {INTERVALS}"
)
REPETITIONS = (
    "A point for every repetition, the slowest rank's time; launches one below the other, each "
    "with its median as a stroke. Of many cases, the best settings of each driver."
)
ERRORS = "The worst of all checks, launches and cases of a driver at each size."
FUNCTIONS = (
    "Time inside functions of MPI in the profiled passes: the slowest rank's in each, median over "
    "launches, every driver at its fastest settings. Waiting for late ranks is part of it; what "
    "ranks read in each other's memory is not."
)
PHASES = (
    "Where the time of a forward and a backward transform goes by the libraries' own timers, in "
    "the profiled passes: mean over ranks, of the launch with the median wall time; every driver "
    "that has timers, at its fastest settings. Other is what they leave, and transforms of "
    "taskfft's that pack and unpack as well."
)
MEMORY = (
    "What a driver takes at its thriftiest settings, in arrays of the problem: the caller's one or "
    "two, and what the library holds and allocates beside them; the largest rank and launch."
)
GRIDS = "The fastest case of each driver and exchange on each process grid: median over launches."
GRID_LINES = (
    "The fastest case on each process grid of two sides, against the first of them: median over "
    f"launches. {INTERVALS}"
)
ROOFLINE = (
    "Conventional operations (5 N log2 N of a complex transform, 2.5 N log2 N of a real one) per "
    "second, by the median over launches, against those per byte of the arrays, read and written "
    "once. Lines without a library are measured lower bounds on time, on this scale: no library "
    "can be above them."
)
EFFECTS = (
    "Time of forward + backward, or of a solution, with one setting changed, over the time at the "
    "driver's defaults: geometric mean over the instances, with the mean of the intervals' ends; a "
    "stroke for every instance. Right of the dashed line the default is faster."
)
ACCURACY = (
    "Largest relative error of all checks (known spectrum at every index, Parseval, sampled wave "
    "numbers, round trip), over the tolerance; the worst launch of every case. Crosses are wrong "
    "answers: they are listed, and their times are not used. Of many right ones of a driver, some "
    "hundreds are drawn, evenly over their errors, the largest among them."
)
