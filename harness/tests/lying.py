"""Starts of the program with lying drivers, and the cases that ask it for a lie."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from fftbench.core.contracts.case import Case
from fftbench.core.contracts.record import Record
from fftbench.core.files.results import read_records
from fftbench.jobs.launch.launchers import OPEN_MPI_AS_ROOT

BUILD = Path(os.environ.get("FFTBENCH_BUILD", Path(__file__).parents[2] / "build" / "ci"))
PROGRAM = BUILD.absolute() / "bin" / "fftbench-lies"
OK, USAGE, UNSUPPORTED, WRONG, FAILED, NO_RECORDS = 0, 2, 3, 4, 5, 7

CUBE = {"shape": [6, 6, 6], "transform": "c2c", "precision": "double", "placement": "out_of_place"}
MEASURE = {
    "warmup": 1,
    "repetitions": {"min": 6, "max": 8},
    "ci": 0.05,
    "max_seconds": 60.0,
    "timeout_seconds": 120.0,
    "profile": 1,
    "samples": "all",
}
GIVE_UP_SECONDS = 900
"""More than any start takes on a machine that has a lot else to do."""
numbers = count(1)


class Run:
    """One start of the program: its exit code, its messages and its records."""

    def __init__(
        self,
        folder: Path,
        ranks: int | None,
        cases: list[Case] | str,
        records: Path | None = None,
        *,
        grace: float = GIVE_UP_SECONDS,
        more: tuple[str, ...] = (),
        before: tuple[str, ...] = (),
        program: Path = PROGRAM,
        env: Mapping[str, str] | None = None,
    ) -> None:
        """`grace`: seconds that a rank which failed waits for the others.

        `more` are further options, `before` is what starts the program, and `env` its variables.
        """
        file = folder / f"cases-{next(numbers)}.json"
        lines = records or file.with_suffix(".jsonl")
        text = cases if isinstance(cases, str) else json.dumps([dump(case) for case in cases])
        file.write_text(text)
        words = [
            str(program),
            "--cases",
            str(file),
            "--records",
            str(lines),
            "--grace",
            f"{grace:g}",
        ]
        done = launch([*before, *words, *more], ranks, env or {})
        self.code, self.stderr = done.returncode, done.stderr
        self.lines = len(lines.read_text().splitlines()) if lines.is_file() else 0
        self.records: dict[str, Record] = {}
        if lines.is_file():
            loaded = read_records([lines])
            assert loaded.problems == ()
            self.records = {record.case.id: record for record in loaded.records}

    def the(self, case: Case) -> Record:
        """Return the record of a case, which must be there."""
        return self.records[case.id]


@cache
def launcher() -> tuple[str, ...]:
    """The words of mpirun that all starts have in common."""
    mpirun = shutil.which("mpirun")
    assert mpirun, "there is no mpirun in the PATH"
    version = subprocess.run([mpirun, "--version"], capture_output=True, text=True, check=True)
    flags = ["--oversubscribe", "--bind-to", "none"] if "Open MPI" in version.stdout else []
    return (mpirun, *flags)


def launch(
    words: list[str], ranks: int | None, env: Mapping[str, str] = {}
) -> subprocess.CompletedProcess[str]:
    """Start a program on so many ranks; None: without a launcher."""
    if not PROGRAM.is_file():
        pytest.fail(f"{PROGRAM} is not built; set FFTBENCH_BUILD to a build folder with tests")
    environment = {
        **os.environ,
        **OPEN_MPI_AS_ROOT,
        "OMPI_MCA_mpi_yield_when_idle": "1",
        **env,
    }
    return subprocess.run(
        words if ranks is None else [*launcher(), "-n", str(ranks), *words],
        capture_output=True,
        text=True,
        timeout=GIVE_UP_SECONDS,
        check=False,
        env=environment,
    )


def dump(case: Case) -> dict[str, Any]:
    return case.model_dump(mode="json", by_alias=True)


def case_of(
    ranks: int,
    driver: str = "honest",
    settings: dict[str, Any] | None = None,
    measure: dict[str, Any] | None = None,
    threads: int = 1,
    **problem: Any,
) -> Case:
    """Make a case under an id of its own."""
    return Case.model_validate(
        {
            "id": f"{next(numbers):016x}",
            "driver": driver,
            "problem": {**CUBE, **problem},
            "ranks": ranks,
            "threads": threads,
            "settings": settings or {},
            "measure": {**MEASURE, **(measure or {})},
        }
    )


def lie(ranks: int, name: str, **keys: Any) -> Case:
    """Make a case of the lying driver; further settings and parts of the problem by name."""
    settings: dict[str, Any] = {"lie": name}
    settings.update((key, keys.pop(key)) for key in ("step", "who") if key in keys)
    return case_of(ranks, "liar", settings, **keys)
