"""The functions of taskfft.h, and its errors as exceptions."""

from __future__ import annotations

import ctypes
import os
from ctypes import POINTER, byref, c_char_p, c_double, c_int, c_int64, c_void_p
from pathlib import Path
from typing import Any

from mpi4py import MPI

INTERFACE = "0.3"  # every minor version before 1 may have another


class Error(RuntimeError):
    """What taskfft reports."""


class ArgumentError(Error, ValueError):
    """Something asked for that cannot be done."""


class MpiError(Error):
    """An MPI call failed."""


class ResourceError(Error):
    """Not enough memory, or FFTW could not plan."""


ERRORS = {1: ArgumentError, 2: MpiError, 3: ResourceError}


class LayoutOfC(ctypes.Structure):
    """taskfft_layout."""

    _fields_ = [
        ("dims", c_int),
        ("lo", c_int64 * 3),
        ("hi", c_int64 * 3),
        ("stride", c_int64 * 3),
        ("size", c_int64),
        ("field_stride", c_int64),
    ]


class RunOfC(ctypes.Structure):
    """taskfft_run."""

    _fields_ = [
        ("data", c_void_p),
        ("points", c_int64),
        ("first", c_int64 * 3),
        ("dims", c_int),
        ("axis", c_int),
        ("field", c_int),
    ]


VISITOR = ctypes.CFUNCTYPE(c_int, POINTER(RunOfC), c_void_p)

# A plan, its extents and its settings; and the boxes of its two ends.
PLAN: list[Any] = [POINTER(c_void_p), c_int, POINTER(c_int64), c_char_p]
BOXES: list[Any] = [c_int, POINTER(LayoutOfC), c_int, POINTER(LayoutOfC)]

# By name: the types of the arguments. Each returns a code.
FUNCTIONS: dict[str, list[Any]] = {
    "create_f": [*PLAN, c_int],
    "create_sharing": [*PLAN, c_void_p],
    "create_boxes_f": [*PLAN, *BOXES, c_int],
    "create_boxes_sharing": [*PLAN, *BOXES, c_void_p],
    "input_box": [c_void_p, c_int, POINTER(LayoutOfC)],
    "output_box": [c_void_p, c_int, POINTER(LayoutOfC)],
    "round_trip_factor": [c_void_p, POINTER(c_double)],
    "wave_numbers_of_box": [c_void_p, c_int, c_int, POINTER(c_double)],
    "commit_boxes": [c_void_p, POINTER(c_void_p), POINTER(c_void_p)],
    "forward_boxes": [c_void_p, POINTER(c_void_p), POINTER(c_void_p)],
    "backward_boxes": [c_void_p, POINTER(c_void_p), POINTER(c_void_p)],
    "refuse_create_f": [c_void_p, c_int, c_char_p],
    "refuse": [c_void_p, c_char_p],
    "forward_visiting": [c_void_p, VISITOR, c_void_p],
    "backward_visiting": [c_void_p, VISITOR, c_void_p],
    "round_trip": [c_void_p, VISITOR, c_void_p],
}


# The same of those that return a text, or NULL.
TEXTS: dict[str, list[Any]] = {
    "setting": [c_void_p, c_char_p],
    "note": [c_void_p, c_int],
}


def mpi_version_of(library: ctypes.CDLL) -> str:
    """Ask which MPI a library was linked with."""
    text = ctypes.create_string_buffer(MPI.MAX_LIBRARY_VERSION_STRING)
    library.MPI_Get_library_version(text, byref(c_int()))
    return text.value.decode()


def load() -> ctypes.CDLL:
    """Load the shared library, if it suits this package and mpi4py."""
    path = os.environ.get("TASKFFT_LIBRARY") or str(Path(__file__).with_name("libtaskfft.so"))
    try:
        library = ctypes.CDLL(path)
        library.taskfft_version.restype = c_char_p
    except (OSError, AttributeError) as error:  # what is no library, or has no such function
        raise ImportError(
            f"{path} can't be loaded ({error}): install this package anew, or build taskfft with "
            "BUILD_SHARED_LIBS and set TASKFFT_LIBRARY to the file"
        ) from error
    found = library.taskfft_version().decode()
    if found.rpartition(".")[0] != INTERFACE:
        raise ImportError(f"{path} is taskfft {found}, and this package is for {INTERFACE}")
    theirs, ours = mpi_version_of(library).strip(), MPI.Get_library_version().strip("\0 \n")
    if theirs != ours:
        raise ImportError(
            f"{path} has another MPI ({theirs}) than mpi4py ({ours}): install one of the two anew, "
            "with mpicc and mpicxx of the other's MPI"
        )
    library.taskfft_message.restype = c_char_p
    library.taskfft_destroy.argtypes = [c_void_p]
    library.taskfft_destroy.restype = None
    for name, types in FUNCTIONS.items():
        getattr(library, f"taskfft_{name}").argtypes = types
    for name, types in TEXTS.items():
        getattr(library, f"taskfft_{name}").argtypes = types
        getattr(library, f"taskfft_{name}").restype = c_char_p
    return library


LIBRARY = load()


def int64(number: int) -> int:
    """Check a number for C, which would take its lowest 64 bits without a word."""
    if not -(2**63) <= number < 2**63:
        raise ArgumentError(f"{number} is no integer of 64 bits")
    return number


def call(name: str, *arguments: Any) -> None:
    """Call a function of FUNCTIONS; raise what it reports."""
    code = getattr(LIBRARY, f"taskfft_{name}")(*arguments)
    if code:
        raise ERRORS.get(code, Error)(message())


def text(name: str, *arguments: Any) -> str | None:
    """Call a function of TEXTS."""
    found = getattr(LIBRARY, f"taskfft_{name}")(*arguments)
    return None if found is None else str(found.decode())


def message() -> str:
    """Tell what went wrong last."""
    return str(LIBRARY.taskfft_message().decode())


def version() -> str:
    """Tell the shared library's."""
    return str(LIBRARY.taskfft_version().decode())
