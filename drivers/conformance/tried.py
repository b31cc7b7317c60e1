"""What is tried of a driver: problems, and the grids and settings that they are tried on."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from fftbench.core.campaigns.grids import brick, choose
from fftbench.core.contracts.case import Grid, Setting
from fftbench.core.contracts.catalogue import Description, Role
from fftbench.core.contracts.problem import (
    Memory,
    MixedTransform,
    Placement,
    Precision,
    Problem,
    Transform,
)

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
FOURIER = (Transform.c2c, Transform.r2c)


@dataclass(frozen=True)
class Tried:
    """What a case has beside its driver and the number of ranks."""

    problem: Problem
    grid: Grid
    settings: Mapping[str, Setting] = field(default_factory=dict)
    threads: int = 1


def every_kind(
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


def brick_grids(ranks: int) -> tuple[Grid, ...]:
    """Return the most cubic, its mirror image, and columns of the last axis, each once."""
    return tuple({brick(ranks): None, brick(ranks)[::-1]: None, (1, 1, ranks): None})


def square_grid(description: Description, ranks: int, dims: int) -> Grid:
    return choose("square", ranks, dims, description.decompositions)[0]


def one_by_one(description: Description) -> list[dict[str, Setting]]:
    """Make each value of each option once, beside the defaults of the others."""
    return [{option.name: value} for option in description.options for value in option.values]


def orders(description: Description) -> list[dict[str, Setting]]:
    return [settings for settings in one_by_one(description) if "order" in settings]


def mixed_transforms(description: Description, dims: int) -> list[MixedTransform]:
    """Turn the ring of kinds by one from word to word; r2c stands at the end of some."""
    ring = [kind for kind in description.mixes if kind is not Transform.r2c]
    turned = [tuple((ring * 2)[start : start + dims]) for start in range(len(ring))]
    if Transform.r2c in description.mixes:
        turned += [(*kinds[:-1], Transform.r2c) for kinds in turned]
    r2c = (*(Transform.c2c,) * (dims - 1), Transform.r2c)
    return [MixedTransform.of(kinds) for kinds in turned if len(set(kinds)) > 1 and kinds != r2c]
