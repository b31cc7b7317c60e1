"""pyFFTW on one rank, with threads: the FFTW of Python users, as PyPI's package brings it."""

from __future__ import annotations

from typing import Any

import pyfftw
from fftbench_driver import Answer, Driver, Plan, Request, WholeArrayPlan, expose, run

KINDS = {
    f"{name}{kind}": f"FFTW_R{letter}FT{digits}"
    for name, letter in (("dct", "ED"), ("dst", "OD"))
    for kind, digits in ((1, "00"), (2, "10"), (3, "01"), (4, "11"))
}
UNDONE_BY = {"2": "3", "3": "2"}
EFFORTS = ("measure", "estimate", "patient")


class PyfftwPlan(WholeArrayPlan):
    """A pair of pyfftw.FFTW objects."""

    def commit(self, x: Any, spectrum: Any) -> None:
        """Plan both directions."""
        self._forward = self._fftw(x, spectrum, forward=True)
        self._backward = self._fftw(spectrum, x, forward=False)

    def _fftw(self, source: Any, target: Any, *, forward: bool) -> pyfftw.FFTW:
        direction: Any = "FFTW_FORWARD" if forward else "FFTW_BACKWARD"
        kinds = self.request.kinds
        if kinds[-1] in KINDS:
            direction = [KINDS[kind if forward else undoing(kind)] for kind in kinds]
        effort = f"FFTW_{str(self.request.settings['planner']).upper()}"
        return pyfftw.FFTW(
            source,
            target,
            axes=self.axes,
            direction=direction,
            flags=(effort, "FFTW_DESTROY_INPUT"),
            threads=self.request.threads,
            normalise_idft=False,
        )

    def forward(self) -> None:
        """Transform from input to output."""
        self._forward.execute()

    def backward(self) -> None:
        """Transform from output to input."""
        self._backward.execute()


def undoing(kind: str) -> str:
    """Return the dct or dst that undoes one."""
    return kind[:-1] + UNDONE_BY.get(kind[-1], kind[-1])


class Pyfftw(Driver):
    """pyFFTW."""

    def description(self) -> Answer:
        """Return what `--describe` prints."""
        help_text = "FFTW's planner: how much it tries before it chooses"
        return {
            "name": "pyfftw",
            "library": "pyFFTW",
            "version": f"{pyfftw.__version__}, {pyfftw.fftw_version}",
            "dims": [1, 2, 3],
            "transforms": ["c2c", "r2c", *KINDS],
            "precisions": ["double", "single"],
            "placements": ["out_of_place", "in_place"],
            "decompositions": [],
            "threaded": True,
            "batches": True,
            "mixes": list(KINDS),
            "variables": ["PYFFTW_"],
            "options": [{"name": "planner", "help": help_text, "values": EFFORTS}],
        }

    def plan(self, request: Request, comm: int) -> Plan:  # noqa: ARG002
        """There is one rank."""
        return PyfftwPlan(request)


expose("/libfftw3")
run(Pyfftw())
