"""Campaigns through a real Slurm, with programs that are faked."""

from __future__ import annotations

import time

import yaml
from desk import Desk

SLOW = {"fake": {"mode": "slow", "number": list(range(20))}}
"""20 cases of 0.15 s."""


def test_from_campaign_to_records(desk: Desk) -> None:
    desk.write_jobs()
    said = desk.submit("--dry-run")
    assert said.count("to start at") == 3
    assert set(desk.states().values()) == {"not submitted"}
    desk.submit()
    assert "submitted: 0" in desk.submit()  # twice is harmless
    desk.wait()
    assert desk.statuses() == {"ok": 3}
    assert set(desk.states().values()) == {"COMPLETED"}
    assert "complete: 3" in desk.do("resume", "out")
    assert [record.case.nodes for record in desk.records()] != []
    assert {record.case.nodes for record in desk.records()} == {1, 2, 4}


def test_a_site_as_detected(desk: Desk) -> None:
    said = desk.do("site", "detect", "--out", "mine/found.yaml")
    assert "account: fill in if you must name one" in said
    assert "ok (site)" in desk.do("validate", "mine/found.yaml")
    found = yaml.safe_load((desk.folder / "mine" / "found.yaml").read_text())
    expected = {"scheduler": "slurm", "partition": "short", "nodes": 4, "cores_per_node": 4}
    assert expected.items() <= found.items()
    assert (found["time_limit_minutes"], found["max_array"]) == (30, 1001)
    desk.site = {**found, "launcher": ["env"], "mpi": None}
    desk.write_jobs()
    desk.submit()
    desk.wait()
    assert desk.statuses() == {"ok": 3}


def test_arrays(desk: Desk) -> None:
    desk.campaign |= {"drivers": SLOW, "measure": {"launches": 2, "timeout_seconds": 60}}
    desk.campaign["scale"] = {"nodes": [1, 2], "ranks_per_node": 1}
    desk.write_jobs("--array", "--time-limit", "1", "--safety", "1")
    scripts = sorted(path.name for path in (desk.out / "jobs").glob("*.sh"))
    assert len(scripts) == 2
    desk.submit()
    assert all("_" in id_ for id_ in desk.ids())
    assert len(desk.ids()) > 2
    desk.wait()
    assert desk.statuses() == {"ok": 80}
    assert set(desk.states().values()) == {"COMPLETED"}


def test_one_after_the_other(desk: Desk) -> None:
    desk.campaign["drivers"] = {"fake": {"mode": ["ok", "exit"]}}  # which is no reason to stop
    desk.write_jobs()
    desk.submit("--dependency", "chain")
    first, second, third = desk.ids()
    waiting = desk.cluster.call(
        "squeue", "--noheader", "--format=%i %E", f"--jobs={second},{third}"
    )
    assert f"afterany:{first}" in waiting
    assert f"afterany:{second}" in waiting
    desk.wait()
    assert desk.statuses() == {"ok": 3, "failed": 3}


def test_no_more_in_the_queue_than_asked_for(desk: Desk) -> None:
    desk.write_jobs()
    assert "held back: 1" in desk.submit("--max-queued", "2")
    desk.wait()
    assert "submitted: 1" in desk.submit("--max-queued", "2")
    desk.wait()
    assert desk.statuses() == {"ok": 3}


def test_a_time_limit_in_the_middle(desk: Desk) -> None:
    desk.campaign |= {"drivers": SLOW, "scale": {"nodes": 2, "ranks_per_node": 1}}
    desk.write_jobs()
    desk.submit()
    desk.wait_until_running(records=3)
    desk.cluster.end_soon(desk.ids()[0])
    desk.wait()
    kept = desk.records()
    assert 3 <= len(kept) < 20
    assert desk.states()["2n-2r-1t"] == "TIMEOUT"
    finish(desk, kept, 20)


