"""Campaigns through a real Slurm, with programs that are faked."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
import yaml
from gate import Gate
from user import User

from fftbench.jobs.campaign.stopped import SIGNALLED


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
    user.begin()
    user.cluster.end_soon(user.ids()[0])
    user.wait()
    assert user.states() == {"2n-2r-1t": "TIMEOUT"}
    hold.unlink()
    user.run("resume", "out")
    user.finish()


@pytest.mark.minutes
def test_the_signal_before_a_time_limit(user: User, hold: Path) -> None:
    user.write_jobs("--time-limit", "1")
    user.submit()
    user.wait()
    (job,) = user.status()["jobs"]
    assert (job["state"], job["reason"]) == ("FAILED", SIGNALLED)
    hold.unlink()
    user.run("resume", "out", "--time-limit", "30")
    user.finish()


def test_a_node_that_is_lost(user: User, hold: Path) -> None:
    user.begin()
    user.cluster.lose_node("n1")
    hold.unlink()
    user.finish()  # Slurm puts the job back into the queue, and other nodes are free
    assert user.states() == {"2n-2r-1t": "COMPLETED"}
    user.cluster.start_node("n1")


def test_a_node_that_does_not_answer_for_a_while(user: User) -> None:
    """Nor has slurmctld noticed: srun starts nothing there, which is no failure of the program."""
    gate = Gate(user)
    gate.reach()
    (job,) = user.status()["jobs"]
    user.cluster.stop_node(job["nodes"])
    try:
        gate.open()
    finally:
        user.cluster.start_node(job["nodes"])
    user.finish(ok=8)


def test_steps_that_slurm_ends(user: User, hold: Path) -> None:
    """As those of a job that is preempted and has a time of grace: the script hears of nothing."""
    user.site["launcher"] = "srun"
    user.campaign["scale"] = {"ranks": 1}
    user.begin()
    (log,) = (user.out / "logs").glob("*.out")
    user.cluster.call("scancel", "--signal=TERM", user.ids()[0])
    # The signal comes some time after the call: a program that goes on at once may end before it.
    user.cluster.wait_for(
        "the end of a step", lambda: "SIGTERM ended the program" in log.read_text()
    )
    hold.unlink()
    user.finish()


def test_put_back_into_the_queue(user: User, hold: Path) -> None:
    user.begin()
    user.cluster.call("scontrol", "requeue", user.ids()[0])
    hold.unlink()
    user.finish()
    assert user.states() == {"2n-2r-1t": "COMPLETED"}


def test_cancelled(user: User, hold: Path) -> None:
    user.begin()
    assert user.run("cancel", "out").startswith("cancelled: ")
    user.wait()
    assert set(user.states().values()) == {"CANCELLED"}
    assert "no job is queued or running" in user.run("cancel", "out")
    hold.unlink()
    user.run("resume", "out")
    user.finish()


def test_two_submissions_and_a_resume_at_once(user: User) -> None:
    user.write_jobs()
    commands = [user.start(word, "out") for word in ("submit", "submit", "resume")]
    said = [command.communicate(timeout=120) for command in commands]
    submitted = 0
    for command, (output, errors) in zip(commands, said, strict=True):
        if command.returncode == 0:
            submitted += int(output.partition("submitted: ")[2].partition(";")[0])
        else:  # it met another one at work
            assert command.returncode == 2
            assert "is writing there" in errors
    assert submitted == 3, said
    user.finish(ok=3)


def test_a_broken_list_of_jobs(user: User, hold: Path) -> None:
    user.begin()
    (user.out / "jobs" / "jobs.json").write_text('{"schema"')
    assert "write it again with `fftbench jobs`" in user.run("status", "out", code=2)
    user.write_jobs()
    assert "submitted: 0; queued or running before: 1" in user.run("resume", "out")
    hold.unlink()
    user.finish()


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
