"""Figures of a machine, from the records of one: what a model of times starts from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod

from fftbench.analysis.model.bounds import Bound
from fftbench.analysis.model.metrics import flops, input_bytes
from fftbench.analysis.model.prediction import Figures
from fftbench.analysis.model.result import Result
from fftbench.core.contracts.environment import Distance, Link
from fftbench.core.contracts.problem import Problem
from fftbench.core.contracts.record import Record, Status


def figures_of(records: Sequence[Record], apart: Sequence[Result], problem: Problem) -> Figures:
    """Collect the figures of one machine, from its records and its baselines and bounds.

    The rate of transforms is that of the passes of `contiguous_passes` on the fewest cores, and
    the bandwidth of memory that of `lower_bound` on the most cores of a node: of this problem if
    it was measured, else of the largest one.
    """
    near, far = (_link(records, distance) for distance in (Distance.node, Distance.network))
    baselines = [one for one in apart if one.status is Status.baseline]
    bounds = [one for one in apart if one.status is Status.bound]
    passes = _of(problem, [one for one in baselines if one.parts and one.parts.fft])
    streams = _of(problem, [one for one in bounds if Bound(one).by == "memory"])
    slowest = far or near
    return Figures(
        operations=min(map(_of_operation, _least(passes)), default=None),
        memory=min(map(_of_byte, _most(streams)), default=None),
        near=1 / near.bytes_per_s if near else None,
        far=1 / far.bytes_per_s if far else None,
        messages=slowest.latency_s if slowest else None,
    )


def _link(records: Iterable[Record], distance: Distance) -> Link | None:
    """Return the best of all programs: what was worse waited for something else."""
    links = [
        link
        for record in records
        for link in (record.environment.links if record.environment else ())
        if link.distance is distance
    ]
    if not links:
        return None
    return Link(
        distance=distance,
        latency_s=min(link.latency_s for link in links),
        bytes_per_s=max(link.bytes_per_s for link in links),
    )


def _of(problem: Problem, results: Iterable[Result]) -> list[Result]:
    """Choose those of a problem, or else of the largest one in the same memory."""
    there = [
        one
        for one in results
        if one.pair is not None
        and not one.oversubscribed
        and one.case.problem.memory is problem.memory
    ]
    own = [one for one in there if one.case.problem == problem]
    largest = max((prod(one.case.problem.shape) for one in there), default=0)
    return own or [one for one in there if prod(one.case.problem.shape) == largest]


def _least(results: list[Result]) -> list[Result]:
    fewest = min((one.resources.cores for one in results), default=0)
    return [one for one in results if one.resources.cores == fewest]


def _most(results: list[Result]) -> list[Result]:
    most = max((one.resources.cores_per_node for one in results), default=0)
    return [one for one in results if one.resources.cores_per_node == most]


def _of_operation(passes: Result) -> float:
    """Seconds of a core for an operation."""
    assert passes.parts is not None
    assert passes.parts.fft is not None
    return passes.parts.fft * passes.resources.cores / (2 * flops(passes.case.problem))


def _of_byte(streams: Result) -> float:
    """Seconds for a byte of a node: forward and backward each read one array and write the other.

    Half spectra are counted like the real fields that they are of: they have a few bytes more.
    """
    return streams.seconds * streams.case.nodes / (4 * input_bytes(streams.case.problem))
