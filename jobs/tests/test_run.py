"""Whatever the programs do, every case ends in one record, and a second run goes on."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fftbench.core.contracts.catalogue import Catalogue, Entry
from fftbench.core.contracts.record import Record, Status
from fftbench.core.errors import UserError
from fftbench.core.files.results import append_record, read_plan, read_records
from fftbench.jobs.launch.failure import dead_rank
from fftbench.jobs.launch.launchers import Custom
from fftbench.jobs.run.inputs import RunOptions
from fftbench.jobs.run.outcome import Outcome
from fftbench.jobs.run.tries import LauncherError

Measure = Callable[..., Outcome]


def records(tmp_path: Path) -> tuple[Record, ...]:
    return read_records([tmp_path / "out"]).records


def lines(tmp_path: Path) -> int:
    files = (tmp_path / "out" / "records").glob("*.jsonl")
    return sum(len(file.read_bytes().splitlines()) for file in files)


def by_mode(tmp_path: Path) -> dict[Any, Record]:
    return {record.case.settings["mode"]: record for record in records(tmp_path)}


def test_a_campaign_is_measured(measure: Measure, tmp_path: Path, listener: Any) -> None:
    drivers = {"fake": {"number": [1, 2, 3]}, "other": {}}
    outcome = measure(drivers, measure={"launches": 2}, scale={"ranks": [1, 2]})
    assert outcome.statuses == {Status.ok: 16}
    assert (outcome.exit_code, outcome.missing, outcome.problems) == (0, 0, ())
    assert (listener.total, listener.to_come, len(listener.records)) == (16, 16, 16)
    found = records(tmp_path)
    plan = read_plan(tmp_path / "out")
    assert plan is not None
    assert {record.key for record in found} == {(c.id, n) for c in plan.cases for n in (0, 1)}
    assert lines(tmp_path) == 16


def test_a_second_run_has_nothing_to_do(measure: Measure, tmp_path: Path, listener: Any) -> None:
    drivers = {"fake": {"mode": ["ok", "wrong", "unsupported", "fail"]}, "absent": {}}
    first = measure(drivers)
    assert measure(drivers) == first
    assert (listener.to_come, lines(tmp_path)) == (0, 5)


@pytest.mark.parametrize(
    ("mode", "status", "words", "code"),
    [
        ("wrong", Status.wrong, "wrong because asked to", 4),
        ("unsupported", Status.unsupported, "unsupported because asked to", 0),
        ("fail", Status.failed, "as asked", 5),
        ("fail_and_leave", Status.failed, "as asked", 5),
        ("watchdog", Status.timeout, "as asked", 5),
        ("segv", Status.failed, "killed by SIGSEGV before it recorded this case", 5),
        ("term", Status.failed, "killed by SIGTERM before it recorded this case", 5),
        ("exit", Status.failed, "exited with code 1 before it recorded this case", 5),
        ("leave", Status.failed, "exited with code 0 before it recorded this case", 5),
        ("half_line", Status.failed, "killed by SIGKILL before it recorded", 5),
        ("singletons", Status.failed, "1 rank instead of 2", 5),
        ("foreign", Status.ok, "", 0),
        ("half_record_then_ok", Status.ok, "", 0),
    ],
)
def test_a_fault_costs_its_own_case_only(  # noqa: PLR0917
    measure: Measure, tmp_path: Path, mode: str, status: Status, words: str, code: int
) -> None:
    outcome = measure({"fake": {"mode": [mode, "ok"], "number": [0, 1, 2]}, "other": {}})
    found = Counter((record.case.settings["mode"], record.status) for record in records(tmp_path))
    assert found == Counter({(mode, status): 3, ("ok", Status.ok): 4})
    assert words in (by_mode(tmp_path)[mode].reason or "")
    assert outcome.exit_code == code


def test_a_program_of_another_version_has_not_failed(measure: Measure, tmp_path: Path) -> None:
    """The checkout was updated, and the programs were not built again."""
    with pytest.raises(UserError, match=r"writes fftbench/record/2, and this fftbench reads") as e:
        measure({"fake": {"mode": "older", "number": [1, 2]}})
    assert "./bench build" in str(e.value.hint)
    assert not records(tmp_path)


def test_the_last_words_of_a_dead_program_are_kept(measure: Measure, tmp_path: Path) -> None:
    measure({"fake": {"mode": "segv"}})
    (record,) = records(tmp_path)
    assert record.reason is not None
    assert record.reason.splitlines()[1:] == ["about to segv"]
    assert record.unranked == "it is a fake"
    (log,) = (tmp_path / "out" / "logs").glob("*.log")
    assert "about to segv" in log.read_text()
    assert log.read_text().startswith("$ env RANKS=2")


def test_a_program_that_never_ran_has_not_failed(
    measure: Measure, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, listener: Any
) -> None:
    starts = tmp_path / "starts"
    monkeypatch.setenv("FAKE_UNSTARTED", str(starts))
    starts.write_text("2")
    again = RunOptions(launch_pauses_s=(0.0, 0.0))
    assert measure({"fake": {"number": [1, 2]}}, again).statuses == {Status.ok: 2}
    assert "the launcher did not start the program; next try in 0 s" in listener.notes[1]
    starts.write_text("6")
    with pytest.raises(UserError, match=r"did not start the program.*\n.*Unable to confirm") as e:
        measure({"fake": {"number": [1, 2, 3]}, "other": {}}, again)
    assert "missing, not failed" in str(e.value.hint)
    assert Counter(record.status for record in records(tmp_path)) == {Status.ok: 2}
    assert measure({"fake": {"number": [1, 2, 3]}, "other": {}}).statuses == {Status.ok: 4}


def test_ranks_that_each_run_alone_have_not_failed(
    measure: Measure, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, listener: Any
) -> None:
    """A launcher that belongs to another MPI starts so many programs of one rank."""
    monkeypatch.setenv("FAKE_RANKS", "1")
    with pytest.raises(LauncherError, match=r"programs of 1 rank each, instead of one of 2") as e:
        measure({"fake": {}})
    assert "`launcher` and `mpi`" in str(e.value.hint)
    assert not records(tmp_path)
    assert not any("next try" in note for note in listener.notes)  # it would be the same
    monkeypatch.delenv("FAKE_RANKS")
    assert measure({"fake": {}}).statuses == {Status.ok: 1}


def test_a_program_that_does_not_start_leaves_the_others_be(
    measure: Measure, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_UNSTARTED", str(tmp_path / "starts"))
    (tmp_path / "starts").write_text("1")
    with pytest.raises(UserError, match="did not start the program"):
        measure({"fake": {}, "other": {}}, RunOptions(launch_pauses_s=()))
    assert len(records(tmp_path)) == 1


def test_a_launcher_that_starts_nothing_any_more_is_to_blame(
    measure: Measure, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A node was lost: the program dies, and so does all that is launched until it is back."""
    launcher = tmp_path / "launcher"
    launcher.write_text(
        f'#!/bin/sh\nif [ "$1" = true ] && rm {tmp_path}/lost; then exit 1; fi\nexec "$@"\n'
    )
    launcher.chmod(0o755)
    (tmp_path / "lost").touch()
    (tmp_path / "once").touch()
    monkeypatch.setenv("FAKE_DIE_ONCE", str(tmp_path / "once"))
    through = Custom((str(launcher),))
    monkeypatch.setattr("fftbench.jobs.run.local.choose_launcher", lambda _: through)
    outcome = measure({"fake": {"number": [1, 2]}}, RunOptions(launch_pauses_s=(0.0,)))
    assert outcome.statuses == {Status.ok: 2}


