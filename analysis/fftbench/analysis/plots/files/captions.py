"""Captions of figures in one text file, with what was compared above them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from fftbench.analysis.plots.collection import Figure
from fftbench.core.files.writing import write_text

CAPTIONS = "captions.txt"


def write_captions(
    folder: Path, figures: Sequence[Figure], known: Sequence[tuple[str, str]]
) -> None:
    """Write what is `known` of all figures, as names and texts, and a paragraph for each of them.

    Paragraphs are single lines, to be pasted.
    """
    facts = [f"{name}: {text}" for name, text in known]
    paragraphs = [f"{one.name}\n{one.title}. {one.caption}" for one in figures]
    text = "\n\n".join(["\n".join(facts), *paragraphs])
    write_text(folder / CAPTIONS, f"{text}\n")
