"""What a site file may say, and where that comes from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Guess:
    """A key of a site file."""

    key: str
    value: object
    """None: it is for a person to fill in, or to leave out."""
    why: str
