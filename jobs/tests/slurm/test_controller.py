"""slurmctld that is away, or comes back and knows nothing."""

from __future__ import annotations

import time
from pathlib import Path

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


GATE = """#!/bin/sh
# Starts srun; the second time only after somebody looked.
if mkdir first 2>/dev/null; then exec srun "$@"; fi
mkdir second 2>/dev/null
while [ ! -e open ]; do sleep 0.1; done
exec srun "$@"
"""


def test_the_controller_is_away_between_two_launches(user: User) -> None:
    """srun then starts nothing: that is no failure of the programs."""
    gate = user.folder / "gate"
    gate.write_text(GATE)
    gate.chmod(0o755)
    user.site |= {"launcher": [str(gate), "--ntasks={ranks}"], "setup": [f"cd '{user.folder}'"]}
    user.campaign |= {"drivers": {"fake": {"number": [1, 2, 3, 4]}}, "scale": {"ranks": 1}}
    user.campaign["measure"] = {"launches": 2, "timeout_seconds": 60}
    user.write_jobs()
    user.submit()
    log = user.out / "logs" / f"1n-1r-1t-{user.ids()[0]}.out"
    user.cluster.wait_for("the second launch", (user.folder / "second").exists)
    steps = ("squeue", "--steps", "--noheader", "--format=%i")
    # Else slurmstepd would wait for a minute before it tells of the first step's end once more.
    user.cluster.wait_for("the first's end", lambda: ".0" not in user.cluster.call(*steps))
    user.cluster.stop_controller()
    try:
        (user.folder / "open").touch()
        user.cluster.wait_for("a try", lambda: "did not start the program" in log.read_text())
    finally:
        user.cluster.start_controller()
    user.wait()
    assert user.statuses() == {"ok": 8}


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
