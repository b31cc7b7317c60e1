"""Mistakes that a person can mend: shown as one message, never as a stack trace."""

from __future__ import annotations

import difflib
import errno
from collections.abc import Iterable
from pathlib import Path


class UserError(Exception):
    """What was wrong, where, and (as `hint`) what to do about it."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Suggest the nearest known name for a misspelt `word`, else list them all."""
    names = sorted(known)
    near = difflib.get_close_matches(word, names, n=1)
    if near:
        return f"did you mean '{near[0]}'?"
    return "known: " + ", ".join(names) if names else "none is known"


def file_error(path: Path, error: OSError) -> UserError:
    """Return (not raise) the error for a file or folder that can't be read or written."""
    other = "choose another folder"
    hints = {
        errno.EACCES: f"change its permissions, or {other}",
        errno.EPERM: f"change its permissions, or {other}",
        errno.ENOSPC: "free some space and run the same command again: finished cases are kept",
        errno.EDQUOT: "free some space and run the same command again: finished cases are kept",
        errno.EROFS: f"{other}, on a file system that can be written",
        errno.ENOTDIR: f"there is a file where a folder is needed: {other}",
        errno.ENOSYS: f"its file system has no locks (Lustre: the mount option flock): {other}",
        errno.EOPNOTSUPP: f"its file system has no locks: {other}",
        errno.ENOLCK: f"its file system has no locks: {other}",
        errno.EEXIST: f"there is a file where a folder is needed: {other}",
    }
    return UserError(f"{path}: {error.strerror or error}", hints.get(error.errno or 0))
