"""What whoever starts a driver's program relies on, in whatever language it is written.

The contract is in harness/languages/README.md; it holds without a launcher, too, on one rank.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from cases import SWEPT, make_case
from devices import present

from fftbench.core.contracts.case import Case
from fftbench.core.contracts.catalogue import Catalogue, Description, Entry, Role
from fftbench.core.contracts.problem import Memory, Problem
from fftbench.core.contracts.record import Record, Status
from fftbench.core.errors import UserError
from fftbench.core.programs import ExitCode, load_catalogue
from fftbench.jobs.launch.launchers import OPEN_MPI_AS_ROOT

pytestmark = pytest.mark.mpi

LAUNCH = 7
SECONDS = 120


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make each test once per driver of a library."""
    try:
        catalogue = load_catalogue()
    except UserError as error:
        raise pytest.UsageError(f"{error}: {error.hint}") from error
    described = [entry for entry in catalogue.drivers if entry.description is not None]
    libraries = [one.name for one in described if one.description.role is Role.library]
    metafunc.parametrize("driver", libraries)


@pytest.fixture
def entry(driver: str, catalogue: Catalogue) -> Entry:
    found = catalogue.find(driver)
    assert found is not None
    return found


@pytest.fixture
def description(entry: Entry) -> Description:
    assert entry.description is not None
    return entry.description


def problem_of(description: Description, memory: Memory | None = None) -> Problem:
    return Problem(
        shape=SWEPT[max(description.dims)],
        transform=description.transforms[0],
        precision=description.precisions[0],
        placement=description.placements[0],
        memory=memory or description.memories[0],
    )


def start(entry: Entry, folder: Path, cases: Sequence[Case], *words: str) -> int:
    """Run the program on cases, as the first of a cluster's launches would; return its code."""
    content = [case.model_dump(mode="json", by_alias=True) for case in cases]
    (folder / "cases.json").write_text(json.dumps(content))
    (folder / "alive").touch()
    command = [*(entry.command or ()), "--cases", "cases.json", "--records", "records.jsonl"]
    command += ["--launch", str(LAUNCH), "--alive", "alive", *words]
    return subprocess.run(
        command, cwd=folder, env={**os.environ, **OPEN_MPI_AS_ROOT}, timeout=SECONDS, check=False
    ).returncode


def test_each_case_is_a_line_in_its_turn(
    entry: Entry, description: Description, tmp_path: Path
) -> None:
    sound = make_case(description, problem_of(description), 1, None)
    foreign = next(memory for memory in Memory if memory not in description.memories)
    elsewhere = make_case(description, problem_of(description, foreign), 1, None)
    begun = '{"schema": "fftbench/record/3", "ca'  # what an earlier program was writing
    (tmp_path / "records.jsonl").write_text(begun)
    assert start(entry, tmp_path, [sound, elsewhere]) == ExitCode.unsupported
    assert (tmp_path / "alive").read_text().strip() == "1"
    first, *lines = (tmp_path / "records.jsonl").read_text().splitlines()
    assert first == begun
    records = [Record.model_validate_json(line) for line in lines]
    assert [record.case for record in records] == [sound, elsewhere]
    assert {record.launch for record in records} == {LAUNCH}
    present(records[:1])
    right, refused = records
    assert right.status is Status.ok, right.reason
    assert right.library is not None
    assert right.library.version == description.version
    assert (refused.status, bool(refused.reason)) == (Status.unsupported, True)


def test_what_is_for_other_ranks_has_no_record(
    entry: Entry, description: Description, tmp_path: Path
) -> None:
    case = make_case(description, problem_of(description), 2, None)
    assert start(entry, tmp_path, [case]) == ExitCode.usage
    assert (tmp_path / "alive").read_text().strip() == "1"
    assert (tmp_path / "records.jsonl").read_text() == ""


def test_an_unknown_option_is_a_mistake(entry: Entry, tmp_path: Path) -> None:
    assert start(entry, tmp_path, [], "--no-such-option") == ExitCode.usage
    assert not (tmp_path / "records.jsonl").exists()
