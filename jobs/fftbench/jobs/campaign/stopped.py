"""Why a job ended before its work was done: a note for `fftbench status`, a file for each job."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from fftbench.core.errors import UserError
from fftbench.core.files.writing import write_text

SUFFIX = ".stopped"
SIGNALLED = "a signal ended it before all was measured, as the one before a time limit does"


@contextlib.contextmanager
def stop_noted(folder: Path, name: str) -> Iterator[None]:
    """Forget why the job ended last time, and note why it ends this time if by a UserError."""
    path = folder / f"{name}{SUFFIX}"
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)
    try:
        yield
    except UserError as error:
        note_stop(folder, name, str(error))
        raise


def note_stop(folder: Path, name: str, reason: str) -> None:
    """Note why a job ends before its work is done."""
    with contextlib.suppress(UserError):  # on a full disk: the job's log has it too
        write_text(folder / f"{name}{SUFFIX}", f"{reason}\n")


def why_stopped(folder: Path, name: str) -> str | None:
    """Return the reason why a job ended early, or None."""
    try:
        return (folder / f"{name}{SUFFIX}").read_text(encoding="utf-8").strip() or None
    except (OSError, UnicodeDecodeError):
        return None
