"""scipy.fft on one rank, with threads: what Python users have without installing an FFT library."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import scipy
from fftbench_driver import Answer, Driver, Plan, Request, WholeArrayPlan, run
from scipy.fft._pocketfft import pypocketfft

KINDS = [f"{name}{kind}" for name in ("dct", "dst") for kind in (1, 2, 3, 4)]
UNDONE_BY = {1: 1, 2: 3, 3: 2, 4: 4}
UNSCALED = 0


class ScipyPlan(WholeArrayPlan):
    """The functions that scipy.fft calls, given the array that they write to."""

    starts_threads = True

    def commit(self, x: Any, spectrum: Any) -> None:
        """Settle all arguments: there is nothing to plan."""
        axes = tuple(range(x.ndim))
        threads = self.request.threads

        def of(function: Callable[..., Any], *words: Any) -> Callable[[Any, Any], Any]:
            return lambda a, b: function(a, *words, UNSCALED, b, threads)

        transform = self.request.transform
        if transform == "c2c":
            there, back = (of(pypocketfft.c2c, axes, forward) for forward in (True, False))
        elif transform == "r2c":
            there = of(pypocketfft.r2c, axes, True)
            back = of(pypocketfft.c2r, axes, x.shape[-1], False)
        else:
            function = pypocketfft.dct if transform.startswith("dct") else pypocketfft.dst
            kind = int(transform[-1])
            there = of(function, kind, axes)
            back = of(function, UNDONE_BY[kind], axes)
        self._arrays, self._there, self._back = (x, spectrum), there, back

    def forward(self) -> None:
        """Transform from input to output."""
        x, spectrum = self._arrays
        self._there(x, spectrum)

    def backward(self) -> None:
        """Transform from output to input."""
        x, spectrum = self._arrays
        self._back(spectrum, x)


class Scipy(Driver):
    """scipy.fft."""

    def description(self) -> Answer:
        """Return what `--describe` prints."""
        return {
            "name": "scipy",
            "library": "SciPy",
            "version": scipy.__version__,
            "dims": [1, 2, 3],
            "transforms": ["c2c", "r2c", *KINDS],
            "precisions": ["double", "single"],
            "placements": ["out_of_place", "in_place"],
            "decompositions": [],
            "threaded": True,
        }

    def support(self, request: Request, ranks: int) -> str | None:  # noqa: ARG002
        """Refuse what scipy.fft has no function for."""
        if request.in_place and request.transform == "r2c":
            return "scipy.fft never writes the spectrum of a real array over it"
        return None

    def plan(self, request: Request, comm: int) -> Plan:  # noqa: ARG002
        """There is one rank."""
        return ScipyPlan(request)


run(Scipy())
