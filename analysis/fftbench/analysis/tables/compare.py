"""How NEW compares with BASE: in a sentence, and as tables."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from fftbench.analysis.model.formats import (
    NEGLIGIBLE_TEXT,
    TIMES,
    Unit,
    count,
    listing,
    seconds_text,
    unit_for,
)
from fftbench.analysis.model.machine import Machine
from fftbench.analysis.model.result import Result
from fftbench.analysis.questions.compare import (
    Comparison,
    Contrast,
    Judgement,
    launches_needed,
)
from fftbench.analysis.tables.cells import NO_CLAIM, launches_text, number, ratio_cell
from fftbench.analysis.tables.table import Cell, Column, Table, make_table
from fftbench.core.contracts.labels import case_text
from fftbench.core.contracts.problem import Problem
from fftbench.core.contracts.resources import Resources

MINUS = "\N{MINUS SIGN}"
KINDS = {Judgement.slower: "bad", Judgement.faster: "good"}
"""How judgements look."""

DRIFT = (
    "Two sets measured at different times differ by what the machine did between them as well, "
    "which no interval here covers."
)


def summary(found: Comparison) -> str:
    """Say in a sentence how NEW compares."""
    worse = sum(change.worse for change in found.untimed)
    lost = f" {count(worse, 'case')} no longer ok." if worse else ""
    if not found.contrasts:
        return f"No case has a time on both sides.{lost}"
    counts = found.counts
    parts = [
        f"{counts[judgement]} {_word(judgement, found.threshold)}"
        for judgement in Judgement
        if counts[judgement] and judgement is not Judgement.few
    ]
    text = f"Of {count(len(found.contrasts), 'case')}, NEW is: {listing(parts)}." if parts else ""
    if few := counts[Judgement.few]:
        text += f" {launches_text(found.launches).capitalize()}: no claim on {count(few, 'case')}."
    return f"{text}{lost} {_too_few_for_all(found)}".strip()


def _too_few_for_all(found: Comparison) -> str:
    """Say that no difference at all could be told, however large, because of the many tests."""
    tested = [contrast.ratio.n for contrast in found.contrasts if contrast.test]
    needed = launches_needed(len(tested))
    if not tested or min(tested) >= needed:
        return ""
    return f"To tell any difference in so many cases at once takes {needed} launches a side."


def missing(found: Comparison) -> str:
    """Say what was not compared though BASE has a time of it; empty if nothing."""
    if not found.contrasts:
        return "nothing was compared: no case has a time in both BASE and NEW"
    if not found.lost:
        return ""
    first = _name(found.lost[0], found.base_machines)
    return f"NEW lacks {count(len(found.lost), 'case')} that BASE has, as {first}"


def caption(found: Comparison) -> str:
    """Say what the columns are, and when a difference is claimed."""
    return (
        "Times of forward + backward, or of a workload's solution, median over launches. "
        "NEW/BASE: median of the ratios of any two launches with its 95% interval (Mann-Whitney). "
        f"{NO_CLAIM} "
        "delta: Cliff's, +1 if every launch of NEW is slower than every one of BASE. p: "
        "Mann-Whitney on the launches' medians, two-sided, Holm-corrected for "
        f"{count(found.tests, 'test')}. Slower or faster: p < .05, the interval leaves out "
        f"all within {NEGLIGIBLE_TEXT} of 1, and the ratio is beyond {found.threshold:g}. "
        f"No claim: too few launches, or enough for the interval and not for p. {DRIFT}"
    )


def by_problem(found: Comparison) -> dict[tuple[Machine, Problem, Resources], list[Contrast]]:
    """Group the contrasts as they are tabled: by NEW's machine, problem and resources."""
    groups: dict[tuple[Machine, Problem, Resources], list[Contrast]] = {}
    for contrast in found.contrasts:
        key = contrast.new.machine, contrast.new.case.problem, contrast.new.resources
        groups.setdefault(key, []).append(contrast)
    return groups


def comparison_content(
    found: Comparison, differences: Sequence[tuple[str, str, str]]
) -> dict[str, object]:
    """Return the whole comparison as JSON can hold it, the verdict first; times in seconds."""
    counts, old, new = found.counts, found.base_machines, found.new_machines
    return {
        "verdict": summary(found),
        "slower": found.slower,
        "counts": {judgement.value: counts[judgement] for judgement in Judgement},
        "threshold": found.threshold,
        "differences": [
            {"name": name, "base": base, "new": new} for name, base, new in differences
        ],
        "cases": [_content(contrast, new) for contrast in found.contrasts],
        "untimed": [
            {"case": _name(case.new, new), "base": case.base.status.value,
             "new": case.new.status.value, "worse": case.worse}
            for case in found.untimed
        ],
        "only_base": [_name(result, old) for result in found.only_base],
        "only_new": [_name(result, new) for result in found.only_new],
    }  # fmt: skip


def _name(result: Result, machines: Collection[Machine]) -> str:
    """Name a case, and where it was measured if that is one of several machines or campaigns."""
    return result.machine.told_apart(case_text(result.case), machines)


def _content(contrast: Contrast, machines: Collection[Machine]) -> dict[str, object]:
    ratio, test = contrast.ratio, contrast.test
    return {
        "case": _name(contrast.new, machines),
        "id": contrast.new.case.id,
        "base_s": contrast.base.seconds,
        "new_s": contrast.new.seconds,
        "ratio": ratio.median,
        "interval": [ratio.lo, ratio.hi] if ratio.confident else None,
        "launches": ratio.n,
        "p": contrast.p,
        "delta": test.delta if test else None,
        "judgement": contrast.judgement.value,
    }


def unit_of(contrasts: Sequence[Contrast]) -> Unit:
    """Choose the unit of a table's times."""
    return unit_for(result.seconds for one in contrasts for result in (one.base, one.new))


def contrast_table(contrasts: Sequence[Contrast], threshold: float) -> Table:
    """Put NEW beside BASE, case by case; fits 80 columns."""
    columns = (
        Column("driver and settings"), number("BASE"), number("NEW"), number("NEW/BASE"),
        number("delta"), number("p"), Column("NEW is", "narrow"),
    )  # fmt: skip
    unit = unit_of(contrasts)
    return make_table(columns, [_cells(contrast, unit, threshold) for contrast in contrasts])


def _cells(contrast: Contrast, unit: Unit, threshold: float) -> tuple[Cell, ...]:
    base, new, test = contrast.base, contrast.new, contrast.test
    return (
        Cell(new.case.driver, note=new.label),
        Cell(seconds_text(base.seconds, unit), base.seconds),
        Cell(seconds_text(new.seconds, unit), new.seconds),
        ratio_cell(contrast.ratio),
        Cell(f"{test.delta:+.2f}".replace("-", MINUS), test.delta) if test else Cell(""),
        Cell(_p_text(contrast.p), contrast.p),
        Cell(_word(contrast.judgement, threshold), kind=KINDS.get(contrast.judgement, "muted")),
    )


def _word(judgement: Judgement, threshold: float) -> str:
    if judgement is Judgement.little:
        return f"within {TIMES}{threshold:g}"
    return str(judgement.value)


def _p_text(p: float | None) -> str:
    if p is None:
        return ""
    return "<.001" if p < 0.001 else f"{p:.3f}".removeprefix("0") if p < 1 else "1"
