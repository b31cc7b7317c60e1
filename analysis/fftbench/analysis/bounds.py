"""What the machine allows: which bound, measured in the same results, holds for a case."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from fftbench.analysis.formats import grid_text
from fftbench.analysis.merge import ratio
from fftbench.analysis.result import Result
from fftbench.analysis.statistics import Estimate
from fftbench.core.case import Precision, Problem, Transform


@dataclass(frozen=True)
class Limit:
    """The least time that a case can take, as far as a bound knows."""

    bound: Result
    """The fastest bound of the same machine, problem, nodes, ranks and threads."""
    same_grid: bool
    """Whether it is of the case's own grid; bounds of other grids hold where there is none."""

    @property
    def seconds(self) -> float:
        """Of forward + backward."""
        return _seconds(self.bound)

    @property
    def name(self) -> str:
        """Which bound it is: `limits kernel=lanes, grid 2x1, crossings: copy`."""
        who = f"{self.bound.case.driver} {self.bound.shown}".strip()
        return f"{who}, grid {grid_text(self.bound.grid)}, crossings: {how(self.bound)}"

    def under(self, result: Result) -> Estimate | None:
        """Tell how many times the bound a result takes, paired by launch."""
        return ratio(result, self.bound)


def limit_of(result: Result, bounds: Sequence[Result]) -> Limit | None:
    """Find the bound that holds for a result; None where there is none of its place."""
    there = [one for one in bounds if one.pair is not None and _place(one) == _place(result)]
    own = [one for one in there if one.grid == result.grid]
    fastest = min(own or there, key=_seconds, default=None)
    return None if fastest is None else Limit(fastest, bool(own))


def how(bound: Result) -> str:
    """Tell how a bound's crossings went: `copy`, `alltoall`, `alltoall+copy` or `none`."""
    used = (record.effective for record in bound.records if record.effective)
    return next((str(one.settings.get("crossings", "")) for one in used), "")


def crossing_rate(bound: Result) -> float | None:
    """10^9 bytes that all ranks together move per second in crossings; None without any.

    A crossing moves every element of the spectrum once, those included that stay on their rank; a
    dimension of the grid above one asks for a crossing in either direction.
    """
    crossings = sum(ranks > 1 for ranks in bound.grid or ())
    spent = crossing_seconds(bound)
    if not crossings or not spent:
        return None
    return 2 * crossings * _spectrum_bytes(bound.case.problem) / spent / 1e9


def crossing_seconds(bound: Result) -> float | None:
    """Seconds of a pair in crossings: in MPI, or outside of FFTW where they are copies."""
    parts = bound.parts
    if parts is None or parts.reorder is None:
        return None
    return parts.exchange + parts.reorder


def _seconds(bound: Result) -> float:
    assert bound.pair is not None
    return bound.pair.median


def _spectrum_bytes(problem: Problem) -> int:
    last = problem.shape[-1]
    bins = last // 2 + 1 if problem.transform is Transform.r2c else last
    numbers = 2 if problem.transform in (Transform.c2c, Transform.r2c) else 1
    real = 8 if problem.precision is Precision.double else 4
    return prod(problem.shape[:-1]) * bins * numbers * real


def _place(result: Result) -> object:
    case = result.case
    return result.machine, case.problem, case.nodes, case.ranks, case.threads
