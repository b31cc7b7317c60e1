"""What papers say and whether it holds here, as a table for the terminal and for the report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.text import Text

from fftbench.analysis.claims import Claim, Paper, literature
from fftbench.analysis.evidence import Answer, Finding, examine
from fftbench.analysis.formats import NONE, span_text, times_text
from fftbench.analysis.merge import merge
from fftbench.analysis.result import Result
from fftbench.analysis.sources import Study, load
from fftbench.analysis.tables import Cell, Table
from fftbench.analysis.terminal import STYLES

KINDS = {Answer.holds: "good", Answer.fails: "warn", Answer.open: "muted", Answer.missing: "muted"}


@dataclass(frozen=True)
class Examined:
    """The claims of all papers beside the results of one machine."""

    machine: str
    findings: tuple[Finding, ...]

    @property
    def papers(self) -> tuple[Paper, ...]:
        """Those of the claims."""
        return tuple({finding.paper.name: finding.paper for finding in self.findings}.values())

    @property
    def any(self) -> bool:
        """Whether there is a pair of cases for any claim."""
        return any(finding.pairs for finding in self.findings)


def examined(study: Study, results: Sequence[Result]) -> list[Examined]:
    """Look for every claim in the results of each machine."""
    known = literature()
    return [
        Examined(
            machine.label,
            tuple(examine(known, [result for result in results if result.machine == machine])),
        )
        for machine in study.records
    ]


def print_claims(paths: Sequence[Path], console: Console | None = None) -> list[Examined]:
    """Print what papers say and whether it holds in results directories or record files.

    Raises UserError where one of them can't be read.
    """
    out = console or Console()
    study = load(list(paths))
    found = examined(study, merge(study))
    for one in found:
        if len(found) > 1:
            out.print(Text(one.machine, style="bold underline"))
        for finding in one.findings:
            out.print(Text(_title(finding), style="bold").append(f": {finding.claim.says}", "none"))
            out.print(Text(f"  {finding.sentence}", style=STYLES[KINDS[finding.answer]]))
    for text in study.problems:
        out.print(Text(text, style="yellow"))
    return found


def claims_table(found: Examined) -> Table:
    """One line per claim, those that were measured first."""
    columns = (
        ("paper", "fold"), ("says", "words"), ("there", "num"), ("here", "num"), ("verdict", ""),
        ("in a sentence", "words"),
    )  # fmt: skip
    ordered = sorted(found.findings, key=lambda finding: finding.answer is Answer.missing)
    lines = [
        (
            Cell(_title(finding)),
            Cell(finding.claim.says),
            Cell(_there(finding.claim)),
            _here(finding),
            Cell(finding.answer.value, kind=KINDS[finding.answer]),
            Cell(finding.sentence),
        )
        for finding in ordered
    ]
    return Table(columns, tuple(lines))


def _title(finding: Finding) -> str:
    return f"{finding.paper.name}, {finding.claim.where}"


def _there(claim: Claim) -> str:
    """Write the paper's time of the other side over that of the one."""
    if claim.times is None:
        return "alike" if claim.alike else "faster"
    low, high = claim.times
    return times_text(low) if low == high else span_text(low, high)


def _here(finding: Finding) -> Cell:
    mean = finding.mean
    if mean is None:
        return Cell(NONE)
    return Cell(f"{times_text(mean.value)} [{span_text(mean.lo, mean.hi)}]", mean.value)
