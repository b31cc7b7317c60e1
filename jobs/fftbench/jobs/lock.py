"""One writer for a results directory at a time."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fftbench.core.errors import UserError, file_error

PATIENCE_SECONDS = 30.0
"""How long a program of a killed run may take to end before the next run gives up."""


@contextmanager
def locked(directory: Path) -> Iterator[int]:
    """Hold the lock of a results directory; gives its file descriptor.

    Programs that are started inherit the descriptor, so that the lock outlives a killed command
    for as long as they may still write. Raises UserError where another run holds it.
    """
    path = directory / ".lock"
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    except OSError as error:
        raise file_error(path, error) from error
    try:
        _take(handle, directory)
        os.ftruncate(handle, 0)
        os.pwrite(handle, str(os.getpid()).encode(), 0)
        yield handle
    except OSError as error:
        raise file_error(path, error) from error
    finally:
        os.close(handle)


def _take(handle: int, directory: Path) -> None:
    give_up = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(handle, 20, 0).decode(errors="replace").strip()
            if _alive(holder):
                raise UserError(
                    f"{directory}: another run (process {holder}) is writing there",
                    "wait for it to end, or choose another --out",
                ) from None
            if time.monotonic() > give_up:
                raise UserError(
                    f"{directory}: a program of an earlier run is still writing there",
                    f"see `fuser {directory / '.lock'}`, and end it",
                ) from None
            time.sleep(0.1)
        else:
            return


def _alive(holder: str) -> bool:
    return holder.isdigit() and Path("/proc", holder).exists()
