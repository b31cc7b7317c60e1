"""Baselines: the work of a transform by contiguous passes alone, measured in the same results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from fftbench.analysis.model.formats import grid_text
from fftbench.analysis.model.merge import ratio
from fftbench.analysis.model.result import Result
from fftbench.analysis.model.statistics import Estimate
from fftbench.core.contracts.problem import Precision, Problem


@dataclass(frozen=True)
class Baseline:
    """What the time of a case is compared with."""

    result: Result
    """The fastest baseline of the case's machine, problem, nodes, ranks and threads."""
    same_grid: bool
    """Whether it has the case's grid; baselines of other grids serve if none has."""

    @property
    def seconds(self) -> float:
        """Of forward + backward."""
        return self.result.seconds

    @property
    def name(self) -> str:
        """Driver, settings, grid and crossings, as `contiguous_passes kernel=lanes, ...`."""
        who = f"{self.result.case.driver} {self.result.shown}".strip()
        return f"{who}, grid {grid_text(self.result.grid)}, crossings: {crossings(self.result)}"

    def ratio_of(self, result: Result) -> Estimate | None:
        """Time of a result over that of the baseline, paired by launch."""
        return ratio(result, self.result)


def baseline_of(result: Result, baselines: Sequence[Result]) -> Baseline | None:
    """Find the baseline of a result; None if none was measured on the same resources."""
    there = [one for one in baselines if one.pair is not None and _where(one) == _where(result)]
    own = [one for one in there if one.grid == result.grid]
    fastest = min(own or there, key=lambda one: one.seconds, default=None)
    return None if fastest is None else Baseline(fastest, bool(own))


def crossings(baseline: Result) -> str:
    """Tell how data crossed between ranks: `copy`, `alltoall`, `alltoall+copy` or `none`."""
    used = (record.effective for record in baseline.records if record.effective)
    return next((str(one.settings.get("crossings", "")) for one in used), "")


def crossing_rate(baseline: Result) -> float | None:
    """10^9 bytes per second that crossings move, over all ranks; None without a crossing.

    A crossing moves every element of the spectrum once, including those that stay on their rank.
    Each direction has one for every dimension of the grid that is larger than one.
    """
    number = sum(ranks > 1 for ranks in baseline.grid or ())
    spent = crossing_seconds(baseline)
    if not number or not spent:
        return None
    return 2 * number * _spectrum_bytes(baseline.case.problem) / spent / 1e9


def crossing_seconds(baseline: Result) -> float | None:
    """Seconds of a pair in crossings: all that is not FFTW, messages or copies."""
    parts = baseline.parts
    if parts is None or parts.fft is None:
        return None
    return parts.wall - parts.fft


def _spectrum_bytes(problem: Problem) -> int:
    last = problem.shape[-1]
    bins = last // 2 + 1 if problem.halved else last
    numbers = 2 if problem.complex_output else 1
    real = 8 if problem.precision is Precision.double else 4
    return problem.fields * prod(problem.shape[:-1]) * bins * numbers * real


def _where(result: Result) -> object:
    return result.machine, result.case.problem, result.resources
