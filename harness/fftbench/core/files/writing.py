"""Files and folders written so that a kill or a full disk harms nothing else."""

from __future__ import annotations

import os
from pathlib import Path

from fftbench.core.errors import file_error


def write_text(path: Path, text: str) -> None:
    """Write a file as a whole or not at all; UserError where that is impossible."""
    draft = path.with_name(f".{path.stem}.{os.getpid()}{path.suffix}")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise file_error(path, error) from error


def make_directory(path: Path) -> None:
    """Make a folder and its parents; UserError where that is impossible."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        if not os.access(path, os.W_OK | os.X_OK):
            raise PermissionError(13, "Permission denied")
    except OSError as error:
        raise file_error(path, error) from error


def append_line(path: Path, text: str) -> None:
    """Append one whole line and flush it to disk; UserError where that is impossible.

    A line that a killed writer left unfinished is ended first, so that it can't swallow this one.
    """
    _append(path, text.encode() + b"\n")


def end_line(path: Path) -> None:
    """End a line that a killed writer left unfinished, if there is one."""
    if path.exists():
        _append(path, b"")


def _append(path: Path, line: bytes) -> None:
    try:
        handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o666)
        try:
            size = os.fstat(handle).st_size
            if size and os.pread(handle, 1, size - 1) != b"\n":
                line = b"\n" + line
            while line:  # one write, unless the disk fills up: then the second one says why
                line = line[os.write(handle, line) :]
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        raise file_error(path, error) from error
