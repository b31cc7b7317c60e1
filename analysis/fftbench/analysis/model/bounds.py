"""Lower bounds: what no library can be faster than, measured in the same results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fftbench.analysis.model.merge import ratio
from fftbench.analysis.model.result import Result
from fftbench.analysis.model.statistics import Estimate


@dataclass(frozen=True)
class Bound:
    """What the time of a case can't be below."""

    result: Result
    """The largest bound of the case's machine, problem, nodes, ranks and threads."""

    @property
    def seconds(self) -> float:
        """Of forward + backward."""
        return self.result.seconds

    @property
    def by(self) -> str:
        """What bounds the time: memory, arithmetic or exchange."""
        return str(self.result.used("of") or self.result.case.driver)

    def ratio_of(self, result: Result) -> Estimate | None:
        """Time of a result over the bound, paired by launch."""
        return ratio(result, self.result)


def bound_of(result: Result, bounds: Sequence[Result]) -> Bound | None:
    """Find the largest bound of a result; None if none was measured on the same resources."""
    there = [one for one in bounds if one.pair is not None and _where(one) == _where(result)]
    largest = max(there, key=lambda one: one.seconds, default=None)
    return None if largest is None else Bound(largest)


def _where(result: Result) -> object:
    return result.machine, result.case.problem, result.resources
