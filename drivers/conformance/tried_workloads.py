"""What is tried of workloads."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from tried import (
    EVEN,
    FOURIER,
    PROBLEM,
    UNEVEN,
    Tried,
    brick_grids,
    mixed_transforms,
    orders,
    square_grid,
)

from fftbench.core.contracts.case import Grid, Setting
from fftbench.core.contracts.catalogue import Description, Role
from fftbench.core.contracts.problem import (
    AXES,
    UNBOUNDED,
    AnyTransform,
    Memory,
    MixedTransform,
    Problem,
    Transform,
    Workload,
)

IN_SPACE = (*UNBOUNDED, Workload.navier_stokes)
"""Workloads of three axes."""
WITH_A_FIRST_END = (Transform.dct2, Transform.dst2)
"""Of axes that are unbounded at their last end alone."""


def workloads(description: Description, ranks: int) -> Iterator[Tried]:
    """Each workload of both Fourier transforms; Poisson's equation with other boundaries, too.

    Along unbounded axes as well: with a first end, and beside bounded axes.
    """
    if description.role is not Role.library or Memory.host not in description.memories:
        return
    dims = max(description.dims)
    grid = square_grid(description, ranks, dims)
    pairs = itertools.cycle(itertools.product(description.precisions, description.placements))
    kinds: list[tuple[Workload, AnyTransform]] = [
        (workload, transform)
        for workload in Workload
        for transform in description.transforms
        if _takes(workload, transform)
    ]
    kinds += [(Workload.poisson, mixed) for mixed in mixed_transforms(description, dims)]
    if dims == AXES and {Transform.c2c, Transform.r2c, Transform.dct2} <= set(description.mixes):
        beside = MixedTransform.of((Transform.c2c, Transform.dct2, Transform.r2c))
        kinds.append((Workload.unbounded_line_poisson, beside))
        walled = MixedTransform.of((Transform.dct2, Transform.c2c, Transform.r2c))
        kinds.append((Workload.unbounded_plane_poisson, walled))
    for shape in (UNEVEN, EVEN):
        for (workload, transform), (precision, placement) in zip(kinds, pairs, strict=False):
            problem = Problem(
                shape=shape[:dims],
                transform=transform,
                precision=precision,
                placement=placement,
                workload=workload,
            )
            yield Tried(problem, grid)


def _takes(workload: Workload, transform: Transform) -> bool:
    """Tell whether a workload can have this kind along all axes."""
    if transform in FOURIER:
        alone = {Workload.none: None, Workload.navier_stokes: Transform.r2c}
        return alone.get(workload, transform) is transform
    if workload in (Workload.unbounded_plane_poisson, Workload.unbounded_line_poisson):
        return transform in WITH_A_FIRST_END
    return workload is Workload.poisson


def workloads_elsewhere(description: Description, ranks: int) -> Iterator[Tried]:
    """Few on other grids, in all dimensions, orders of the spectrum, and with several fields."""
    if description.role is not Role.library or Memory.host not in description.memories:
        return
    transform = Transform.r2c if Transform.r2c in description.transforms else Transform.c2c
    dims = max(description.dims)
    square, shape = square_grid(description, ranks, dims), UNEVEN[:dims]
    places: list[tuple[tuple[int, ...], Grid, dict[str, Setting], int]] = [
        (UNEVEN[:fewer], square_grid(description, ranks, fewer), {}, 1)
        for fewer in description.dims
    ]
    if "brick" in description.decompositions:
        places += [(EVEN, grid, {}, 1) for grid in brick_grids(ranks)]
    places += [(shape, square, settings, 1) for settings in orders(description)]
    if description.batches:
        places.append((shape, square, {}, 3))
    work = [
        (place, workload)
        for place, workload in itertools.product(places, Workload)
        if workload is not Workload.none and (workload not in IN_SPACE or len(place[0]) == AXES)
    ]
    if dims == AXES:  # with room for a Gaussian among the sources: see unbounded_field.hpp
        work.append((((96, 96, 96), square, {}, 1), Workload.unbounded_poisson))
    for (points, grid, settings, fields), workload in work:
        changed = {"shape": points, "transform": transform, "fields": fields, "workload": workload}
        problem = PROBLEM.model_copy(
            update={
                **changed,
                "precision": description.precisions[0],
                "placement": description.placements[0],
            }
        )
        yield Tried(problem, grid, settings)
