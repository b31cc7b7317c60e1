"""Slurm's commands: the only module that runs them."""

from __future__ import annotations

import signal
import subprocess
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from fftbench.core.ask_program import ask_program
from fftbench.core.errors import UserError
from fftbench.jobs.schedulers.variables import variables_for

RETRY_SECONDS = 20.0
"""How long to try again when the controller is away; each command of Slurm tries for 30 s."""
FIRST_PAUSE_SECONDS = 1.0
"""Before the second try; it doubles from one to the next."""
COMMAND_SECONDS = 120.0
"""For one command to return."""
UNREACHABLE_SIGNS = ("contact slurm controller", "timed out", "onnection refused", "Zero Bytes")
"""What Slurm's commands print when the controller is away; they have no exit code for it."""
FULL_SIGNS = (
    "job queue full",
    "temporarily unable to accept job",
    "MaxSubmitJob",
    "GrpSubmitJobs",
)
"""What sbatch prints where there may be no more jobs; after the first two it tries for minutes. The
others are of limits of a user, account or QOS, and of an account or QOS together."""
ENDED = frozenset(
    {
        "BOOT_FAIL",
        "CANCELLED",
        "COMPLETED",
        "DEADLINE",
        "FAILED",
        "LAUNCH_FAILED",
        "NODE_FAIL",
        "OUT_OF_MEMORY",
        "PREEMPTED",
        "REVOKED",
        "TIMEOUT",
    }
)
"""States that a job never leaves; see squeue(1), JOB STATE CODES."""


class UnreachableError(UserError):
    """The controller does not answer; what was asked of it may have been done or not."""


class RefusedError(UserError):
    """Slurm refuses what was asked of it."""


class FullError(UserError):
    """There may be no more jobs for now: MaxJobCount, or a limit of the user's."""


@dataclass(frozen=True)
class SlurmJob:
    """What Slurm says of a job, alone or of an array."""

    id: str
    """`12`, or `12_3` in an array."""
    state: str
    nodes: str = ""
    elapsed: str = ""
    reason: str = ""
    comment: str = ""
    name: str = ""
    user: str = ""
    cluster: str = ""
    """Where it is, if Slurm has several."""
    energy_j: int | None = None
    """None where it is not known."""

    @property
    def live(self) -> bool:
        """Whether it is queued, runs, or may do so again."""
        return self.state not in ENDED


def submit(script: Path, options: Sequence[str]) -> tuple[str, str]:
    """Submit a script; returns the job's id, and its cluster if Slurm has several, else "".

    After UnreachableError it may be accepted or not. Raises FullError at once where sbatch would
    wait in silence for room in the queue.
    """
    said = _run("sbatch", "--parsable", *options, str(script), watch=FULL_SIGNS).stdout.strip()
    # Last: some sites' sbatch has a greeting and checks of its own before it.
    id_, _, cluster = said.rpartition("\n")[2].partition(";")
    return id_, cluster


def rehearse(script: Path, options: Sequence[str]) -> str:
    """Let Slurm check a script without submitting it; returns what it says."""
    return _run_repeatable("sbatch", "--test-only", *options, str(script)).stderr.strip()


def queue(users: Iterable[str], clusters: Iterable[str] = ()) -> tuple[SlurmJob, ...]:
    """Return the jobs of some users, the ended ones that Slurm still remembers included.

    Those of the usual cluster, and of others by name.
    """
    # The comment last: of other jobs it may hold anything.
    form = "%i|%T|%N|%M|%r|%u|%j|%k"
    words = ["squeue", f"--user={','.join(sorted(users))}", "--noheader", "--array"]
    found = []
    for cluster in ("", *clusters):
        where = [f"--clusters={cluster}"] if cluster else []
        for line in _run_repeatable(
            *words, *where, "--states=all", f"--format={form}"
        ).stdout.splitlines():
            if line.count("|") < 7:  # `CLUSTER: name`, or the rest of a name with a line break
                continue
            id_, state, nodes, elapsed, reason, user, name, comment = line.split("|", 7)
            known = "" if reason == "None" else reason
            found.append(SlurmJob(id_, state, nodes, elapsed, known, comment, name, user, cluster))
    return tuple(found)


