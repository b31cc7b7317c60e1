#!/usr/bin/env python3
"""sbatch, squeue, scontrol, sacct and scancel, as far as fftbench uses them.

It goes by the name it is called under. In the folder FAKE_SLURM are `jobs.json`, `calls` (a line
per call) and what a test wants: `away` (the controller does not answer), `full` (it takes no more
jobs than this number, and sbatch waits for room, or ends with the words that come behind it),
`deaf` (it takes one job and does not say so), `kill` (it takes one job and kills who asked),
`refuse` (its content is the reason), `refuse_second` (the same for jobs on two nodes),
`accounting`, `cluster` (its name, as where there are several), `greeting` (what sbatch prints
before all else).
"""

from __future__ import annotations

import json
import os
import pwd
import signal
import sys
import time
from pathlib import Path

FOLDER = Path(os.environ["FAKE_SLURM"])
CONTACT = "slurm_load_jobs error: Unable to contact slurm controller (connect failure)"


def load() -> list[dict]:
    """Return all jobs; each task of an array is one."""
    file = FOLDER / "jobs.json"
    return json.loads(file.read_text()) if file.exists() else []


def directives(script: str) -> dict[str, str]:
    """Read the #SBATCH lines of a script."""
    lines = Path(script).read_text().splitlines()
    words = [line.split("--", 1)[1] for line in lines if line.startswith("#SBATCH --")]
    return {word.partition("=")[0]: word.partition("=")[2] for word in words}


def take_no_more(limit: str) -> None:
    """Name a limit, or wait for room where there is no more in the queue of all."""
    if limit:
        sys.exit(f"sbatch: error: {limit}")
    wait = "sbatch: error: Slurm temporarily unable to accept job, sleeping and retrying."
    print(wait, file=sys.stderr, flush=True)
    time.sleep(600)


def sbatch(words: list[str]) -> None:
    """Enter a job, or an array's tasks."""
    given = {word[2:].partition("=")[0]: word.partition("=")[2] for word in words[:-1]}
    said = {**directives(words[-1]), **given}
    if (FOLDER / "refuse").exists():
        sys.exit(f"sbatch: error: {(FOLDER / 'refuse').read_text()}")
    if (FOLDER / "refuse_second").exists() and "2n-2r" in words[-1]:
        sys.exit(f"sbatch: error: {(FOLDER / 'refuse_second').read_text()}")
    if "test-only" in said:
        print("sbatch: Job 7 to start at once", file=sys.stderr)
        return
    jobs = load()
    indices = said["array"].partition("%")[0].split(",") if "array" in said else []
    tasks = [f"_{index}" for index in indices] or [""]
    if (FOLDER / "full").exists():
        most, _, limit = (FOLDER / "full").read_text().partition(" ")
        if len(jobs) + len(tasks) > int(most):
            take_no_more(limit)
    number = 1 + max([int(job["id"].partition("_")[0]) for job in jobs], default=0)
    inherited = sorted(name for name in os.environ if name.startswith(("SLURM_", "SBATCH_")))
    for task in tasks:
        one = {"id": f"{number}{task}", "state": "PENDING", "comment": said["comment"]}
        jobs.append({**one, "options": given, "inherited": inherited})
    (FOLDER / "jobs.json").write_text(json.dumps(jobs))
    if (FOLDER / "deaf").exists():
        (FOLDER / "deaf").unlink()
        sys.exit("sbatch: error: Batch job submission failed: Socket timed out on send/recv")
    if (FOLDER / "kill").exists():
        (FOLDER / "kill").unlink()
        os.kill(os.getppid(), signal.SIGKILL)
    if (FOLDER / "greeting").exists():
        print((FOLDER / "greeting").read_text())
    cluster = FOLDER / "cluster"
    print(f"{number};{cluster.read_text()}" if cluster.exists() else number)


def main() -> None:
    """Do what the command of this name does."""
    command, words = Path(sys.argv[0]).name, sys.argv[1:]
    with (FOLDER / "calls").open("a") as calls:
        calls.write(f"{command} {' '.join(words)}\n")
    if (FOLDER / "away").exists():
        sys.exit(CONTACT)
    if command == "sbatch":
        sbatch(words)
    elif command == "squeue":
        asked = next(word for word in words if word.startswith("--user=")).partition("=")[2]
        states = os.environ.get("SQUEUE_STATES", "all").split(",")
        where = [word for word in words if word.startswith("--clusters=")]
        if where:
            print("CLUSTER: big")
        elsewhere = (FOLDER / "cluster").exists() and not where
        for job in [] if elsewhere else load():
            why, nodes = job.get("reason", "None"), job.get("nodes", "n1")
            user = job.get("user") or pwd.getpwuid(os.geteuid()).pw_name
            shown = states == ["all"] or job["state"] in states
            if job["state"] != "GONE" and user in asked.split(",") and shown:
                print(f"{job['id']}|{job['state']}|{nodes}|0:01|{why}|{user}|x|{job['comment']}")
    elif command == "scontrol":
        kept = "slurmdbd" if (FOLDER / "accounting").exists() else "none"
        print(f"AccountingStorageType   = accounting_storage/{kept}")
    elif command == "sacct":
        print((FOLDER / "accounting").read_text())
    elif command == "scancel":
        jobs = [{**j, "state": "CANCELLED"} if j["id"] in words else j for j in load()]
        (FOLDER / "jobs.json").write_text(json.dumps(jobs))


if __name__ == "__main__":
    main()
