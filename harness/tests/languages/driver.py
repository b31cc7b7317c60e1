"""FFTs of NumPy and SciPy as a driver, which does what its setting `fault` says."""

from __future__ import annotations

import ctypes
import sys
from typing import Any

import numpy as np
import scipy.fft
from fftbench_driver import Answer, Driver, Layout, Plan, Request, WholeArrayPlan, run

FAULTS = ["none", "turned", "refuses", "throws", "scales", "lies", "own", "babbles", "spills"]
FAULTS += ["exits"]

THERE: dict[str, Any] = {
    "c2c": lambda x, axis: np.fft.fft(x, axis=axis),
    "r2c": lambda x, axis: np.fft.rfft(x, axis=axis),
    "dct2": lambda x, axis: scipy.fft.dct(x, 2, axis=axis),
    "dst2": lambda x, axis: scipy.fft.dst(x, 2, axis=axis),
}
BACK: dict[str, Any] = {
    "c2c": lambda x, axis, _: np.fft.ifft(x, axis=axis, norm="forward"),
    "r2c": lambda x, axis, points: np.fft.irfft(x, points, axis=axis, norm="forward"),
    "dct2": lambda x, axis, _: scipy.fft.dct(x, 3, axis=axis),
    "dst2": lambda x, axis, _: scipy.fft.dst(x, 3, axis=axis),
}


class NumpyPlan(WholeArrayPlan):
    def __init__(self, request: Request) -> None:
        super().__init__(request)
        self._fault = request.settings["fault"]
        if self._fault == "throws":
            raise RuntimeError("no plan for you")
        if self._fault == "scales":
            self.round_trip_scale = 1.0
        shapes = (request.shape, request.spectrum_shape)
        self._own = [np.zeros(*of) for of in zip(shapes, request.dtypes, strict=True)]
        self._kinds = list(enumerate(request.kinds))
        axes = tuple(range(len(request.shape)))
        self._order = (*axes[1:], 0) if self._fault == "turned" else axes
        if self._fault == "turned":  # axis 0 next in memory, with a gap behind each row
            row = request.spectrum_shape[0] + 1
            self.output = Layout(self.output.lo, self.output.hi, row, order=self._order)

    def buffers(self) -> Any:
        return tuple(self._own) if self._fault == "own" else None

    def commit(self, x: Any, spectrum: Any) -> None:
        self._x, self._spectrum = x, spectrum.transpose(np.argsort(self._order))

    def forward(self) -> None:
        data = self._x
        for axis, kind in reversed(self._kinds):
            data = THERE[kind](data, axis)
        self._spectrum[...] = data
        if self._fault == "lies":
            self._spectrum.flat[1] += 1
        if self._fault == "spills":
            np.ndarray(self._x.size + 1, self._x.dtype, buffer_of(self._spectrum))[-1] = 0
        if self._fault == "exits":
            sys.exit(9)

    def backward(self) -> None:
        data = self._spectrum
        for axis, kind in self._kinds:
            data = BACK[kind](data, axis, self._x.shape[axis])
        self._x[...] = data

    def effective(self) -> Any:
        if self._fault == "babbles":
            return {"threads": "many"}
        warning = {"code": "library", "text": f"fault is {self._fault}"}
        kernel = {"name": "loops", "instruction_sets": ["mmx"], "told_by": "nobody"}
        return {**super().effective(), "warnings": [warning], "kernels": [kernel]}


def buffer_of(array: Any) -> Any:
    """The memory of an array, and some more."""
    return (ctypes.c_byte * (array.nbytes + 64)).from_address(array.ctypes.data)


class Numpy(Driver):
    def description(self) -> Answer:
        return {
            "name": "numpy",
            "library": "NumPy",
            "version": np.__version__,
            "dims": [1, 2, 3],
            "transforms": list(THERE),
            "mixes": list(THERE),
            "precisions": ["double"],
            "placements": ["out_of_place"],
            "decompositions": [],
            "threaded": False,
            "unranked": "it tests the core",
            "options": [{"name": "fault", "help": "what it does", "values": FAULTS}],
        }

    def support(self, request: Request, ranks: int) -> str | None:
        return f"not on {ranks} rank" if request.settings["fault"] == "refuses" else None

    def plan(self, request: Request, comm: int) -> Plan:  # noqa: ARG002
        return NumpyPlan(request)


run(Numpy())
