#!/usr/bin/env python3
"""A private Slurm cluster of four simulated nodes on this machine, for as long as a program runs.

    jobs/tests/slurm/cluster.py [COMMAND ARGUMENT...]

runs a command, or else a shell, in which sinfo, sbatch, srun and the others speak to the cluster.
Nothing needs to be set up before: Debian's packages slurmctld, slurmd and slurm-client are enough,
root or not. Whatever ends this program, the cluster and all that runs on it end with it.

Each node is a slurmd with a host name of its own, since Open MPI puts files of that name into
shared memory, and with a view of /etc/hosts in which that name is 127.0.0.1. All nodes are in one
"room", a namespace of processes (one, since MPICH's UCX looks for the process at the other end)
that vanishes with everything in it when its standard input ends.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType

from configuration import NO_ACCOUNTING, NODES, ClusterError, write_configuration
from processes import command_of, end, environment_of, namespace_of, processes

WAIT_SECONDS = 60.0
NEEDED = ("slurmctld", "slurmd", "munged", "mungekey", "srun", "unshare", "setpriv")
PATH = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/sbin"))

ROOM = """
while read -r name; do unshare --uts --mount sh -ec "$NODE" node "$name" & done
"""
NODE = """
hostname "$1"
readlink /proc/self/ns/uts >"$FOLDER/uts.$1"
{ echo "127.0.0.1 $1 localhost"; echo "127.0.0.11 n1 n2 n3 n4"; } >"$FOLDER/hosts.$1"
mount --bind "$FOLDER/hosts.$1" /etc/hosts
exec slurmd -D -f "$FOLDER/slurm.conf" -N "$1"
"""


class Cluster:
    """Up between `with` and its end."""

    def __init__(self) -> None:
        if missing := missing_programs():
            raise ClusterError(f"not installed: {', '.join(missing)}")
        if trouble := why_no_namespaces():
            raise ClusterError(trouble)
        # Short, because a socket's path may have no more than 107 characters.
        self.folder = Path(tempfile.mkdtemp(prefix="fftbench-slurm-", dir="/tmp"))
        self.more = NO_ACCOUNTING
        self._running: dict[str, subprocess.Popen[bytes]] = {}

    @property
    def environment(self) -> dict[str, str]:
        """What programs need to speak to this cluster, and to no other."""
        kept = {name: text for name, text in os.environ.items() if not name.startswith("SLURM")}
        return {**kept, "PATH": PATH, "SLURM_CONF": str(self.folder / "slurm.conf")}

    def __enter__(self) -> Cluster:
        try:
            write_configuration(self.folder, self.more)
            self._start_services()
            self.start_controller()
            self._start_room()
            for name in NODES:
                self.start_node(name)
            self.wait_for("four idle nodes", lambda: self.idle_nodes() == set(NODES))
        except BaseException:
            self.down()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.down()

    def down(self) -> None:
        """End everything, and remove the files."""
        for name in reversed(self._running):
            # slurmctld has a child to wait for; it takes no longer than a moment.
            end(self._running[name], signal.SIGTERM if name == "slurmctld" else signal.SIGKILL)
        self._running.clear()
        self.wait_for("all processes to end", lambda: not self.processes())
        shutil.rmtree(self.folder)

    def call(self, *words: str, check: bool = True) -> str:
        """Run a Slurm command and return its output."""
        done = subprocess.run(
            words,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=WAIT_SECONDS,
            check=False,
        )
        if check and done.returncode:
            raise ClusterError(f"{' '.join(words)} failed: {done.stderr.strip()}")
        return done.stdout

    def idle_nodes(self) -> set[str]:
        """Return the names of the nodes that wait for jobs."""
        lines = self.call("sinfo", "-h", "-N", "-o", "%N %T", check=False).splitlines()
        return {name for name, state in map(str.split, lines) if state == "idle"}

    def start_controller(self) -> None:
        """Start slurmctld."""
        self._start("slurmctld", ["slurmctld", "-D", "-f", str(self.folder / "slurm.conf")])

    def stop_controller(self) -> None:
        """Make slurmctld save its state and end; jobs go on."""
        end(self._running.pop("slurmctld"), signal.SIGTERM)

    def forget_jobs(self, next_id: str) -> None:
        """Lose what a stopped slurmctld has saved; ids are given out from this one on."""
        shutil.rmtree(self.folder / "state")
        (self.folder / "state").mkdir()
        self.configure("FirstJobId", next_id)

    def configure(self, key: str, value: object) -> None:
        """Write a key of slurm.conf, which slurmctld reads when it starts."""
        conf = self.folder / "slurm.conf"
        lines = [line for line in conf.read_text().splitlines() if not line.startswith(f"{key}=")]
        written = conf.with_suffix(".new")
        written.write_text("\n".join([*lines, f"{key}={value}"]) + "\n")
        written.replace(conf)  # at once: a job that starts now reads it

    def start_node(self, name: str) -> None:
        """Start a node, new or lost."""
        room = self._running["room"].stdin
        assert room is not None
        room.write(f"{name}\n".encode())
        room.flush()

    def stop_node(self, name: str) -> None:
        """Kill a node's slurmd alone, of which slurmctld knows nothing yet; its jobs go on."""
        namespace = (self.folder / f"uts.{name}").read_text().strip()
        for pid in processes():
            if namespace_of(pid) == namespace and command_of(pid).startswith(b"slurmd\0"):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

    def lose_node(self, name: str) -> None:
        """Kill all that runs on a node, as if it lost power, and let slurmctld notice at once."""
        namespace = (self.folder / f"uts.{name}").read_text().strip()
        while found := [pid for pid in processes() if namespace_of(pid) == namespace]:
            for pid in found:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.05)
        self.call("scontrol", "update", f"NodeName={name}", "State=DOWN", "Reason=lost")

    def end_soon(self, job: str) -> None:
        """Let the time limit of a running job be met now; limits count in whole minutes.

        Not in a moment: slurmctld might look in between, and warn the job of its end.
        """
        self.call("scontrol", "update", f"JobId={job}", "EndTime=now")

    def wait_for(
        self, what: str, condition: Callable[[], bool], seconds: float = WAIT_SECONDS
    ) -> None:
        """Wait until a condition holds; ClusterError with the logs where it does not in time."""
        give_up = time.monotonic() + seconds
        while not condition():
            for name, process in self._running.items():
                if process.poll() is not None:
                    raise ClusterError(f"{name} ended by itself\n{self.logs()}")
            if time.monotonic() > give_up:
                raise ClusterError(f"waited {seconds:g} s for {what}\n{self.logs()}")
            time.sleep(0.1)

    def processes(self) -> set[int]:
        """Return the processes that belong to this cluster, by what their environment says."""
        mark = f"SLURM_CONF={self.folder}/slurm.conf".encode()
        return {pid for pid in processes() if mark in environment_of(pid)} - {os.getpid()}

    def logs(self) -> str:
        """Return the last lines of every log."""
        files = sorted((self.folder / "log").glob("*"))
        return "\n".join(
            f"--- {file.name}\n" + "\n".join(file.read_text(errors="replace").splitlines()[-15:])
            for file in files
        )

    def _start_services(self) -> None:
        """Start what slurmctld needs."""
        folder = self.folder / "munge"
        self.call("mungekey", "--create", f"--keyfile={folder}/key")
        files = [
            ("key-file", "key"),
            ("socket", "socket"),
            ("pid-file", "pid"),
            ("seed-file", "seed"),
        ]
        options = [f"--{option}={folder}/{file}" for option, file in files]
        log = f"--log-file={self.folder}/log/munged.log"
        self._start("munged", ["munged", "--foreground", *options, log])
        self.wait_for("munged", (folder / "socket").exists)

    def _start_room(self) -> None:
        variables = {"NODE": NODE, "FOLDER": str(self.folder)}
        self._start("room", [*unshare_words(), "sh", "-c", ROOM], variables)

    def _start(
        self, name: str, words: Sequence[str], variables: dict[str, str] | None = None
    ) -> None:
        """Start a daemon that ends when this process does, whatever ends it."""
        with (self.folder / "log" / f"{name}.out").open("ab") as log:
            self._running[name] = subprocess.Popen(
                ["setpriv", "--pdeathsig", "KILL", *words],
                env={**self.environment, **(variables or {})},
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )


def missing_programs() -> list[str]:
    """Return the needed programs that are not installed."""
    return [program for program in NEEDED if not shutil.which(program, path=PATH)]


def unshare_words() -> list[str]:
    """Return what a room starts with."""
    words = ["unshare", "--mount", "--pid", "--fork", "--mount-proc", "--kill-child"]
    return words if os.geteuid() == 0 else [*words, "--user", "--map-current-user", "--keep-caps"]


def why_no_namespaces() -> str | None:
    """Say in a line why nodes can't be simulated here; None where they can.

    Some containers forbid it. In a plain chroot mounts can't be made private, as its root is none,
    and what is mounted for a node might show outside.
    """
    script = "hostname n1 && mount --bind /etc/hosts /etc/hosts"
    words = [*unshare_words(), "unshare", "--uts", "--mount", "sh", "-c", script]
    environment = {**os.environ, "PATH": PATH}
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return None
    said = " ".join(done.stderr.split()) or f"code {done.returncode}"
    return (
        f"a private Slurm needs namespaces and mounts of its own, which are not to be had: {said}"
    )


def main() -> int:
    """Run a command on a cluster of its own."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        with Cluster() as cluster:
            command = sys.argv[1:] or [os.environ.get("SHELL", "/bin/sh")]
            return subprocess.run(command, env=cluster.environment, check=False).returncode
    except ClusterError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
