"""Energy of a transform, from what was counted while the repetitions ran."""

from __future__ import annotations

from typing import Literal

from fftbench.core.contracts.record import Record


def joules_of_pair(record: Record, whose: Literal["device_j", "packages_j"]) -> float | None:
    """Return the joules of a repetition: the mean power while they ran, times the time of one.

    A repetition is forward + backward, or a workload's solution. Between repetitions answers are
    checked, which is in the mean. None where nobody counted.
    """
    energy = record.energy
    if energy is None or not energy.transforms or energy.seconds <= 0:
        return None
    joules = energy.device_j if whose == "device_j" else energy.packages_j
    if joules is None:
        return None
    repetitions = energy.transforms / record.case.problem.transforms
    return joules * energy.transforms_s / energy.seconds / repetitions
