"""Parts that many records have alike, kept once, so that a large campaign fits into memory."""

from __future__ import annotations

import gc
import marshal
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from pydantic import BaseModel
from pydantic_core import from_json

from fftbench.core.contracts.record import Record
from fftbench.core.files.results import parse_record

T = TypeVar("T")

ALIKE = ("case", "library", "effective", "layouts", "environment")
"""Parts of a record that those of other launches, or of the same start of a program, have too."""


class Shared:
    """Reads records; what was seen of each part is kept by its content."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, bytes], BaseModel] = {}
        self._given: dict[frozenset[str], set[str]] = {}

    def read(self, line: bytes) -> Record:
        """Return what `parse_record` does, made of the parts that were seen first.

        Such a part is not looked at again: of a large campaign's records that is most of the work.
        """
        try:
            made = self._made(dict(from_json(line)))
        except (TypeError, ValueError):
            made = parse_record(line)  # which says what is wrong
        self._share_names(made)
        return made

    def _made(self, content: dict[str, Any]) -> Record:
        # marshal tells 1 from true and from 1.0, and writes a dictionary quicker than any other.
        keys = {name: (name, marshal.dumps(content.get(name), 0)) for name in ALIKE}
        known = {name: self._known[key] for name, key in keys.items() if key in self._known}
        made = Record.model_validate(content | known)
        for name in ALIKE:
            part = getattr(made, name)
            if name not in known and part is not None:
                self._known[keys[name]] = part
        return made

    def _share_names(self, record: Record) -> None:
        """Keep the set of the fields that were given once for all records with the same.

        pydantic makes one for each: a sixth of the memory of a record.
        """
        given = record.model_fields_set
        shared = self._given.setdefault(frozenset(given), given)
        object.__setattr__(record, "__pydantic_fields_set__", shared)


def counted(items: Iterable[T]) -> list[tuple[T, int]]:
    """Return each object once, and how often it is there: what is shared is looked at once."""
    items = list(items)
    numbers = Counter(map(id, items))
    objects = {id(item): item for item in items}
    return [(objects[key], number) for key, number in numbers.items()]


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
