"""What stands beside the libraries: baselines, bounds, and drivers that test the benchmark."""

from __future__ import annotations

from fftbench.core.contracts.record import Status

SLOWED = "slowed"
"""FFTW's MPI transform, slower on purpose: to see how small a difference the benchmark tells."""

INSTRUMENTS = frozenset({SLOWED})
"""Drivers whose answers are right and checked, and that are no library: never ranked."""


def is_apart(status: Status, driver: str) -> bool:
    """Whether what ended so competes with nobody; an instrument that fails is told as any other."""
    return status.apart or (status is Status.ok and driver in INSTRUMENTS)
