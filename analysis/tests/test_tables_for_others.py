"""Records as tables for other tools: tidy frames, CSV, Parquet, and times for a CI's history."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from statistics import median

import pandas as pd
import pytest
from pandas.testing import assert_series_equal

from fftbench import cli
from fftbench.analysis import load
from fftbench.analysis.model.statistics import MIN_LAUNCHES
from fftbench.analysis.tables.frames import FRAMES
from fftbench.analysis.tables.load import TABLES
from fftbench.analysis.terminal.export import export
from fftbench.core.contracts.profile import MpiFunction
from fftbench.core.errors import UserError


def test_a_row_per_measurement(campaign) -> None:
    frame = load(campaign.path)
    assert len(frame) == len(campaign.records)
    assert not frame.duplicated(["machine", "id", "launch"]).any()
    assert set(frame["status"]) == {record.status.value for record in campaign.records}
    record = campaign.records[0]
    row = frame[(frame["id"] == record.case.id) & (frame["launch"] == record.launch)].iloc[0]
    assert row["forward_s"] == median(record.forward.max_s)
    assert row["shape"] == "256x256x256"
    assert row["points"] == 256**3
    assert row["settings"] == "planner=estimate"


def test_what_is_not_right_has_no_time(campaign) -> None:
    frame = load(campaign.path)
    bad = frame[frame["status"] != "ok"]
    assert len(bad) > 0
    assert bad["pair_s"].isna().all()
    assert frame[frame["status"] == "ok"]["pair_s"].notna().all()


def test_a_row_per_repetition(campaign) -> None:
    frame = load(str(campaign.path), table="repetitions")
    right = [record for record in campaign.records if record.status.timed]
    assert len(frame) == sum(2 * len(record.forward.max_s) for record in right)
    measured = load(campaign.path).dropna(subset=["forward_s"]).set_index(["id", "launch"])
    medians = frame[frame["direction"] == "forward"].groupby(["id", "launch"])["seconds"].median()
    assert_series_equal(medians.sort_index(), measured["forward_s"].sort_index(), check_names=False)


def test_a_record_of_uneven_columns_loses_nothing(tmp_path, factory, case, write) -> None:
    record = factory.ok(case("alpha"), n=5)
    short = replace(record.forward, median_s=record.forward.median_s[:2])
    write(tmp_path, [record.model_copy(update={"forward": short})])
    frame = load(tmp_path, table="repetitions")
    forward = frame[frame["direction"] == "forward"]
    assert list(forward["seconds"]) == list(record.forward.max_s)
    assert forward["median_rank_s"].notna().sum() == 2


def test_a_row_per_mpi_function(tmp_path, factory, case, write) -> None:
    record = factory.ok(case("alpha"))
    sent = {"MPI_Isend": MpiFunction(calls=2, seconds=0.001, bytes=4096, messages=2)}
    forward = replace(record.profile.forward, mpi=sent)
    profile = replace(record.profile, forward=forward)
    write(tmp_path, [record.model_copy(update={"profile": profile})])
    frame = load(tmp_path, table="functions")
    assert frame[["direction", "function", "bytes"]].to_numpy().tolist() == [
        ["forward", "MPI_Isend", 4096.0]
    ]


@pytest.mark.parametrize("table", TABLES)
def test_every_column_is_explained(campaign, table) -> None:
    frame = load(campaign.path, table=table)
    assert list(frame.attrs["columns"]) == list(frame.columns)
    assert all(frame.attrs["columns"].values())


def test_what_is_no_table(campaign, tmp_path) -> None:
    with pytest.raises(UserError, match="there is no table 'measurement'") as error:
        load(campaign.path, table="measurement")
    assert "measurements" in (error.value.hint or "")
    with pytest.raises(UserError, match="no such file"):
        load(tmp_path / "nothing")


def test_broken_lines_are_told(tmp_path, factory, case, write) -> None:
    write(tmp_path, [factory.ok(case("alpha"))])
    with (tmp_path / "records" / "all.jsonl").open("a") as out:
        out.write('{"schema": "fftbench/rec')
    frame = load(tmp_path)
    assert len(frame) == 1
    (problem,) = frame.attrs["problems"]
    assert "truncated" in problem


def test_csv_of_every_table(campaign, tmp_path) -> None:
    files = export([campaign.path], tmp_path, "csv")
    assert {file.stem for file in files} == {*TABLES, "columns"}
    meant = pd.read_csv(tmp_path / "columns.csv").groupby("table", sort=False)["column"]
    for table, columns in meant:
        assert list(columns) == list(pd.read_csv(tmp_path / f"{table}.csv").columns)
    cases = pd.read_csv(tmp_path / "cases.csv")
    assert len(cases) == len({record.case.id for record in campaign.records})


def test_parquet_of_every_table(campaign, tmp_path) -> None:
    pytest.importorskip("pyarrow")
    files = export([campaign.path], tmp_path, "parquet")
    assert {file.stem for file in files} == {*TABLES, "columns"}
    found = pd.read_parquet(tmp_path / "measurements.parquet")
    assert list(found.columns) == list(FRAMES["measurements"].columns)
    assert len(found) == len(campaign.records)


def test_parquet_without_pyarrow_says_what_to_do(campaign, tmp_path, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(UserError, match="needs pyarrow") as error:
        export([campaign.path], tmp_path, "parquet")
    assert "fftbench[parquet]" in (error.value.hint or "")


def test_times_for_github_action_benchmark(campaign, tmp_path) -> None:
    (file,) = export([campaign.path], tmp_path, "github-action-benchmark")
    entries = json.loads(file.read_text())
    assert all({"name", "unit", "value"} <= entry.keys() for entry in entries)
    assert len({entry["name"] for entry in entries}) == len(entries)
    assert all(entry["value"] > 0 for entry in entries)
    claimed = [entry for entry in entries if f"{MIN_LAUNCHES} launches" in entry["extra"]]
    assert claimed
    assert not [entry for entry in entries if "liar" in entry["name"]]


def test_names_in_a_history_tell_machines_apart(
    tmp_path, factory, case, environment, write
) -> None:
    write(tmp_path, [factory.ok(case("alpha"), environment=environment(cpu=name))
                     for name in ("one", "two")])  # fmt: skip
    (file,) = export([tmp_path], tmp_path / "out", "github-action-benchmark")
    names = [entry["name"] for entry in json.loads(file.read_text())]
    assert [name.rpartition(", ")[2] for name in names] == ["node1 (one)", "node1 (two)"]


def test_the_command(campaign, tmp_path, monkeypatch, capsys) -> None:
    words = ["fftbench", "export", str(campaign.path), "--out", str(tmp_path / "a")]
    monkeypatch.setattr(sys, "argv", words)
    with pytest.raises(SystemExit) as done:
        cli.main()
    assert done.value.code == 0
    assert "measurements.csv" in capsys.readouterr().out
    monkeypatch.setattr(sys, "argv", [*words, "--form", "excel"])
    with pytest.raises(SystemExit) as done:
        cli.main()
    assert done.value.code == 2