@pytest.mark.parametrize(
    ("line", "rank"),
    [
        ("srun: error: n1: task 1: Segmentation fault", "rank 1 on n1: Segmentation fault"),
        (
            "mpirun noticed that process rank 1 with PID 0 on node n2 exited on signal 11 (SEGV).",
            "rank 1 on n2 exited on signal 11 (SEGV)",
        ),
        ("=   PID 71 RUNNING AT n3", "process 71 on n3"),
        ("srun: error: Unable to create step", None),
    ],
)
def test_the_rank_that_died_is_named(line: str, rank: str | None) -> None:
    assert dead_rank(["about to", line]) == rank


def test_a_crash_after_the_last_case_is_noted(measure: Measure, listener: Any) -> None:
    measure({"fake": {"mode": "crash_at_end"}})
    assert "was killed by SIGABRT after its last case" in listener.notes[0]


@pytest.mark.parametrize("mode", ["hang", "stubborn"])
def test_a_program_that_falls_silent_is_ended(
    measure: Measure, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    monkeypatch.setattr("fftbench.jobs.launch.process.GRACE_SECONDS", 0.5)
    outcome = measure(
        {"fake": {"mode": [mode, "ok"], "number": [0, 1]}},
        RunOptions(margin_s=4),  # more than a start takes
        measure={"launches": 1, "timeout_seconds": 0.5},
    )
    assert outcome.statuses == {Status.timeout: 2, Status.ok: 2}
    assert by_mode(tmp_path)[mode].reason == "no record after 0.5 s, and none from the program"
    assert outcome.exit_code == 5


def test_a_driver_that_is_not_built_is_recorded(measure: Measure, tmp_path: Path) -> None:
    outcome = measure({"absent": {"x": [1, 2]}, "fake": {}})
    assert outcome.statuses == {Status.unavailable: 2, Status.ok: 1}
    assert outcome.exit_code == 0
    reasons = {record.reason for record in records(tmp_path) if record.case.driver == "absent"}
    assert reasons == {"libabsent not found; set ABSENT_ROOT"}


def test_a_driver_that_is_built_since_is_measured(
    measure: Measure, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drivers = {"fake": {"mode": "ok", "number": 1}}
    nothing = Entry(name="fake", reason="not found")
    monkeypatch.setattr(Catalogue, "find", lambda *_: nothing)
    measure(drivers)
    assert [record.status for record in records(tmp_path)] == [Status.unavailable]
    monkeypatch.undo()
    measure(drivers)
    assert [record.status for record in records(tmp_path)] == [Status.ok]


def test_failures_are_tried_again_on_request_only(
    measure: Measure, tmp_path: Path, listener: Any
) -> None:
    drivers = {"fake": {"mode": ["segv", "watchdog", "wrong"]}}
    measure(drivers)
    measure(drivers)
    assert lines(tmp_path) == 3
    measure(drivers, RunOptions(retry_failed=True))
    assert (listener.to_come, lines(tmp_path), len(records(tmp_path))) == (2, 5, 3)


def test_a_crash_that_does_not_come_again_is_mended(
    measure: Measure, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    once = tmp_path / "once"
    once.touch()
    monkeypatch.setenv("FAKE_DIE_ONCE", str(once))
    drivers = {"fake": {"number": [1, 2, 3, 4]}}
    assert measure(drivers).statuses == {Status.ok: 3, Status.failed: 1}
    outcome = measure(drivers, RunOptions(retry_failed=True))
    assert outcome.statuses == {Status.ok: 4}
    assert outcome.exit_code == 0


def test_a_changed_campaign_keeps_its_records(
    measure: Measure, tmp_path: Path, listener: Any
) -> None:
    measure({"fake": {"number": [1, 2]}})
    outcome = measure({"fake": {"number": [2, 3]}})
    assert outcome.statuses == {Status.ok: 2}
    assert (listener.to_come, len(records(tmp_path))) == (1, 3)
    measure({"fake": {"number": [1, 2, 3]}})
    assert listener.to_come == 0


def test_another_campaign_is_refused(measure: Measure) -> None:
    measure({"fake": {}})
    with pytest.raises(UserError, match="holds the campaign 'small', not 'large'"):
        measure({"fake": {}}, name="large")


def test_problems_of_the_record_files_are_told(
    measure: Measure, tmp_path: Path, listener: Any
) -> None:
    measure({"fake": {"mode": "foreign"}})
    (tmp_path / "out" / "records" / "stray.jsonl").write_text("hello\n")
    outcome = measure({"fake": {"mode": "foreign"}})
    assert len(outcome.problems) == 3
    assert any("stray.jsonl:1: not JSON: a foreign line (skipped)" in n for n in listener.notes)


def test_more_ranks_than_cores_are_refused(measure: Measure, tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        measure({"fake": {}}, scale={"ranks": 3, "threads": 2})
    message = "3 ranks x 2 threads need 6 cores on a node; site 'fake' has 4"
    assert str(caught.value) == message
    assert "--oversubscribe" in str(caught.value.hint)
    assert not (tmp_path / "out").exists()
    outcome = measure(
        {"fake": {}}, RunOptions(oversubscribe=True), scale={"ranks": 3, "threads": 2}
    )
    assert outcome.statuses == {Status.ok: 1}


def test_more_nodes_than_there_are_are_refused(measure: Measure) -> None:
    with pytest.raises(UserError, match="2 nodes are asked for; site 'fake' has 1"):
        measure({"fake": {}}, scale={"nodes": 2, "ranks_per_node": 1})


def test_a_program_that_can_not_write_stops_the_campaign(measure: Measure, tmp_path: Path) -> None:
    with pytest.raises(
        UserError, match=r"(?s)could not write its records;.*error: .*: cannot write"
    ) as e:
        measure({"other": {}, "fake": {"mode": ["full", "ok"], "number": [0, 1, 2]}})
    assert "finished cases are kept" in str(e.value.hint)
    assert all(record.status is Status.ok for record in records(tmp_path))


def test_a_full_disk_stops_the_campaign(
    measure: Measure, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: Path, record: Record) -> None:
        (tmp_path / "full").symlink_to("/dev/full")
        append_record(tmp_path / "full", record)

    monkeypatch.setattr("fftbench.jobs.run.runner.append_record", full)
    with pytest.raises(UserError, match="No space left on device"):
        measure({"fake": {"mode": "segv"}})


def test_a_launcher_that_does_not_start_is_named(
    measure: Measure, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing = Custom(("/nonexistent/mpirun",))
    monkeypatch.setattr("fftbench.jobs.run.local.choose_launcher", lambda _: nothing)
    with pytest.raises(UserError, match=r"/nonexistent/mpirun does not start: No such file"):
        measure({"fake": {}})


def test_programs_get_their_cases_by_the_contract(measure: Measure, tmp_path: Path) -> None:
    measure({"fake": {"number": [1, 2]}})
    (file,) = (tmp_path / "out" / "logs").glob("*.cases.json")
    assert {case["schema"] for case in json.loads(file.read_text())} == {"fftbench/case/2"}
