"""fluidfft: one interface for several libraries, of which FFTW's MPI transforms are here."""

from __future__ import annotations

from importlib.metadata import version
from math import prod
from typing import Any

import mpi4py
from fftbench_driver import Answer, Driver, Layout, Plan, Request, expose, run

mpi4py.rc.initialize = mpi4py.rc.finalize = False  # the harness does

METHODS = {2: "fft2d.mpi_with_fftwmpi2d", 3: "fft3d.mpi_with_fftwmpi3d"}
"""fluidfft's names of its classes, by the number of axes."""


LARGEST_INT = 2**31 - 1


def _largest_count(spectrum: tuple[int, ...], ranks: int) -> int:
    """Return the largest number that FFTW's transpose hands to MPI in int.

    As drivers/common/fftw/transpose.hpp works it out.
    """
    if ranks == 1:
        return 0
    rows, columns, *rest = spectrum
    block = -(-rows // ranks) * -(-columns // ranks) * 2 * prod(rest)
    equal = rows % ranks == 0 and columns % ranks == 0
    return block if equal else (ranks - 1) * block


class FluidfftPlan(Plan):
    """An object of fluidfft's, that has planned when it has been made."""

    forward_scale: float
    round_trip_scale = 1.0

    def __init__(self, request: Request) -> None:
        super().__init__(request)
        from fluidfft import create_fft_object  # noqa: PLC0415 - it asks MPI, which must have begun

        dims = len(request.shape)
        self._fft = create_fft_object(METHODS[dims], *request.shape)
        expose("/libfftw3")
        self.forward_scale = 1 / request.volume
        self.input = self._layout(
            self._fft.get_seq_indices_first_X(), self._fft.get_shapeX_loc(), tuple(range(dims))
        )
        self.output = self._layout(
            self._fft.get_seq_indices_first_K(), self._fft.get_shapeK_loc(), (1, 0, 2)[:dims]
        )

    @staticmethod
    def _layout(first: tuple[int, ...], extents: tuple[int, ...], order: tuple[int, ...]) -> Layout:
        """Turn what fluidfft tells, in the order of memory, into that of the axes."""
        ends = [(lo, lo + extent) for lo, extent in zip(first, extents, strict=True)]
        lo, hi = zip(*(ends[order.index(axis)] for axis in range(len(order))), strict=True)
        return Layout(lo, hi, order=order)

    def commit(self, x: Any, spectrum: Any) -> None:
        """Keep the arrays: all is planned, for arrays of fluidfft's own."""
        self._x, self._spectrum = x, spectrum

    def forward(self) -> None:
        """Transform from input to output."""
        self._fft.fft_as_arg(self._x, self._spectrum)

    def backward(self) -> None:
        """Transform from output to input."""
        self._fft.ifft_as_arg(self._spectrum, self._x)

    def effective(self) -> Answer:
        """Tell what FFTW plans with, and that all ranks divide the first axis."""
        from fluiddyn.util import mpi  # noqa: PLC0415 - as above

        settings = {"planner": "measure"}
        return {"grid": [mpi.nb_proc, 1], "settings": settings}


class Fluidfft(Driver):
    """fluidfft."""

    def description(self) -> Answer:
        """Return what `--describe` prints."""
        plugin = "fluidfft-fftwmpi"
        return {
            "name": "fluidfft",
            "library": "fluidfft",
            "version": f"{version('fluidfft')}, {plugin} {version(plugin)}",
            "dims": [2, 3],
            "transforms": ["r2c"],
            "precisions": ["double"],
            "placements": ["out_of_place"],
            "decompositions": ["slab"],
            "threaded": False,
        }

    def support(self, request: Request, ranks: int) -> str | None:
        """Refuse what fluidfft refuses, and what FFTW can't count."""
        first, *_, last = request.shape
        if request.grid is not None and request.grid[1:] != (1,):
            return "fluidfft divides one axis with FFTW's MPI transforms"
        if len(request.shape) == 2 and (first % ranks or last // 2 % ranks):
            return f"fluidfft wants {ranks} ranks to divide {first} and {last // 2}, half of {last}"
        if first < ranks:
            return f"fluidfft wants no fewer points along axis 0 than ranks: {first} on {ranks}"
        if _largest_count(request.spectrum_shape, ranks) > LARGEST_INT:
            return "FFTW counts what ranks exchange in int: more ranks are needed"
        return None

    def plan(self, request: Request, comm: int) -> Plan:  # noqa: ARG002 - always of all ranks
        """Make an object of fluidfft's."""
        return FluidfftPlan(request)


run(Fluidfft())
