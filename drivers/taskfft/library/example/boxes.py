"""Solves (1 - Laplacian) u = f, periodic, on bricks with ghost points; prints the largest error.

mpirun -n 4 python boxes.py
"""

import sys

import numpy as np
import taskfft
from mpi4py import MPI

EXTENTS = (32, 30, 36)
WAVES = (32, 30, 19)
GHOSTS = 1
UNTOUCHED = 12345.0


def my_brick(extents: tuple[int, ...]) -> list[slice]:
    """Of an array, on this rank."""
    grid = MPI.Compute_dims(MPI.COMM_WORLD.size, 3)
    place = np.unravel_index(MPI.COMM_WORLD.rank, grid)
    parts = zip(extents, place, grid, strict=True)
    return [slice(int(n * p // g), int(n * (p + 1) // g)) for n, p, g in parts]


def largest_error() -> float:
    """On any rank."""
    brick, waves = my_brick(EXTENTS), my_brick(WAVES)
    patch = np.full([part.stop - part.start + 2 * GHOSTS for part in brick], UNTOUCHED)
    field = patch[GHOSTS:-GHOSTS, GHOSTS:-GHOSTS, GHOSTS:-GHOSTS]
    spectrum = np.empty([part.stop - part.start for part in waves], complex)
    x, y, z = np.meshgrid(
        *(2 * np.pi * np.arange(n)[part] / n for n, part in zip(EXTENTS, brick, strict=True)),
        indexing="ij",
    )
    exact = np.exp(np.sin(x) + np.cos(y) + np.sin(z))
    curvature = np.cos(x) ** 2 - np.sin(x) + np.sin(y) ** 2 - np.cos(y) + np.cos(z) ** 2 - np.sin(z)
    mine = (
        taskfft.Box.of(field, [part.start for part in brick]),
        taskfft.Box.of(spectrum, [part.start for part in waves]),
    )
    with taskfft.Plan(
        EXTENTS, MPI.COMM_WORLD, boxes=mine, transform="r2c", scaling="backward"
    ) as plan:
        field[:] = exact * (1 - curvature)
        plan.forward(field, spectrum)
        kx, ky, kz = (plan.wave_numbers(a) * EXTENTS[a] / (2 * np.pi) for a in range(3))
        squares = kx[:, None, None] ** 2 + ky[None, :, None] ** 2 + kz[None, None, :] ** 2
        spectrum /= 1 + squares
        plan.backward(spectrum, field)
    error = np.abs(field - exact).max(initial=0)
    field[:] = UNTOUCHED
    error = np.maximum(error, np.abs(patch - UNTOUCHED).max())
    return float(np.max(MPI.COMM_WORLD.allgather(error)))  # NumPy's maxima keep what is no number


if __name__ == "__main__":
    largest = largest_error()
    if MPI.COMM_WORLD.rank == 0:
        print(f"largest error of the solution: {largest:.1e}")
    sys.exit(0 if largest < 1e-11 else 1)
