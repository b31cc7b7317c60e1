"""What can't be tried because this machine has no device for it."""

from __future__ import annotations

import os
from collections.abc import Sequence

import pytest

from fftbench.core.contracts.record import Record, Status

EXPECTED = "FFTBENCH_EXPECT_DEVICE"
"""Names the memories whose devices must be there, as `cuda` or `cuda,opencl`."""
NO_DEVICE = "look for devices"


def present(records: Sequence[Record]) -> tuple[Record, ...]:
    """Leave out the cases in the memory of devices that are missing.

    Skips the test where there are no others; fails it where a device must be there.
    """
    absent = [record for record in records if without_device(record)]
    rest = tuple(record for record in records if not without_device(record))
    for record in absent:
        if record.case.problem.memory.value in os.environ.get(EXPECTED, "").split(","):
            pytest.fail(f"{EXPECTED} is set, but {record.reason}", pytrace=False)
    if absent and not any(record.status is not Status.unsupported for record in rest):
        pytest.skip(absent[0].reason or "no device")
    return rest


def without_device(record: Record) -> bool:
    """Tell whether the case was refused because its memory has no device here."""
    return record.status is Status.unsupported and NO_DEVICE in (record.reason or "")
