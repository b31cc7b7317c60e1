"""Figures of merit, each with its definition and source. Times are of forward + backward."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log2, prod
from typing import TypeVar

from fftbench.analysis.bounds import Limit, limit_of
from fftbench.analysis.merge import ratio
from fftbench.analysis.result import Result
from fftbench.analysis.sources import Machine
from fftbench.analysis.statistics import Estimate
from fftbench.core.case import Precision, Problem, Transform
from fftbench.core.record import Status

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True, order=True)
class Place:
    """How much of a machine a case uses; only cases of equal places are ranked."""

    nodes: int
    ranks: int
    threads: int

    @property
    def cores(self) -> int:
        """Ranks times threads."""
        return self.ranks * self.threads

    @property
    def label(self) -> str:
        """As `4 ranks`, or `2 nodes, 8 ranks x 4 threads`."""
        text = f"{self.ranks} rank{'s' if self.ranks > 1 else ''}"
        if self.threads > 1:
            text += f" \N{MULTIPLICATION SIGN} {self.threads} threads"
        return f"{self.nodes} nodes, {text}" if self.nodes > 1 else text


@dataclass(frozen=True)
class Series:
    """What stays equal along a line of a strong-scaling figure."""

    machine: Machine
    problem: Problem
    driver: str
    settings: str
    threads: int


@dataclass(frozen=True)
class Row:
    """A result and what it means among the others; None where that is unknown."""

    result: Result
    gflops: float | None = None
    ratio: Estimate | None = None
    """Time over that of the fastest case of the same problem and place, paired by launch."""
    speedup: float | None = None
    """Time at the series' fewest ranks over the time here."""
    efficiency: Estimate | None = None
    """Strong efficiency against the same driver and settings at their fewest ranks."""
    icl_efficiency: Estimate | None = None
    """Strong efficiency against the fastest of all drivers at the fewest ranks."""
    serial_fraction: float | None = None
    rank_mb_s: float | None = None
    limit: Limit | None = None
    over_limit: Estimate | None = None
    """Time over that of the limit, paired by launch; below 1 the limit is none."""

    @property
    def place(self) -> Place:
        """How much of the machine it used."""
        return place_of(self.result)

    @property
    def series(self) -> Series:
        """Which line of a scaling figure it is on."""
        return series_of(self.result)


def place_of(result: Result) -> Place:
    """Tell the place of a result."""
    case = result.case
    return Place(case.nodes, case.ranks, case.threads)


def series_of(result: Result) -> Series:
    """Tell the series of a result."""
    case = result.case
    return Series(result.machine, case.problem, case.driver, result.settings, case.threads)


def flops(problem: Problem) -> float:
    """Operations of one transform by convention: 5 N log2 N, for real input 2.5 N log2 N.

    Real input is that of r2c and of every dct and dst. N is the number of points (benchfft,
    https://www.fftw.org/speed/method.html): a common scale for time, not a count of what a library
    does.
    """
    points = prod(problem.shape)
    factor = 5.0 if problem.transform is Transform.c2c else 2.5
    return factor * points * log2(points) if points > 1 else 0.0


def input_bytes(problem: Problem) -> int:
    """Bytes of the whole input field, over all ranks."""
    real = 8 if problem.precision is Precision.double else 4
    return prod(problem.shape) * real * (2 if problem.transform is Transform.c2c else 1)


def gflops(problem: Problem, pair_s: float) -> float:
    """10^9 conventional operations per second; `pair_s` holds two transforms."""
    return 2 * flops(problem) / pair_s / 1e9


def rank_throughput(problem: Problem, ranks: int, pair_s: float) -> float:
    """10^6 bytes of input per second and rank, for forward and backward (FLUPS paper, table II)."""
    return input_bytes(problem) / (ranks * pair_s) / 1e6


def serial_fraction(speedup: float, factor: float) -> float | None:
    """Give the fraction that does not scale, from one speedup over `factor` times the ranks.

    (1/s - 1/r) / (1 - 1/r): Karp & Flatt, CACM 33(5), 1990; Amdahl's law solved for it.
    Negative where scaling is better than ideal; None at factor 1.
    """
    if factor <= 1:
        return None
    return (1 / speedup - 1 / factor) / (1 - 1 / factor)


