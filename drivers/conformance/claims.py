"""What a driver's description claims, and what a record shows to be kept of that."""

from __future__ import annotations

from collections.abc import Sequence

from fftbench.core.contracts.catalogue import Description
from fftbench.core.contracts.problem import MixedTransform
from fftbench.core.contracts.record import Record, Status


def claims_of(description: Description) -> tuple[str, ...]:
    """Return what the description says it can do, in the words of `kept_by`."""
    claims = [f"{dims}-D" for dims in description.dims]
    claims += [value.value for value in description.transforms]
    claims += [value.value for value in description.precisions]
    claims += [value.value for value in description.placements]
    claims += [value.value for value in description.memories]
    claims += description.decompositions
    claims += ["batches"] if description.batches else []
    claims += [f"{kind.value} beside others" for kind in description.mixes]
    for option in description.options:
        claims += [f"{option.name}={value}" for value in option.values]
    return tuple(claims)


def kept_by(record: Record) -> tuple[str, ...]:
    """Return the claims that a record of a right answer shows to be kept."""
    problem, grid = record.case.problem, record.case.grid
    claims = [f"{len(problem.shape)}-D", problem.transform.value, problem.precision.value]
    claims += [problem.placement.value, problem.memory.value]
    if grid is not None:
        claims.append("brick" if len(grid) == 3 else "slab" if grid[1] == 1 else "pencil")
    claims += ["batches"] if problem.fields > 1 else []
    if isinstance(problem.transform, MixedTransform):
        claims += [f"{kind.value} beside others" for kind in problem.transform.kinds]
    return (*claims, *_settings(record))


def refused(records: Sequence[Record]) -> set[str]:
    """Return the settings with which every case was refused."""
    run = {claim for one in records if not _refused(one) for claim in _settings(one)}
    return {claim for one in records if _refused(one) for claim in _settings(one)} - run


def _refused(record: Record) -> bool:
    return record.status is Status.unsupported


def _settings(record: Record) -> tuple[str, ...]:
    return tuple(f"{name}={value}" for name, value in record.case.settings.items())
