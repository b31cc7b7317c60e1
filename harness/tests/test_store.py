"""Records survive killed writers, foreign files and full disks."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from fftbench.core.contracts.case import Case
from fftbench.core.contracts.plan import Plan
from fftbench.core.contracts.problem import Problem
from fftbench.core.contracts.record import Record, Status
from fftbench.core.errors import UserError
from fftbench.core.files.results import append_record, read_plan, read_records, write_plan
from fftbench.core.files.writing import make_directory, mend, replaced, write_text


def a_record(status: str = "ok", case: str = "a", launch: int = 0, second: int = 0) -> Record:
    problem = Problem(shape=(8, 8), transform="c2c", precision="double", placement="in_place")
    return Record(
        case=Case(id=case * 16, driver="d", problem=problem, ranks=1),
        launch=launch,
        status=Status(status),
        started=f"2025-01-01T00:00:{second:02}Z",
        elapsed_s=1.0,
    )


def a_directory(path: Path, *records: Record) -> Path:
    make_directory(path / "records")
    for record in records:
        append_record(path / "records" / "one.jsonl", record)
    return path


def test_a_file_is_on_the_disk_before_it_takes_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a loss of power may leave an empty one in place of a plan, or of all records."""
    events: list[object] = []
    monkeypatch.setattr(os, "fsync", lambda handle: events.append(os.fstat(handle).st_size))
    monkeypatch.setattr(Path, "replace", lambda *_: events.append("in its place"))
    write_text(tmp_path / "plan.json", "text")
    assert events == [4, "in its place"]


def test_a_file_is_what_it_was_until_the_other_is_whole(tmp_path: Path) -> None:
    file = tmp_path / "figure.svg"
    file.write_text("old")
    with replaced(file) as draft:
        draft.write_text("ne")
        assert file.read_text() == "old"
        draft.write_text("new")
    assert file.read_text() == "new"
    with pytest.raises(ValueError, match="no ink"), replaced(file) as draft:
        draft.write_text("half")
        raise ValueError("no ink")
    assert [path.read_text() for path in tmp_path.iterdir()] == ["new"]
    with pytest.raises(UserError, match=r"nowhere/figure\.svg: No such file"):
        write_text(tmp_path / "nowhere" / "figure.svg", "new")


def test_what_is_written_is_read(tmp_path: Path) -> None:
    records = (a_record(), a_record(launch=1), a_record("failed", case="b"))
    loaded = read_records([a_directory(tmp_path, *records)])
    assert loaded.records == records
    assert loaded.problems == ()


@pytest.mark.parametrize(
    ("first", "second", "wins"),
    [
        (("ok", 1), ("ok", 2), 2),
        (("ok", 2), ("ok", 1), 2),
        (("ok", 1), ("failed", 2), 1),
        (("timeout", 2), ("wrong", 1), 1),
        (("unavailable", 2), ("unsupported", 1), 1),
        (("failed", 1), ("timeout", 2), 2),
        (("failed", 1), ("failed", 1), 1),
    ],
)
def test_one_record_of_a_key_counts(
    tmp_path: Path, first: tuple[str, int], second: tuple[str, int], wins: int
) -> None:
    records = [a_record(status, second=second) for status, second in (first, second)]
    (left,) = read_records([a_directory(tmp_path, *records)]).records
    assert left.started.endswith(f"{wins:02}Z")


def test_a_line_of_a_killed_writer_costs_itself_only(tmp_path: Path) -> None:
    directory = a_directory(tmp_path, a_record())
    file = directory / "records" / "one.jsonl"
    half = file.read_bytes()[:100]
    file.write_bytes(file.read_bytes() + half)
    loaded = read_records([directory])
    assert len(loaded.records) == 1
    assert loaded.problems == (f"{file}:2: truncated: the last line is not complete",)
    append_record(file, a_record(launch=1))
    loaded = read_records([directory])
    assert len(loaded.records) == 2
    assert loaded.problems == ()  # what is appended mends the file


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", ""),
        ("whole\n", "whole\n"),
        ("whole\nhalf", "whole\n"),
        ('{"only": "its end is missing"}', '{"only": "its end is missing"}\n'),
        ('{"long": "' + "x" * 200_000, ""),
        ("whole\n" + "x" * 200_000, "whole\n"),
    ],
)
def test_a_half_line_is_mended(tmp_path: Path, before: str, after: str) -> None:
    file = tmp_path / "a.jsonl"
    mend(file)
    assert not file.exists()
    file.write_text(before)
    mend(file)
    mend(file)
    assert file.read_text() == after


