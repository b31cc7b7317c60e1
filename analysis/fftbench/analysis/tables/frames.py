"""Records as tidy tables for other tools: a row per measurement, repetition or MPI function."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import zip_longest
from math import prod
from statistics import median

import pandas as pd

from fftbench.analysis.model import samples
from fftbench.analysis.model.energy import joules_of_pair
from fftbench.analysis.model.formats import grid_text
from fftbench.analysis.model.machine import Machine
from fftbench.analysis.model.parts import parts_of
from fftbench.analysis.model.result import SHARED
from fftbench.analysis.model.sources import Study
from fftbench.analysis.tables.table import Value
from fftbench.core.contracts.labels import settings_text, sizes
from fftbench.core.contracts.record import Record
from fftbench.core.contracts.resources import Resources

KEYS = {
    "id": "hash of the case; with `launch`, unique on a machine",
    "launch": "number of the launch, from 0: what is measured in one is correlated",
}

CASE = {
    "machine": "host names without their numbers, and the processor",
    "driver": "name of the driver",
    "settings": "all of them, as `order=natural planner=measure`",
    "transform": "c2c, r2c, dct1 to dct4, dst1 to dst4; or a kind for each axis: dct2-dst2-r2c",
    "precision": "single or double",
    "placement": "in_place or out_of_place",
    "memory": "where the arrays are: host, cuda, hip or opencl",
    "shape": "points along each axis, slowest first, as 256x256x256",
    "points": "their product",
    "fields": "arrays of this shape that are transformed together",
    "workload": "what is done with the spectrum: none, poisson, convolution, gradient, "
    "unbounded_poisson, unbounded_plane_poisson, unbounded_line_poisson or navier_stokes",
    "nodes": "number of nodes",
    "ranks": "MPI processes",
    "threads": "of each rank",
    "cores": "ranks times threads",
    "grid": "how ranks divide the axes, as 2x1: as the library used it, or else as asked for",
    "seed": "of the data",
}

MEASUREMENT = {
    **KEYS,
    **CASE,
    "status": "ok, wrong, baseline, bound, unsupported, unavailable, failed or timeout",
    "reason": "why it is not ok",
    "started": "UTC, ISO 8601",
    "library": "name and version, as the library tells",
    "same_layout": "whether the spectrum is ordered and distributed like the input",
    "shared_cores": "whether ranks or threads shared cores, or ranks a device: such times claim "
    "nothing",
    "repetitions": "timed pairs of transforms, or solutions of a workload",
    "plan_s": "construction and commit, slowest rank",
    "first_pair_s": "the first forward and backward, which are not among the timed ones; also of a "
    "workload the bare transforms",
    "forward_s": "median over repetitions of the slowest rank's time",
    "pointwise_s": "of a workload, between the transforms",
    "backward_s": "the same as forward_s",
    "pair_s": "median over repetitions of forward + backward, or of a workload from end to end; "
    "status ok, baseline or bound only",
    "profile_wall_s": "forward + backward in the profiled passes, mean over ranks; also of a "
    "workload the bare transforms",
    "profile_fft_s": "of that FFT; empty where it can't be told apart",
    "profile_exchange_s": "of that exchange, waiting included",
    "profile_reorder_s": "of that the rest",
    "exchange_bytes": "sent by all ranks together, forward + backward",
    "error": "largest relative error of all checks; empty if not finite",
    "tolerance": "relative error up to which an answer is right",
    "peak_mb": "peak resident memory of the largest rank, 10^6 bytes",
    "library_mb": "what the library takes beside the arrays, 10^6 bytes, largest rank",
    "device_j": "joules of rank 0's device for what pair_s is of: the mean power of the "
    "repetitions, times their time",
    "packages_j": "the same of all processors of rank 0's node",
    "hosts": "names of the nodes",
    "devices": "names of the devices that the arrays are on",
    "mpi": "MPI library",
    "compiler": "that built the harness",
    "commit": "of the sources",
}

REPETITION = {
    **KEYS,
    **CASE,
    "direction": "forward or backward; of a workload pointwise, or whole from end to end",
    "repetition": "in the order they ran, from 0",
    "seconds": "of the slowest rank: the time of the repetition",
    "median_rank_s": "of the median rank",
    "fastest_rank_s": "of the fastest rank",
    "slowest_rank": "which one it was",
}

FUNCTION = {
    **KEYS,
    **CASE,
    "direction": "forward or backward",
    "function": "of MPI",
    "calls": "per transform, over all ranks",
    "seconds": "in it per transform, of the slowest rank",
    "bytes": "sent to other ranks per transform, over all ranks",
    "messages": "the same",
}
"""Columns and what they hold; times are in seconds, and what is unknown is empty."""

Line = dict[str, Value]


@dataclass(frozen=True)
class Frame:
    """A table that records make, and the meaning of its columns."""

    columns: Mapping[str, str]
    lines: Callable[[Machine, Record], Iterator[Line]]


def frame_of(study: Study, kind: str) -> pd.DataFrame:
    """Make the table of this name (see `FRAMES`): of all records that count."""
    found = FRAMES[kind]
    lines = [
        line
        for machine, records in study.records.items()
        for record in records
        for line in found.lines(machine, record)
    ]
    frame: pd.DataFrame = pd.DataFrame(lines, columns=list(found.columns))
    return frame


def _measurement(machine: Machine, record: Record) -> Iterator[Line]:
    yield {
        **_case(machine, record),
        "status": record.status.value,
        "reason": record.reason,
        "started": record.started,
        "library": f"{record.library.name} {record.library.version}" if record.library else None,
        "same_layout": record.layouts.same if record.layouts else None,
        "shared_cores": any(warning.code in SHARED for warning in record.warnings),
        **_times(record),
        **_profile(record),
        **_quality(record),
        **_environment(record),
    }


def _case(machine: Machine, record: Record) -> Line:
    case, used = record.case, record.effective
    problem = case.problem
    return {
        "id": case.id,
        "launch": record.launch,
        "machine": machine.label,
        "driver": case.driver,
        "settings": settings_text(case.settings),
        "transform": problem.transform.value,
        "precision": problem.precision.value,
        "placement": problem.placement.value,
        "memory": problem.memory.value,
        "shape": sizes(problem.shape),
        "points": prod(problem.shape),
        "fields": problem.fields,
        "workload": problem.workload.value,
        "nodes": case.nodes,
        "ranks": case.ranks,
        "threads": case.threads,
        "cores": Resources.of(case).cores,
        "grid": grid_text(used.grid if used and used.grid is not None else case.grid),
        "seed": case.seed,
    }


def _times(record: Record) -> Line:
    if not record.status.timed:
        return {}
    pairs = samples.pairs(record)
    planning = record.planning
    return {
        "repetitions": len(pairs),
        "plan_s": planning.construct_s + planning.commit_s if planning else None,
        "first_pair_s": planning.first_forward_s + planning.first_backward_s if planning else None,
        "forward_s": _median(samples.forward(record)),
        "pointwise_s": _median(samples.pointwise(record)),
        "backward_s": _median(samples.backward(record)),
        "pair_s": _median(pairs),
        "device_j": joules_of_pair(record, "device_j"),
        "packages_j": joules_of_pair(record, "packages_j"),
    }


def _profile(record: Record) -> Line:
    if record.profile is None or not record.status.timed:
        return {}
    parts = parts_of(record.profile)
    return {
        "profile_wall_s": parts.wall,
        "profile_fft_s": parts.fft,
        "profile_exchange_s": parts.exchange,
        "profile_reorder_s": parts.reorder,
        "exchange_bytes": parts.exchange_bytes,
    }


def _quality(record: Record) -> Line:
    check, memory = record.check, record.memory
    return {
        "error": check.error if check else None,
        "tolerance": check.tolerance if check else None,
        "peak_mb": memory.peak_mb if memory else None,
        "library_mb": memory.library_mb if memory else None,
    }


def _environment(record: Record) -> Line:
    there = record.environment
    if there is None:
        return {}
    return {
        "hosts": " ".join(host.name for host in there.hosts),
        "devices": "; ".join(one.name for one in there.devices) or None,
        "mpi": there.mpi.library,
        "compiler": there.build.compiler,
        "commit": there.build.commit,
    }


def _repetitions(machine: Machine, record: Record) -> Iterator[Line]:
    if not record.status.timed:
        return
    case = _case(machine, record)
    for direction in ("forward", "pointwise", "backward", "whole"):
        found = getattr(record, direction)
        if found is None:
            continue
        columns = (found.max_s, found.median_s, found.min_s, found.slowest_rank)
        # Of a record whose columns differ in length nothing is lost: what is missing is empty.
        for number, (slowest, middle, least, rank) in enumerate(zip_longest(*columns)):
            yield {
                **case,
                "direction": direction,
                "repetition": number,
                "seconds": slowest,
                "median_rank_s": middle,
                "fastest_rank_s": least,
                "slowest_rank": rank,
            }


def _functions(machine: Machine, record: Record) -> Iterator[Line]:
    if record.profile is None or not record.status.timed:
        return
    case = _case(machine, record)
    for direction in ("forward", "backward"):
        for name, function in getattr(record.profile, direction).mpi.items():
            yield {**case, "direction": direction, "function": name, **asdict(function)}


def _median(values: Sequence[float]) -> float | None:
    return median(values) if values else None


FRAMES = {
    "measurements": Frame(MEASUREMENT, _measurement),
    "repetitions": Frame(REPETITION, _repetitions),
    "functions": Frame(FUNCTION, _functions),
}
"""A row per case and launch; per repetition and direction; per MPI function and direction."""
