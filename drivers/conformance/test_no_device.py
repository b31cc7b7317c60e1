"""Programs for devices where there is none: each can be described, and refuses its case."""

from __future__ import annotations

from pathlib import Path

import pytest
from cases import cases_for
from measuring import measure

from fftbench.core.contracts.catalogue import Catalogue, Description
from fftbench.core.contracts.problem import Memory
from fftbench.core.contracts.record import Status

pytestmark = pytest.mark.mpi

HIDDEN = {
    Memory.cuda: {"CUDA_VISIBLE_DEVICES": ""},
    Memory.hip: {"HIP_VISIBLE_DEVICES": ""},
    Memory.opencl: {"OCL_ICD_VENDORS": "/nowhere"},
}
"""By which variables a program sees no device, even if there is one."""


def on_devices(catalogue: Catalogue, memory: Memory, ranks: int) -> list[Description]:
    described = [entry.description for entry in catalogue.drivers if entry.description]
    here = [one for one in described if memory in one.memories]
    return [one for one in here if ranks == 1 or one.decompositions]


@pytest.mark.parametrize("memory", list(HIDDEN))
@pytest.mark.parametrize("ranks", [1, 2])
def test_without_a_device_a_case_is_unsupported(
    memory: Memory, ranks: int, catalogue: Catalogue, tmp_path: Path
) -> None:
    drivers = on_devices(catalogue, memory, ranks)
    if not drivers:
        pytest.skip(f"no driver in {memory.value} memory is built for {ranks} ranks")
    cases = [cases_for(driver, ranks)[0] for driver in drivers]
    for record in measure(cases, catalogue, tmp_path, HIDDEN[memory]):
        assert record.status is Status.unsupported
        assert (record.reason or "").startswith("rank 0: look for devices: "), record.reason
