"""Results of earlier schemas become results of today's, with the same numbers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fftbench.core.contracts.record import Record, Status
from fftbench.core.errors import UserError
from fftbench.core.files.results import read_plan, read_records
from fftbench.core.migrate import Migrated, migrate
from fftbench.core.validate import validate_file

EXAMPLE = Path(__file__).parents[1] / "schema" / "examples" / "record-ok.json"


def old_record(driver: str = "taskfft", **changes: Any) -> dict[str, Any]:
    """A record as schema 1 had it."""
    record = json.loads(EXAMPLE.read_text())
    case = record["case"]
    case |= {"schema": "fftbench/case/1", "driver": driver, "id": "0" * 16}
    case["measure"]["trace"] = case["measure"].pop("profile")
    case["settings"] = record["effective"]["settings"] = {"sends_under_way": "all", "a": 1}
    record |= {"schema": "fftbench/record/1", "warnings": []}
    return {**record, **changes}


def record_of_schema_2() -> dict[str, Any]:
    """A record as schema 2 had it."""
    record = json.loads(EXAMPLE.read_text())
    del record["layouts"]
    for name in ("instruction_sets", "fftw", "links"):
        del record["environment"][name]
    return {**record, "schema": "fftbench/record/2"}


def old_results(path: Path, *records: dict[str, Any]) -> Path:
    (path / "records").mkdir()
    for record in records:
        with (path / "records" / f"{record['case']['driver']}.jsonl").open("a") as file:
            file.write(json.dumps(record) + "\n")
    plan = {
        "schema": "fftbench/plan/1", "campaign": "c", "site": "s", "launches": 1, "seed": 1,
        "cases": [record["case"] for record in records],
        "defaults": {"taskfft": {"sends_under_way": "one"}, "limits": {"kernel": "fftw"}},
    }  # fmt: skip
    (path / "plan.json").write_text(json.dumps(plan))
    return path


def test_names_and_ids_are_new_and_numbers_the_same(tmp_path: Path) -> None:
    old = old_record()
    assert migrate(old_results(tmp_path, old)) == Migrated(records=1, planned=1)
    plan, loaded = read_plan(tmp_path), read_records([tmp_path])
    assert (plan is not None, loaded.problems) == (True, ())
    (record,) = loaded.records
    assert plan is not None
    assert plan.cases == (record.case,)
    assert record.case.id == record.case.content_id()
    assert record.case.measure.profile == old["case"]["measure"]["trace"]
    assert record.case.settings == {"sends_in_flight": "all", "a": 1}
    assert record.effective is not None
    assert record.effective.settings == record.case.settings
    assert plan.defaults["taskfft"] == {"sends_in_flight": "one"}
    assert plan.defaults["contiguous_passes"] == {"kernel": "fftw"}
    (line,) = (tmp_path / "records" / "taskfft.jsonl").read_text().splitlines()
    new = json.loads(line)
    for part in ("forward", "backward", "planning", "check", "profile", "memory", "environment"):
        assert new[part] == old[part]


def test_schema_3_changes_nothing_but_its_name(tmp_path: Path) -> None:
    old = record_of_schema_2()
    (tmp_path / "records").mkdir()
    file = tmp_path / "records" / "fftw_mpi.jsonl"
    file.write_text(json.dumps(old) + "\n")
    assert migrate(tmp_path) == Migrated(records=1, planned=0)
    assert json.loads(file.read_text()) == {**old, "schema": "fftbench/record/3"}
    loaded = read_records([tmp_path])
    (record,) = loaded.records
    assert loaded.problems == ()
    assert record.layouts is None
    assert record.environment is not None
    assert (record.environment.instruction_sets, record.environment.fftw) == ((), None)
    assert record.environment.links == ()


def test_the_bound_is_a_baseline_in_a_file_of_its_new_name(tmp_path: Path) -> None:
    old_results(tmp_path, old_record("limits", status="bound"))
    migrate(tmp_path)
    (record,) = read_records([tmp_path]).records
    assert (record.case.driver, record.status) == ("contiguous_passes", Status.baseline)
    assert record.case.settings == {"sends_under_way": "all", "a": 1}  # another driver's
    files = [file.name for file in (tmp_path / "records").iterdir()]
    assert files == ["contiguous_passes.jsonl"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("the harness is a debug build: configure with --preset release", "debug_build"),
        ("oversubscribed: 4 ranks x threads on the 2 CPUs of n1", "oversubscribed"),
        ("4 ranks are not bound: each may run on CPUs 0-1", "unbound"),
        ("run although the driver refuses it: odd", "refused"),
        ("/x/wisdom holds no wisdom of this FFTW: plans are made anew", "wisdom"),
        ("exchange shared is not possible, p2p is used instead", "library"),
    ],
)
def test_warnings_get_codes(tmp_path: Path, text: str, code: str) -> None:
    migrate(old_results(tmp_path, old_record(warnings=[text])))
    (record,) = read_records([tmp_path]).records
    assert [(warning.code, warning.text) for warning in record.warnings] == [(code, text)]


def test_what_is_no_old_record_is_kept(tmp_path: Path) -> None:
    file = old_results(tmp_path, old_record()) / "records" / "taskfft.jsonl"
    rest = EXAMPLE.read_text().replace("\n", "") + '\nhello\n{"schema": "fftbench/record/9"}\n{"sch'
    with file.open("a") as lines:
        lines.write(rest)
    assert migrate(tmp_path).records == 1
    once = file.read_bytes()
    assert once.decode().endswith(rest)
    assert migrate(tmp_path) == Migrated(0, 0)
    assert file.read_bytes() == once


ODD_LINES = (
    '{"schema": "fftbench/record/1"}',
    '{"schema": "fftbench/record/1", "case": [], "status": "ok"}',
    '{"schema": "fftbench/record/1", "case": {"driver": ["a"]}, "status": "ok"}',
    '{"schema": "fftbench/record/1", "case": {"driver": "taskfft"}, "status": "ok"}',
    json.dumps(old_record(warnings=[1])),
    "[" * 100_000,
)
"""Not what they say that they are."""


@pytest.mark.parametrize("odd", ODD_LINES)
def test_a_line_that_can_not_be_converted_is_kept_among_others(tmp_path: Path, odd: str) -> None:
    file = old_results(tmp_path, old_record()) / "records" / "taskfft.jsonl"
    file.write_text(f"{odd}\n{file.read_text()}")
    assert migrate(tmp_path) == Migrated(records=1, planned=1)
    first, second = file.read_text().splitlines()
    assert first == odd
    assert Record.model_validate_json(second).status is Status.ok


def test_records_under_either_name_are_together(tmp_path: Path) -> None:
    old, new = old_record("limits", status="bound"), record_of_schema_2()
    new["case"]["driver"] = "contiguous_passes"
    old_results(tmp_path, old)
    joined = tmp_path / "records" / "contiguous_passes.jsonl"
    joined.write_text(json.dumps(new) + "\n")
    assert migrate(tmp_path) == Migrated(records=2, planned=1)
    statuses = [json.loads(line)["status"] for line in joined.read_text().splitlines()]
    assert statuses == ["ok", "baseline"]
    assert list((tmp_path / "records").iterdir()) == [joined]


@pytest.mark.parametrize(
    "plan",
    [
        {"schema": "fftbench/plan/1"},
        {"schema": "fftbench/plan/1", "cases": [{"driver": "taskfft"}]},
        {"schema": "fftbench/plan/1", "cases": 1},
        {"schema": "fftbench/plan/1", "cases": [], "defaults": []},
    ],
)
def test_a_plan_that_can_not_be_converted_is_named(tmp_path: Path, plan: dict[str, Any]) -> None:
    (old_results(tmp_path, old_record()) / "plan.json").write_text(json.dumps(plan))
    with pytest.raises(UserError, match=r"plan\.json: no plan that can be converted: "):
        migrate(tmp_path)


def test_nothing_is_written_where_a_file_can_not_be_read(tmp_path: Path) -> None:
    old_results(tmp_path, old_record())
    (tmp_path / "records" / "z.jsonl").write_bytes(b"\xff\xfe")
    files = {path: path.read_bytes() for path in tmp_path.rglob("*.json*")}
    with pytest.raises(UserError, match=r"z\.jsonl: not text in UTF-8"):
        migrate(tmp_path)
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.json*")} == files


def test_an_old_version_names_the_command(tmp_path: Path) -> None:
    old_results(tmp_path, old_record())
    (problem,) = read_records([tmp_path / "records" / "taskfft.jsonl"]).problems
    assert "older: schema is 'fftbench/record/1'; `fftbench migrate DIR` converts" in problem
    with pytest.raises(UserError, match="written by an earlier fftbench: fftbench/plan/1") as error:
        read_plan(tmp_path)
    assert "fftbench migrate" in str(error.value.hint)
    (problem,) = validate_file(tmp_path / "plan.json").problems
    assert "older: schema is 'fftbench/plan/1'" in problem


def test_a_newer_record_is_called_that(tmp_path: Path) -> None:
    record = Record.model_validate_json(EXAMPLE.read_text()).model_dump(mode="json", by_alias=True)
    (tmp_path / "a.jsonl").write_text(json.dumps({**record, "schema": "fftbench/record/4"}) + "\n")
    (problem,) = read_records([tmp_path / "a.jsonl"]).problems
    assert "newer: schema is 'fftbench/record/4', and this fftbench reads" in problem


def test_a_folder_without_results_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="not a results directory"):
        migrate(tmp_path)
