"""The versions of fftbench's files: `fftbench/record/3` is the third version of records."""

from __future__ import annotations

import re


def version_of(schema: object) -> tuple[str, int] | None:
    """Split the name of a schema into kind and version; None where it is not one of fftbench's."""
    match = re.fullmatch(r"fftbench/([a-z]+)/([0-9]+)", schema) if isinstance(schema, str) else None
    return (match[1], int(match[2])) if match else None


def is_older(found: object, known: str) -> bool:
    """Whether `found` is an earlier version of the same kind of file."""
    return _difference(found, known) < 0


def is_newer(found: object, known: str) -> bool:
    """Whether `found` is a later version of the same kind of file."""
    return _difference(found, known) > 0


def mismatch(found: object, known: str) -> str:
    """Say why content of schema `found` can't be read as `known`."""
    difference = _difference(found, known)
    if difference < 0:
        return f"older: schema is {found!r}; `fftbench migrate DIR` converts it to '{known}'"
    if difference > 0:
        return f"newer: schema is {found!r}, and this fftbench reads '{known}': update fftbench"
    return f"foreign: schema is {found!r} instead of '{known}'"


def _difference(found: object, known: str) -> int:
    """How many versions `found` is ahead of `known`; 0 where the two are not comparable."""
    one, other = version_of(found), version_of(known)
    if one is None or other is None or one[0] != other[0]:
        return 0
    return one[1] - other[1]
