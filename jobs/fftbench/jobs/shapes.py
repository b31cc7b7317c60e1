"""From a schedule to jobs: one allocation shape each, split where the time limit asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from fftbench.core.case import Case, Problem
from fftbench.jobs.batches import Batch
from fftbench.jobs.estimate import Estimate
from fftbench.jobs.joblist import Job, Limits, Part

T = TypeVar("T")
K = TypeVar("K")
Batches = tuple[Batch, ...]


def make_jobs(
    schedule: Iterable[Batch], estimate: Estimate, limits: Limits, most_tasks: int | None = None
) -> tuple[Job, ...]:
    """Pack a schedule into jobs: right-sized, in order, none lost, none twice.

    A comparison (one launch of all drivers on the same resources) stays together in one allocation
    if it fits, else at least what all drivers do on a problem, if that does. With `most_tasks` the
    jobs of the same resources become tasks of arrays of at most so many.
    """
    jobs: list[Job] = []
    shapes = _grouped(schedule, lambda batch: batch.resources)
    for resources in sorted(shapes):
        units = [
            unit
            for launch in _grouped(shapes[resources], lambda batch: batch.launch).values()
            for unit in _fitting(tuple(launch), estimate, limits.budget, (_by_problem, _by_case))
        ]
        packed = list(_packed(units, estimate, limits.budget))
        scripts = _scripts(resources.name, len(packed), most_tasks)
        for mine, (script, task) in zip(packed, scripts, strict=True):
            name = script if task is None else f"{script}-{task:03d}"
            jobs.append(_job(name, script, task, mine, estimate.batches(mine), limits))
    return tuple(jobs)


def too_long(jobs: Iterable[Job], limits: Limits) -> list[str]:
    """Name the jobs that may not end in time although nothing is left to split."""
    return [
        f"job {job.name}: its one case is estimated at {job.seconds / 60:.1f} min, which with the "
        f"safety factor {limits.safety:g} does not fit into {limits.minutes} min; it is tried all "
        "the same"
        for job in jobs
        if job.seconds > limits.budget
    ]


def _job(  # noqa: PLR0913, PLR0917 (a constructor)
    name: str, script: str, task: int | None, batches: Batches, seconds: float, limits: Limits
) -> Job:
    resources = batches[0].resources
    parts = tuple(
        Part(launch=batch.launch, driver=batch.driver, cases=tuple(case.id for case in batch.cases))
        for batch in batches
    )
    return Job(
        name=name,
        script=script,
        task=task,
        ranks=resources.ranks,
        nodes=resources.nodes,
        threads=resources.threads,
        seconds=round(seconds, 1),
        minutes=limits.ask_for(seconds),
        parts=parts,
    )


def _scripts(shape: str, count: int, most_tasks: int | None) -> Iterator[tuple[str, int | None]]:
    """Yield the script of each of a shape's jobs, and its index where that is an array."""
    for index in range(count):
        if count == 1:
            yield shape, None
        elif most_tasks is None:
            yield f"{shape}-{index + 1:03d}", None
        else:
            array, task = divmod(index, most_tasks)
            yield (shape if count <= most_tasks else f"{shape}-array{array + 1}"), task


def _fitting(
    batches: Batches,
    estimate: Estimate,
    budget: float,
    divisions: Sequence[Callable[[Batches], Iterable[Batches]]],
) -> Iterator[Batches]:
    """Divide batches, coarsely first, until each part fits or nothing is left to divide."""
    if not divisions or estimate.batches(batches) <= budget:
        yield batches
        return
    for part in divisions[0](batches):
        yield from _fitting(part, estimate, budget, divisions[1:])


def _by_problem(batches: Batches) -> Iterator[Batches]:
    """Divide a launch into what all drivers do on each problem."""
    parts: dict[Problem, list[Batch]] = {}
    for batch in batches:
        for problem, cases in _grouped(batch.cases, lambda case: case.problem).items():
            parts.setdefault(problem, []).append(replace(batch, cases=tuple(cases)))
    yield from map(tuple, parts.values())


def _by_case(batches: Batches) -> Iterator[Batches]:
    for batch in batches:
        for case in batch.cases:
            yield (replace(batch, cases=(case,)),)


def _packed(units: Iterable[Batches], estimate: Estimate, budget: float) -> Iterator[Batches]:
    """Fill one job after the other, in order."""
    job: Batches = ()
    for unit in units:
        longer = _merged((*job, *unit))
        if job and estimate.batches(longer) > budget:
            yield job
            job = unit
        else:
            job = longer
    if job:
        yield job


def _merged(batches: Batches) -> Batches:
    """Start a program once for what was divided but came together again."""
    merged: dict[tuple[int, str], Batch] = {}
    for batch in batches:
        key = batch.launch, batch.driver
        before: tuple[Case, ...] = merged[key].cases if key in merged else ()
        merged[key] = replace(batch, cases=(*before, *batch.cases))
    return tuple(merged.values())


def _grouped(items: Iterable[T], key: Callable[[T], K]) -> dict[K, list[T]]:
    groups: dict[K, list[T]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return groups
