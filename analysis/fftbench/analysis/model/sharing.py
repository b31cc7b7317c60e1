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
        self._given: dict[frozenset[str], set[str]] = {}

    def of(self, record: Record) -> Record:
        """Return the same record, made of the parts that were seen first."""
        parts = ((name, getattr(record, name)) for name in ALIKE)
        made = record.model_copy(
            update={name: self._first(name, part) for name, part in parts if part is not None}
        )
        self._share_names(made)
        return made

    def _first(self, name: str, part: BaseModel) -> BaseModel:
        return self._known.setdefault((name, part.model_dump_json()), part)

    def _share_names(self, model: BaseModel) -> None:
        """Keep the set of the fields that were given once for all models with the same.

        pydantic makes one for each model: two fifths of the memory of a record.
        """
        given = model.model_fields_set
        shared = self._given.setdefault(frozenset(given), given)
        object.__setattr__(model, "__pydantic_fields_set__", shared)
        for name, value in model.__dict__.items():
            if isinstance(value, BaseModel) and name not in ALIKE:
                self._share_names(value)
            elif type(value) is dict:
                for part in value.values():
                    if isinstance(part, BaseModel):
                        self._share_names(part)


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
