"""Which measurements of a plan are still to be made, by the records that there are."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import replace

from fftbench.core.contracts.catalogue import Catalogue
from fftbench.core.contracts.record import Status
from fftbench.core.files.results import Key
from fftbench.jobs.run.batches import Batch
from fftbench.jobs.run.outlines import Outline


def unfinished(batches: Iterable[Batch], done: Container[Key]) -> tuple[Batch, ...]:
    """Return batches without what need not be measured again."""
    left = []
    for batch in batches:
        cases = tuple(case for case in batch.cases if (case.id, batch.launch) not in done)
        if cases:
            left.append(replace(batch, cases=cases))
    return tuple(left)


def done(
    outlines: Iterable[Outline], available: Container[str], retry_failed: bool
) -> frozenset[Key]:
    """Return what need not be measured again; `available` are the drivers built."""
    return frozenset(one.key for one in outlines if settled(one, available, retry_failed))


def settled(record: Outline, available: Container[str], retry_failed: bool) -> bool:
    """Whether a measurement need not be made again, as nothing better could come of it."""
    if record.status.finished:
        return True
    if record.status is Status.unavailable:
        return record.driver not in available
    return not retry_failed


def available_drivers(catalogue: Catalogue) -> frozenset[str]:
    """Return the names of the drivers that can be measured."""
    return frozenset(entry.name for entry in catalogue.drivers if entry.available)


def drivers_not_built(catalogue: Catalogue) -> frozenset[str]:
    """Return the names of the drivers without a program; one that does not start here has one."""
    return frozenset(entry.name for entry in catalogue.drivers if entry.command is None)
