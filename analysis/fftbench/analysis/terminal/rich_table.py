"""Tables on a terminal."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from fftbench.analysis.tables.table import Cell, Column, Table

STYLES = {"strong": "bold", "muted": "dim", "good": "green", "warn": "yellow", "bad": "bold red"}
"""Of the kinds of cells."""


NARROW = 8
"""Characters of a narrow column, and of words that are never broken."""


def print_table(out: Console, table: Table, title: str = "", caption: str = "") -> None:
    """Print a table under a title.

    Texts are broken if the terminal is narrow; numbers and names are not, even if lines then are
    longer than the terminal is wide.
    """
    shown = RichTable(
        title=Text(title) if title else None,
        caption=Text(caption) if caption else None,
        title_justify="left",
        caption_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        collapse_padding=True,
    )
    for column in table.columns:
        shown.add_column(
            column.name,
            justify="right" if column.kind == "num" else "left",
            no_wrap=_whole(column),
            max_width=NARROW if column.kind == "narrow" else None,
            overflow="fold",
        )
    for at, row in enumerate(table.rows):
        shown.add_row(*map(_text, row), end_section=at in table.ends)
    least = _least_width(table)
    if least > out.width:
        shown.width = least
    out.print(shown, crop=False)


def _whole(column: Column) -> bool:
    return column.kind in ("num", "name")


def _least_width(table: Table) -> int:
    """Return the width with every number, every name and the words of `NARROW` characters whole."""
    widths = []
    for at, column in enumerate(table.columns):
        texts = [column.name, *(_text(row[at]).plain for row in table.rows)]
        words = texts if _whole(column) else [w[:NARROW] for text in texts for w in text.split()]
        widths.append(max(map(len, words), default=0))
    return sum(widths) + 2 * len(widths) + 2


def _text(cell: Cell) -> Text:
    text = Text(cell.text, style=STYLES.get(cell.kind, ""))
    return text.append(f" {cell.note}", style="dim") if cell.note else text
