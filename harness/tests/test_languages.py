"""A driver in Python through libfftbench: measured, checked and refused like one in C++."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from lying import BUILD, FAILED, GIVE_UP_SECONDS, OK, UNSUPPORTED, WRONG

from fftbench.core.contracts.case import Case, Measure, Repetitions
from fftbench.core.contracts.catalogue import Description
from fftbench.core.contracts.problem import Problem
from fftbench.core.contracts.record import Record, Status
from fftbench.jobs.launch.launchers import OPEN_MPI_AS_ROOT

pytestmark = pytest.mark.mpi

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "fftbench_driver", str(ROOT / "harness/tests/languages/driver.py")]
PROBLEM = {"shape": (6, 5, 4), "transform": "c2c", "precision": "double"}


def environment() -> dict[str, str]:
    return {
        **os.environ,
        "FFTBENCH_LIBRARY": str(BUILD.absolute() / "lib" / "libfftbench.so"),
        "PYTHONPATH": str(ROOT / "harness" / "languages" / "python"),
        **OPEN_MPI_AS_ROOT,
    }


def start(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *words],
        env={**environment(), **variables},
        capture_output=True,
        text=True,
        timeout=GIVE_UP_SECONDS,
        check=False,
    )


def case_of(fault: str, **problem: object) -> Case:
    case = Case(
        id="0" * 16,
        driver="numpy",
        problem=Problem.model_validate({**PROBLEM, "placement": "out_of_place", **problem}),
        ranks=1,
        settings={"fault": fault},
        measure=Measure(warmup=0, repetitions=Repetitions(min=2, max=2), profile=1),
    )
    return case.model_copy(update={"id": case.content_id()})


def loaded_mpi() -> str:
    """The MPI library that libfftbench loads."""
    words = subprocess.run(
        ["ldd", environment()["FFTBENCH_LIBRARY"]], capture_output=True, text=True, check=True
    ).stdout.split()
    return next(word for word in words if word.startswith("/") and "/libmpi" in word)


def measured(folder: Path, *faults: str) -> tuple[int, tuple[Record, ...]]:
    return run(folder, [case_of(fault) for fault in faults])


def run(folder: Path, wanted: Sequence[Case], **variables: str) -> tuple[int, tuple[Record, ...]]:
    cases, records = folder / "cases.json", folder / "records.jsonl"
    content: list[Any] = [case.model_dump(mode="json", by_alias=True) for case in wanted]
    cases.write_text(json.dumps(content))
    done = start("--cases", str(cases), "--records", str(records), **variables)
    lines = records.read_text().splitlines()
    return done.returncode, tuple(Record.model_validate_json(line) for line in lines)


def test_it_describes_itself() -> None:
    done = start("--describe")
    assert done.returncode == OK, done.stderr
    assert Description.model_validate_json(done.stdout).name == "numpy"


@pytest.mark.parametrize("fault", ["none", "own"])
def test_a_right_answer_is_measured_in_the_arrays_of_either(tmp_path: Path, fault: str) -> None:
    code, (record,) = measured(tmp_path, fault)
    assert (code, record.status) == (OK, Status.ok), record.reason
    assert record.check is not None
    assert record.check.repetitions is not None
    assert record.profile is not None
    assert record.forward is not None
    assert record.unranked == "it tests the core"
    assert len(record.forward.max_s) == 2
    assert record.effective is not None
    assert record.effective.grid == (1, 1)
    assert f"fault is {fault}" in [warning.text for warning in record.warnings]
    (kernel,) = record.effective.kernels
    assert (kernel.name, kernel.instruction_sets, kernel.told_by) == ("loops", ("mmx",), "nobody")


@pytest.mark.parametrize("own", ["none", "own", "turned"])
@pytest.mark.parametrize("transform", ["r2c", "dct2", "dct2-dst2-r2c", "c2c-dst2-c2c", "dst2-dct2"])
def test_kinds_per_axis_are_measured(tmp_path: Path, transform: str, own: str) -> None:
    shape = (6, 5, 7)[: 2 if transform.count("-") == 1 else 3]
    code, (record,) = run(tmp_path, [case_of(own, transform=transform, shape=shape)])
    assert (code, record.status) == (OK, Status.ok), record.reason


def test_where_calls_pass_by_a_case_is_measured_without_a_profile(tmp_path: Path) -> None:
    code, (record,) = run(tmp_path, [case_of("none")], LD_PRELOAD=loaded_mpi())
    assert (code, record.status) == (OK, Status.ok), record.reason
    assert record.forward is not None
    assert record.profile is None
    (warning,) = (warning for warning in record.warnings if warning.code == "no_profile")
    assert "LD_PRELOAD" in warning.text


def test_what_goes_wrong_ends_its_case_and_no_other(tmp_path: Path) -> None:
    code, (thrown, babbled, right) = measured(tmp_path, "throws", "babbles", "none")
    assert code == FAILED
    assert thrown.status is babbled.status is Status.failed
    assert "RuntimeError: no plan for you" in str(thrown.reason)
    assert "the driver's effective is not understood" in str(babbled.reason)
    assert right.status is Status.ok, right.reason


def test_wrong_answers_are_found(tmp_path: Path) -> None:
    code, records = measured(tmp_path, "lies", "scales", "spills")
    assert code == WRONG
    assert [record.status for record in records] == [Status.wrong] * 3
    assert "memory beside the output was written to" in str(records[2].reason)


def test_a_refusal_is_in_the_drivers_words(tmp_path: Path) -> None:
    code, (record,) = measured(tmp_path, "refuses")
    assert (code, record.status, record.reason) == (
        UNSUPPORTED,
        Status.unsupported,
        "not on 1 rank",
    )


def test_a_program_that_wants_to_exit_fails_its_case(tmp_path: Path) -> None:
    code, (record,) = measured(tmp_path, "exits")
    assert (code, record.status) == (FAILED, Status.failed)
    assert "SystemExit: 9" in str(record.reason)
