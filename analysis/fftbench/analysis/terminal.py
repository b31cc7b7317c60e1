"""The report's tables on a terminal."""

from __future__ import annotations

from rich import box
from rich.table import Table as RichTable
from rich.text import Text

from fftbench.analysis.tables import Table

STYLES = {"strong": "bold", "muted": "dim", "good": "green", "warn": "yellow"}


def rich_table(table: Table, title: str, caption: str = "") -> RichTable:
    """Show a table of the report under a title.

    Text is broken where the terminal is narrow; numbers and the first column, the names, are not.
    """
    shown = RichTable(
        title=Text(title),
        caption=Text(caption) if caption else None,
        title_justify="left",
        caption_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        collapse_padding=True,
    )
    for at, (name, kind) in enumerate(table.columns):
        number = kind == "num"
        shown.add_column(
            name,
            justify="right" if number else "left",
            no_wrap=number or at == 0,
            overflow="fold",
        )
    for line in table.lines:
        shown.add_row(*(Text(cell.text, style=STYLES.get(cell.kind, "")) for cell in line))
    return shown
