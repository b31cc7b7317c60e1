"""What taskfft's tuning promises: choices that are kept, and the grid where it is free."""

from __future__ import annotations

from pathlib import Path

import pytest
from claims import UNEVEN, make_case
from measuring import measure

from fftbench.core.case import Placement, Precision, Problem, Transform
from fftbench.core.catalogue import Catalogue
from fftbench.core.record import Effective, Planning, Status

pytestmark = pytest.mark.mpi

PROBLEM = Problem(
    shape=UNEVEN,
    transform=Transform.c2c,
    precision=Precision.double,
    placement=Placement.out_of_place,
)


@pytest.mark.parametrize("ranks", [1, 3])
def test_what_was_chosen_is_found_again(catalogue: Catalogue, tmp_path: Path, ranks: int) -> None:
    entry = catalogue.find("taskfft")
    if entry is None or entry.description is None:
        pytest.skip("taskfft is not built")
    case = make_case(entry.description, PROBLEM, ranks, None, settings={"tuning": "measure"})
    env = {"TASKFFT_TUNING": str(tmp_path / "tuning")}
    found: list[tuple[Planning, Effective]] = []
    for folder in ("first", "again"):
        (record,) = measure([case], catalogue, tmp_path / folder, env)
        assert record.status is Status.ok, record.reason
        assert record.planning is not None
        assert record.effective is not None
        found.append((record.planning, record.effective))
    (first, chosen), (again, kept) = found
    assert first.trials
    assert again.trials == 0
    assert kept == chosen
    assert chosen.grid is not None
