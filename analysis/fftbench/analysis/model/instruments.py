"""What stands beside the libraries: baselines, bounds, and cases that are never ranked."""

from __future__ import annotations

from fftbench.core.contracts.case import Case
from fftbench.core.contracts.record import Record, Status

SLOWED = "slowed"
"""FFTW's MPI transform, slower on purpose: to see how small a difference the benchmark tells."""

SKEW = "skew"
"""The setting that makes a library's work uneven on purpose, by so many per cent."""

_UNRANKED = {
    SLOWED: "which tests the benchmark",
    "hpx_fft": "which has no way back of its own",
}
"""Drivers whose answers are right and checked, and why their pairs compete with nobody."""


def is_skewed(case: Case) -> bool:
    """Whether the work is uneven on purpose: its times are not the library's."""
    return case.settings.get(SKEW, 0) != 0


def unranked(case: Case) -> tuple[str, str] | None:
    """Say of what competes with nobody, right as its answers are, what it is and why."""
    if is_skewed(case):
        return f"{case.driver} with {SKEW}", "whose work is uneven on purpose"
    reason = _UNRANKED.get(case.driver)
    return (case.driver, reason) if reason else None


def competes(driver: str) -> bool:
    """Whether a driver is ranked at all."""
    return driver not in _UNRANKED


def is_apart(status: Status, case: Case) -> bool:
    """Whether what ended so competes with nobody; what fails is told as any other."""
    return status.apart or (status is Status.ok and unranked(case) is not None)


def apart_name(record: Record) -> str | None:
    """Name what competes with nobody; None for what competes."""
    if not is_apart(record.status, record.case):
        return None
    found = unranked(record.case)
    return found[0] if found else record.case.driver
