"""Campaigns through a real Slurm, with programs that are faked."""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path

import pytest
import yaml
from desk import Desk

SIX = {"fake": {"mode": "ok", "number": list(range(6))}}


@pytest.fixture
def hold(desk: Desk) -> Path:
    """A campaign of six cases in one job; jobs halt after their third while this file exists."""
    file = desk.folder / "hold"
    file.touch()
    desk.site["env"] = {"FAKE_HOLD": str(file)}
    desk.campaign |= {"drivers": SIX, "scale": {"nodes": 2, "ranks_per_node": 1}}
    return file


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
    desk.campaign["drivers"] = {"fake": {"number": [1, 2, 3]}}
    desk.campaign["problem"]["shape"] = [128, 128, 128]  # more than one such case takes too long
    desk.campaign["scale"] = {"nodes": [1, 2], "ranks_per_node": 1}
    desk.write_jobs("--array", "--time-limit", "1", "--safety", "1")
    scripts = sorted(path.name for path in (desk.out / "jobs").glob("*.sh"))
    assert scripts == ["1n-1r-1t.sh", "2n-2r-1t.sh"]
    desk.submit()
    ids = desk.ids()
    assert len({id_.partition("_")[0] for id_ in ids}) == 2
    assert {id_.partition("_")[2] for id_ in ids} == {"0", "1", "2"}
    desk.wait()
    assert desk.statuses() == {"ok": 6}
    assert set(desk.states().values()) == {"COMPLETED"}


def test_one_after_the_other(desk: Desk, hold: Path) -> None:
    modes = ["ok", "wrong"]  # which is no reason to stop
    desk.campaign["drivers"] = {"fake": {"mode": modes, "number": [1, 2]}}
    desk.campaign["scale"] = {"nodes": [1, 2, 4], "ranks_per_node": 1}
    desk.write_jobs()
    desk.submit("--dependency", "chain")
    first, second, third = desk.ids()
    waiting = desk.cluster.call(
        "squeue", "--noheader", "--format=%i %E", f"--jobs={second},{third}"
    )
    assert f"afterany:{first}" in waiting
    assert f"afterany:{second}" in waiting
    hold.unlink()
    desk.wait()
    assert desk.statuses() == {"ok": 6, "wrong": 6}


def test_no_more_in_the_queue_than_asked_for(desk: Desk) -> None:
    desk.write_jobs()
    assert "held back: 1" in desk.submit("--max-queued", "2")
    desk.wait()
    assert "submitted: 1" in desk.submit("--max-queued", "2")
    desk.wait()
    assert desk.statuses() == {"ok": 3}


def test_a_time_limit_in_the_middle(desk: Desk, hold: Path) -> None:
    begin(desk)
    desk.cluster.end_soon(desk.ids()[0])
    desk.wait()
    assert desk.states() == {"2n-2r-1t": "TIMEOUT"}
    hold.unlink()
    desk.do("resume", "out")
    finish(desk)


def test_a_node_that_is_lost(desk: Desk, hold: Path) -> None:
    begin(desk)
    desk.cluster.lose_node("n1")
    hold.unlink()
    finish(desk)  # Slurm puts the job back into the queue, and other nodes are free
    assert desk.states() == {"2n-2r-1t": "COMPLETED"}
    desk.cluster.start_node("n1")


def test_cancelled(desk: Desk, hold: Path) -> None:
    begin(desk)
    assert desk.do("cancel", "out").startswith("cancelled: ")
    desk.wait()
    assert set(desk.states().values()) == {"CANCELLED"}
    assert "no job is queued or running" in desk.do("cancel", "out")
    hold.unlink()
    desk.do("resume", "out")
    finish(desk)


def test_a_program_that_dies(desk: Desk) -> None:
    desk.campaign["drivers"] = {"fake": {"mode": ["half_line", "ok", "wrong"]}}
    desk.campaign["scale"] = {"nodes": 1, "ranks_per_node": 1}
    desk.write_jobs()
    desk.submit()
    desk.wait()
    assert desk.statuses() == {"failed": 1, "ok": 1, "wrong": 1}
    reasons = {record.case.settings["mode"]: record.reason or "" for record in desk.records()}
    assert "killed by SIGKILL before it recorded this case" in reasons["half_line"]
    assert desk.states() == {"1n-1r-1t": "FAILED"}
    assert "submitted: 0" in desk.submit()
    assert "submitted: 1" in desk.do("resume", "out", "--retry-failed")
    desk.wait()
    assert desk.statuses() == {"failed": 1, "ok": 1, "wrong": 1}
    said = desk.do("status", "out")
    assert said.count("not JSON") == 2, said  # half a line of each time, and no record


def test_a_library_that_is_missing(desk: Desk, tmp_path: Path) -> None:
    """What starts where jobs are written need not start on the nodes."""
    library = program_with_library(desk, tmp_path)
    desk.campaign["drivers"] = {"fake": {}}
    desk.write_jobs()
    library.unlink()
    desk.submit()
    desk.wait()
    assert desk.statuses() == {"unavailable": 3}
    assert all("libgone.so" in (record.reason or "") for record in desk.records())
    compile_library(library)
    desk.do("resume", "out")
    desk.wait()
    assert desk.statuses() == {"ok": 3}


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
        for process in [desk.start(command, "out") for command in ("submit", "status")]:
            _, errors = process.communicate(timeout=120)
            assert process.returncode == 2
            assert "controller does not answer" in errors
            assert "nothing is lost" in errors
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


def begin(desk: Desk) -> None:
    """Submit, and wait for the job to halt after its third case."""
    desk.write_jobs()
    desk.submit()
    desk.wait_until_running(records=3)


def finish(desk: Desk) -> None:
    """Wait; then all is measured, nothing that was there is lost, nothing was measured twice."""
    kept = desk.lines()
    desk.wait()
    assert desk.lines()[: len(kept)] == kept
    assert len(desk.lines()) == 6
    assert desk.statuses() == {"ok": 6}


def program_with_library(desk: Desk, folder: Path) -> Path:
    """Make a build whose program needs libgone.so, which it returns."""
    library, program = folder / "libgone.so", folder / "program"
    words = json.loads((desk.build / "drivers.json").read_text())["drivers"][0]["command"]
    given = ", ".join(f'"{word}"' for word in words)
    compile_library(library)
    source = (
        "#include <unistd.h>\nint gone(void);\n"
        "int main(int count, char **given) {\n"
        f"  char *words[99] = {{{given}}};\n"
        f"  for (int i = 1; i < count; ++i) words[{len(words)} - 1 + i] = given[i];\n"
        "  return gone() + execv(words[0], words);\n}\n"
    )
    link = ["-o", str(program), "-L", str(folder), "-lgone", f"-Wl,-rpath,{folder}"]
    subprocess.run(["cc", "-x", "c", "-", *link], input=source, text=True, check=True)
    drivers = [{"name": "fake", "program": str(program)}]
    (folder / "drivers.json").write_text(json.dumps({"drivers": drivers}))
    desk.build = folder
    return library


def compile_library(library: Path) -> None:
    words = ["cc", "-shared", "-fPIC", "-o", str(library), "-x", "c", "-"]
    subprocess.run(words, input="int gone(void) { return 0; }", text=True, check=True)
