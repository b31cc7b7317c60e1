"""Plans."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from ctypes import POINTER, byref, c_double, c_int64, c_void_p
from types import TracebackType
from typing import Any

import numpy as np
from mpi4py import MPI

from taskfft.layout import Array, Arrays, Boxes, Layout, addresses, ends_in_c, pointers
from taskfft.library import LIBRARY, ArgumentError, Error, LayoutOfC, call, int64, message, text
from taskfft.visitor import Visitor, VisitorOfC

Setting = str | int | float | np.generic | Sequence[int] | Sequence[str]


def text_of(value: Setting) -> str:
    """Write a setting as taskfft.h reads it."""
    if isinstance(value, np.generic):  # a number of NumPy's
        return text_of(value.item())
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


def only(layouts: tuple[Layout, ...], where: str) -> Layout:
    """Take the one that there is."""
    if len(layouts) == 1:
        return layouts[0]
    raise ArgumentError(f"this rank has {len(layouts)} boxes there: ask for `{where}`")


@contextmanager
def reaching_all_ranks(refuse: str, *whose: Any) -> Iterator[None]:
    """Make what is raised on this rank an error of the call that the others are in.

    `refuse`: the function to call in place of theirs, with the arguments before its words.
    """
    try:
        yield
    except Exception as error:
        with suppress(ArgumentError):
            call(refuse, *whose, str(error).encode())
        raise


class Plan:
    """A distributed FFT of arrays of these extents, slowest axis first.

    Collective over `comm`, as every call is but those that ask. `memory_of`: another plan, on whose
    ranks this one runs, and in whose work memory where that suffices; make the plan that needs most
    first, and let them take turns. `boxes`: what this rank has of the array and what it wants of
    the spectrum, a box each or a list of any number of them, where the plan's own divisions don't
    suit; all ranks' boxes together are the array, each element in one of them. In place, both lists
    are as long. Such a plan lends memory to others between boxes alone.

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
        boxes: tuple[Boxes, Boxes] | None = None,
        **settings: Setting,
    ) -> None:
        self._handle = c_void_p()
        self._committed = False
        self.in_place = settings.get("placement") == "in_place"
        lender = None if memory_of is None else memory_of._handle
        with reaching_all_ranks("refuse_create_f", lender, comm.py2f()):
            before, after = (None, None) if boxes is None else ends_in_c(boxes)
            numbers = (c_int64 * len(extents))(*map(int64, extents))
            words = " ".join(f"{name}={text_of(value)}" for name, value in settings.items())
        arguments: tuple[Any, ...] = (byref(self._handle), len(numbers), numbers, words.encode())
        numbers_of_boxes = 1, 1
        if before is not None and after is not None:
            numbers_of_boxes = len(before), len(after)
            arguments = (*arguments, len(before), before, len(after), after)
            if lender is None:
                call("create_boxes_f", *arguments, comm.py2f())
            else:
                call("create_boxes_sharing", *arguments, lender)
        elif lender is None:
            call("create_f", *arguments, comm.py2f())
        else:
            call("create_sharing", *arguments, lender)
        fields = int(text_of(settings.get("fields", 1)))
        real, self._spectral = dtypes_of(settings)
        self.inputs = self._layouts("input_box", numbers_of_boxes[0], fields, real)
        self.outputs = self._layouts("output_box", numbers_of_boxes[1], fields, self._spectral)

    def _layouts(
        self, asks: str, boxes: int, fields: int, dtype: np.dtype[Any]
    ) -> tuple[Layout, ...]:
        found = LayoutOfC()
        layouts = []
        for box in range(boxes):
            call(asks, self._handle, box, byref(found))
            layouts.append(Layout.of_c(found, fields, dtype))
        return tuple(layouts)

    @property
    def input(self) -> Layout:
        """Of this rank's only box; where it may have more or none, `inputs` has them."""
        return only(self.inputs, "inputs")

    @property
    def output(self) -> Layout:
        """Of this rank's only box; where it may have more or none, `outputs` has them."""
        return only(self.outputs, "outputs")

    def _memory(self) -> tuple[list[Array], list[Array]]:
        """Make memory for each box; in place, both sizes are those of the same memory."""
        fields = [np.zeros(max(box.nbytes, 1), np.uint8) for box in self.inputs]
        if self.in_place:
            return fields, fields
        return fields, [np.zeros(max(box.nbytes, 1), np.uint8) for box in self.outputs]

    def arrays(self) -> tuple[Array, Array]:
        """Make a field and its spectrum, zeros, indexed by the problem's axes in their order.

        In place, both are views of one memory. For a rank with one box at either end.
        """
        before, after = self.input, self.output
        fields, spectra = self._memory()
        return before.view(fields[0]), after.view(spectra[0])

    def _commit(self) -> None:
        """Make the choices that take trials, on memory that is not needed afterwards."""
        with reaching_all_ranks("refuse", self._handle):
            memory = self._memory()  # which lives until the call is over
            field, spectrum = (pointers([array.ctypes.data for array in end]) for end in memory)
        call("commit_boxes", self._handle, field, spectrum)
        self._committed = True

    def _passed(self, field: Arrays, spectrum: Arrays, *written: str) -> tuple[Any, Any]:
        """Check arrays for a call, and make the plan ready for it; return their addresses.

        `written`: which of them the call writes, out of place.
        """
        with reaching_all_ranks("refuse", self._handle):
            writes_field = self.in_place or "field" in written
            writes_spectrum = self.in_place or "spectrum" in written
            before = addresses(self.inputs, field, "field", writes_field)
            after = addresses(self.outputs, spectrum, "spectrum", writes_spectrum)
        if not self._committed:
            self._commit()
        return before, after

    def forward(self, field: Arrays, spectrum: Arrays) -> None:
        """Transform a field to its spectrum: arrays() of this plan, or others laid out alike.

        Each is an array, or a list of one for each box. Where any rank has one that is not laid out
        alike, or would have to write one that is read-only, all of them raise an ArgumentError, or
        that rank what it is.
        """
        from_, to = self._passed(field, spectrum, "spectrum")
        call("forward_boxes", self._handle, from_, to)

    def backward(self, spectrum: Arrays, field: Arrays) -> None:
        """Transform a spectrum to its field."""
        to, from_ = self._passed(field, spectrum, "field")
        call("backward_boxes", self._handle, from_, to)

    def forward_visiting(self, field: Arrays, spectrum: Arrays, visit: Visitor) -> None:
        """Transform a field to its spectrum, and show each point of it while it is in the cache.

        `visit` is called with one Run after the other, and what it writes to their points stays. It
        must not call the plan; with several threads, any of them calls it. What it raises ends the
        plan.
        """
        self._show("forward_visiting", field, spectrum, visit, "spectrum")

    def backward_visiting(self, spectrum: Arrays, field: Arrays, visit: Visitor) -> None:
        """Transform a spectrum to its field, each point of it shown before, in the cache.

        What `visit` writes to the points is transformed; out of place, `spectrum` keeps what it
        holds. For derivatives of one spectrum, as they then cost a transform each.
        """
        self._show("backward_visiting", field, spectrum, visit, "field")

    def round_trip(self, field: Arrays, spectrum: Arrays, visit: Visitor) -> None:
        """Transform a field forward, show its spectrum as forward_visiting() does, and go back.

        With the setting round_trips=True in one, which saves a trip through memory; `spectrum` then
        holds nothing of use.
        """
        self._show("round_trip", field, spectrum, visit, "field", "spectrum")

    def _show(
        self, name: str, field: Arrays, spectrum: Arrays, visit: Visitor, *written: str
    ) -> None:
        """Call a function of committed arrays that shows their spectrum."""
        before, after = self._passed(field, spectrum, *written)
        call("commit_boxes", self._handle, before, after)
        visitor = VisitorOfC(visit, self._spectral)
        try:
            call(name, self._handle, visitor.function, None)
        except Error:
            if visitor.error is not None:
                raise visitor.error from None
            raise

    def wave_numbers(self, axis: int, box: int | None = None) -> Array:
        """Tell those of this rank's part of a spectrum's axis, for points that are 1 apart.

        Where it may have more boxes than one or none: of this one of `outputs`.
        """
        if box is None:
            layout, box = self.output, 0
        else:
            layout = self.outputs[box]
        numbers = np.empty(layout.hi[axis] - layout.lo[axis])
        pointer = numbers.ctypes.data_as(POINTER(c_double))
        call("wave_numbers_of_box", self._handle, box, axis, pointer)
        return numbers

    @property
    def round_trip_factor(self) -> float:
        """What forward and backward multiply by together, unless `scaling` undoes it."""
        factor = c_double()
        call("round_trip_factor", self._handle, byref(factor))
        return factor.value

    def setting(self, name: str) -> str:
        """Tell a setting that the plan really has, with what was left open filled in.

        And its "decomposition", and its "work_bytes", which it has allocated on this rank.
        """
        found = text("setting", self._handle, name.encode())
        if found is None:
            raise ArgumentError(message())
        return found

    @property
    def notes(self) -> list[str]:
        """A sentence for every request that is not followed to the letter."""
        notes: list[str] = []
        while (note := text("note", self._handle, len(notes))) is not None:
            notes.append(note)
        return notes

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
