"""Figures of merit, each with its definition and source. Times are of forward + backward."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf, log2, prod
from typing import Protocol, TypeVar

from fftbench.analysis.model.baselines import Baseline, baseline_of
from fftbench.analysis.model.bounds import Bound, bound_of
from fftbench.analysis.model.choice import standings
from fftbench.analysis.model.machine import Machine
from fftbench.analysis.model.merge import Divided, ratio
from fftbench.analysis.model.result import Result
from fftbench.analysis.model.statistics import Estimate
from fftbench.core.contracts.problem import Precision, Problem
from fftbench.core.contracts.resources import Resources


class Timed(Protocol):
    """What has a time of forward + backward; infinite if unknown."""

    @property
    def seconds(self) -> float:
        """To sort by."""


K = TypeVar("K", bound=Hashable)
T = TypeVar("T", bound=Timed)


@dataclass(frozen=True)
class Series:
    """What is the same wherever strong scaling is looked at: all but the resources."""

    machine: Machine
    problem: Problem
    driver: str
    settings: str


@dataclass(frozen=True)
class Row:
    """A result and how it compares with the others; None if unknown."""

    result: Result
    gflops: float | None = None
    ratio: Estimate | None = None
    """Time over that of the fastest case of the same problem and resources, paired by launch.

    That owes nothing to luck: see `Standings.over_fastest`.
    """
    speedup: float | None = None
    """Time on the fewest cores of the series over the time here, paired by launch.

    Efficiency and serial fraction are made of it. Like these None where ranks or threads share
    cores. Cores are ranks times threads.
    """
    efficiency: Estimate | None = None
    """Strong efficiency against the same driver and settings on their fewest cores."""
    icl_efficiency: Estimate | None = None
    """Strong efficiency against the fastest of all drivers on the fewest cores."""
    serial_fraction: float | None = None
    rank_mb_s: float | None = None
    baseline: Baseline | None = None
    over_baseline: Estimate | None = None
    """Time over that of the baseline, paired by launch."""
    bound: Bound | None = None
    over_bound: Estimate | None = None
    """Time over the lower bound, paired by launch."""

    @property
    def seconds(self) -> float:
        """Median of forward + backward; infinite if there is none."""
        return self.result.seconds

    @property
    def resources(self) -> Resources:
        """How much of the machine it used."""
        return self.result.resources

    @property
    def series(self) -> Series:
        """What its scaling is looked at in."""
        return series_of(self.result)


def series_of(result: Result) -> Series:
    """Return the series of a result."""
    case = result.case
    return Series(result.machine, case.problem, case.driver, result.settings)


def flops(problem: Problem) -> float:
    """Operations of one transform by convention: 5 N log2 N, for real input 2.5 N log2 N.

    r2c and every dct and dst have real input. N is the number of points of a field (benchfft,
    https://www.fftw.org/speed/method.html). This is a common scale for time, not a count of the
    operations that a library does.
    """
    points = prod(problem.shape)
    factor = 5.0 if problem.complex_input else 2.5
    return problem.fields * factor * points * log2(points) if points > 1 else 0.0


def input_bytes(problem: Problem) -> int:
    """Bytes of the whole input, all fields over all ranks."""
    real = 8 if problem.precision is Precision.double else 4
    return problem.fields * prod(problem.shape) * real * (2 if problem.complex_input else 1)


def gflops(problem: Problem, pair_s: float) -> float:
    """10^9 conventional operations per second; `pair_s` is the time of a repetition."""
    return problem.transforms * flops(problem) / pair_s / 1e9


def rank_throughput(problem: Problem, ranks: int, pair_s: float) -> float:
    """10^6 bytes of input per second and rank, for forward and backward (FLUPS paper, table II).

    The input of a flow is its velocity, however many of the three components are one batch.
    """
    return problem.inputs * input_bytes(problem) / (ranks * pair_s) / 1e6


def serial_fraction(speedup: float, factor: float) -> float | None:
    """Return the fraction that does not scale, from the speedup on `factor` times the cores.

    (1/s - 1/r) / (1 - 1/r): Karp & Flatt, CACM 33(5), 1990; Amdahl's law solved for it.
    Negative if scaling is better than ideal; None at factor 1.
    """
    if factor <= 1:
        return None
    return (1 / speedup - 1 / factor) / (1 - 1 / factor)


def amdahl_fraction(factors: Sequence[float], speedups: Sequence[float]) -> float | None:
    """Fit the serial fraction of several points, each a speedup on so many times the cores.

    Least squares of T(r) / T(1) = s + (1 - s) / r, which for one point gives `serial_fraction`;
    None without a factor above 1.
    """
    x = [1 - 1 / r for r in factors]
    y = [1 / speedup - 1 / r for speedup, r in zip(speedups, factors, strict=True)]
    norm = sum(value * value for value in x)
    return sum(a * b for a, b in zip(x, y, strict=True)) / norm if norm > 0 else None


def pays_after(quick: Result, slow: Result) -> float | None:
    """Pairs of transforms after which the longer planning of `slow` has paid for itself.

    None if it never does, or if times are unknown.
    """
    if None in (quick.pair, slow.pair, quick.plan_s, slow.plan_s):
        return None
    assert quick.pair and slow.pair and quick.plan_s is not None and slow.plan_s is not None
    gain = quick.pair.median - slow.pair.median
    cost = slow.plan_s - quick.plan_s
    if gain <= 0:
        return None
    return max(0.0, cost / gain)


def measure(
    results: Sequence[Result], baselines: Sequence[Result] = (), bounds: Sequence[Result] = ()
) -> list[Row]:
    """Make one row per result, in the same order, each with its baseline and its bound."""
    over = over_fastest(results)
    first = base_of(results, series_of)
    first_of_all = base_of(results, lambda r: (r.machine, r.case.problem))
    rows = []
    for result in results:
        baseline = baseline_of(result, baselines)
        bound = bound_of(result, bounds)
        row = Row(result, baseline=baseline, bound=bound)
        if result.pair is not None:
            row = replace(
                _row(result, result.pair, over[result.key]),
                baseline=baseline,
                over_baseline=baseline.ratio_of(result) if baseline else None,
                bound=bound,
                over_bound=bound.ratio_of(result) if bound else None,
            )
            if not result.oversubscribed:
                icl = first_of_all[result.machine, result.case.problem]
                row = _scaled(row, first[series_of(result)], icl)
        rows.append(row)
    return rows


def rows_apart(found: Divided) -> list[Row]:
    """Make a row of each result that competes with nobody; for summary.csv alone.

    A baseline has itself as its baseline, and a bound itself as its bound.
    """
    return [
        *(Row(one, baseline=baseline_of(one, [one])) for one in found.baselines),
        *(Row(one, bound=bound_of(one, [one])) for one in found.bounds),
        *(Row(one) for one in found.unranked),
    ]


def over_fastest(results: Iterable[Result]) -> dict[tuple[Machine, str], Estimate]:
    """Time of every case over that of the fastest of the same problem and resources."""
    groups: dict[Hashable, list[Result]] = {}
    for one in results:
        if one.pair is not None:
            groups.setdefault((one.machine, one.case.problem, one.resources), []).append(one)
    return {
        choice.best.key: found.over_fastest(choice)
        for found in (standings([one] for one in group) for group in groups.values())
        for choice in found.choices
    }


def _row(result: Result, pair: Estimate, over: Estimate) -> Row:
    problem, ranks = result.case.problem, result.case.ranks
    return Row(
        result=result,
        gflops=gflops(problem, pair.median),
        ratio=over,
        rank_mb_s=rank_throughput(problem, ranks, pair.median),
    )


def _scaled(row: Row, base: Result, icl: Result) -> Row:
    result = row.result
    gain = ratio(base, result)
    assert gain is not None
    factor = result.resources.cores / base.resources.cores
    return replace(
        row,
        speedup=gain.median,
        efficiency=gain.scaled(1 / factor),
        icl_efficiency=efficiency(icl, result),
        serial_fraction=serial_fraction(gain.median, factor),
    )


def efficiency(base: Result, result: Result) -> Estimate | None:
    """Strong efficiency: time of `base` over r times that of `result` on r times as many cores.

    Paired by launch. With the same driver and settings as `base`, the usual definition; with the
    fastest of all drivers, that of ICL's report "FFT benchmark performance experiments on systems
    targeting exascale" (2022), section on scaling.
    """
    gain = ratio(base, result)
    return gain.scaled(base.resources.cores / result.resources.cores) if gain else None


def fastest(items: Iterable[T], key: Callable[[T], K]) -> dict[K, T]:
    """Pick the fastest of each group, in order of first appearance; only of those with a time."""
    best: dict[K, T] = {}
    for item in items:
        group = key(item)
        if item.seconds < (best[group].seconds if group in best else inf):
            best[group] = item
    return best


def base_of(results: Iterable[Result], key: Callable[[Result], K]) -> Mapping[K, Result]:
    """Pick the fastest on the fewest cores (of several grids, or of ranks or threads alone).

    Cases whose ranks or threads share cores are no base.
    """
    groups: dict[K, list[Result]] = {}
    for result in results:
        if result.pair is not None and not result.oversubscribed:
            groups.setdefault(key(result), []).append(result)
    return {
        name: min(group, key=lambda r: (r.resources.cores, r.seconds))
        for name, group in groups.items()
    }
