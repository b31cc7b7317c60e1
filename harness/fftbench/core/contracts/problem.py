"""A problem: the transform to be done, of which kinds, on what, and what is done with it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Annotated, Any

from pydantic import (
    Discriminator,
    Field,
    PlainSerializer,
    PlainValidator,
    SerializerFunctionWrapHandler,
    Tag,
    WithJsonSchema,
    model_serializer,
    model_validator,
)

from fftbench.core.contracts.model import Model, Positive
from fftbench.core.errors import did_you_mean


class Transform(str, Enum):
    """c2c: complex to complex; r2c: real to half spectrum and back.

    The rest are real to real, as in FFTW's manual ("What FFTW Really Computes"): REDFT00, REDFT10,
    REDFT01, REDFT11 and RODFT00, RODFT10, RODFT01, RODFT11.
    """

    c2c = "c2c"
    r2c = "r2c"
    dct1 = "dct1"
    dct2 = "dct2"
    dct3 = "dct3"
    dct4 = "dct4"
    dst1 = "dst1"
    dst2 = "dst2"
    dst3 = "dst3"
    dst4 = "dst4"


class MixedTransform(str):
    """A kind for each axis, slowest first, that no single word names; written `dct2-dst2-r2c`.

    A dct or dst takes the real and the imaginary part of complex data alike. r2c is along the last
    axis only; without it, c2c along any axis makes the input complex.
    """

    @classmethod
    def of(cls, kinds: Sequence[Transform]) -> MixedTransform:
        """Join the kinds."""
        return cls("-".join(kind.value for kind in kinds))

    @property
    def kinds(self) -> tuple[Transform, ...]:
        """The kind along each axis."""
        return tuple(Transform(word) for word in self.split("-"))

    @property
    def value(self) -> str:
        """As campaigns and cases write it."""
        return str(self)


AXES = 3


def _mixed(value: object) -> MixedTransform:
    words = str(value).split("-")
    unknown = [word for word in words if word not in Transform.__members__]
    if unknown:
        meant = did_you_mean(unknown[0], Transform.__members__)
        raise ValueError(f"{unknown[0]!r} in {value!r} is not known: {meant}")
    *others, last = (Transform(word) for word in words)
    if len(words) > AXES:
        raise ValueError(f"{value!r} names {len(words)} kinds; there are at most {AXES} axes")
    if Transform.r2c in others:
        raise ValueError(f"{value!r}: r2c is along the last axis only")
    if set(others) == ({Transform.c2c} if last is Transform.r2c else {last}):
        raise ValueError(f"{value!r} has a word of its own: write {last.value}")
    return MixedTransform.of((*others, last))


def _is_mixed(value: object) -> str:
    return "mixed" if isinstance(value, MixedTransform) or "-" in str(value) else "uniform"


_ANY = "|".join(Transform.__members__)
_NOT_LAST = "|".join(kind for kind in Transform.__members__ if kind != "r2c")
_MIXED_PATTERN = f"^(({_NOT_LAST})-){{1,{AXES - 1}}}({_ANY})$"
AnyTransform = Annotated[
    Annotated[Transform, Tag("uniform")]
    | Annotated[
        MixedTransform,
        PlainValidator(_mixed),
        PlainSerializer(lambda mixed: mixed.value, return_type=str),
        WithJsonSchema({"type": "string", "pattern": _MIXED_PATTERN}),
        Tag("mixed"),
    ],
    Discriminator(_is_mixed),
]
"""A word for all axes, or one for each: `dct2-dst2-r2c`."""


class Precision(str, Enum):
    """Of one real number: 4 or 8 bytes."""

    single = "single"
    double = "double"


class Placement(str, Enum):
    """Whether input and spectrum share memory."""

    in_place = "in_place"
    out_of_place = "out_of_place"


class Memory(str, Enum):
    """Where the arrays live: on the host, or on a device as its programming interface names it."""

    host = "host"
    cuda = "cuda"
    hip = "hip"
    opencl = "opencl"


class Workload(str, Enum):
    """What is done with the spectrum between a forward and a backward transform.

    `none`: nothing, the two transforms are the work. `navier_stokes` steps a flow in time, as
    navier_stokes.hpp says. The others multiply every wave number: workload.hpp says by what, and
    unbounded.hpp of those whose axes are unbounded, all three of `unbounded_poisson`, the first two
    of `unbounded_plane_poisson`, and the first of `unbounded_line_poisson`; sources lie in the
    first half of each. Of the latter two an axis of dct2 or dst2 is unbounded at its last end only.
    """

    none = "none"
    poisson = "poisson"
    convolution = "convolution"
    gradient = "gradient"
    unbounded_poisson = "unbounded_poisson"
    unbounded_plane_poisson = "unbounded_plane_poisson"
    unbounded_line_poisson = "unbounded_line_poisson"
    navier_stokes = "navier_stokes"


UNBOUNDED = (
    Workload.unbounded_poisson,
    Workload.unbounded_plane_poisson,
    Workload.unbounded_line_poisson,
)
"""Workloads of which axes are unbounded, and sources padded by zeros."""


class Problem(Model):
    """The transform to be done; `shape` in points per axis, slowest first (C order)."""

    shape: Annotated[tuple[Positive, ...], Field(min_length=1, max_length=3)]
    transform: AnyTransform
    precision: Precision
    placement: Placement
    memory: Memory = Memory.host
    fields: Positive = 1
    """Arrays of this shape that are transformed together, each with data of its own: a batch."""
    workload: Workload = Workload.none

    @property
    def plain(self) -> bool:
        """Whether one field is transformed, and that is all: what papers measure mostly."""
        return self.fields == 1 and self.workload is Workload.none

    @property
    def inputs(self) -> int:
        """Arrays of data, of `fields` fields each: of a velocity those that hold its components."""
        return max(3 // self.fields, 1) if self.workload is Workload.navier_stokes else 1

    @property
    def transforms(self) -> int:
        """Transforms in one repetition: forward + backward, or what solves the workload once.

        A gradient goes backward once for each axis. A step of a flow has four stages, each of which
        goes backward with the three components of the velocity, and forward with six products.
        """
        if self.workload is Workload.navier_stokes:
            return 4 * (1 + 2) * self.inputs
        return 1 + len(self.shape) if self.workload is Workload.gradient else 2

    @property
    def kinds(self) -> tuple[Transform, ...]:
        """The kind along each axis: along all but the last, r2c is c2c."""
        if isinstance(self.transform, MixedTransform):
            return self.transform.kinds
        first = Transform.c2c if self.transform is Transform.r2c else self.transform
        return (*(first for _ in self.shape[1:]), self.transform)

    @property
    def halved(self) -> bool:
        """Whether the last axis of the spectrum is halved, since the input is real."""
        return self.kinds[-1] is Transform.r2c

    @property
    def complex_input(self) -> bool:
        """Whether the input's elements are complex numbers."""
        return Transform.c2c in self.kinds and not self.halved

    @property
    def complex_output(self) -> bool:
        """Whether the spectrum's elements are complex numbers."""
        return Transform.c2c in self.kinds or self.halved

    @model_validator(mode="after")
    def _kind_per_axis(self) -> Problem:
        if len(self.kinds) != len(self.shape):
            raise ValueError(
                f"{self.transform.value} names a kind for {len(self.kinds)} axes, and the shape "
                f"has {len(self.shape)}"
            )
        return self

    @model_serializer(mode="wrap")
    def _plain_unsaid(self, dump: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Leave out one field and no workload: ids and records stay those of before either."""
        content: dict[str, Any] = dump(self)
        if self.fields == 1:
            content.pop("fields", None)
        if self.workload is Workload.none:
            content.pop("workload", None)
        return content
