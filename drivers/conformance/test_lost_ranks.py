"""A rank that dies or stops in the middle of a transform: its peers wait, but the case ends."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from cases import make_case
from measuring import measure
from processes import cpu_seconds, environment_of, working_in
from tried import PROBLEM

from fftbench.core.contracts.case import Case, Measure, Repetitions
from fftbench.core.contracts.catalogue import Catalogue, Description
from fftbench.core.contracts.record import Status

pytestmark = pytest.mark.mpi

WAYS = [("shared", 1), ("p2p", 1), ("shared", 2)]
SECOND_RANK = {b"OMPI_COMM_WORLD_RANK=1", b"PMI_RANK=1"}
GIVE_UP_SECONDS = 300


def endless(taskfft: Description, exchange: str, threads: int, timeout: float) -> Case:
    """Make a case of two ranks that goes on transforming until something stops it."""
    settings = {"exchange": exchange, "planner": "estimate"}
    case = make_case(taskfft, PROBLEM, 2, None, settings=settings, threads=threads)
    many = Repetitions(min=10**9, max=10**9)
    forever = Measure(warmup=0, repetitions=many, max_seconds=1e9, timeout_seconds=timeout)
    return case.model_copy(update={"measure": forever})


def strike(folder: Path, number: signal.Signals) -> bytes:
    """Send a signal to the second rank amid its transforms; returns what it had mapped."""
    give_up = time.monotonic() + GIVE_UP_SECONDS
    while time.monotonic() < give_up:
        time.sleep(0.05)
        for pid in working_in(folder):
            entry = Path(f"/proc/{pid}")
            # Starting and planning take much less.
            if SECOND_RANK.intersection(environment_of(pid)) and cpu_seconds(entry) > 0.5:
                mapped = (entry / "maps").read_bytes()
                os.kill(pid, number)
                return mapped
    return b"nothing: the second rank never came that far"


@contextmanager
def struck(folder: Path, number: signal.Signals, exchange: str) -> Iterator[None]:
    """What is measured meanwhile loses its second rank, and leaves nothing behind."""
    with ThreadPoolExecutor() as pool:
        mapped = pool.submit(strike, folder, number)
        yield
    shared = b"/memfd:taskfft (deleted)"  # without a name nothing of it can stay
    assert mapped.result().count(shared) == (2 if exchange == "shared" else 0), mapped.result()
    assert working_in(folder) == []
    assert not list(Path("/dev/shm").glob("*taskfft*"))


@pytest.mark.parametrize(("exchange", "threads"), WAYS)
def test_a_rank_that_is_killed_fails_its_case(
    taskfft: Description, catalogue: Catalogue, tmp_path: Path, exchange: str, threads: int
) -> None:
    case = endless(taskfft, exchange, threads, timeout=600)
    with struck(tmp_path, signal.SIGKILL, exchange):
        (record,) = measure([case], catalogue, tmp_path)
    assert record.status is Status.failed
    assert record.reason is not None


@pytest.mark.parametrize(("exchange", "threads"), WAYS)
def test_a_rank_that_stops_is_a_timeout(
    taskfft: Description, catalogue: Catalogue, tmp_path: Path, exchange: str, threads: int
) -> None:
    case = endless(taskfft, exchange, threads, timeout=20)
    with struck(tmp_path, signal.SIGSTOP, exchange):
        (record,) = measure([case], catalogue, tmp_path)
    assert record.status is Status.timeout
    assert record.reason is not None
    assert record.reason.startswith("no end after 20 s: rank 0 was in ")
