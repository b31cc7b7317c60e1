"""Where the rows of a figure ran, as titles and headings say it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fftbench.analysis.model.formats import ranks_text
from fftbench.analysis.model.metrics import Row


def place_text(rows: Sequence[Row]) -> str:
    """Write `4 ranks`, or `4 ranks, shared cores`; rows on the same resources."""
    return with_sharing(ranks_text(rows[0].resources), rows)


def with_sharing(text: str, rows: Iterable[Row]) -> str:
    """Add what ranks or threads of any of these rows share, as times there claim nothing."""
    shares = next((row.result.shares for row in rows if row.result.shares), "")
    return f"{text}, shared {shares}" if shares else text
