"""Tables on a terminal."""

from __future__ import annotations

from rich import box
from rich.table import Table as RichTable
from rich.text import Text

from fftbench.analysis.tables.table import Cell, Table

STYLES = {"strong": "bold", "muted": "dim", "good": "green", "warn": "yellow", "bad": "bold red"}
"""Of the kinds of cells."""


NARROW = 8
"""Characters of a narrow column."""


def rich_table(table: Table, title: str = "", caption: str = "") -> RichTable:
    """Show a table under a title.

    Texts are broken if the terminal is narrow; numbers and names are not.
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
            no_wrap=column.kind in ("num", "name"),
            max_width=NARROW if column.kind == "narrow" else None,
            overflow="fold",
        )
    for at, row in enumerate(table.rows):
        shown.add_row(*map(_text, row), end_section=at in table.ends)
    return shown


def _text(cell: Cell) -> Text:
    text = Text(cell.text, style=STYLES.get(cell.kind, ""))
    return text.append(f" {cell.note}", style="dim") if cell.note else text
