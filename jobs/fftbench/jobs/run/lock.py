"""One writer at a time for a results directory, or for a job's part of it."""

from __future__ import annotations

import fcntl
import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fftbench.core.errors import UserError, file_error

WAIT_SECONDS = 30.0
"""How long a program of a killed run may take to end before the next run gives up."""
OTHER_HOST_WAIT_SECONDS = 120.0
"""The same for a run on another host: NFS keeps the locks of a lost node for some 90 s."""


@contextmanager
def locked(path: Path) -> Iterator[int]:
    """Hold the lock that the file `path` stands for; gives its file descriptor.

    Programs that are started inherit the descriptor, so that the lock outlives a killed command
    for as long as they may still write. Raises UserError where another run holds it.
    """
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    except OSError as error:
        raise file_error(path, error) from error
    try:
        _take(handle, path)
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"{os.getpid()} {socket.gethostname()}".encode(), 0)
        yield handle
    except OSError as error:  # of the lock, or of what is done while it is held
        raise file_error(Path(error.filename or path), error) from error
    finally:
        os.close(handle)


def _take(handle: int, path: Path) -> None:
    start = time.monotonic()
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            process, _, host = os.pread(handle, 100, 0).decode(errors="replace").partition(" ")
            here = host in ("", socket.gethostname())
            if here and _alive(process):
                raise UserError(
                    f"{path.parent}: another run (process {process}) is writing there",
                    "wait for it to end, or choose another --out",
                ) from None
            if time.monotonic() - start > (WAIT_SECONDS if here else OTHER_HOST_WAIT_SECONDS):
                where = f"`fuser {path}`" if here else f"process {process} on {host}"
                raise UserError(
                    f"{path.parent}: a program of an earlier run is still writing there",
                    f"see {where}, and end it",
                ) from None
            time.sleep(0.1)
        else:
            return


def _alive(process: str) -> bool:
    return process.isdigit() and Path("/proc", process).exists()