def test_a_node_that_is_lost(desk: Desk) -> None:
    desk.campaign |= {"drivers": SLOW, "scale": {"nodes": 2, "ranks_per_node": 1}}
    desk.write_jobs()
    desk.submit()
    desk.wait_until_running(records=3)
    desk.cluster.lose_node("n1")
    kept = desk.records()
    desk.wait()  # Slurm puts the job back into the queue, and other nodes are free
    assert desk.states()["2n-2r-1t"] == "COMPLETED"
    check(desk, kept, 20)
    desk.cluster.start_node("n1")


def test_cancelled(desk: Desk) -> None:
    desk.campaign["drivers"] = SLOW
    desk.write_jobs()
    desk.submit()
    desk.wait_until_running(records=3)
    said = desk.do("cancel", "out")
    assert said.startswith("cancelled: ")
    desk.wait()
    kept = desk.records()
    assert "CANCELLED" in desk.states().values()
    assert "no job is queued or running" in desk.do("cancel", "out")
    finish(desk, kept, 60)


def test_a_program_that_dies(desk: Desk) -> None:
    desk.campaign |= {"scale": {"nodes": 1, "ranks_per_node": 1}}
    desk.campaign["drivers"] = {"fake": {"mode": ["segv", "ok", "exit", "wrong"]}}
    desk.write_jobs()
    desk.submit()
    desk.wait()
    assert desk.statuses() == {"failed": 2, "ok": 1, "wrong": 1}
    reasons = {record.case.settings["mode"]: record.reason or "" for record in desk.records()}
    assert "killed by SIGSEGV before it recorded this case" in reasons["segv"]
    assert desk.states() == {"1n-1r-1t": "FAILED"}
    assert "submitted: 0" in desk.submit()
    assert "submitted: 1" in desk.do("resume", "out", "--retry-failed")
    desk.wait()
    assert len(desk.lines()) == 6  # the two failures once more


def test_slurm_refuses(desk: Desk) -> None:
    desk.site["partition"] = "shrot"
    desk.write_jobs()
    for words in (["submit", "out", "--dry-run"], ["submit", "out"]):
        said = desk.do(*words, code=2)
        assert "invalid partition" in said.lower()
        assert "hint: correct" in said


def test_directories_that_do_not_exist(desk: Desk) -> None:
    for command in ("submit", "status", "resume", "cancel"):
        said = desk.do(command, "nowhere", code=2)
        assert "nowhere: there are no jobs in it" in said
    desk.write_jobs()
    # Slurm fails a job whose log can't be written, without a word.
    (desk.out / "logs").rmdir()
    desk.submit()
    desk.wait()
    assert desk.statuses() == {"ok": 3}


def test_the_controller_is_away(desk: Desk) -> None:
    desk.write_jobs()
    desk.cluster.stop_controller()
    try:
        for command in ("submit", "status"):
            said = desk.do(command, "out", code=2)
            assert "controller does not answer" in said
            assert "nothing is lost" in said
    finally:
        desk.cluster.start_controller()
    desk.submit()
    desk.wait()
    assert desk.statuses() == {"ok": 3}


def test_the_controller_is_away_for_a_moment(desk: Desk) -> None:
    desk.write_jobs()
    desk.cluster.stop_controller()
    try:
        submitting = desk.start("submit", "out")
        time.sleep(3)
    finally:
        desk.cluster.start_controller()
    output, errors = submitting.communicate(timeout=120)
    assert submitting.returncode == 0, output + errors
    desk.wait()
    assert len(desk.lines()) == 3


def check(desk: Desk, kept: tuple[object, ...], total: int) -> None:
    """All is measured, nothing that was there before is lost, and nothing was measured twice."""
    records = desk.records()
    assert {str(record) for record in kept} <= {str(record) for record in records}
    assert desk.statuses() == {"ok": total}
    assert len(desk.lines()) == total


def finish(desk: Desk, kept: tuple[object, ...], total: int) -> None:
    desk.do("resume", "out")
    desk.wait()
    check(desk, kept, total)
