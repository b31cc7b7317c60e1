"""From a schedule to jobs: each with one size of allocation, split to keep to the time limit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from fftbench.core.contracts.case import Case
from fftbench.core.contracts.problem import Problem
from fftbench.jobs.packing.durations import Durations
from fftbench.jobs.packing.joblist import Job, Part, TimeLimit
from fftbench.jobs.run.batches import Batch, grouped

Batches = tuple[Batch, ...]


def make_jobs(
    batches: Iterable[Batch], durations: Durations, limit: TimeLimit, max_array: int | None = None
) -> tuple[Job, ...]:
    """Pack a schedule into jobs: right-sized, in order, none lost, none twice.

    A launch of all drivers on the same resources stays together in one allocation if it fits, else
    at least what all drivers do on a problem, if that does. Other splits of the same cores into
    ranks and threads are allocations of another shape, and so other jobs: they may run on other
    nodes and days, and reports warn where such launches are paired. With `max_array` the
    jobs of the same resources become arrays of at most so many.
    """
    jobs: list[Job] = []
    by_resources = grouped(batches, lambda batch: batch.resources)
    for resources in sorted(by_resources):
        units = [
            unit
            for launch in grouped(by_resources[resources], lambda batch: batch.launch).values()
            for unit in _fitting(tuple(launch), durations, limit.budget, DIVISIONS)
        ]
        packed = list(_packed(units, durations, limit.budget))
        scripts = _scripts(resources.name, len(packed), max_array)
        for mine, (script, index) in zip(packed, scripts, strict=True):
            name = script if index is None else f"{script}-{index:03d}"
            jobs.append(_job(name, script, index, mine, durations.of_batches(mine), limit))
    return tuple(jobs)


def too_long(jobs: Iterable[Job], limit: TimeLimit) -> list[str]:
    """Name the jobs that may not end in time although nothing is left to split."""
    return [
        f"job {job.name}: its one case is estimated at {job.seconds / 60:.1f} min, which with the "
        f"safety factor {limit.safety:g} does not fit into {limit.minutes} min; it is tried "
        "all the same"
        for job in jobs
        if job.seconds > limit.budget
    ]


def _job(  # noqa: PLR0913, PLR0917 (a constructor)
    name: str, script: str, index: int | None, batches: Batches, seconds: float, limit: TimeLimit
) -> Job:
    resources = batches[0].resources
    parts = tuple(
        Part(
            launch=batch.launch,
            round=batch.round,
            driver=batch.driver,
            cases=tuple(case.id for case in batch.cases),
        )
        for batch in batches
    )
    return Job(
        name=name,
        script=script,
        array_index=index,
        ranks=resources.ranks,
        nodes=resources.nodes,
        threads=resources.threads,
        memory=resources.memory,
        seconds=round(seconds, 1),
        minutes=limit.ask_for(seconds),
        parts=parts,
    )


def _scripts(name: str, count: int, max_array: int | None) -> Iterator[tuple[str, int | None]]:
    """Yield the script of each of so many jobs, and its index in it where that is an array."""
    for index in range(count):
        if count == 1:
            yield name, None
        elif max_array is None:
            yield f"{name}-{index + 1:03d}", None
        else:
            array, place = divmod(index, max_array)
            yield (name if count <= max_array else f"{name}-array{array + 1}"), place


def _fitting(
    batches: Batches,
    durations: Durations,
    budget: float,
    divisions: Sequence[Callable[[Batches], Iterable[Batches]]],
) -> Iterator[Batches]:
    """Divide batches, coarsely first, until each part fits or nothing is left to divide."""
    if not divisions or durations.of_batches(batches) <= budget:
        yield batches
        return
    for part in divisions[0](batches):
        yield from _fitting(part, durations, budget, divisions[1:])


def _by_round(batches: Batches) -> Iterator[Batches]:
    """Divide a launch into what all drivers do on the same problems."""
    yield from map(tuple, grouped(batches, lambda batch: batch.round).values())


def _by_problem(batches: Batches) -> Iterator[Batches]:
    """Divide a round into what all drivers do on each problem."""
    parts: dict[Problem, list[Batch]] = {}
    for batch in batches:
        for problem, cases in grouped(batch.cases, lambda case: case.problem).items():
            parts.setdefault(problem, []).append(replace(batch, cases=tuple(cases)))
    yield from map(tuple, parts.values())


def _by_case(batches: Batches) -> Iterator[Batches]:
    for batch in batches:
        for case in batch.cases:
            yield (replace(batch, cases=(case,)),)


DIVISIONS = (_by_round, _by_problem, _by_case)
"""Coarse ones first."""


def _packed(units: Iterable[Batches], durations: Durations, budget: float) -> Iterator[Batches]:
    """Fill one job after the other, in order."""
    job: Batches = ()
    for unit in units:
        longer = _merged((*job, *unit))
        if job and durations.of_batches(longer) > budget:
            yield job
            job = unit
        else:
            job = longer
    if job:
        yield job


def _merged(batches: Batches) -> Batches:
    """Start a program once for what was divided but came together again."""
    merged: dict[tuple[int, int, str, int], Batch] = {}
    for batch in batches:
        key = batch.launch, batch.round, batch.driver, batch.seed
        before: tuple[Case, ...] = merged[key].cases if key in merged else ()
        merged[key] = replace(batch, cases=(*before, *batch.cases))
    return tuple(merged.values())
