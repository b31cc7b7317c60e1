"""Parts that many records have alike, kept once, so that a large campaign fits into memory."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from pydantic import BaseModel

from fftbench.core.contracts.record import Record

ALIKE = ("case", "library", "effective", "layouts", "environment")
"""Parts of a record that those of other launches, or of the same start of a program, have too."""


class Shared:
    """What was seen of each part, by its content."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], BaseModel] = {}

    def of(self, record: Record) -> Record:
        """Return the same record, made of the parts that were seen first."""
        parts = ((name, getattr(record, name)) for name in ALIKE)
        return record.model_copy(
            update={name: self._first(name, part) for name, part in parts if part is not None}
        )

    def _first(self, name: str, part: BaseModel) -> BaseModel:
        return self._known.setdefault((name, part.model_dump_json()), part)


@contextmanager
def collector_paused() -> Iterator[None]:
    """Pause Python's search for cycles: records have none, and it looks at all of them each time.

    It takes most of the time of reading a hundred thousand records.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
