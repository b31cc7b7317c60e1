"""What taskfft promises: tuned choices that are kept, and messages where memory can't be shared."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from cases import make_case
from measuring import measure
from tried import PROBLEM

from fftbench.core.contracts.catalogue import Catalogue, Description
from fftbench.core.contracts.record import Effective, PlanTimes, Status

pytestmark = pytest.mark.mpi


@pytest.mark.parametrize("ranks", [1, 3])
def test_what_was_chosen_is_found_again(
    taskfft: Description, catalogue: Catalogue, tmp_path: Path, ranks: int
) -> None:
    case = make_case(taskfft, PROBLEM, ranks, None, settings={"tuning": "measure"})
    env = {"TASKFFT_TUNING": str(tmp_path / "tuning")}
    found: list[tuple[PlanTimes, Effective]] = []
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


def test_records_say_that_work_was_uneven_on_purpose(
    taskfft: Description, catalogue: Catalogue, tmp_path: Path
) -> None:
    case = make_case(taskfft, PROBLEM, 2, None, settings={"skew": 160})
    (record,) = measure([case], catalogue, tmp_path)
    assert record.status is Status.ok, record.reason
    assert record.effective is not None
    assert record.effective.settings["skew"] == 160
    (text,) = [warning.text for warning in record.warnings if warning.code == "skewed"]
    assert "on purpose" in text


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """Let no file grow beyond this many bytes, in programs that are started meanwhile, too."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_memory_that_cannot_be_shared_shows_in_the_record(
    taskfft: Description, catalogue: Catalogue, tmp_path: Path
) -> None:
    # A rank's blocks have 17 MB, which is more than MPI itself puts into shared memory.
    large = PROBLEM.model_copy(update={"shape": (128, 128, 128)})
    settings = {"exchange": "shared", "planner": "estimate"}
    case = make_case(taskfft, large, 2, None, settings=settings)
    with largest_file(14_000_000):
        (record,) = measure([case], catalogue, tmp_path)
    assert record.status is Status.ok, record.reason
    assert record.effective is not None
    assert record.effective.settings["exchange"] == "p2p"
    (note,) = [warning.text for warning in record.warnings if warning.code == "library"]
    assert "shared memory" in note
    assert "too large" in note
