"""The faults once more under the real launcher, which has habits of its own."""

from __future__ import annotations

import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from processes import working_in

from fftbench.core.campaigns.site import Site
from fftbench.core.contracts.record import Status
from fftbench.core.files.results import read_records
from fftbench.jobs.run.inputs import RunOptions
from fftbench.jobs.run.outcome import Outcome

pytestmark = [
    pytest.mark.mpi,
    pytest.mark.skipif(not shutil.which("mpirun"), reason="there is no mpirun"),
]


@pytest.fixture
def site() -> Site:
    return Site(name="real", cores_per_node=1, oversubscribe=True, memory_gb=1)


def ranks_of(out: Path) -> list[int]:
    """Processes of the fake program for a results directory, launchers included."""
    return working_in(out, "fake_program.py")


def wait_until(condition: Callable[[], bool]) -> None:
    give_up = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < give_up
        time.sleep(0.05)


def test_a_rank_that_dies_is_named(measure: Callable[..., Outcome], tmp_path: Path) -> None:
    outcome = measure({"fake": {"mode": ["segv", "ok", "exit"]}})
    assert outcome.statuses == {Status.ok: 1, Status.failed: 2}
    reasons = {
        record.case.settings["mode"]: record.reason or ""
        for record in read_records([tmp_path / "out"]).records
    }
    assert "killed by SIGSEGV before it recorded this case" in reasons["segv"]
    assert "exited with code 1 before it recorded this case" in reasons["exit"]


@pytest.mark.parametrize("mode", ["hang", "stubborn"])
def test_ranks_that_fall_silent_are_ended(
    measure: Callable[..., Outcome], tmp_path: Path, mode: str
) -> None:
    limits = {"launches": 1, "timeout_seconds": 1}
    outcome = measure({"fake": {"mode": [mode, "ok"]}}, RunOptions(margin_s=10), measure=limits)
    assert outcome.statuses == {Status.ok: 1, Status.timeout: 1}
    assert ranks_of(tmp_path / "out") == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_no_rank_outlives_the_command(
    command_line: Callable[..., list[str]], tmp_path: Path, number: signal.Signals
) -> None:
    out = tmp_path / "out"
    process = subprocess.Popen(command_line({"fake": {"mode": "hang"}}), stderr=subprocess.PIPE)
    wait_until(lambda: len(ranks_of(out)) >= 3)
    process.send_signal(number)
    process.communicate(timeout=60)
    assert process.returncode == (130 if number is signal.SIGINT else -number)
    wait_until(lambda: ranks_of(out) == [])
