"""Differentiates a real field along its first axis and prints the largest error.

mpirun -n 4 python derivative.py
"""

import sys

import numpy as np
import taskfft
from mpi4py import MPI

EXTENTS = (32, 24, 40)


def largest_error() -> float:
    """On any rank."""
    with taskfft.Plan(EXTENTS, MPI.COMM_WORLD, transform="r2c", scaling="backward") as plan:
        field, spectrum = plan.arrays()
        parts = zip(EXTENTS, plan.input.slices, strict=True)
        x, y, z = np.meshgrid(
            *(2 * np.pi * np.arange(n)[part] / n for n, part in parts), indexing="ij"
        )
        field[:] = np.sin(3 * x) * np.cos(y) * np.cos(2 * z)
        plan.forward(field, spectrum)
        points_apart = 2 * np.pi / EXTENTS[0]
        spectrum *= 1j * plan.wave_numbers(0)[:, np.newaxis, np.newaxis] / points_apart
        derivative = plan.arrays()[0]
        plan.backward(spectrum, derivative)
        error = np.abs(derivative - 3 * np.cos(3 * x) * np.cos(y) * np.cos(2 * z))
        errors = MPI.COMM_WORLD.allgather(error.max(initial=0))
        return float(np.max(errors))  # NumPy's maxima keep what is no number


if __name__ == "__main__":
    largest = largest_error()
    if MPI.COMM_WORLD.rank == 0:
        print(f"largest error of the derivative: {largest:.1e}")
    sys.exit(0 if largest < 1e-12 else 1)
