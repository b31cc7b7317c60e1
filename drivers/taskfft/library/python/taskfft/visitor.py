"""What is shown of a spectrum while it is made, or before it is taken."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import c_char
from dataclasses import dataclass
from typing import Any

import numpy as np

from taskfft.layout import Array
from taskfft.library import VISITOR, RunOfC


@dataclass(frozen=True)
class Run:
    """Points of a spectrum that lie side by side in memory and differ in one global index."""

    points: Array  # their elements, to be read and written as long as the visitor runs
    first: tuple[int, ...]  # global indices of the first one
    axis: int  # along which they lie
    field: int  # of several, from 0

    def at(self, axis: int) -> Array | int:
        """Tell the points' global indices along an axis: an array along theirs, else one."""
        first = self.first[axis]
        return first + np.arange(self.points.size) if axis == self.axis else first


Visitor = Callable[[Run], object]


class VisitorOfC:
    """A visitor as the library calls it, on any of its threads; what it raises is kept."""

    def __init__(self, visit: Visitor, dtype: np.dtype[Any]) -> None:
        self.error: BaseException | None = None
        self._visit = visit
        self._dtype = dtype
        self.function = VISITOR(self._show)

    def _show(self, address: Any, _user: int | None) -> int:
        run: RunOfC = address.contents
        try:
            memory = (c_char * (run.points * self._dtype.itemsize)).from_address(run.data)
            points = np.frombuffer(memory, self._dtype)
            self._visit(Run(points, tuple(run.first[: run.dims]), run.axis, run.field))
        except BaseException as error:  # it would be lost in the library
            self.error = error
            return 1
        return 0
