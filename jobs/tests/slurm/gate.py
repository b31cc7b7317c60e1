"""A campaign of two launches that halts between them, so that something may happen there."""

from __future__ import annotations

from user import User

LAUNCHER = """#!/bin/sh
# Starts srun; from the second time on only once somebody has opened.
if mkdir first 2>/dev/null; then exec srun "$@"; fi
mkdir second 2>/dev/null
while [ ! -e open ]; do sleep 0.1; done
exec srun "$@"
"""


class Gate:
    """Before the second launch."""

    def __init__(self, user: User) -> None:
        self.user = user
        launcher = user.folder / "launcher"
        launcher.write_text(LAUNCHER)
        launcher.chmod(0o755)
        user.site |= {"launcher": [str(launcher), "--ntasks={ranks}"]}
        user.site["setup"] = [f"cd '{user.folder}'"]
        user.campaign |= {"drivers": {"fake": {"number": [1, 2, 3, 4]}}, "scale": {"ranks": 1}}
        user.campaign["measure"] = {"launches": 2, "timeout_seconds": 60}

    def reach(self) -> None:
        """Submit, and wait for the first launch to end."""
        self.user.write_jobs()
        self.user.submit()
        cluster = self.user.cluster
        cluster.wait_for("the second launch", (self.user.folder / "second").exists)
        steps = ("squeue", "--steps", "--noheader", "--format=%i")
        # Where slurmctld is away then, slurmstepd tells it of the end a minute later.
        cluster.wait_for("the first step's end", lambda: ".0" not in cluster.call(*steps))

    def open(self) -> None:
        """Let srun try, and wait until it has started nothing."""
        (self.user.folder / "open").touch()
        logs = self.user.out / "logs"
        said = lambda: "".join(log.read_text() for log in logs.iterdir())  # noqa: E731
        self.user.cluster.wait_for("a try", lambda: "did not start the program" in said())