@pytest.mark.parametrize(
    ("path", "kind"), [("/dev/full", "a device"), ("/dev/zero", "a device"), ("pipe", "a pipe")]
)
def test_what_has_no_end_is_no_record_file(tmp_path: Path, path: str, kind: str) -> None:
    if path == "pipe":
        os.mkfifo(tmp_path / path)
    with pytest.raises(UserError, match=f"{path}: not a file, but {kind}"):
        read_records([tmp_path / path])
    (tmp_path / "records").mkdir()
    (tmp_path / "records" / "a.jsonl").symlink_to(tmp_path / path)
    with pytest.raises(UserError, match=f"a.jsonl: not a file, but {kind}"):
        read_records([tmp_path])
    with pytest.raises(UserError, match=f"a.jsonl: not a file, but {kind}"):
        mend(tmp_path / "records" / "a.jsonl")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("hello", "not JSON: a foreign line"),
        ("[1]", "foreign: schema is 'list' instead of 'fftbench/record/3'"),
        ('{"a": 1}', "foreign: schema is None instead of 'fftbench/record/3'"),
        ('{"schema": "other/2"}', "foreign: schema is 'other/2' instead of"),
        ("\x00\xff", "not JSON: a foreign line"),
    ],
)
def test_foreign_lines_are_reported_and_skipped(tmp_path: Path, line: str, why: str) -> None:
    file = tmp_path / "mixed.jsonl"
    good = a_record().model_dump_json(by_alias=True)
    file.write_text(f"{line}\n\n{good}\n", encoding="latin-1")
    loaded = read_records([file])
    assert len(loaded.records) == 1
    assert len(loaded.problems) == 1
    assert loaded.problems[0].startswith(f"{file}:1: {why}")


def test_an_invalid_record_says_where(tmp_path: Path) -> None:
    content = json.loads(a_record().model_dump_json(by_alias=True))
    content["case"]["problem"]["shape"] = [8, -8]
    file = tmp_path / "a.jsonl"
    file.write_text(json.dumps(content) + "\n")
    (problem,) = read_records([file]).problems
    assert "not a valid record: case.problem.shape.1: Input should be greater than 0" in problem


def test_a_path_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="none: no such file or directory") as caught:
        read_records([tmp_path / "none"])
    assert caught.value.hint
    (problem,) = read_records([tmp_path]).problems
    assert "not a results directory" in problem


def test_records_that_may_not_be_read_are_not_taken_for_none(tmp_path: Path) -> None:
    records = a_directory(tmp_path, a_record()) / "records"
    records.chmod(0o300)
    if os.access(records, os.R_OK):
        pytest.skip("root may read everything")
    with pytest.raises(UserError, match="records: Permission denied"):
        read_records([records.parent])


def test_a_file_named_twice_is_read_once(tmp_path: Path) -> None:
    directory = a_directory(tmp_path, a_record())
    loaded = read_records([directory, directory / "records" / "one.jsonl"])
    assert (len(loaded.records), loaded.problems) == (1, ())


def test_directories_with_the_same_cases_are_told(tmp_path: Path) -> None:
    one = a_directory(tmp_path / "one", a_record(second=1))
    two = a_directory(tmp_path / "two", a_record(second=2))
    loaded = read_records([one, two])
    assert [record.started[-3:] for record in loaded.records] == ["02Z"]
    assert loaded.problems == (
        f"{one} and {two} hold the same 1 case(s): the newer record of each counts",
    )


def test_plans_are_kept_whole(tmp_path: Path) -> None:
    assert read_plan(tmp_path) is None
    plan = Plan(campaign="c", site="s", launches=2, seed=1, cases=(a_record().case,))
    write_plan(tmp_path, plan)
    assert read_plan(tmp_path) == plan
    (tmp_path / "plan.json").write_text('{"schema": "fftbench/plan/2"')
    with pytest.raises(UserError, match=r"plan.json: not a plan of fftbench"):
        read_plan(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["plan.json"]


def test_stale_unavailable_records_are_left_out(tmp_path: Path) -> None:
    records = (a_record("unavailable", case="b"), a_record("failed", case="c"), a_record())
    directory = a_directory(tmp_path, *records)
    assert len(read_records([directory]).records) == 3
    write_plan(
        directory, Plan(campaign="c", site="s", launches=1, seed=1, cases=(a_record().case,))
    )
    left = read_records([directory]).records
    assert [record.status.value for record in left] == ["failed", "ok"]


def test_a_full_disk_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "full.jsonl").symlink_to("/dev/full")
    with pytest.raises(UserError, match=r"full.jsonl: No space left on device") as caught:
        append_record(tmp_path / "full.jsonl", a_record())
    assert caught.value.hint
    assert "finished cases are kept" in caught.value.hint


def test_a_file_where_a_folder_is_needed(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path in (tmp_path / "file", tmp_path / "file" / "records"):
        with pytest.raises(UserError, match="file") as caught:
            make_directory(path)
        assert "there is a file where a folder is needed" in str(caught.value.hint)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_an_unwritable_folder_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(UserError, match="Permission denied"):
        make_directory(tmp_path / "records")
