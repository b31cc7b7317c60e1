"""Every case that a driver's description offers."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping

from tried import (
    EVEN,
    FOURIER,
    PRIME,
    PROBLEM,
    SHAPES,
    SMALL,
    THIN,
    UNEVEN,
    Tried,
    brick_grids,
    every_kind,
    mixed_transforms,
    one_by_one,
    orders,
    square_grid,
)
from tried_workloads import workloads, workloads_elsewhere

from fftbench.core.campaigns.grids import all_grids, choose
from fftbench.core.contracts.case import Case, Grid, Measure, Repetitions, Setting
from fftbench.core.contracts.catalogue import Description
from fftbench.core.contracts.problem import Memory, Placement, Precision, Problem, Transform

SWEPT = {1: (60,), 2: (12, 10), 3: (12, 10, 9)}
"""On which settings are swept: small numbers with small factors, which suit every one of them."""
QUICK = Measure(
    warmup=0,
    repetitions=Repetitions(min=2, max=2),
    max_seconds=10,
    timeout_seconds=300,
    profile=1,
)
SWEPT_ON = (1, 2, 4)
"""Ranks on which settings are swept; others divide an array otherwise, no more."""
SWEPT_IN_FULL_ON = 4
"""Those of them on which that is done in every precision and placement."""
SWEPT_ON_DEVICES = (1, 2)
"""The same where arrays are on devices alone: ranks that share one take turns with it."""
QUICKLY = {"planner": "estimate"}
"""How plans are made where nothing else is tried: with settings all values are."""
FEW = 32
"""Settings are tried in all combinations up to this many, one at a time beyond."""


def swept_on(description: Description) -> tuple[int, ...]:
    """Return the numbers of ranks on which the driver's settings are swept."""
    return SWEPT_ON if Memory.host in description.memories else SWEPT_ON_DEVICES


def cases_for(description: Description, ranks: int) -> tuple[Case, ...]:
    """Make every case that the description offers on so many ranks; equal ones once.

    Plans are made quickly where the settings leave that open. Of a library that divides no array,
    on more ranks than one: the one case that it refuses.
    """
    offered = {option.name: option.values for option in description.options}
    quickly = {name: value for name, value in QUICKLY.items() if value in offered.get(name, ())}
    cases = (
        make_case(
            description,
            one.problem,
            ranks,
            one.grid,
            settings={**quickly, **one.settings},
            threads=one.threads,
        )
        for one in _tried(description, ranks)
    )
    return tuple({case.id: case for case in cases}.values())


def _tried(description: Description, ranks: int) -> Iterator[Tried]:
    if ranks > 1 and not description.decompositions:
        yield from itertools.islice(_problems(description, ranks), 1)
        return
    makers = [_problems, _grids, _even_bricks, _even_orders, _threads, _batches]
    makers += [_mixed, _thin_mixed, workloads, workloads_elsewhere]
    if ranks in swept_on(description):
        makers.append(_settings)
    for make in makers:
        yield from make(description, ranks)


def make_case(  # noqa: PLR0913 - one argument per part of a case
    description: Description,
    problem: Problem,
    ranks: int,
    grid: Grid | None,
    *,
    settings: Mapping[str, Setting] | None = None,
    threads: int = 1,
) -> Case:
    """Make a case of a driver, with its defaults for the settings that are not named."""
    case = Case(
        id="0" * 16,
        driver=description.name,
        problem=problem,
        ranks=ranks,
        threads=threads,
        grid=grid,
        settings={**description.defaults, **(settings or {})},
        measure=QUICK,
    )
    return case.model_copy(update={"id": case.content_id()})


def _problems(description: Description, ranks: int) -> Iterator[Tried]:
    for dims in description.dims:
        for shape in SHAPES[dims]:
            for problem in every_kind(description, shape):
                yield Tried(problem, square_grid(description, ranks, dims))


def _grids(description: Description, ranks: int) -> Iterator[Tried]:
    if 3 not in description.dims:
        return
    grids = all_grids(ranks)
    if "brick" in description.decompositions:
        grids += brick_grids(ranks)
    for grid, shape in itertools.product(grids, (UNEVEN, PRIME, SMALL)):
        for problem in every_kind(description, shape):
            yield Tried(problem, grid)


