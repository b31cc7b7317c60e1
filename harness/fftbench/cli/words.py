"""What words of the command line stand for: a shape, a transform, one of several values."""

from __future__ import annotations

from enum import Enum
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

# ruff: noqa: PLC0415
# Imports lie inside the functions: `--help` must not wait for pydantic or matplotlib.
from fftbench.core.errors import UserError

if TYPE_CHECKING:
    from fftbench.core.contracts.problem import AnyTransform

E = TypeVar("E", bound=Enum)


def shape_and_paths(shape: str, rest: list[str]) -> tuple[tuple[int, ...], list[Path]]:
    """Read the shape as `512x512x512`, or as numbers, the later ones before or behind the paths."""
    words = shape.lower().split("x")
    if len(words) == 1:
        axes = list(takewhile(str.isdigit, rest))
        behind = list(takewhile(str.isdigit, reversed(rest)))[::-1]
        rest = rest[len(axes) :] if axes else rest[: len(rest) - len(behind)]
        words += axes or behind
    if not all(word.isdigit() and int(word) > 0 for word in words) or len(words) > 3:
        raise UserError(
            f"no shape: '{' '.join(words)}'", "give one to three axes, as --shape 512 512 512"
        )
    return tuple(map(int, words)), [Path(path) for path in rest] or [Path("results")]


def transform_of(name: str, axes: tuple[int, ...]) -> AnyTransform:
    """Return the transform of this name, on so many axes; UserError if there is none."""
    from pydantic import TypeAdapter, ValidationError

    from fftbench.core.contracts.problem import AnyTransform, MixedTransform, Transform

    if "-" not in name:
        return chosen("transform", name, Transform)
    try:
        mixed = MixedTransform(TypeAdapter(AnyTransform).validate_python(name))
    except ValidationError as error:
        raise UserError(f"--transform: {error.errors()[0]['ctx']['error']}") from error
    if len(mixed.kinds) != len(axes):
        raise UserError(
            f"'{name}' names a kind for {len(mixed.kinds)} axes, and the shape has {len(axes)}",
            "give a kind for each axis",
        )
    return mixed


def chosen(what: str, name: str, kind: type[E]) -> E:
    """Return the value of this name; UserError if there is none."""
    names = [one.value for one in kind]
    if name not in names:
        raise UserError(f"there is no {what} '{name}'", f"choose {', '.join(names)}")
    return kind(name)
