"""A figure of a collection."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from matplotlib.figure import Figure as Canvas

from fftbench.analysis.model.formats import problem_slug, problem_text
from fftbench.core.contracts.problem import Problem

Make = Callable[[], Canvas]


@dataclass(frozen=True)
class Figure:
    """A figure and how to draw it, into files of this name."""

    name: str
    kind: str
    title: str
    caption: str
    make: Make = field(repr=False, compare=False)


@dataclass(frozen=True)
class Subject:
    """What several figures are of."""

    stem: str
    """Of their names."""
    text: str

    @classmethod
    def of(cls, problem: Problem, prefix: str = "") -> Subject:
        """Return a problem; the prefix tells its place, where there are several."""
        return cls(prefix + problem_slug(problem), problem_text(problem))

    def figure(self, kind: str, title: str, caption: str, make: Make) -> Figure:
        """Make a figure of it."""
        return Figure(f"{self.stem}-{kind}", kind, f"{title}: {self.text}", caption, make)