def _even_bricks(description: Description, ranks: int) -> Iterator[Tried]:
    if "brick" not in description.decompositions:
        return
    problem = next(every_kind(description, EVEN))
    for grid in brick_grids(ranks):
        yield Tried(problem, grid)


def _even_orders(description: Description, ranks: int) -> Iterator[Tried]:
    """Each order of the spectrum on slabs and pencils that divide the array evenly."""
    if Memory.host not in description.memories or 3 not in description.dims:
        return
    grids = dict.fromkeys(
        choose(word, ranks, 3, description.decompositions)[0] for word in ("square", "slab")
    )
    for settings, grid in itertools.product(orders(description), grids):
        for problem in every_kind(description, EVEN):
            yield Tried(problem, grid, settings)


def _settings(description: Description, ranks: int) -> Iterator[Tried]:
    """Each setting on every kind of grid, where some have a meaning on slabs or bricks alone.

    With both Fourier transforms, on four ranks in full, and one other transform in turn.
    """
    dims = max(description.dims)
    square, *others = dict.fromkeys(
        choose(word, ranks, dims, description.decompositions)[0]
        for word in ("square", "slab", "brick")
    )
    real = [transform for transform in description.transforms if transform not in FOURIER]
    for turn, settings in enumerate(_sweep(description)):
        tried = (*FOURIER, *real[turn % len(real) :][:1]) if real else FOURIER
        kinds = [(square, FOURIER if ranks == SWEPT_IN_FULL_ON else ())]
        kinds += [(grid, ()) for grid in others]
        for grid, in_full in kinds:
            for problem in every_kind(description, SWEPT[dims], in_full, turn):
                if problem.transform in tried:
                    yield Tried(problem, grid, settings)


def _sweep(description: Description) -> list[dict[str, Setting]]:
    options = description.options
    combinations = itertools.product(*(option.values for option in options))
    together = [
        dict(zip((option.name for option in options), values, strict=True))
        for values in itertools.islice(combinations, FEW + 1)
    ]
    if len(together) <= FEW:
        return together
    return one_by_one(description)


def _batches(description: Description, ranks: int) -> Iterator[Tried]:
    """Three fields: every transform in few shapes; lines on one rank, where all are done."""
    if not description.batches:
        return
    several = [dims for dims in description.dims if dims > 1 or ranks == 1]
    for dims, shape in itertools.product(several, (UNEVEN, SMALL)):
        grid = square_grid(description, ranks, dims)
        for problem in every_kind(description, shape[:dims], in_full=(Transform.r2c,)):
            batch = problem.model_copy(update={"fields": 3})
            yield Tried(batch, grid)


def _mixed(description: Description, ranks: int) -> Iterator[Tried]:
    """A kind for each axis: every kind along every axis once, in all precisions and placements.

    Lines have one axis, and so no kinds beside others.
    """
    pairs = itertools.cycle(itertools.product(description.precisions, description.placements))
    for dims, shape in itertools.product(description.dims, (UNEVEN, PRIME, SMALL)):
        words = mixed_transforms(description, dims)
        grid = square_grid(description, ranks, dims)
        for transform, (precision, placement) in zip(words, pairs, strict=False):
            problem = Problem(
                shape=shape[:dims], transform=transform, precision=precision, placement=placement
            )
            yield Tried(problem, grid)


def _thin_mixed(description: Description, ranks: int) -> Iterator[Tried]:
    """Few mixtures where axes have one point, which is too few for dct1."""
    if 3 not in description.dims:
        return
    grid = square_grid(description, ranks, 3)
    mixed = (one for one in mixed_transforms(description, 3) if Transform.dct1 not in one.kinds)
    for transform, shape in itertools.product(itertools.islice(mixed, 2), THIN):
        problem = PROBLEM.model_copy(update={"shape": shape, "transform": transform})
        yield Tried(problem, grid)


def _threads(description: Description, ranks: int) -> Iterator[Tried]:
    if not description.threaded:
        return
    dims = max(description.dims)
    grid = square_grid(description, ranks, dims)
    for problem in every_kind(description, SHAPES[dims][0]):
        if (problem.precision, problem.placement) == (Precision.double, Placement.out_of_place):
            yield Tried(problem, grid, threads=2)
