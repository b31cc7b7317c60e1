"""What papers say and whether it holds here: claim by claim in a sentence, and as a table."""

from __future__ import annotations

from collections.abc import Mapping

from fftbench.analysis.model.formats import (
    NONE,
    count,
    listing,
    span_text,
    times_text,
)
from fftbench.analysis.model.statistics import MIN_LAUNCHES, Mean
from fftbench.analysis.questions.claims import Claim, Metric
from fftbench.analysis.questions.evidence import Answer, Examined, Finding
from fftbench.analysis.questions.needs import scope_text
from fftbench.analysis.tables.cells import number, ratio_cell, ratio_text
from fftbench.analysis.tables.table import Cell, Column, Table, make_table

SAID: Mapping[Metric, str] = {
    "pair": "{other} takes {ratio} times as long as {one}",
    "forward": "forward alone, {other} takes {ratio} times as long as {one}",
    "fft": "in the one-dimensional transforms of forward, {other} takes {ratio} times as long as "
    "{one}",
    "planning": "planning of {other} takes {ratio} times as long as that of {one}",
    "memory": "{other} takes {ratio} times as much memory as {one}",
    "efficiency": "{one} is {ratio} times as efficient as {other}",
}
"""What was found, by metric."""

WITHOUT_NUMBER: Mapping[Metric, str] = {"memory": "less", "efficiency": "more efficient"}
"""What a paper says of `one` if it prints no number; else it is faster."""

KINDS = (
    {Answer.holds: "good", Answer.fails: "warn"}
    | dict.fromkeys((Answer.open, Answer.few, Answer.missing), "muted")
    | {Answer.mixed: "warn"}
)
"""How answers look."""


def claims_table(found: Examined) -> Table:
    """List the claims, those that were measured first."""
    columns = (Column("paper", "fold"), Column("says", "words"), number("there"), number("here"),
               Column("verdict"), Column("in a sentence", "words"))  # fmt: skip
    ordered = sorted(found.findings, key=lambda finding: finding.answer is Answer.missing)
    rows = [
        (
            Cell(source(finding)),
            Cell(finding.claim.says),
            Cell(_there(finding.claim)),
            _here(finding.mean),
            Cell(finding.answer.value, kind=KINDS[finding.answer]),
            Cell(sentence(finding)),
        )
        for finding in ordered
    ]
    return make_table(columns, rows)


def source(finding: Finding) -> str:
    """Name the paper and the place in it."""
    return f"{finding.paper.name}, {finding.claim.where}"


def sentence(finding: Finding) -> str:
    """Say what was found, on what, and how far that is from the paper's machine."""
    claim, mean = finding.claim, finding.mean
    if mean is None:
        return _missing(finding)
    resources = sorted({one.resources for one, _ in finding.pairs})
    verdict = finding.answer.value.capitalize() + _size(finding)
    found = SAID[claim.metric].format(
        one=claim.one.text, other=claim.other.text, ratio=ratio_text(mean)
    )
    text = (
        f"{verdict}: {found}, over {count(mean.number, 'problem instance')} on "
        f"{listing([one.label for one in resources])}"
    )
    if not mean.confident:
        text += f"; fewer than {MIN_LAUNCHES} common launches"
    elif mean.both_ways():
        text += f"; from {span_text(mean.least, mean.most)}, so not the same everywhere"
    return f"{text}. The paper's scale is another: {claim.scale}. {claim.note}".strip()


def _there(claim: Claim) -> str:
    """Write the paper's ratio of the metric, of `other` to `one`."""
    if claim.times is None:
        return "alike" if claim.alike else WITHOUT_NUMBER.get(claim.metric, "faster")
    low, high = claim.times
    return times_text(low) if low == high else span_text(low, high)


def _here(mean: Mean | None) -> Cell:
    return Cell(NONE) if mean is None else ratio_cell(mean)


def _size(finding: Finding) -> str:
    """Say whether a difference that holds is smaller or larger than the paper's."""
    times, mean = finding.claim.times, finding.mean
    if times is None or mean is None or finding.answer is not Answer.holds:
        return ""
    least, most = times
    if mean.hi < least:
        return ", but by less"
    return ", and by more" if mean.lo > most else ""


def _missing(finding: Finding) -> str:
    """Say what it needs, what of that is not here, and how to get it."""
    claim = finding.claim
    if finding.without:
        sides = listing([side.text for side in finding.without])
        text = f"needs {sides}{scope_text(claim.of)}; here {'; '.join(finding.lacking)}"
    else:
        text = "the two sides were never measured at the same problem, ranks and threads"
    way = f"the campaign {claim.campaign} measures it" if claim.campaign else "no campaign has it"
    return f"{finding.answer.value.capitalize()}: {text}; {way}."
