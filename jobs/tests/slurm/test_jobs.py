"""Campaigns through a real Slurm, with programs that are faked."""

from __future__ import annotations

import json
import os
import subprocess
import time
from pathlib import Path

import pytest
import yaml
from user import User

from fftbench.core.contracts.record import Status

SIX = {"fake": {"mode": "ok", "number": list(range(6))}}


@pytest.fixture
def hold(user: User) -> Path:
    """A campaign of six cases in one job; jobs halt after their third while this file exists."""
    file = user.folder / "hold"
    file.touch()
    user.site["env"] = {"FAKE_HOLD": str(file)}
    user.campaign |= {"drivers": SIX, "scale": {"nodes": 2, "ranks_per_node": 1}}
    return file


def test_from_campaign_to_records(user: User) -> None:
    user.write_jobs()
    said = user.submit("--dry-run")
    assert said.count("to start at") == 3
    assert set(user.states().values()) == {"not submitted"}
    user.submit()
    assert "submitted: 0" in user.submit()  # twice is harmless
    user.wait()
    assert user.statuses() == {"ok": 3}
    assert set(user.states().values()) == {"COMPLETED"}
    assert "complete: 3" in user.run("resume", "out")
    assert [record.case.nodes for record in user.records()] != []
    assert {record.case.nodes for record in user.records()} == {1, 2, 4}


def test_a_site_as_detected(user: User) -> None:
    said = user.run("site", "detect", "--out", "mine/found.yaml")
    assert "account: fill in if you must name one" in said
    assert "ok (site)" in user.run("validate", "mine/found.yaml")
    found = yaml.safe_load((user.folder / "mine" / "found.yaml").read_text())
    expected = {"scheduler": "slurm", "partition": "short", "nodes": 4, "cores_per_node": 4}
    assert expected.items() <= found.items()
    assert (found["time_limit_minutes"], found["max_array"]) == (30, 1001)
    user.site = {**found, "launcher": ["env"], "mpi": None}
    user.write_jobs()
    user.submit()
    user.wait()
    assert user.statuses() == {"ok": 3}


def test_arrays(user: User) -> None:
    user.campaign["drivers"] = {"fake": {"number": [1, 2, 3]}}
    user.campaign["problem"]["shape"] = [128, 128, 128]  # more than one such case takes too long
    user.campaign["scale"] = {"nodes": [1, 2], "ranks_per_node": 1}
    user.write_jobs("--array", "--time-limit", "1", "--safety", "1")
    scripts = sorted(path.name for path in (user.out / "jobs").glob("*.sh"))
    assert scripts == ["1n-1r-1t.sh", "2n-2r-1t.sh"]
    user.submit()
    ids = user.ids()
    assert len({id_.partition("_")[0] for id_ in ids}) == 2
    assert {id_.partition("_")[2] for id_ in ids} == {"0", "1", "2"}
    user.wait()
    assert user.statuses() == {"ok": 6}
    assert set(user.states().values()) == {"COMPLETED"}


def test_one_after_the_other(user: User, hold: Path) -> None:
    modes = ["ok", "wrong"]  # which is no reason to stop
    user.campaign["drivers"] = {"fake": {"mode": modes, "number": [1, 2]}}
    user.campaign["scale"] = {"nodes": [1, 2, 4], "ranks_per_node": 1}
    user.write_jobs()
    user.submit("--dependency", "chain")
    first, second, third = user.ids()
    waiting = user.cluster.call(
        "squeue", "--noheader", "--format=%i %E", f"--jobs={second},{third}"
    )
    assert f"afterany:{first}" in waiting
    assert f"afterany:{second}" in waiting
    hold.unlink()
    user.wait()
    assert user.statuses() == {"ok": 6, "wrong": 6}


def test_no_more_in_the_queue_than_asked_for(user: User) -> None:
    user.write_jobs()
    assert "held back: 1" in user.submit("--max-queued", "2")
    user.wait()
    assert "submitted: 1" in user.submit("--max-queued", "2")
    user.wait()
    assert user.statuses() == {"ok": 3}


def test_a_time_limit_in_the_middle(user: User, hold: Path) -> None:
    begin(user)
    user.cluster.end_soon(user.ids()[0])
    user.wait()
    assert user.states() == {"2n-2r-1t": "TIMEOUT"}
    hold.unlink()
    user.run("resume", "out")
    finish(user)


