"""mkl_fft on one rank, with threads: MKL behind NumPy's interface."""

from __future__ import annotations

import ctypes
from typing import Any, ClassVar

import mkl_fft
from fftbench_driver import Answer, Driver, Plan, Request, WholeArrayPlan, loaded, run


def loaded_mkl() -> ctypes.CDLL:
    """Return MKL itself, as mkl_fft has it loaded: it has no function for the number of threads."""
    (path,) = loaded("/libmkl_rt.so")
    return ctypes.CDLL(path)


MKL = loaded_mkl()


class MklPlan(WholeArrayPlan):
    """The functions of mkl_fft, given the array that they write to."""

    def commit(self, x: Any, spectrum: Any) -> None:
        """Set the number of threads; each transform makes its plan anew."""
        MKL.MKL_Set_Num_Threads(self.request.threads)
        self._arrays = (x, spectrum)
        real = self.request.transform == "r2c"
        self._there = mkl_fft.rfftn if real else mkl_fft.fftn
        self._back = mkl_fft.irfftn if real else mkl_fft.ifftn

    def forward(self) -> None:
        """Transform from input to output."""
        x, spectrum = self._arrays
        self._there(x, out=spectrum)

    def backward(self) -> None:
        """Transform from output to input; `forward` leaves the scaling to the other direction."""
        x, spectrum = self._arrays
        self._back(spectrum, s=x.shape, axes=self.axes, norm="forward", out=x)

    def effective(self) -> Answer:
        """Tell how many threads MKL uses at the most, and for which vectors it chose its code."""
        return {**super().effective(), "threads": MKL.MKL_Get_Max_Threads(), "kernels": kernels()}


class MklFft(Driver):
    """mkl_fft."""

    def description(self) -> Answer:
        """Return what `--describe` prints."""
        return {
            "name": "mkl_fft",
            "library": "mkl_fft",
            "version": f"{mkl_fft.__version__}, MKL {mkl_version()}",
            "dims": [1, 2, 3],
            "transforms": ["c2c", "r2c"],
            "precisions": ["double", "single"],
            "placements": ["out_of_place"],
            "decompositions": [],
            "threaded": True,
            "variables": ["MKL_"],
        }

    def plan(self, request: Request, comm: int) -> Plan:  # noqa: ARG002
        """There is one rank."""
        return MklPlan(request)


class Version(ctypes.Structure):
    """MKLVersion of mkl_types.h."""

    _fields_: ClassVar = [
        *((number, ctypes.c_int) for number in ("major", "minor", "update", "patch")),
        *((text, ctypes.c_char_p) for text in ("status", "build", "processor", "platform")),
    ]


INSTRUCTION_SETS = {"AVX-512": "avx512", "AVX2": "avx2", "AVX)": "avx", "SSE": "sse2"}
"""By what MKL's name of the processor holds, the first that it does."""


def kernels() -> list[Answer]:
    """Return MKL, by the processor for which it has chosen its code."""
    version = Version()
    MKL.MKL_Get_Version(ctypes.byref(version))
    processor = version.processor.decode()
    found = [name for word, name in INSTRUCTION_SETS.items() if word in processor]
    told_by = f"MKL_Get_Version: {processor}"
    return [{"name": "MKL", "instruction_sets": found[:1], "told_by": told_by}] if found else []


def mkl_version() -> str:
    """Return the version of MKL, as 2026.2."""
    text = ctypes.create_string_buffer(200)
    MKL.mkl_get_version_string(text, len(text))
    words = text.value.decode().split()
    return words[words.index("Version") + 1] if "Version" in words else text.value.decode()


run(MklFft())
