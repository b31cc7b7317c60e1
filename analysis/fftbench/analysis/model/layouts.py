"""Classes of cases that do equal work: a spectrum may lie where the library likes, or must not."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from fftbench.analysis.model.result import Result
from fftbench.core.errors import UserError


class LayoutClass(str, Enum):
    """Where the spectrum may lie; only cases of a class are ranked and compared."""

    any = "any"
    """In any order, distributed in any way: what an application needs that only multiplies it."""
    same = "same"
    """Ordered and distributed like the input; cases whose layouts are unknown are not in it."""

    @property
    def label(self) -> str:
        """In words."""
        words = {"any": "any layout", "same": "spectrum ordered and distributed like the input"}
        return words[self.value]

    def has(self, result: Result) -> bool:
        """Whether a result is in the class."""
        return self is LayoutClass.any or result.same_layout is True


def classes_of(results: Iterable[Result]) -> tuple[LayoutClass, ...]:
    """Classes that differ among those with a time: only `same` if all are in it, `any` if none."""
    inside = {LayoutClass.same.has(result) for result in results if result.pair is not None}
    if inside == {True}:
        return (LayoutClass.same,)
    return (LayoutClass.any, LayoutClass.same) if True in inside else (LayoutClass.any,)


def layout_class(name: str) -> LayoutClass:
    """Return the class of this name; UserError if there is none."""
    names = [one.value for one in LayoutClass]
    if name not in names:
        raise UserError(f"there is no class of layouts '{name}'", f"choose {' or '.join(names)}")
    return LayoutClass(name)
