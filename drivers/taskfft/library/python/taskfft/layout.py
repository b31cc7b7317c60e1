"""A rank's parts of the global arrays, as NumPy arrays."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from taskfft.library import ArgumentError, LayoutOfC, int64

Array = NDArray[Any]


@dataclass(frozen=True)
class Box:
    """What a rank has of an array, or wants of a spectrum: lo <= index < hi along each axis.

    Strides and sizes are in elements. Open: no strides for C order without gaps, a field_stride of
    0 for fields one after the other, a size of 0 for what the box spans.
    """

    lo: tuple[int, ...]
    hi: tuple[int, ...]
    stride: tuple[int, ...] = ()
    size: int = 0
    field_stride: int = 0

    @classmethod
    def of(cls, array: Array, lo: Sequence[int], fields: int = 1) -> Box:
        """Describe an array, a view into a larger one perhaps, whose first element is at `lo`.

        With several fields, the array's first index is the field's.
        """
        if any(step % array.itemsize for step in array.strides):
            raise ArgumentError("the array's strides are no multiples of its elements")
        steps = [step // array.itemsize for step in array.strides]
        shape = list(array.shape)
        field_stride = 0
        if fields != 1:
            field_stride = steps.pop(0)
            shape.pop(0)
        if len(lo) != len(shape):
            raise ArgumentError(f"lo has {len(lo)} entries, and the array {len(shape)} axes")
        hi = tuple(first + length for first, length in zip(lo, shape, strict=True))
        return cls(tuple(lo), hi, tuple(steps), 0, field_stride)


@dataclass(frozen=True)
class Layout:
    """Which part of the global array this rank holds, and how its axes lie in memory.

    Element (i0, i1, ..) with lo <= i < hi is a[i0 - lo[0], i1 - lo[1], ..] of an array of this
    layout; with several fields, a[field, ..].
    """

    lo: tuple[int, ...]
    hi: tuple[int, ...]
    stride: tuple[int, ...]  # in elements
    size: int  # elements to allocate, of all fields, padding included
    field_stride: int
    fields: int
    dtype: np.dtype[Any]

    @classmethod
    def of_c(cls, found: LayoutOfC, fields: int, dtype: np.dtype[Any]) -> Layout:
        """Take over what the library tells."""
        axes = slice(found.dims)
        lo, hi, stride = (tuple(numbers[axes]) for numbers in (found.lo, found.hi, found.stride))
        return cls(lo, hi, stride, found.size, found.field_stride, fields, dtype)

    @property
    def shape(self) -> tuple[int, ...]:
        """Of this rank's array."""
        local = tuple(hi - lo for lo, hi in zip(self.lo, self.hi, strict=True))
        return local if self.fields == 1 else (self.fields, *local)

    @property
    def slices(self) -> tuple[slice, ...]:
        """What of the global array it is."""
        return tuple(slice(lo, hi) for lo, hi in zip(self.lo, self.hi, strict=True))

    @property
    def nbytes(self) -> int:
        """Bytes to allocate."""
        return int(self.size * self.dtype.itemsize)

    @property
    def strides(self) -> tuple[int, ...]:
        """In bytes, as NumPy counts them."""
        steps = self.stride if self.fields == 1 else (self.field_stride, *self.stride)
        return tuple(step * self.dtype.itemsize for step in steps)

    def view(self, memory: Array) -> Array:
        """Bytes, at least `nbytes` of them, as an array of this layout."""
        return np.ndarray(self.shape, self.dtype, buffer=memory, strides=self.strides)

    def address(self, array: Array, name: str, written: bool) -> int:
        """Where an array begins, once it is sure to be of this layout, and may be `written`."""
        if array.dtype != self.dtype or array.shape != self.shape:
            raise ArgumentError(
                f"{name} is {array.dtype} {array.shape}, and the plan has {self.dtype} {self.shape}"
            )
        steps = zip(array.shape, array.strides, self.strides, strict=True)
        if array.size and any(n > 1 and theirs != mine for n, theirs, mine in steps):
            raise ArgumentError(f"{name} has other strides than arrays() of this plan")
        if array.size and array.ctypes.data + self.nbytes > end_of_memory(array):
            raise ArgumentError(f"{name} lacks the padding that arrays() of this plan has")
        if array.size and written and not array.flags.writeable:
            raise ArgumentError(f"{name} is read-only, and this call writes it: pass a copy")
        return int(array.ctypes.data)


def in_c(box: Box | Layout) -> LayoutOfC:
    """Write a box as the library reads it."""
    size, field_stride = int64(box.size), int64(box.field_stride)
    made = LayoutOfC(dims=len(box.lo), size=size, field_stride=field_stride)
    if not 1 <= len(box.lo) == len(box.hi) <= 3 or len(box.stride) not in (0, len(box.lo)):
        raise ArgumentError("a box has lo and hi, and strides or none, for one to three axes")
    for axis, (lo, hi) in enumerate(zip(box.lo, box.hi, strict=True)):
        made.lo[axis], made.hi[axis] = int64(lo), int64(hi)
    for axis, step in enumerate(box.stride):
        made.stride[axis] = int64(step)
    return made


Boxes = Box | Layout | Sequence[Box | Layout]  # of a rank at one end: one, or a list


def listed(boxes: Boxes) -> list[Box | Layout]:
    """Take one box as a list of one."""
    return [boxes] if isinstance(boxes, Box | Layout) else list(boxes)


def ends_in_c(boxes: tuple[Boxes, Boxes]) -> list[ctypes.Array[LayoutOfC]]:
    """Write a rank's two lists of boxes."""
    lists = [[in_c(box) for box in listed(end)] for end in boxes]
    return [(LayoutOfC * len(ends))(*ends) for ends in lists]


def pointers(found: Sequence[int]) -> ctypes.Array[ctypes.c_void_p]:
    """Write a list of addresses."""
    return (ctypes.c_void_p * len(found))(*found)


Arrays = Array | Sequence[Array]  # of a rank at one end: one, or one for each box


def addresses(
    layouts: Sequence[Layout], arrays: Arrays, name: str, written: bool
) -> ctypes.Array[ctypes.c_void_p]:
    """Tell where arrays begin, once each is sure to be of its layout, and may be `written`."""
    given = [arrays] if isinstance(arrays, np.ndarray) else list(arrays)
    if len(given) != len(layouts):
        raise ArgumentError(
            f"{name} is {len(given)} arrays, and this rank has {len(layouts)} boxes there"
        )
    names = [f"{name} {k}" for k in range(len(given))] if len(given) > 1 else [name]
    each = zip(layouts, given, names[: len(given)], strict=True)
    return pointers([layout.address(array, called, written) for layout, array, called in each])


def end_of_memory(array: Array) -> int:
    """Find the address behind the memory that an array is a part of."""
    owner = array
    while isinstance(owner.base, np.ndarray):
        owner = owner.base
    return int(owner.ctypes.data + owner.nbytes)
