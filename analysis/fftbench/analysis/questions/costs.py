"""What claims compare, by launch: the less the better, and always above 0."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from fftbench.analysis.model.choice import Times, pair_times
from fftbench.analysis.model.metrics import base_of, series_of
from fftbench.analysis.model.parts import fft_of
from fftbench.analysis.model.result import Result
from fftbench.analysis.questions.claims import Metric
from fftbench.core.contracts.record import Record


def cost(metric: Metric, results: Sequence[Result]) -> Times:
    """Return what a metric is of one of these results, by launch; empty where nobody tells."""
    return _inefficiency(results) if metric == "efficiency" else COSTS[metric]


def _by_launch(of: Callable[[Record], float | None]) -> Times:
    def times(result: Result) -> Mapping[int, float]:
        found = {record.launch: of(record) for record in result.records}
        return {launch: value for launch, value in found.items() if value}

    return times


def _planning(record: Record) -> float | None:
    plan = record.planning
    return plan.construct_s + plan.commit_s if plan else None


def _memory(record: Record) -> float | None:
    least = 0.004  # a page: what takes none can be compared with, too
    taken = record.memory.library_mb if record.memory else None
    return None if taken is None else max(taken, least)


def _fft(record: Record) -> float | None:
    return fft_of(record.profile.forward) if record.profile else None


def _inefficiency(results: Sequence[Result]) -> Times:
    """One over the strong efficiency against the fewest cores of the series, which has none."""
    bases = base_of(results, series_of)

    def times(result: Result) -> Mapping[int, float]:
        base = bases.get(series_of(result))
        if base is None or base.resources.cores == result.resources.cores:
            return {}
        factor = result.resources.cores / base.resources.cores
        common = result.pair_launches.keys() & base.pair_launches.keys()
        return {
            launch: factor * result.pair_launches[launch] / base.pair_launches[launch]
            for launch in common
        }

    return times


COSTS: Mapping[str, Times] = {
    "pair": pair_times,
    "forward": lambda result: result.forward_launches,
    "fft": _by_launch(_fft),
    "planning": _by_launch(_planning),
    "memory": _by_launch(_memory),
}
