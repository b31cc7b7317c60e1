"""A figure that a person asked for, in a file of a name of theirs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from matplotlib.figure import Figure

from fftbench.analysis.plots.look.style import paper_style
from fftbench.core.errors import UserError


def save_figure(file: Path, make: Callable[[], Figure]) -> None:
    """Draw into a file, of the kind that its name ends in; UserError if that is impossible."""
    with paper_style(file.stem):
        figure = make()
        try:
            figure.savefig(file, dpi=300)
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise UserError(f"{file} can't be written: {why}") from error
