"""How NEW compares with BASE: in a sentence, and as tables."""

from __future__ import annotations

from collections.abc import Sequence

from fftbench.analysis.model.formats import (
    TIMES,
    Unit,
    count,
    listing,
    seconds_text,
    times_text,
    unit_for,
)
from fftbench.analysis.model.statistics import MIN_LAUNCHES, Estimate
from fftbench.analysis.questions.compare import Comparison, Contrast, Judgement
from fftbench.analysis.tables.cells import number
from fftbench.analysis.tables.table import Cell, Column, Table, make_table
from fftbench.core.contracts.case import Problem
from fftbench.core.contracts.resources import Resources

MINUS = "\N{MINUS SIGN}"
KINDS = {Judgement.slower: "bad", Judgement.faster: "good"}
"""How judgements look."""


def summary(found: Comparison) -> str:
    """Say in a sentence how NEW compares."""
    if not found.contrasts:
        return "No case has a time on both sides."
    counts = found.counts
    parts = [
        f"{counts[judgement]} {_word(judgement, found.threshold)}"
        for judgement in Judgement
        if counts[judgement]
    ]
    worse = sum(change.worse for change in found.untimed)
    lost = f" {count(worse, 'case')} no longer ok." if worse else ""
    return f"Of {count(len(found.contrasts), 'case')}, NEW is: {listing(parts)}.{lost}"


def caption(found: Comparison) -> str:
    """Say what the columns are, and when a difference is claimed."""
    tests = sum(contrast.test is not None for contrast in found.contrasts)
    return (
        "Times of forward + backward, median over launches. NEW/BASE: median of the ratios of any "
        "two launches with its 95% interval (Mann-Whitney). delta: Cliff's, +1 if every launch of "
        "NEW is slower than every one of BASE. p: Mann-Whitney on the launches' medians, "
        f"two-sided, Holm-corrected for {count(tests, 'test')}. Slower or faster: p < .05, the "
        f"interval leaves out 1, and the ratio is beyond {found.threshold:g}. Nothing is claimed "
        f"on fewer than {MIN_LAUNCHES} launches a side."
    )


def by_problem(found: Comparison) -> dict[tuple[Problem, Resources], list[Contrast]]:
    """Group the contrasts as they are tabled: by problem and resources."""
    groups: dict[tuple[Problem, Resources], list[Contrast]] = {}
    for contrast in found.contrasts:
        key = contrast.new.case.problem, contrast.new.resources
        groups.setdefault(key, []).append(contrast)
    return groups


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
        _ratio_cell(contrast.ratio),
        Cell(f"{test.delta:+.2f}".replace("-", MINUS), test.delta) if test else Cell(""),
        Cell(_p_text(contrast.p), contrast.p),
        Cell(_word(contrast.judgement, threshold), kind=KINDS.get(contrast.judgement, "muted")),
    )


def _ratio_cell(value: Estimate) -> Cell:
    span = f"[{times_text(value.lo)}, {times_text(value.hi)}]"
    return Cell(f"{times_text(value.median)} {span}", value.median)


def _word(judgement: Judgement, threshold: float) -> str:
    if judgement is Judgement.little:
        return f"within {TIMES}{threshold:g}"
    return str(judgement.value)


def _p_text(p: float | None) -> str:
    if p is None:
        return ""
    return "<.001" if p < 0.001 else f"{p:.3f}".removeprefix("0") if p < 1 else "1"
