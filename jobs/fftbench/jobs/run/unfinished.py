"""Which measurements of a plan are still to be made, by the records that there are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from fftbench.core.contracts.catalogue import Catalogue
from fftbench.core.contracts.record import Record, Status
from fftbench.jobs.run.batches import Batch


def unfinished(
    batches: Iterable[Batch],
    available: frozenset[str],
    records: Iterable[Record],
    retry_failed: bool,
) -> tuple[Batch, ...]:
    """Return batches without what need not be measured again; `available` are the drivers built."""
    done = {r.key for r in records if settled(r, r.case.driver in available, retry_failed)}
    left = []
    for batch in batches:
        cases = tuple(case for case in batch.cases if (case.id, batch.launch) not in done)
        if cases:
            left.append(replace(batch, cases=cases))
    return tuple(left)


def settled(record: Record, available: bool, retry_failed: bool) -> bool:
    """Whether a measurement need not be made again, as nothing better could come of it."""
    if record.status.finished:
        return True
    if record.status is Status.unavailable:
        return not available
    return not retry_failed


def available_drivers(catalogue: Catalogue) -> frozenset[str]:
    """Return the names of the drivers that can be measured."""
    return frozenset(entry.name for entry in catalogue.drivers if entry.available)
