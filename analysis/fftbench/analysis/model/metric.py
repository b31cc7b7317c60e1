"""Another time in the place of a repetition's: a direction alone, say, or planning."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from functools import cached_property

from fftbench.analysis.model.choice import Times
from fftbench.analysis.model.metrics import Row, measure
from fftbench.analysis.model.repetition import Repetition
from fftbench.analysis.model.result import Result


@dataclass(frozen=True)
class Metric:
    """What is timed, and what it is called."""

    words: Repetition
    times: Times
    shared: bool = True
    """Whether cores share the work, so that an ideal and an efficiency mean something."""


@dataclass(frozen=True)
class PartResult(Result):
    """A result whose `pair` is another time: what compares or draws a pair's does so with it."""

    metric: Metric = field(kw_only=True)

    @property
    def repetition(self) -> Repetition:
        """What is timed, in words."""
        return self.metric.words

    @cached_property
    def pair_launches(self) -> dict[int, float]:
        """Seconds by launch; empty if not timed."""
        return dict(self.metric.times(self)) if self.status.timed else {}


def rows_by(metric: Metric, rows: Iterable[Row]) -> list[Row]:
    """Measure the same cases by another time, without baselines and bounds, which have none."""
    return measure([_part(row.result, metric) for row in rows])


def _part(result: Result, metric: Metric) -> PartResult:
    known = {one.name: getattr(result, one.name) for one in fields(Result)}
    return PartResult(**known, metric=metric)
