"""What could not be read or does not count, on a terminal."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from fftbench.analysis.model.sources import Study


def print_problems(out: Console, *studies: Study) -> None:
    """Print what of studies could not be read, and the records that do not count."""
    for study in studies:
        for text in study.problems:
            out.print(Text(text, style="yellow"))
        for text in study.dropped:
            out.print(Text(text, style="dim"))
