"""What a driver in Python is made of."""

from __future__ import annotations

import ctypes
from abc import ABC, abstractmethod
from dataclasses import dataclass
from math import prod
from typing import Any, ClassVar

import numpy as np

Answer = dict[str, Any]
Shape = tuple[int, ...]


@dataclass(frozen=True)
class Request:
    """One case as a driver sees it."""

    shape: Shape
    transform: str
    """c2c, r2c, dct1, ...; or of a driver that `mixes`, a kind for each axis: dct2-dst2-r2c."""
    single: bool
    in_place: bool
    settings: dict[str, bool | int | str]
    threads: int
    grid: Shape | None
    fields: int = 1
    """Arrays that are transformed together; more than one of a driver with `batches`."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kind along each axis: along all but the last, r2c is c2c."""
        words = tuple(self.transform.split("-"))
        if len(words) > 1:
            return words
        first = "c2c" if self.transform == "r2c" else self.transform
        return (*(first for _ in self.shape[1:]), self.transform)

    @property
    def halved(self) -> bool:
        """Whether the last axis of the spectrum is halved, since the input is real."""
        return self.kinds[-1] == "r2c"

    @property
    def spectrum_shape(self) -> Shape:
        """Points of the spectrum along each axis."""
        return (*self.shape[:-1], self.shape[-1] // 2 + 1) if self.halved else self.shape

    @property
    def dtypes(self) -> tuple[np.dtype[Any], np.dtype[Any]]:
        """Of the elements of input and output."""
        real: np.dtype[Any] = np.dtype("f4" if self.single else "f8")
        complex_: np.dtype[Any] = np.dtype("c8" if self.single else "c16")
        if self.halved:
            return real, complex_
        both = complex_ if "c2c" in self.kinds else real
        return both, both

    @property
    def volume(self) -> int:
        """Points of the periodic array, by which an unnormalised round trip multiplies."""
        change = {"c2c": (1, 0), "r2c": (1, 0), "dct1": (2, -2), "dst1": (2, 2)}
        found = zip(self.shape, (change.get(kind, (2, 0)) for kind in self.kinds), strict=True)
        return prod(factor * points + more for points, (factor, more) in found)


@dataclass(frozen=True)
class Layout:
    """What a rank holds: lo <= index < hi, with rows padded to `row` elements.

    Several fields lie one behind the other.
    """

    lo: Shape
    hi: Shape
    row: int | None = None
    fields: int = 1
    order: Shape | None = None
    """The axes as they lie in memory, slowest first; None: in C order."""

    @classmethod
    def whole(cls, shape: Shape, row: int | None = None, fields: int = 1) -> Layout:
        """All of an array on one rank."""
        return cls((0,) * len(shape), shape, row, fields)

    @property
    def extents(self) -> Shape:
        """How many elements there are along each axis."""
        return tuple(hi - lo for lo, hi in zip(self.lo, self.hi, strict=True))

    @property
    def _axes(self) -> Shape:
        return self.order or tuple(range(len(self.lo)))

    @property
    def memory(self) -> Shape:
        """The same with the padding, as the axes lie in memory."""
        extents = [self.extents[axis] for axis in self._axes]
        return (*extents[:-1], self.row or extents[-1])

    @property
    def strides(self) -> Shape:
        """Elements from one to the next along each axis."""
        places = (self._axes.index(axis) for axis in range(len(self.lo)))
        return tuple(prod(self.memory[place + 1 :]) for place in places)

    def answer(self) -> Answer:
        """As the core reads it."""
        size = prod(self.memory)
        return {
            "lo": self.lo,
            "hi": self.hi,
            "stride": self.strides,
            "size": self.fields * size,
            "field_stride": size,
        }

    def array_at(self, address: int, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
        """Take memory of the core as an array, without its padding; fields are its first axis.

        The other axes are in the order in which they lie in memory.
        """
        shape = self.memory if self.fields == 1 else (self.fields, *self.memory)
        memory: Any = (ctypes.c_byte * (prod(shape) * dtype.itemsize)).from_address(address)
        padded: np.ndarray[Any, Any] = np.ndarray(shape, dtype, memory)
        return padded[..., : self.extents[self._axes[-1]]]


class Plan(ABC):
    """One transform, ready to be made; every call is made on all ranks."""

    input: Layout
    output: Layout
    forward_scale: float = 1.0
    round_trip_scale: float
    starts_threads: ClassVar[bool] = False
    """Whether the library starts threads that it does not bind: they may use all CPUs then."""

    def __init__(self, request: Request) -> None:
        self.request = request

    def buffers(self) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]] | None:
        """Return arrays that the library insists on; else the core gives guarded ones."""
        return None

    @abstractmethod
    def commit(self, x: np.ndarray[Any, Any], spectrum: np.ndarray[Any, Any]) -> None:
        """Plan for these arrays, which stay the same; what is in them may be lost."""

    @abstractmethod
    def forward(self) -> None:
        """Transform from input to output."""

    @abstractmethod
    def backward(self) -> None:
        """Transform from output to input."""

    def effective(self) -> Answer:
        """Tell what differs from the request: grid, threads, settings; warnings, kernels..."""
        return {}

    def end(self) -> None:  # noqa: B027 - most hold nothing
        """Give back what the library holds."""


class WholeArrayPlan(Plan):
    """Both arrays on one rank, in C order; real rows padded in place, as FFTW has them."""

    def __init__(self, request: Request) -> None:
        super().__init__(request)
        padded = request.in_place and request.halved
        row = 2 * request.spectrum_shape[-1] if padded else None
        self.input = Layout.whole(request.shape, row, request.fields)
        self.output = Layout.whole(request.spectrum_shape, fields=request.fields)
        self.round_trip_scale = float(request.volume)
        self.axes = tuple(range(-len(request.shape), 0))
        """Those that are transformed: all but that of the fields."""

    def effective(self) -> Answer:
        """There is one rank."""
        return {"grid": [1, 1]}


class Driver(ABC):
    """A library: what it is and can do, and its plans."""

    @abstractmethod
    def description(self) -> Answer:
        """Return what `--describe` prints (harness/schema/catalogue.schema.json)."""

    def support(self, request: Request, ranks: int) -> str | None:  # noqa: ARG002
        """Return the reason why the library can't do this right, or None."""
        return None

    @abstractmethod
    def plan(self, request: Request, comm: int) -> Plan:
        """Make a plan on a communicator, given as MPI's Fortran handle."""
