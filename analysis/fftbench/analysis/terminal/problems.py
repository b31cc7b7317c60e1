"""What could not be read, on a terminal."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from fftbench.analysis.model.sources import Study


def print_problems(out: Console, *studies: Study) -> None:
    """Print the lines and files of studies that could not be read."""
    for study in studies:
        for text in study.problems:
            out.print(Text(text, style="yellow"))
