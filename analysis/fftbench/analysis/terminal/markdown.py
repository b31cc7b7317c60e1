"""Tables for documents in Markdown."""

from __future__ import annotations

from collections.abc import Iterable

from fftbench.analysis.tables.table import Cell, Table

BOLD = {"strong", "bad"}
"""Kinds of cells."""


def markdown_text(table: Table) -> str:
    """Write a table as GitHub's Markdown has it (https://github.github.com/gfm, 4.10)."""
    names = _line(column.name for column in table.columns)
    rule = _line("---:" if column.kind == "num" else "---" for column in table.columns)
    return "\n".join([names, rule, *(_line(map(_text, row)) for row in table.rows)])


def _line(texts: Iterable[str]) -> str:
    return f"| {' | '.join(texts)} |"


def _text(cell: Cell) -> str:
    words = " ".join(filter(None, (cell.text, cell.note))).replace("|", "\\|").replace("\n", " ")
    return f"**{words}**" if words and cell.kind in BOLD else words
