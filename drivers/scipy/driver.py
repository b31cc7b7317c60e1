"""scipy.fft on one rank, with threads: what Python users have without installing an FFT library."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import scipy
from fftbench_driver import Answer, Driver, Plan, Request, WholeArrayPlan, run
from scipy.fft._pocketfft import pypocketfft

REAL_KINDS = [f"{name}{kind}" for name in ("dct", "dst") for kind in (1, 2, 3, 4)]
KINDS = ["c2c", "r2c", *REAL_KINDS]
UNDONE_BY = {1: 1, 2: 3, 3: 2, 4: 4}
UNSCALED = 0

Axes = tuple[int, ...]
Step = Callable[[Any, Any], Any]
"""A transform along some axes, from the first array to the second."""


class ScipyPlan(WholeArrayPlan):
    """The functions that scipy.fft calls, given the array that they write to.

    Each kind is one step, along all of its axes. The Fourier transform is the last step there and
    the first one back: dcts and dsts are done where the input is, in place.
    """

    starts_threads = True

    def commit(self, x: Any, spectrum: Any) -> None:
        """Settle all arguments: there is nothing to plan."""
        axes: dict[str, Axes] = {}
        for axis, kind in zip(self.axes, self.request.kinds, strict=True):
            axes[kind] = (*axes.get(kind, ()), axis)
        fourier = (*axes.pop("c2c", ()), *axes.pop("r2c", ()))
        steps = [self._real(kind, along) for kind, along in axes.items()]
        if fourier:
            steps.append(self._fourier(fourier, x.shape[-1]))
        self._arrays = (x, spectrum)
        self._there = [there for there, _ in steps]
        self._back = [back for _, back in reversed(steps)]

    def forward(self) -> None:
        """Transform from input to output."""
        x, spectrum = self._arrays
        *first, last = self._there
        for step in first:
            step(x, x)
        last(x, spectrum)

    def backward(self) -> None:
        """Transform from output to input."""
        x, spectrum = self._arrays
        first, *others = self._back
        first(spectrum, x)
        for step in others:
            step(x, x)

    def effective(self) -> Answer:
        """Tell for which vectors PocketFFT is compiled."""
        return {**super().effective(), "kernels": kernels()}

    def _fourier(self, axes: Axes, length: int) -> tuple[Step, Step]:
        """Return it there and back; of r2c, `length` is that of the last axis."""
        if self.request.halved:
            there = self._step(pypocketfft.r2c, axes, True)
            return there, self._step(pypocketfft.c2r, axes, length, False)
        there, back = (self._step(pypocketfft.c2c, axes, forward) for forward in (True, False))
        return there, back

    def _real(self, kind: str, axes: Axes) -> tuple[Step, Step]:
        """Return a dct or dst there and back; of complex data, of both parts."""
        function = pypocketfft.dct if kind.startswith("dct") else pypocketfft.dst
        number = int(kind[-1])
        there, back = (self._step(function, one, axes) for one in (number, UNDONE_BY[number]))
        if self.request.dtypes[0].kind == "c":
            return of_both_parts(there), of_both_parts(back)
        return there, back

    def _step(self, function: Callable[..., Any], *words: Any) -> Step:
        threads = self.request.threads
        return lambda a, b: function(a, *words, UNSCALED, b, threads)


def kernels() -> list[Answer]:
    """Return PocketFFT, which is compiled for one set of vectors, where SciPy tells for which.

    From 1.12 on SciPy tells its compiler's flags. Every x86-64 has SSE2, for which compilers build
    if no flag of the machine (-march and others) is among them.
    """
    if tuple(int(part) for part in scipy.__version__.split(".")[:2]) < (1, 12):
        return []
    told = scipy.show_config(mode="dicts")
    flags = told["Compilers"]["c++"].get("args", "")
    of_machine = any(flag.startswith("-m") for flag in re.split(r"[,\s]+", flags))
    if told["Machine Information"]["host"]["cpu"] != "x86_64" or of_machine:
        return []
    told_by = f"scipy.show_config: c++ without -march ({flags or 'no arguments'})"
    return [{"name": "PocketFFT", "instruction_sets": ["sse2"], "told_by": told_by}]


def of_both_parts(step: Step) -> Step:
    """Do a step to the real and to the imaginary part of complex arrays."""

    def do(a: Any, b: Any) -> None:
        step(a.real, b.real)
        step(a.imag, b.imag)

    return do


class Scipy(Driver):
    """scipy.fft."""

    def description(self) -> Answer:
        """Return what `--describe` prints."""
        return {
            "name": "scipy",
            "library": "SciPy",
            "version": scipy.__version__,
            "dims": [1, 2, 3],
            "transforms": KINDS,
            "mixes": KINDS,
            "precisions": ["double", "single"],
            "placements": ["out_of_place", "in_place"],
            "decompositions": [],
            "threaded": True,
            "batches": True,
        }

    def support(self, request: Request, ranks: int) -> str | None:  # noqa: ARG002
        """Refuse what scipy.fft has no function for."""
        if request.in_place and request.halved:
            return "scipy.fft never writes the spectrum of a real array over it"
        return None

    def plan(self, request: Request, comm: int) -> Plan:  # noqa: ARG002
        """There is one rank."""
        return ScipyPlan(request)


run(Scipy())
