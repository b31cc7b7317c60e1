"""Threads that a library starts may use every CPU of their rank, whatever OMP_PROC_BIND says."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from cases import make_case
from processes import cpu_seconds
from tried import PROBLEM

from fftbench.core.contracts.case import Measure, Repetitions
from fftbench.core.contracts.catalogue import Catalogue, Entry
from fftbench.jobs.launch.launchers import OPEN_MPI_AS_ROOT

pytestmark = pytest.mark.mpi

LIBRARIES: list[tuple[str, dict[str, Any]]] = [
    ("accfft", {"planner": "estimate"}),
    ("fftw_mpi", {"planner": "estimate"}),
    ("fftw_threads", {"planner": "estimate", "runtime": "openmp"}),
    ("fftw_threads", {"planner": "estimate", "runtime": "pthreads"}),
    ("ducc0", {}),
    ("flups_a2a", {}),
    ("mkl", {}),
    ("mkl_cdft", {}),
    ("mkl_fft", {}),
    ("mpi4py_fft", {"planner": "estimate"}),
    ("scipy", {}),
    ("pyfftw", {"planner": "estimate"}),
    ("spfft", {}),
    ("taskfft", {"planner": "estimate"}),
]
GIVE_UP_SECONDS = 300


@contextmanager
def endless(entry: Entry, settings: dict[str, Any], folder: Path) -> Iterator[int]:
    """A program with two threads that transforms until it is stopped; gives its id."""
    assert entry.description is not None
    assert entry.command is not None
    which = {
        "shape": (96, 96, 96),
        "transform": entry.description.transforms[0],
        "placement": entry.description.placements[0],
    }
    problem = PROBLEM.model_copy(update=which)
    case = make_case(entry.description, problem, 1, None, settings=settings, threads=2)
    many = Repetitions(min=10**9, max=10**9)
    case = case.model_copy(update={"measure": Measure(repetitions=many, timeout_seconds=1e6)})
    cases = folder / "cases.json"
    cases.write_text(json.dumps([case.model_dump(mode="json", by_alias=True)]))
    environment = {
        **os.environ,
        "OMP_NUM_THREADS": "2",
        "OMP_PLACES": "cores",
        "OMP_PROC_BIND": "close",
        **OPEN_MPI_AS_ROOT,
    }
    words = [*entry.command, "--cases", str(cases), "--records", str(folder / "records.jsonl")]
    program = subprocess.Popen(words, env=environment)
    try:
        yield program.pid
    finally:
        program.kill()
        program.wait()


def busy_threads(pid: int) -> list[Path]:
    """Threads that have had the processor for half a second."""
    return [thread for thread in Path(f"/proc/{pid}/task").iterdir() if cpu_seconds(thread) > 0.5]


def cpus_of(thread: Path) -> set[int]:
    """None of a thread that has ended since it was listed."""
    try:
        return os.sched_getaffinity(int(thread.name))
    except ProcessLookupError:
        return set()


@pytest.mark.parametrize(("driver", "settings"), LIBRARIES)
def test_both_threads_have_a_cpu(
    catalogue: Catalogue, tmp_path: Path, driver: str, settings: dict[str, Any]
) -> None:
    entry = catalogue.find(driver)
    if entry is None or entry.description is None:
        pytest.skip(f"{driver} is not built")
    mine = os.sched_getaffinity(0)
    if len(mine) < 2:
        pytest.skip("there is one CPU only")
    with endless(entry, settings, tmp_path) as pid:
        give_up = time.monotonic() + GIVE_UP_SECONDS
        while len(busy := busy_threads(pid)) < 2 and time.monotonic() < give_up:
            time.sleep(0.1)
        assert len(busy) >= 2, "only one thread of the library works"
        used = set().union(*map(cpus_of, busy))
    assert len(used) >= 2, f"{len(busy)} threads share CPU {used}"
