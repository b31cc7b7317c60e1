"""mpi4py-fft: slabs and pencils by MPI's subarray types and generalised all-to-all."""

from __future__ import annotations

import functools
from importlib.metadata import version
from itertools import combinations
from typing import Any

import mpi4py
from fftbench_driver import Answer, Driver, Layout, Plan, Request, expose, run

mpi4py.rc.initialize = mpi4py.rc.finalize = False  # the harness does

from mpi4py import MPI  # noqa: E402
from mpi4py_fft import PFFT, fftw  # noqa: E402

KINDS = [f"{name}{kind}" for name in ("dct", "dst") for kind in (1, 2, 3, 4)]
EFFORTS = ("measure", "estimate", "patient")


def process_grid(request: Request, ranks: int) -> tuple[int, ...]:
    """Return ranks by axis; where the choice is the library's, as it would be without `grid`."""
    dims = len(request.shape)
    if request.grid is None:
        return tuple(MPI.Compute_dims(ranks, [0] * (dims - 1) + [1]))
    return (*request.grid, 1)[:dims]


def stages(request: Request, ranks: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return the arrays that are transformed one after the other, and ranks along their axes."""
    grid = list(process_grid(request, ranks))
    last = len(grid) - 1
    found = [(request.shape, tuple(grid)), (request.spectrum_shape, tuple(grid))]
    for axis in reversed(range(last)):
        grid[axis], grid[axis + 1] = grid[axis + 1], grid[axis]
        found.append((request.spectrum_shape, tuple(grid)))
    return found


def serial_transforms(transform: str, dims: int) -> dict[tuple[int, ...], Any] | None:
    """Return FFTW's transforms of real to real for every group of axes that may be done at once."""
    if transform not in KINDS:
        return None
    kind = int(transform[-1])
    pair = (fftw.dctn, fftw.idctn) if transform.startswith("dct") else (fftw.dstn, fftw.idstn)
    there, back = (functools.partial(function, type=kind) for function in pair)
    ends = combinations(range(dims + 1), 2)
    return {tuple(range(first, end)): (there, back) for first, end in ends}


class Mpi4pyPlan(Plan):
    """A PFFT, in the arrays that it has made."""

    starts_threads = True

    def __init__(self, request: Request, comm: MPI.Comm) -> None:
        super().__init__(request)
        dims = len(request.shape)
        self._fft = PFFT(
            comm,
            request.shape,
            dtype=request.dtypes[0],
            grid=process_grid(request, comm.size),
            collapse=request.settings["collapse"],
            transforms=serial_transforms(request.transform, dims),
            planner_effort=f"FFTW_{str(request.settings['planner']).upper()}",
            threads=request.threads,
        )
        self.input = self._layout(spectrum=False)
        self.output = self._layout(spectrum=True)
        self.round_trip_scale = float(request.volume)

    def _layout(self, *, spectrum: bool) -> Layout:
        slices = self._fft.local_slice(spectrum)
        return Layout(tuple(int(s.start) for s in slices), tuple(int(s.stop) for s in slices))

    def buffers(self) -> tuple[Any, Any]:
        """Return the arrays between which it transforms: any other would be copied."""
        return self._fft.forward.input_array, self._fft.forward.output_array

    def commit(self, x: Any, spectrum: Any) -> None:
        """Do nothing: all is planned."""

    def forward(self) -> None:
        """Transform from input to output."""
        self._fft.forward(normalize=False)

    def backward(self) -> None:
        """Transform from output to input."""
        self._fft.backward(normalize=False)

    def effective(self) -> Answer:
        """Tell the grid in the words of a case."""
        sizes = [comm.Get_size() for comm in self._fft.subcomm]
        return {"grid": sizes[:2]}

    def end(self) -> None:
        """Free communicators and types."""
        self._fft.destroy()


class Mpi4pyFft(Driver):
    """mpi4py-fft."""

    def description(self) -> Answer:
        """Return what `--describe` prints."""
        planner = "FFTW's planner: how much it tries before it chooses"
        collapse = "transform axes that are whole on a rank at once, not one after the other"
        return {
            "name": "mpi4py_fft",
            "library": "mpi4py-fft",
            "version": f"{version('mpi4py-fft')}, mpi4py {mpi4py.__version__}",
            "dims": [2, 3],
            "transforms": ["c2c", "r2c", *KINDS],
            "precisions": ["double", "single"],
            "placements": ["out_of_place"],
            "decompositions": ["slab", "pencil"],
            "threaded": True,
            "options": [
                {"name": "planner", "help": planner, "values": EFFORTS},
                {"name": "collapse", "help": collapse, "values": [False, True]},
            ],
        }

    def support(self, request: Request, ranks: int) -> str | None:
        """Refuse what mpi4py-fft gets wrong, and what leaves a rank without elements."""
        if request.transform == "r2c" and request.shape[-1] < 3:
            return "mpi4py-fft takes a spectrum for real where it is as long as its real rows"
        for shape, grid in stages(request, ranks):
            if any(parts > points for parts, points in zip(grid, shape, strict=True)):
                sizes = "x".join(map(str, shape))
                divided = "x".join(map(str, grid))
                return f"mpi4py-fft needs elements on every rank: {divided} ranks divide {sizes}"
        return None

    def plan(self, request: Request, comm: int) -> Plan:
        """Make a PFFT."""
        return Mpi4pyPlan(request, MPI.Comm.f2py(comm))


expose("/libfftw3")
run(Mpi4pyFft())
