"""Mistakes that a person can mend: shown as one message, never as a stack trace."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class UserError(Exception):
    """What was wrong, where, and (as `hint`) what to do about it."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A suggestion for a misspelt `word`: the nearest known one, else all of them."""
    names = sorted(known)
    near = difflib.get_close_matches(word, names, n=1)
    if near:
        return f"did you mean '{near[0]}'?"
    return "known: " + ", ".join(names) if names else "none is known"
