"""Tables as CSV files."""

from __future__ import annotations

import csv
from pathlib import Path

from fftbench.analysis.tables.table import Cell, Table

DIGITS = 9
"""Significant digits of numbers."""


def write_csv(table: Table, file: Path) -> None:
    """Write the plain values of a table, or the text of cells that have none."""
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(column.name for column in table.columns)
        writer.writerows([_text(cell) for cell in row] for row in table.rows)


def _text(cell: Cell) -> str:
    if isinstance(cell.value, float):
        return f"{cell.value:.{DIGITS}g}"
    return cell.text if cell.value is None else str(cell.value)
