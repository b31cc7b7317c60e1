"""Figures as PDF files for a paper, and all of them in one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from matplotlib.backends.backend_pdf import PdfPages

from fftbench.analysis.plots.collection import Figure
from fftbench.analysis.plots.drawing import BOOK, MAKER
from fftbench.analysis.plots.style import paper_style


def write_pdfs(folder: Path, figures: Sequence[Figure]) -> list[Path]:
    """Draw each figure into a PDF file of its own and, if there are any, as a page of `BOOK`."""
    if not figures:
        return []
    files = []
    with PdfPages(folder / f"{BOOK}.pdf", metadata=_metadata("Figures")) as book:
        for about in figures:
            with paper_style(about.name):
                drawn = about.make()
                files.append(folder / f"{about.name}.pdf")
                drawn.savefig(files[-1], metadata=_metadata(about.title))
                drawn.savefig(book, format="pdf")
    return [*files, folder / f"{BOOK}.pdf"]


def _metadata(title: str) -> dict[str, str | None]:
    """Without the date, so that equal figures are equal files."""
    return {"Title": title, "Creator": MAKER, "CreationDate": None}
