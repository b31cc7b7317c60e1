"""kill -9 at random moments: no finished record is lost, none is made twice."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import time

from processes import command_of, environment_of, processes
from user import User

KILLS = int(os.environ.get("FFTBENCH_KILLS", "5"))
VICTIMS = {"program": b"fake_program.py", "measure": b"\0measure\0", "job": b"\0measure\0"}


def test_kill_at_random_moments(user: User) -> None:
    order = random.Random(os.environ.get("FFTBENCH_SEED", "7"))
    # One rank, since srun starts as many programs, and two jobs, by their threads.
    user.site["launcher"] = "srun"
    user.campaign["drivers"] = {"fake": {"mode": "slow", "number": list(range(8))}}
    user.campaign["measure"]["launches"] = KILLS
    user.campaign["scale"] = {"nodes": 1, "ranks_per_node": 1, "threads": [1, 2]}
    user.write_jobs()
    before: dict[str, bytes] = {}
    for _ in range(KILLS):
        disturb(user, order.choice(["program", "measure", "job", "command"]), order)
        user.wait()
        after = contents(user)
        assert {name: after[name][: len(text)] for name, text in before.items()} == before
        before = after
    user.run("resume", "out")
    user.wait()
    lines = user.lines()
    keys = {(line["case"]["id"], line["launch"]) for line in lines}
    assert len(keys) == len(lines) == len(user.records()) == 8 * 2 * KILLS
    assert "submitted: 0" in user.run("resume", "out")


def disturb(user: User, victim: str, order: random.Random) -> None:
    """Go on with the campaign, and kill a part of what does so."""
    if victim == "command":
        process = user.start("resume", "out")
        time.sleep(order.uniform(0, 1.5))
        process.kill()
        process.communicate()
        return
    user.run("resume", "out")
    time.sleep(order.uniform(0, 2))
    give_up = time.monotonic() + 10  # by when all may be measured
    while not (found := find(user, VICTIMS[victim])) and time.monotonic() < give_up:
        time.sleep(0.01)
    if victim == "job":
        for id_ in user.ids():
            user.cluster.call("scancel", "--signal=KILL", "--full", id_, check=False)
    elif found:
        with contextlib.suppress(ProcessLookupError):  # it may just have ended
            os.kill(found[0], signal.SIGKILL)


def find(user: User, word: bytes) -> list[int]:
    """Processes on the nodes that work in this campaign's directory."""
    mark = f"SLURM_CONF={user.cluster.folder}/slurm.conf".encode()
    out = str(user.out).encode()
    return [
        pid
        for pid in processes()
        if word in command_of(pid) and out in command_of(pid) and mark in environment_of(pid)
    ]


def contents(user: User) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in (user.out / "records").glob("*.jsonl")}
