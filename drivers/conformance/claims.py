"""What a driver's description claims, as cases to run and as claims to be kept."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Mapping

from fftbench.core.campaigns.grids import all_grids, brick, choose
from fftbench.core.contracts.case import (
    AXES,
    UNBOUNDED,
    AnyTransform,
    Case,
    Grid,
    Measure,
    Memory,
    MixedTransform,
    Placement,
    Precision,
    Problem,
    Repetitions,
    Setting,
    Transform,
    Workload,
)
from fftbench.core.contracts.catalogue import Description, Role
from fftbench.core.contracts.record import Record

UNEVEN, PRIME, SMALL = (27, 20, 18), (7, 11, 13), (3, 5, 6)
EVEN = (24, 16, 12)  # divided by few ranks: all that some libraries take
THIN = ((1, 8, 6), (8, 1, 6), (8, 1, 1))
SHAPES: dict[int, tuple[tuple[int, ...], ...]] = {
    1: ((64,), (45,), (13,), (1,)),
    2: ((45, 36), (11, 13), (3, 5), (24, 16), (1, 8), (8, 1), (1, 1), (128, 2)),
    3: (
        *(UNEVEN, PRIME, SMALL, EVEN, (64, 2, 3), (2, 3, 64)),
        *(*THIN, (8, 6, 1), (1, 1, 8), (1, 1, 1)),
    ),
}
PROBLEM = Problem(
    shape=UNEVEN,
    transform=Transform.c2c,
    precision=Precision.double,
    placement=Placement.out_of_place,
)
"""For what is tried on one problem only."""
SWEPT = {1: (60,), 2: (12, 10), 3: (12, 10, 9)}
"""On which settings are swept: small numbers with small factors, which suit every one of them."""
FOURIER = (Transform.c2c, Transform.r2c)
IN_SPACE = (*UNBOUNDED, Workload.navier_stokes)
"""Workloads of three axes."""
WITH_A_FIRST_END = (Transform.dct2, Transform.dst2)
"""Of axes that are unbounded at their last end alone."""
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
"""The same where arrays are on devices: ranks that share one take turns with it."""
QUICKLY = {"planner": "estimate"}
"""How plans are made where nothing else is tried: with settings all values are."""
FEW = 32
"""Settings are tried in all combinations up to this many, one at a time beyond."""


def cases_for(description: Description, ranks: int) -> tuple[Case, ...]:
    """Make every case that the description offers on so many ranks; equal ones once.

    Of a library that divides no array, on more ranks than one: the one case that it refuses.
    """
    if ranks > 1 and not description.decompositions:
        return tuple(itertools.islice(_problems(description, ranks), 1))
    makers = [_problems, _grids, _even_bricks, _even_orders, _threads, _batches]
    makers += [_mixed, _thin_mixed, _workloads, _workloads_elsewhere]
    if ranks in (SWEPT_ON if Memory.host in description.memories else SWEPT_ON_DEVICES):
        makers.append(_settings)
    cases = {case.id: case for make in makers for case in make(description, ranks)}
    return tuple(cases.values())


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
    return (*claims, *(f"{name}={value}" for name, value in record.case.settings.items()))


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
    defaults = {option.name: option.values[0] for option in description.options}
    case = Case(
        id="0" * 16,
        driver=description.name,
        problem=problem,
        ranks=ranks,
        threads=threads,
        grid=grid,
        settings={**defaults, **(settings or {})},
        measure=QUICK,
    )
    return case.model_copy(update={"id": case.content_id()})


def _quickly_made(  # noqa: PLR0913 - as above
    description: Description,
    problem: Problem,
    ranks: int,
    grid: Grid | None,
    *,
    settings: Mapping[str, Setting] | None = None,
    threads: int = 1,
) -> Case:
    """Make a case whose plan is not searched for, where the settings leave that open."""
    quickly = {
        option.name: QUICKLY[option.name]
        for option in description.options
        if QUICKLY.get(option.name) in option.values
    }
    together = {**quickly, **(settings or {})}
    return make_case(description, problem, ranks, grid, settings=together, threads=threads)


def _kinds(
    description: Description,
    shape: tuple[int, ...],
    in_full: Collection[Transform] = FOURIER,
    round_: int = 0,
) -> Iterator[Problem]:
    """Yield every transform: those `in_full` in each precision and placement, others in one.

    Which one changes from transform to transform, from shape to shape and from round to round.
    All of it in each memory. None is in full on OpenCL, where kernels of every case are compiled
    when it runs, nor of what is no library.
    """
    if Memory.opencl in description.memories or description.role is not Role.library:
        in_full = ()
    pairs = list(itertools.product(description.precisions, description.placements))
    kinds = itertools.product(enumerate(description.transforms), description.memories)
    for (index, transform), memory in kinds:
        turn = (index + sum(shape) + round_) % len(pairs)
        for precision, placement in pairs if transform in in_full else pairs[turn : turn + 1]:
            yield Problem(
                shape=shape,
                transform=transform,
                precision=precision,
                placement=placement,
                memory=memory,
            )


def _bricks(ranks: int) -> tuple[Grid, ...]:
    """Return the most cubic, its mirror image, and columns of the last axis, each once."""
    return tuple({brick(ranks): None, brick(ranks)[::-1]: None, (1, 1, ranks): None})


def _square(description: Description, ranks: int, dims: int) -> Grid:
    return choose("square", ranks, dims, description.decompositions)[0]


def _problems(description: Description, ranks: int) -> Iterator[Case]:
    for dims in description.dims:
        for shape in SHAPES[dims]:
            for problem in _kinds(description, shape):
                yield _quickly_made(description, problem, ranks, _square(description, ranks, dims))


def _grids(description: Description, ranks: int) -> Iterator[Case]:
    if 3 not in description.dims:
        return
    grids = all_grids(ranks)
    if "brick" in description.decompositions:
        grids += _bricks(ranks)
    for grid, shape in itertools.product(grids, (UNEVEN, PRIME, SMALL)):
        for problem in _kinds(description, shape):
            yield _quickly_made(description, problem, ranks, grid)


def _even_bricks(description: Description, ranks: int) -> Iterator[Case]:
    if "brick" not in description.decompositions:
        return
    problem = next(_kinds(description, EVEN))
    for grid in _bricks(ranks):
        yield _quickly_made(description, problem, ranks, grid)


def _even_orders(description: Description, ranks: int) -> Iterator[Case]:
    """Each order of the spectrum on slabs and pencils that divide the array evenly."""
    if Memory.host not in description.memories or 3 not in description.dims:
        return
    grids = dict.fromkeys(
        choose(word, ranks, 3, description.decompositions)[0] for word in ("square", "slab")
    )
    for settings, grid in itertools.product(_orders(description), grids):
        for problem in _kinds(description, EVEN):
            yield _quickly_made(description, problem, ranks, grid, settings=settings)


def _settings(description: Description, ranks: int) -> Iterator[Case]:
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
            for problem in _kinds(description, SWEPT[dims], in_full, turn):
                if problem.transform in tried:
                    yield _quickly_made(description, problem, ranks, grid, settings=settings)


def _sweep(description: Description) -> list[dict[str, Setting]]:
    options = description.options
    combinations = itertools.product(*(option.values for option in options))
    together = [
        dict(zip((option.name for option in options), values, strict=True))
        for values in itertools.islice(combinations, FEW + 1)
    ]
    if len(together) <= FEW:
        return together
    return _one_by_one(description)


def _one_by_one(description: Description) -> list[dict[str, Setting]]:
    """Make each value of each option once, beside the defaults of the others."""
    return [{option.name: value} for option in description.options for value in option.values]


def _orders(description: Description) -> list[dict[str, Setting]]:
    return [settings for settings in _one_by_one(description) if "order" in settings]


def _batches(description: Description, ranks: int) -> Iterator[Case]:
    """Three fields: every transform in few shapes; lines on one rank, where all are done."""
    if not description.batches:
        return
    several = [dims for dims in description.dims if dims > 1 or ranks == 1]
    for dims, shape in itertools.product(several, (UNEVEN, SMALL)):
        grid = _square(description, ranks, dims)
        for problem in _kinds(description, shape[:dims], in_full=(Transform.r2c,)):
            batch = problem.model_copy(update={"fields": 3})
            yield _quickly_made(description, batch, ranks, grid)


def _mixed(description: Description, ranks: int) -> Iterator[Case]:
    """A kind for each axis: every kind along every axis once, in all precisions and placements.

    Lines have one axis, and so no kinds beside others.
    """
    pairs = itertools.cycle(itertools.product(description.precisions, description.placements))
    for dims, shape in itertools.product(description.dims, (UNEVEN, PRIME, SMALL)):
        words = _mixed_transforms(description, dims)
        grid = _square(description, ranks, dims)
        for transform, (precision, placement) in zip(words, pairs, strict=False):
            problem = Problem(
                shape=shape[:dims], transform=transform, precision=precision, placement=placement
            )
            yield _quickly_made(description, problem, ranks, grid)


def _thin_mixed(description: Description, ranks: int) -> Iterator[Case]:
    """Few mixtures where axes have one point, which is too few for dct1."""
    if 3 not in description.dims:
        return
    grid = _square(description, ranks, 3)
    mixed = (one for one in _mixed_transforms(description, 3) if Transform.dct1 not in one.kinds)
    for transform, shape in itertools.product(itertools.islice(mixed, 2), THIN):
        problem = PROBLEM.model_copy(update={"shape": shape, "transform": transform})
        yield _quickly_made(description, problem, ranks, grid)


def _mixed_transforms(description: Description, dims: int) -> list[MixedTransform]:
    """Turn the ring of kinds by one from word to word; r2c stands at the end of some."""
    ring = [kind for kind in description.mixes if kind is not Transform.r2c]
    turned = [tuple((ring * 2)[start : start + dims]) for start in range(len(ring))]
    if Transform.r2c in description.mixes:
        turned += [(*kinds[:-1], Transform.r2c) for kinds in turned]
    r2c = (*(Transform.c2c,) * (dims - 1), Transform.r2c)
    return [MixedTransform.of(kinds) for kinds in turned if len(set(kinds)) > 1 and kinds != r2c]


def _workloads(description: Description, ranks: int) -> Iterator[Case]:
    """Each workload of both Fourier transforms; Poisson's equation with other boundaries, too.

    Along unbounded axes as well: with a first end, and beside bounded axes.
    """
    if description.role is not Role.library or Memory.host not in description.memories:
        return
    dims = max(description.dims)
    grid = _square(description, ranks, dims)
    pairs = itertools.cycle(itertools.product(description.precisions, description.placements))
    kinds: list[tuple[Workload, AnyTransform]] = [
        (workload, transform)
        for workload in Workload
        for transform in description.transforms
        if _takes(workload, transform)
    ]
    kinds += [(Workload.poisson, mixed) for mixed in _mixed_transforms(description, dims)]
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
            yield _quickly_made(description, problem, ranks, grid)


def _takes(workload: Workload, transform: Transform) -> bool:
    """Tell whether a workload can have this kind along all axes."""
    if transform in FOURIER:
        alone = {Workload.none: None, Workload.navier_stokes: Transform.r2c}
        return alone.get(workload, transform) is transform
    if workload in (Workload.unbounded_plane_poisson, Workload.unbounded_line_poisson):
        return transform in WITH_A_FIRST_END
    return workload is Workload.poisson


def _workloads_elsewhere(description: Description, ranks: int) -> Iterator[Case]:
    """Few on other grids, in all dimensions, orders of the spectrum, and with several fields."""
    if description.role is not Role.library or Memory.host not in description.memories:
        return
    transform = Transform.r2c if Transform.r2c in description.transforms else Transform.c2c
    dims = max(description.dims)
    square, shape = _square(description, ranks, dims), UNEVEN[:dims]
    places: list[tuple[tuple[int, ...], Grid, dict[str, Setting], int]] = [
        (UNEVEN[:fewer], _square(description, ranks, fewer), {}, 1) for fewer in description.dims
    ]
    if "brick" in description.decompositions:
        places += [(EVEN, grid, {}, 1) for grid in _bricks(ranks)]
    places += [(shape, square, settings, 1) for settings in _orders(description)]
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
        yield _quickly_made(description, problem, ranks, grid, settings=settings)


def _threads(description: Description, ranks: int) -> Iterator[Case]:
    if not description.threaded:
        return
    dims = max(description.dims)
    grid = _square(description, ranks, dims)
    for problem in _kinds(description, SHAPES[dims][0]):
        if (problem.precision, problem.placement) == (Precision.double, Placement.out_of_place):
            yield _quickly_made(description, problem, ranks, grid, threads=2)
