"""All figures in one PDF file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from matplotlib.backends.backend_pdf import PdfPages

from fftbench.analysis.plots.collection import Figure
from fftbench.analysis.plots.files.drawing import BOOK, pdf_metadata
from fftbench.analysis.plots.look.style import paper_style
from fftbench.core.files.writing import replaced


def write_book(folder: Path, figures: Sequence[Figure]) -> None:
    """Draw each figure as a page of `BOOK`; nothing is written without figures."""
    if not figures:
        return
    with (
        replaced(folder / f"{BOOK}.pdf") as file,
        PdfPages(file, metadata=pdf_metadata("Figures")) as book,
    ):
        for about in figures:
            with paper_style(about.name):
                about.make().savefig(book, format="pdf")