def amdahl_fraction(ranks: Sequence[int], seconds: Sequence[float]) -> float | None:
    """Fit the serial fraction s of T(p) = T(p0) (s + (1 - s) p0/p) by least squares.

    The first entry is the base (p0, T(p0)); None without a second rank count.
    """
    factors = [p / ranks[0] for p in ranks]
    x = [1 - 1 / r for r in factors]
    y = [t / seconds[0] - 1 / r for t, r in zip(seconds, factors, strict=True)]
    norm = sum(value * value for value in x)
    return sum(a * b for a, b in zip(x, y, strict=True)) / norm if norm > 0 else None


def pays_after(quick: Result, slow: Result) -> float | None:
    """Pairs of transforms after which the longer planning of `slow` has paid for itself.

    None where it never does, or where times are unknown.
    """
    if None in (quick.pair, slow.pair, quick.plan_s, slow.plan_s):
        return None
    assert quick.pair and slow.pair and quick.plan_s is not None and slow.plan_s is not None
    gain = quick.pair.median - slow.pair.median
    cost = slow.plan_s - quick.plan_s
    if gain <= 0:
        return None
    return max(0.0, cost / gain)


def measure(results: Sequence[Result], bounds: Sequence[Result] = ()) -> list[Row]:
    """One row per result, in the same order, with the limit that the `bounds` set it."""
    timed = [result for result in results if result.pair is not None]
    fastest = _fastest(timed, lambda r: (r.machine, r.case.problem, place_of(r)))
    first = _base(timed, series_of)
    first_of_all = _base(timed, lambda r: (r.machine, r.case.problem, r.case.threads))
    rows = []
    for result in results:
        limit = limit_of(result, bounds)
        if result.pair is None:
            rows.append(Row(result, limit=limit))
            continue
        best = fastest[result.machine, result.case.problem, place_of(result)]
        base = first[series_of(result)]
        icl = first_of_all[result.machine, result.case.problem, result.case.threads]
        row = _row(result, result.pair, best, base, icl)
        rows.append(replace(row, limit=limit, over_limit=limit.under(result) if limit else None))
    return rows


def bound_rows(bounds: Sequence[Result]) -> list[Row]:
    """Give a row to each bound, which is its own limit, for summary.csv alone."""
    return [Row(bound, limit=limit_of(bound, [bound])) for bound in bounds]


def _row(result: Result, pair: Estimate, best: Result, base: Result, icl: Result) -> Row:
    problem, ranks = result.case.problem, result.case.ranks
    factor = ranks / base.case.ranks
    assert base.pair is not None
    speedup = base.pair.median / pair.median
    return Row(
        result=result,
        gflops=gflops(problem, pair.median),
        ratio=ratio(result, best),
        speedup=speedup,
        efficiency=efficiency(base, result),
        icl_efficiency=efficiency(icl, result),
        serial_fraction=serial_fraction(speedup, factor),
        rank_mb_s=rank_throughput(problem, ranks, pair.median),
    )


def efficiency(base: Result, result: Result) -> Estimate | None:
    """Strong efficiency: time of `base` over r times that of `result` on r times as many ranks.

    Paired by launch. With the same driver and settings as `base`, the usual definition; with the
    fastest of all drivers, that of ICL's report "FFT benchmark performance experiments on systems
    targeting exascale" (2022), section on scaling.
    """
    gain = ratio(base, result)
    return gain.scaled(base.case.ranks / result.case.ranks) if gain else None


def time_of(result: Result) -> float:
    """Median seconds of a pair, for sorting; infinite where there is none."""
    return result.pair.median if result.pair else float("inf")


def best_of(rows: Iterable[Row], key: Callable[[Row], K]) -> dict[K, Row]:
    """Pick the fastest ok row of each group, in order of first appearance."""
    best: dict[K, Row] = {}
    for row in rows:
        if row.result.status is Status.ok and row.result.pair is not None:
            old = best.get(key(row))
            if old is None or time_of(row.result) < time_of(old.result):
                best[key(row)] = row
    return best


def _fastest(results: Iterable[Result], key: Callable[[Result], K]) -> Mapping[K, Result]:
    best: dict[K, Result] = {}
    for result in results:
        old = best.get(key(result))
        if old is None or time_of(result) < time_of(old):
            best[key(result)] = result
    return best


def _base(results: Iterable[Result], key: Callable[[Result], K]) -> Mapping[K, Result]:
    """At the fewest ranks, the fastest (there may be several grids)."""
    groups: dict[K, list[Result]] = {}
    for result in results:
        groups.setdefault(key(result), []).append(result)
    return {
        name: min(group, key=lambda r: (r.case.ranks, time_of(r))) for name, group in groups.items()
    }
