"""slurmctld that is away, or comes back and knows nothing."""

from __future__ import annotations

import time
from pathlib import Path

from gate import Gate
from user import User


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


def test_the_controller_is_away_between_two_launches(user: User) -> None:
    """srun then starts nothing: that is no failure of the programs."""
    gate = Gate(user)
    gate.reach()
    user.cluster.stop_controller()
    try:
        gate.open()
    finally:
        user.cluster.start_controller()
    user.finish(ok=8)


def test_the_controller_lost_its_state(user: User, hold: Path) -> None:
    """Our running and our waiting job are gone, and others get their ids."""
    user.campaign["scale"]["nodes"] = [2, 4]
    user.begin()
    first, second = user.ids()
    user.cluster.stop_controller()
    user.cluster.forget_jobs(next_id=first)
    user.cluster.start_controller()
    user.cluster.wait_for("four idle nodes", lambda: len(user.cluster.idle_nodes()) == 4)
    words = ["sbatch", "--parsable", "--hold", "--output=/dev/null", "--wrap=true"]
    others = [user.cluster.call(*words).strip() for _ in range(2)]
    try:
        assert others == [first, second]
        assert set(user.states().values()) == {"gone"}
        assert "no job is queued or running" in user.run("cancel", "out")
        assert sorted(user.cluster.call("squeue", "-h", "-o", "%i").split()) == others
        hold.unlink()
        assert "submitted: 2" in user.run("resume", "out")
        user.cluster.wait_for(
            "ours", lambda: len(user.cluster.call("squeue", "-h").split("\n")) == 3
        )
    finally:
        user.cluster.call("scancel", *others)
    user.finish(ok=12)
