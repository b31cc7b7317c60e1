"""Plans."""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import POINTER, byref, c_double, c_int64, c_void_p
from types import TracebackType
from typing import Any

import numpy as np
from mpi4py import MPI

from taskfft.layout import Array, Box, Layout, ends_in_c
from taskfft.library import LIBRARY, ArgumentError, LayoutOfC, call

Setting = str | int | float | Sequence[int] | Sequence[str]


def text_of(value: Setting) -> str:
    """Write a setting as taskfft.h reads it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str | int | float):
        return str(value)
    separator = "," if any(isinstance(entry, str) for entry in value) else "x"
    return separator.join(map(str, value))


def dtypes_of(settings: dict[str, Setting]) -> tuple[np.dtype[Any], np.dtype[Any]]:
    """Tell the elements of the field and of its spectrum."""
    single = settings.get("precision") == "single"
    real = np.dtype(np.float32 if single else np.float64)
    cplx = np.dtype(np.complex64 if single else np.complex128)
    kinds = text_of(settings.get("kinds", settings.get("transform", "c2c"))).split(",")
    if "r2c" in kinds:
        return real, cplx
    return (cplx, cplx) if "c2c" in kinds else (real, real)


class Plan:
    """A distributed FFT of arrays of these extents, slowest axis first.

    Collective over `comm`, as every call is but those that ask. `memory_of`: another plan, on whose
    ranks this one runs, and in whose work memory where that suffices; make the plan that needs most
    first, and let them take turns. `boxes`: what this rank has of the array and what it wants of
    the spectrum, where the plan's own divisions don't suit; all ranks' boxes together are the
    array, each element in one of them. Such a plan lends and borrows no memory.

    Settings: transform="r2c", precision="single", placement="in_place",
    kinds=("dct2", "dst2", "r2c") with r2c along any one axis, fields=3, kept=(11, 16, 14),
    scaling="backward", order="natural", grid=(2, 2), threads=2 and so forth.
    """

    def __init__(
        self,
        extents: Sequence[int],
        comm: MPI.Intracomm = MPI.COMM_WORLD,
        *,
        memory_of: Plan | None = None,
        boxes: tuple[Box | Layout, Box | Layout] | None = None,
        **settings: Setting,
    ) -> None:
        self._handle = c_void_p()
        self._committed = False
        self.in_place = settings.get("placement") == "in_place"
        numbers = (c_int64 * len(extents))(*extents)
        words = " ".join(f"{name}={text_of(value)}" for name, value in settings.items()).encode()
        arguments = (byref(self._handle), len(extents), numbers, words)
        if boxes is not None:
            if memory_of is not None:
                raise ArgumentError("a plan between boxes has memory of its own: no memory_of")
            ends, wrong = ends_in_c(boxes)
            try:
                call("create_boxes_f", *arguments, *map(byref, ends), comm.py2f())
            except ArgumentError as refusal:
                raise wrong or refusal from None
        elif memory_of is None:
            call("create_f", *arguments, comm.py2f())
        else:
            call("create_sharing", *arguments, memory_of._handle)
        fields = int(text_of(settings.get("fields", 1)))
        before, after = dtypes_of(settings)
        self.input = self._layout("input", fields, before)
        self.output = self._layout("output", fields, after)

    def _layout(self, end: str, fields: int, dtype: np.dtype[Any]) -> Layout:
        found = LayoutOfC()
        call(end, self._handle, byref(found))
        return Layout.of_c(found, fields, dtype)

    def arrays(self) -> tuple[Array, Array]:
        """Make a field and its spectrum, zeros, indexed by the problem's axes in their order.

        In place, both are views of one memory.
        """
        field = np.zeros(max(self.input.nbytes, 1), np.uint8)
        if self.in_place:
            return self.input.view(field), self.output.view(field)
        spectrum = np.zeros(max(self.output.nbytes, 1), np.uint8)
        return self.input.view(field), self.output.view(spectrum)

    def _commit(self) -> None:
        """Make the choices that take trials, on memory that is not needed afterwards."""
        if self._committed:
            return
        field, spectrum = self.arrays()
        call("commit", self._handle, field.ctypes.data, spectrum.ctypes.data)
        self._committed = True

    def forward(self, field: Array, spectrum: Array) -> None:
        """Transform a field to its spectrum: arrays() of this plan, or others laid out alike.

        An array that is not raises an ArgumentError on its rank, before any rank is waited for.
        """
        from_, to = self.input.address(field, "field"), self.output.address(spectrum, "spectrum")
        self._commit()
        call("forward_on", self._handle, from_, to)

    def backward(self, spectrum: Array, field: Array) -> None:
        """Transform a spectrum to its field."""
        from_, to = self.output.address(spectrum, "spectrum"), self.input.address(field, "field")
        self._commit()
        call("backward_on", self._handle, from_, to)

    def wave_numbers(self, axis: int) -> Array:
        """Tell those of this rank's part of a spectrum's axis, for points that are 1 apart."""
        numbers = np.empty(self.output.hi[axis] - self.output.lo[axis])
        call("wave_numbers", self._handle, axis, numbers.ctypes.data_as(POINTER(c_double)))
        return numbers

    @property
    def round_trip_factor(self) -> float:
        """What forward and backward multiply by together, unless `scaling` undoes it."""
        factor = c_double()
        call("round_trip_factor", self._handle, byref(factor))
        return factor.value

    def close(self) -> None:
        """End the plan; collective, so that no plan ends by itself."""
        LIBRARY.taskfft_destroy(self._handle)
        self._handle = c_void_p()

    def __enter__(self) -> Plan:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # After an error other ranks may never come here.
        if kind is None:
            self.close()
