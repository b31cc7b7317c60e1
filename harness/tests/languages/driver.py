"""numpy.fft as a driver, which does what its setting `fault` says."""

from __future__ import annotations

import ctypes
import sys
from typing import Any

import numpy as np
from fftbench_driver import Answer, Driver, Plan, Request, WholeArrayPlan, run

FAULTS = ["none", "refuses", "throws", "scales", "lies", "own", "babbles", "spills", "exits"]


class NumpyPlan(WholeArrayPlan):
    def __init__(self, request: Request) -> None:
        super().__init__(request)
        self._fault = request.settings["fault"]
        if self._fault == "throws":
            raise RuntimeError("no plan for you")
        if self._fault == "scales":
            self.round_trip_scale = 1.0
        self._own = [np.zeros(request.shape, dtype) for dtype in request.dtypes]

    def buffers(self) -> Any:
        return tuple(self._own) if self._fault == "own" else None

    def commit(self, x: Any, spectrum: Any) -> None:
        self._x, self._spectrum = x, spectrum

    def forward(self) -> None:
        self._spectrum[...] = np.fft.fftn(self._x)
        if self._fault == "lies":
            self._spectrum.flat[1] += 1
        if self._fault == "spills":
            np.ndarray(self._x.size + 1, self._x.dtype, buffer_of(self._spectrum))[-1] = 0
        if self._fault == "exits":
            sys.exit(9)

    def backward(self) -> None:
        self._x[...] = np.fft.ifftn(self._spectrum, norm="forward")

    def effective(self) -> Any:
        if self._fault == "babbles":
            return {"threads": "many"}
        warning = {"code": "library", "text": f"fault is {self._fault}"}
        return {**super().effective(), "warnings": [warning]}


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
            "transforms": ["c2c"],
            "precisions": ["double"],
            "placements": ["out_of_place"],
            "decompositions": [],
            "threaded": False,
            "options": [{"name": "fault", "help": "what it does", "values": FAULTS}],
        }

    def support(self, request: Request, ranks: int) -> str | None:
        return f"not on {ranks} rank" if request.settings["fault"] == "refuses" else None

    def plan(self, request: Request, comm: int) -> Plan:  # noqa: ARG002
        return NumpyPlan(request)


run(Numpy())
