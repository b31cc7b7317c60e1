"""How programs end, by what launchers say and return: whose fault it was."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fftbench.core.contracts.catalogue import Catalogue
from fftbench.core.contracts.record import Status
from fftbench.core.files.results import read_records
from fftbench.jobs.campaign.job import measure_job
from fftbench.jobs.launch.failure import failure_of, was_terminated, with_output
from fftbench.jobs.launch.launchers import OPEN_MPI_AS_ROOT
from fftbench.jobs.packing.joblist import CampaignJobs
from fftbench.jobs.run.inputs import RunOptions
from fftbench.jobs.run.outcome import Outcome


def test_a_program_that_ends_after_a_failure_is_not_blamed_again() -> None:
    for last in (Status.failed, Status.timeout):
        assert failure_of(5, (), [Status.ok, last]) is None
    for last in (Status.ok, Status.wrong, Status.unsupported):
        failure = failure_of(139, (), [last])
        assert failure is not None
        assert (failure.status, "SIGSEGV" in failure.reason) == (Status.failed, True)


def test_a_kill_from_outside_is_explained() -> None:
    for code in (-signal.SIGKILL, 137):
        failure = failure_of(code, (), [])
        assert failure is not None
        assert "SIGKILL" in failure.reason
        assert "when memory runs out" in failure.reason


SRUN = "srun: error: n1: task 1: "
NOTICED = "mpirun.openmpi noticed that process rank 1 with PID 0 on node n1 exited on signal "
OPEN_MPI_ERROR = """\
[n1:16954] *** An error occurred in MPI_Recv
[n1:16954] *** reported by process [785121281,1]
[n1:16954] *** on communicator MPI_COMM_WORLD
[n1:16954] *** MPI_ERR_TRUNCATE: message truncated
[n1:16954] *** MPI_ERRORS_ARE_FATAL (processes in this communicator will now abort,
[n1:16954] ***    and potentially your MPI job)"""
GARBLED = """\
[n1:12061] [[17379,0],0] ORTE_ERROR_LOG: Data unpack would read past end of buffer in file \
../../../orte/util/show_help.c at line 507"""
"""What Open MPI 4.1 sometimes says in its place."""
OPEN_MPI_EXIT = """\
mpirun.openmpi detected that one or more processes exited with non-zero status, thus causing
the job to be terminated. The first process to do so was:

  Process name: [[23791,1],1]
  Exit code:    15"""
MPICH_ABORT = "Abort({0}) on node 1 (rank 1 in comm 0): application called MPI_Abort(\
MPI_COMM_WORLD, {0}) - process 1"
INTEL_ABORT = "Abort(1091215) on node 0 (rank 0 in comm 0): Fatal error in PMPI_Init_thread: \
Other MPI error, error stack:"
HYDRA = """
===================================================================================
=   BAD TERMINATION OF ONE OF YOUR APPLICATION PROCESSES
=   PID 16126 RUNNING AT n1
=   EXIT CODE: {0}
=   CLEANING UP REMAINING PROCESSES
=   YOU CAN IGNORE THE BELOW CLEANUP MESSAGES
==================================================================================="""
HYDRA_SIGNAL = f"""{HYDRA}
YOUR APPLICATION TERMINATED WITH THE EXIT STRING: {{1}}
This typically refers to a problem with your application.
Please see the FAQ page for debugging suggestions"""
INTEL = """
===================================================================================
=   BAD TERMINATION OF ONE OF YOUR APPLICATION PROCESSES
=   RANK {0} PID 22747 RUNNING AT n1
=   KILLED BY SIGNAL: {1}
==================================================================================="""


@pytest.mark.parametrize(
    ("code", "output", "terminated"),
    [
        (-15, "", True),  # the launcher, or a program alone
        (143, "", True),
        (143, f"{SRUN}Terminated", True),
        (143, f"{SRUN}Exited with exit code 143", True),
        (143, f"{NOTICED}15 (Terminated).", True),
        (15, HYDRA_SIGNAL.format(15, "Terminated (signal 15)"), True),
        (255, INTEL.format(0, "15 (Terminated)") + INTEL.format(1, "15 (Terminated)"), True),
        (255, INTEL.format(0, "9 (Killed)") + INTEL.format(1, "15 (Terminated)"), True),
        # Of something else.
        (143, f"{SRUN}Segmentation fault\nsrun: error: n1: task 0: Terminated", False),
        (143, f"{SRUN}Exited with exit code 1", False),
        (143, f"{NOTICED}11 (Segmentation fault).", False),
        (137, f"{SRUN}Killed", False),
        (11, HYDRA_SIGNAL.format(11, "Segmentation fault (signal 11)"), False),
        (15, HYDRA_SIGNAL.format(134, "Terminated (signal 15)"), False),
        (255, INTEL.format(0, "9 (Killed)") + INTEL.format(1, "11 (Segmentation fault)"), False),
        (5, "", False),
        # By an error of MPI, of whatever class.
        (15, OPEN_MPI_ERROR, False),
        (15, GARBLED, False),
        (15, OPEN_MPI_EXIT, False),
        (15, f"{SRUN}Exited with exit code 15", False),
        (15, MPICH_ABORT.format(15), False),
        (15, HYDRA.format(15), False),
        (143, HYDRA.format(143), False),
        (143, MPICH_ABORT.format(1091215), False),
        (143, INTEL_ABORT, False),
        (143, f"{INTEL_ABORT}\n{SRUN}Exited with exit code 143", False),
    ],
)
def test_an_end_by_sigterm_is_told_from_that_of_a_rank_that_died_and_from_an_error_of_mpi(
    code: int, output: str, terminated: bool
) -> None:
    assert was_terminated(code, output.splitlines()) is terminated


@pytest.mark.mpi
@pytest.mark.parametrize("launcher", ["mpirun.openmpi", "mpiexec.hydra"])
@pytest.mark.parametrize(
    ("end", "terminated"),
    [("kill -TERM $$", True), ("kill -SEGV $$", False), ("exit 15", False), ("exit 7", False)],
)
def test_launchers_tell_sigterm_from_a_code(launcher: str, end: str, terminated: bool) -> None:
    if not shutil.which(launcher):
        pytest.skip(f"there is no {launcher}")
    words = [launcher, "-n", "1", "sh", "-c", end]
    for _ in range(5):
        done = subprocess.run(
            words,
            env={**os.environ, **OPEN_MPI_AS_ROOT},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        # On a busy machine Hydra may write to a proxy that is gone already, and end of that.
        if done.returncode != -signal.SIGPIPE:
            break
    output = [*done.stdout.splitlines(), *done.stderr.splitlines()]
    assert done.returncode != 0
    assert was_terminated(done.returncode, output) is terminated, output


@pytest.mark.usefixtures("no_waits")
def test_a_fatal_error_of_mpi_is_no_sigterm_although_its_class_is_15(
    write: Callable[..., CampaignJobs],
    catalogue: Catalogue,
    listener: Any,
) -> None:
    jobs = write({"fake": {"mode": ["ok", "mpi_error"], "number": [15]}})
    measure_job(jobs.directory, "1n-2r-1t", ["env"], catalogue, RunOptions(), listener)
    statuses = Counter(record.status for record in read_records([jobs.directory]).records)
    assert statuses == {Status.ok: 1, Status.failed: 1}
    assert not any("next try" in note for note in listener.notes)


def test_a_fatal_error_of_mpi_is_no_full_disk_although_its_class_is_7(
    measure: Callable[..., Outcome], tmp_path: Path
) -> None:
    outcome = measure({"other": {}, "fake": {"mode": ["mpi_error", "ok"], "number": [7]}})
    assert outcome.statuses == {Status.ok: 2, Status.failed: 1}
    found = read_records([tmp_path / "out"]).records
    (reason,) = (record.reason or "" for record in found if record.status is Status.failed)
    assert "exited with code 7 before it recorded this case" in reason
    assert "MPI_ERRORS_ARE_FATAL" in reason


def test_only_the_last_lines_are_kept() -> None:
    text = with_output("dead", [f"line {n}\n" for n in range(50)] + ["", "  "])
    assert text.splitlines() == [
        "dead; its output ends with:",
        *[f"line {n}" for n in range(30, 50)],
    ]
    assert with_output("dead", []) == "dead"
