"""What stands beside the libraries: baselines, bounds, and cases that are never ranked."""

from __future__ import annotations

from fftbench.core.contracts.case import Case
from fftbench.core.contracts.record import Record, Status

SLOWED = "slowed"
"""FFTW's MPI transform, slower on purpose: to see how small a difference the benchmark tells."""

SKEW = "skew"
"""The setting that makes a library's work uneven on purpose, by so many per cent."""

TOLD_BEFORE = {SLOWED: "it tests the benchmark"}
"""[driver]: why it is never ranked, where records and plans are from before drivers told."""


def is_skewed(case: Case) -> bool:
    """Whether the work is uneven on purpose: its times are not the library's."""
    return case.settings.get(SKEW, 0) != 0


def why_never(record: Record) -> str | None:
    """Say why the driver is never ranked, right as its answers are; None where it is."""
    return record.unranked or TOLD_BEFORE.get(record.case.driver)


def unranked(record: Record) -> tuple[str, str] | None:
    """Say of what competes with nobody, right as its answers are, what it is and why."""
    case = record.case
    if is_skewed(case):
        return f"{case.driver} with {SKEW}", "its work is uneven on purpose"
    why = why_never(record)
    return (case.driver, why) if why else None


def is_apart(status: Status, record: Record) -> bool:
    """Whether what ended so competes with nobody; what fails is told as any other."""
    return status.apart or (status is Status.ok and unranked(record) is not None)


def apart_name(record: Record) -> str | None:
    """Name what competes with nobody; None for what competes."""
    if not is_apart(record.status, record):
        return None
    found = unranked(record)
    return found[0] if found else record.case.driver