def accounts(ids: Sequence[str], cluster: str = "") -> dict[str, SlurmJob]:
    """Return what accounting knows of jobs; empty where there is none or it does not answer."""
    config = _run_repeatable("scontrol", "show", "config").stdout
    kept = next((line for line in config.splitlines() if "AccountingStorageType" in line), "none")
    if not ids or kept.endswith("none"):
        return {}
    fields = "JobID,State,NodeList,Elapsed,ConsumedEnergyRaw,User,JobName"
    words = ["--noheader", "--parsable2", "--allocations", "--allusers", f"--format={fields}"]
    words += [f"--clusters={cluster}"] if cluster else []
    # An array by its own id: a word of 128 KiB holds no more than some ten thousand.
    whole = dict.fromkeys(id_.partition("_")[0] for id_ in ids)
    try:
        lines = _run("sacct", *words, f"--jobs={','.join(whole)}").stdout.splitlines()
    except UserError:  # it does not answer, or sacct is not installed
        return {}
    found = {}
    for line in lines:
        if line.count("|") < 6:  # what a site's sacct says before
            continue
        id_, state, nodes, elapsed, energy, user, name = line.split("|", 6)
        # `CANCELLED by 1000`; and 0 J is what Slurm says when nothing measures.
        joules = int(energy) if energy.isdigit() and int(energy) > 0 else None
        found[id_] = SlurmJob(
            id_,
            state.partition(" ")[0],
            nodes,
            elapsed,
            name=name,
            user=user,
            cluster=cluster,
            energy_j=joules,
        )
    return found


def cancel(ids: Sequence[str], cluster: str = "") -> None:
    """Cancel jobs; those that have ended do not matter."""
    where = [f"--clusters={cluster}"] if cluster else []
    _run_repeatable("scancel", "--quiet", *where, *ids)


def _run_repeatable(*words: str) -> subprocess.CompletedProcess[str]:
    """Run a command that may be repeated, again after a while where the controller is away."""
    give_up = time.monotonic() + RETRY_SECONDS
    pause = FIRST_PAUSE_SECONDS
    while True:
        try:
            return _run(*words)
        except UnreachableError:
            if time.monotonic() + pause > give_up:
                raise
        time.sleep(pause)
        pause *= 2


def _run(*words: str, watch: Sequence[str] = ()) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, or to the first line on standard error with a sign to `watch`."""
    try:
        if watch:
            done = _watched(words, watch, variables_for(words))
        else:
            done = ask_program(words, COMMAND_SECONDS, environment=variables_for(words))
    except FileNotFoundError as error:
        raise UserError(
            f"{words[0]} was not found", "run this where Slurm's commands are: on a login node"
        ) from error
    except subprocess.TimeoutExpired as error:
        raise _unreachable(f"{words[0]} did not return in {COMMAND_SECONDS:g} s") from error
    if done.returncode == 0:
        return done
    said = " ".join(done.stderr.split()) or f"{words[0]} ended with code {done.returncode}"
    if any(sign in said for sign in UNREACHABLE_SIGNS):
        raise _unreachable(said)
    raise RefusedError(said)


def _watched(
    words: Sequence[str], signs: Sequence[str], environment: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    lines = []
    with subprocess.Popen(
        words,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
    ) as process:
        late = threading.Timer(COMMAND_SECONDS, process.kill)
        late.start()
        try:
            for line in process.stderr or ():
                lines.append(line)
                if any(sign in line for sign in signs):
                    process.terminate()
                    raise FullError(" ".join(line.split()))
            output = process.stdout.read() if process.stdout else ""
            code = process.wait()
        finally:
            late.cancel()
    if code == -signal.SIGKILL:
        raise subprocess.TimeoutExpired(words, COMMAND_SECONDS)
    return subprocess.CompletedProcess(words, code, output, "".join(lines))


def _unreachable(said: str) -> UnreachableError:
    return UnreachableError(
        f"Slurm's controller does not answer: {said}",
        "nothing is lost: run the same command again when `sinfo` works",
    )
