"""What `fftbench claims` prints."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from fftbench.analysis.model.merge import merge_checked
from fftbench.analysis.model.sources import load
from fftbench.analysis.questions.evidence import Examined, Finding, examine_study
from fftbench.analysis.tables.claims import KINDS, sentence, source
from fftbench.analysis.terminal.problems import print_problems
from fftbench.analysis.terminal.rich_table import STYLES


def print_claims(paths: Sequence[Path], console: Console | None = None) -> list[Examined]:
    """Print what papers say and whether it holds in results directories or record files.

    Raises UserError if one of them can't be read.
    """
    out = console or Console()
    study = load(paths)
    found = examine_study(study, merge_checked(study))
    for one in found:
        if len(found) > 1:
            out.print(Text(one.machine, style="bold underline"))
        for finding in one.findings:
            _print_finding(out, finding)
    print_problems(out, study)
    return found


def _print_finding(out: Console, finding: Finding) -> None:
    out.print(Text(source(finding), style="bold").append(f": {finding.claim.says}", "none"))
    out.print(Text(f"  {sentence(finding)}", style=STYLES[KINDS[finding.answer]]))