def test_a_node_that_is_lost(user: User, hold: Path) -> None:
    begin(user)
    user.cluster.lose_node("n1")
    hold.unlink()
    finish(user)  # Slurm puts the job back into the queue, and other nodes are free
    assert user.states() == {"2n-2r-1t": "COMPLETED"}
    user.cluster.start_node("n1")


def test_cancelled(user: User, hold: Path) -> None:
    begin(user)
    assert user.run("cancel", "out").startswith("cancelled: ")
    user.wait()
    assert set(user.states().values()) == {"CANCELLED"}
    assert "no job is queued or running" in user.run("cancel", "out")
    hold.unlink()
    user.run("resume", "out")
    finish(user)


def test_a_program_that_dies(user: User) -> None:
    user.campaign["drivers"] = {"fake": {"mode": ["half_line", "ok", "wrong"]}}
    user.campaign["scale"] = {"nodes": 1, "ranks_per_node": 1}
    user.write_jobs()
    user.submit()
    user.wait()
    assert user.statuses() == {"failed": 1, "ok": 1, "wrong": 1}
    reasons = {record.case.settings["mode"]: record.reason or "" for record in user.records()}
    assert "killed by SIGKILL before it recorded this case" in reasons["half_line"]
    assert user.states() == {"1n-1r-1t": "FAILED"}
    assert "submitted: 0" in user.submit()
    assert "submitted: 1" in user.run("resume", "out", "--retry-failed")
    user.wait()
    assert user.statuses() == {"failed": 1, "ok": 1, "wrong": 1}
    said = user.run("status", "out")
    assert "not JSON" not in said  # half a line of each time went


def test_a_library_that_is_missing(user: User, tmp_path: Path) -> None:
    """What starts where jobs are written need not start on the nodes."""
    library = program_with_library(user, tmp_path)
    user.campaign["drivers"] = {"fake": {}}
    user.write_jobs()
    library.unlink()
    user.submit()
    user.wait()
    assert user.statuses() == {"unavailable": 3}
    assert all("libgone.so" in (record.reason or "") for record in user.records())
    compile_library(library)
    user.run("resume", "out")
    user.wait()
    assert user.statuses() == {"ok": 3}


def test_slurm_refuses(user: User) -> None:
    user.site["partition"] = "shrot"
    user.write_jobs()
    for words in (["submit", "out", "--dry-run"], ["submit", "out"]):
        said = user.run(*words, code=2)
        assert "invalid partition" in said.lower()
        assert "hint: correct" in said


def test_directories_that_do_not_exist(user: User) -> None:
    for command in ("submit", "status", "resume", "cancel"):
        said = user.run(command, "nowhere", code=2)
        assert "nowhere: there are no jobs in it" in said
    user.write_jobs()
    # Slurm fails a job whose log can't be written, without a word.
    (user.out / "logs").rmdir()
    user.submit()
    user.wait()
    assert user.statuses() == {"ok": 3}


def test_the_controller_is_away(user: User) -> None:
    user.write_jobs()
    user.cluster.stop_controller()
    try:
        for process in [user.start(command, "out") for command in ("submit", "status")]:
            _, errors = process.communicate(timeout=120)
            assert process.returncode == 2
            assert "controller does not answer" in errors
            assert "nothing is lost" in errors
    finally:
        user.cluster.start_controller()
    user.submit()
    user.wait()
    assert user.statuses() == {"ok": 3}


def test_the_controller_is_away_for_a_moment(user: User) -> None:
    user.write_jobs()
    user.cluster.stop_controller()
    try:
        submitting = user.start("submit", "out")
        time.sleep(3)
    finally:
        user.cluster.start_controller()
    output, errors = submitting.communicate(timeout=120)
    assert submitting.returncode == 0, output + errors
    user.wait()
    assert len(user.lines()) == 3


