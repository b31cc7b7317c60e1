"""A table: text for people, with the plain value beside it to sort by and to write to files.

The page shows it as HTML, the terminal through rich, and files hold it as CSV.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Value = str | int | float | bool | None

LONG, LINES = 250, 8
"""Characters or lines of a reason that is long."""


@dataclass(frozen=True)
class Column:
    """A column of a table."""

    name: str
    kind: str = ""
    """How it looks: `num`, `id`, `name` (never broken), `narrow` (broken early, to leave room to
    others), or `wide`, `fold`, `words` and `reason` for long texts."""
    optional: bool = False
    """Left out if all of its cells are empty."""


@dataclass(frozen=True)
class Cell:
    """A cell of a table."""

    text: str
    value: Value = None
    """The plain value, if there is one."""
    kind: str = ""
    """How it looks: `strong`, `muted`, `good`, `warn`, `bad`, or `s-STATUS`."""
    note: str = ""
    """Something less important after the text."""
    facet: tuple[str, str] | None = None
    """What a page may filter the row by: `("driver", "heffte")` or `("cores", "2 cores")`."""

    @property
    def long(self) -> bool:
        """Whether a reason is shown in a box of its own, to scroll."""
        return len(self.text) > LONG or self.text.count("\n") >= LINES


@dataclass(frozen=True)
class Table:
    """Columns, and rows of as many cells."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    ends: frozenset[int] = frozenset()
    """Numbers of the rows that end a group of rows."""


def make_table(
    columns: Sequence[Column], rows: Sequence[Sequence[Cell]], ends: Sequence[int] = ()
) -> Table:
    """Make a table without the optional columns that are empty."""
    keep = [
        at
        for at, column in enumerate(columns)
        if not column.optional or any(row[at].text for row in rows)
    ]
    return Table(
        tuple(columns[at] for at in keep),
        tuple(tuple(row[at] for at in keep) for row in rows),
        frozenset(ends),
    )
