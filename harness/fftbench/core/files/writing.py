"""Files and folders written so that a kill or a full disk harms nothing else."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from fftbench.core.errors import UserError, file_error

BLOCK = 1 << 16
"""Bytes to read at once."""


def write_text(path: Path, text: str) -> None:
    """Write a file as a whole or not at all; UserError where that is impossible.

    It is on the disk before it takes its place: a loss of power leaves the old one or the new one.
    """
    with replaced(path) as draft, draft.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


@contextlib.contextmanager
def replaced(path: Path) -> Iterator[Path]:
    """Give the name of a draft beside a file, which takes its place once it is written.

    Who reads the file, or writes it at the same time, meets a whole one. UserError where it can't
    be written; after that, or any other exception, it is what it was.
    """
    draft = path.with_name(f".{path.stem}.{os.getpid()}{path.suffix}")
    try:
        yield draft
        draft.replace(path)
    except OSError as error:
        raise file_error(path, error) from error
    finally:
        with contextlib.suppress(OSError):
            draft.unlink()


def make_directory(path: Path) -> None:
    """Make a folder and its parents; UserError where that is impossible."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        if not os.access(path, os.W_OK | os.X_OK):
            read_only = os.statvfs(path).f_flag & os.ST_RDONLY
            why = errno.EROFS if read_only else errno.EACCES
            raise OSError(why, os.strerror(why))
    except OSError as error:
        raise file_error(path, error) from error


def check_regular(path: Path) -> None:
    """Raise UserError for what is there, but is no file: a device may be read without end."""
    try:
        kind = path.stat().st_mode
    except OSError as error:
        raise file_error(path, error) from error
    if not stat.S_ISREG(kind):
        raise UserError(f"{path}: not a file, but {_kind(kind)}", "name a file")


def append_line(path: Path, text: str) -> None:
    """Append one whole line and flush it to disk; UserError where that is impossible.

    A line that a killed writer left unfinished goes first.
    """
    _append(path, text.encode() + b"\n")


def mend(path: Path) -> None:
    """Remove a line that a killed writer left unfinished, or end it where it lacks only that."""
    if path.exists():
        check_regular(path)
        _append(path, b"")


def _append(path: Path, line: bytes) -> None:
    try:
        handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o666)
        try:
            line = _mended(handle) + line
            while line:  # one write, unless the disk fills up: then the second one says why
                line = line[os.write(handle, line) :]
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        raise file_error(path, error) from error


def _mended(handle: int) -> bytes:
    """Cut off an unfinished line; returns what ends it where that is all that it lacks."""
    size = position = os.fstat(handle).st_size
    rest = b""
    while position and b"\n" not in rest:
        begin = max(position - BLOCK, 0)
        rest = os.pread(handle, position - begin, begin) + rest
        position = begin
    rest = rest.rpartition(b"\n")[2]
    if not rest:
        return b""
    try:
        json.loads(rest)
    except ValueError:
        os.ftruncate(handle, size - len(rest))
        return b""
    return b"\n"


def _kind(mode: int) -> str:
    kinds = {stat.S_ISDIR: "a folder", stat.S_ISFIFO: "a pipe", stat.S_ISSOCK: "a socket"}
    return next((text for test, text in kinds.items() if test(mode)), "a device")
