"""What records say in a few words, remembered beside them: each record is parsed only once.

records/.NAME.index has a line for each line of records/NAME.jsonl: where that begins and ends, and
its outline. Whoever reads adds what it had to parse. Nothing depends on these files: what they lack
is parsed, and what does not fit the records is forgotten.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, NamedTuple

from fftbench.core.contracts.record import Status
from fftbench.core.errors import UserError, file_error
from fftbench.core.files.results import Key, parse_record, record_files, supersedes
from fftbench.core.files.writing import check_regular

Wanted = Callable[[Key], bool]
LONGEST_LINE = 10_000
"""Bytes of a line of an index, at most."""


class Outline(NamedTuple):
    """A record in a few words."""

    case: str
    """The id of its case."""
    launch: int
    status: Status
    driver: str
    started: str
    elapsed_s: float

    @property
    def key(self) -> Key:
        """Case id and launch: at most one record of a key counts."""
        return self.case, self.launch


class _Line(NamedTuple):
    """A line of a record file: where it is, and its outline or what is wrong with it."""

    start: int
    end: int
    found: Outline | str | None
    """None: it is empty."""


@dataclass(frozen=True)
class Outlines:
    """The records that count by their keys, and what could not be read."""

    by_key: dict[Key, Outline]
    problems: tuple[str, ...]


def read_outlines(directory: Path, wanted: Wanted = lambda _: True) -> Outlines:
    """Read what DIR/records holds of the wanted measurements; UserError where that fails.

    As fftbench.core.files.results.read_records counts them: the newest that finished, else the
    newest.
    """
    best: dict[Key, Outline] = {}
    problems = []
    for file in record_files(directory):
        for number, line in enumerate(_lines(file), start=1):
            if isinstance(line.found, str):
                problems.append(f"{file}:{number}: {line.found}")
            elif line.found is not None and wanted(line.found.key):
                earlier = best.get(line.found.key)
                if earlier is None or supersedes(line.found, earlier):
                    best[line.found.key] = line.found
    return Outlines(best, tuple(problems))


def _lines(file: Path) -> Iterator[_Line]:
    """Yield every line of a record file, from its index as far as that goes."""
    index = file.with_name(f".{file.stem}.index")
    check_regular(file)
    try:
        with file.open("rb") as records:
            position = 0
            if _fits(index, records):
                for line in _indexed(index):
                    position = line.end
                    yield _read_again(records, line) if isinstance(line.found, str) else line
            else:
                with contextlib.suppress(OSError):
                    index.unlink(missing_ok=True)
            yield from _parsed(records, position, index)
    except OSError as error:
        raise file_error(file, error) from error


def _fits(index: Path, records: BinaryIO) -> bool:
    """Whether the last line of an index is a line of the records, which may have been edited."""
    try:
        with index.open("rb") as lines:
            lines.seek(max(index.stat().st_size - LONGEST_LINE, 0))
            text = lines.read()
    except FileNotFoundError:
        return False
    last = _from_text(text.splitlines()[-1]) if text.endswith(b"\n") else None
    if last is None:
        return False
    records.seek(last.start)
    line = records.read(last.end - last.start)
    return line.endswith(b"\n") and _outline(line) == last.found


def _indexed(index: Path) -> Iterator[_Line]:
    """Yield the lines of an index that join: two readers may have added the same ones."""
    position = 0
    try:
        with index.open("rb") as lines:
            for text in lines:
                line = _from_text(text)
                if line is not None and line.start == position:
                    position = line.end
                    yield line
    except FileNotFoundError:  # removed since
        return


def _read_again(records: BinaryIO, line: _Line) -> _Line:
    """Parse what could not be read: since then fftbench may have been updated, or it converted."""
    records.seek(line.start)
    return line._replace(found=_outline(records.read(line.end - line.start)))


def _parsed(records: BinaryIO, position: int, index: Path) -> Iterator[_Line]:
    """Yield the lines from a position on, and add the whole ones to the index."""
    with _Addition(index) as addition:
        records.seek(position)
        for text in records:
            line = _Line(position, position + len(text), _outline(text))
            position = line.end
            if text.endswith(b"\n"):
                addition.add(line)
            yield line


class _Addition:
    """Lines to be added to an index; of another user's folder, or on a full disk, they are not."""

    def __init__(self, index: Path) -> None:
        self._index, self._lines = index, list[str]()

    def add(self, line: _Line) -> None:
        """Add a line; a thousand are written together."""
        self._lines.append(_to_text(line))
        if len(self._lines) >= 1000:
            self._write()

    def __enter__(self) -> _Addition:
        return self

    def __exit__(self, *_: object) -> None:
        self._write()

    def _write(self) -> None:
        text = "".join(self._lines).encode()
        self._lines.clear()
        with contextlib.suppress(OSError):
            if text:
                handle = os.open(self._index, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
                try:
                    os.write(handle, text)
                finally:
                    os.close(handle)


def _outline(line: bytes) -> Outline | str | None:
    if not line.strip():
        return None
    try:
        record = parse_record(line)
    except UserError as error:
        return str(error)
    case = record.case
    return Outline(
        case.id, record.launch, record.status, case.driver, record.started, record.elapsed_s
    )


def _to_text(line: _Line) -> str:
    words = list(line.found) if isinstance(line.found, Outline) else [line.found]
    return json.dumps([line.start, line.end, *words]) + "\n"


def _from_text(text: bytes) -> _Line | None:
    """Read a line of an index; None for anything else."""
    try:
        start, end, *words = json.loads(text)
        if len(words) == 1:
            return _Line(start, end, words[0])
        case, launch, status, driver, started, elapsed = words
        # The same few drivers in all of 10^5 lines.
        outline = Outline(case, launch, Status(status), sys.intern(driver), started, elapsed)
    except (ValueError, TypeError):
        return None
    return _Line(start, end, outline)