def test_the_controller_is_away_between_two_launches(user: User, hold: Path) -> None:
    """srun then starts nothing: that is no failure of the programs."""
    user.site["launcher"] = "srun"
    user.campaign |= {"drivers": {"fake": {"number": [1, 2, 3, 4]}}, "scale": {"ranks": 1}}
    user.campaign["measure"] = {"launches": 2, "timeout_seconds": 60}
    user.write_jobs()
    user.submit()
    user.wait_until_running(records=3)
    user.cluster.stop_controller()
    try:
        hold.unlink()
        time.sleep(8)
    finally:
        user.cluster.start_controller()
    user.wait()
    assert user.statuses() == {"ok": 8}


def test_names_that_others_would_read_as_commands(user: User) -> None:
    folder = user.folder / 'it\'s %j "#1" $(touch P)'
    folder.mkdir()
    named = User(user.cluster, user.build, folder)
    named.campaign["scale"] = {"ranks": 1}
    named.write_jobs()
    named.submit()
    named.wait()
    assert named.states() == {"1n-1r-1t": "COMPLETED"}
    assert (named.out / "logs" / f"1n-1r-1t-{named.ids()[0]}.out").exists()
    assert not list(user.folder.rglob("P"))
    back = User(user.cluster, user.build, user.folder / "back\\slash %j")
    back.folder.mkdir()
    back.campaign["scale"] = {"ranks": 1}
    back.write_jobs()
    back.submit()
    back.wait()
    assert back.states() == {"1n-1r-1t": "COMPLETED"}
    assert (back.out / "logs" / "1n-1r-1t.out").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can submit for another user")
def test_jobs_of_others(user: User) -> None:
    """One submits in a directory that two use; a third has a job with an id in our ledger."""
    user.write_jobs()
    tag = json.loads((user.out / "jobs" / "jobs.json").read_text())["tag"]
    nobody = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
    words = ["sbatch", "--parsable", "--hold", "--output=/dev/null", "--chdir=/", "--wrap=true"]
    id_ = user.cluster.call(*nobody, *words, f"--comment={tag}/2n-2r-1t").strip()
    precious = user.cluster.call(*words, "--comment=precious").strip()
    with (user.out / "jobs" / "ledger.jsonl").open("w") as ledger:
        for job, number, name in (("2n-2r-1t", id_, "nobody"), ("4n-4r-1t", precious, "root")):
            entry = {"time": "t", "event": "submitted", "jobs": [job], "ids": [number]}
            ledger.write(json.dumps({**entry, "user": name}) + "\n")
    try:
        assert [job["user"] for job in user.status()["jobs"]] == ["", "nobody", ""]
        assert "submitted: 2; queued or running before: 1" in user.run("resume", "out")
        user.run("cancel", "out")
        states = {job["name"]: job["state"] for job in user.status()["jobs"]}
        assert states["2n-2r-1t"] == "PENDING"
        left = user.cluster.call("squeue", "--noheader", "--format=%i").split()
        assert {id_, precious} <= set(left)
    finally:
        user.cluster.call("scancel", id_, precious)


def test_a_crash_names_rank_and_node(user: User) -> None:
    user.site["launcher"] = "srun"
    user.campaign |= {"drivers": {"fake": {"mode": "segv"}}, "scale": {"ranks": 1}}
    user.write_jobs()
    user.submit()
    user.wait()
    (record,) = user.records()
    assert record.status is Status.failed
    assert "; rank 0 on n1: Segmentation fault" in (record.reason or "")


def begin(user: User) -> None:
    """Submit, and wait for the job to halt after its third case."""
    user.write_jobs()
    user.submit()
    user.wait_until_running(records=3)


def finish(user: User) -> None:
    """Wait; then all is measured, nothing that was there is lost, nothing was measured twice."""
    kept = user.lines()
    user.wait()
    assert user.lines()[: len(kept)] == kept
    assert len(user.lines()) == 6
    assert user.statuses() == {"ok": 6}


def program_with_library(user: User, folder: Path) -> Path:
    """Make a build whose program needs libgone.so, which it returns."""
    library, program = folder / "libgone.so", folder / "program"
    words = json.loads((user.build / "drivers.json").read_text())["drivers"][0]["command"]
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
    user.build = folder
    return library


def compile_library(library: Path) -> None:
    words = ["cc", "-shared", "-fPIC", "-o", str(library), "-x", "c", "-"]
    subprocess.run(words, input="int gone(void) { return 0; }", text=True, check=True)
