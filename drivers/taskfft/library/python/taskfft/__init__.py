"""taskfft's distributed FFTs of NumPy arrays, over mpi4py's communicators.

    from mpi4py import MPI
    import taskfft

    plan = taskfft.Plan((32, 48, 40), transform="r2c", scaling="backward")
    field, spectrum = plan.arrays()      # this rank's parts, each with the axes 0, 1, 2
    field[:] = 1.0
    plan.forward(field, spectrum)
    plan.backward(spectrum, field)
    plan.close()

Problem and options are words, the names of taskfft/options.hpp and taskfft.h; plan.hpp has the
conventions. The shared library is the one that TASKFFT_LIBRARY names, or that which was
built with this package.
"""

from taskfft.layout import Box, Layout
from taskfft.library import ArgumentError, Error, MpiError, ResourceError, version
from taskfft.plan import Plan
from taskfft.visitor import Run

__all__ = [
    "ArgumentError",
    "Box",
    "Error",
    "Layout",
    "MpiError",
    "Plan",
    "ResourceError",
    "Run",
    "version",
]
