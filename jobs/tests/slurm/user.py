"""A person who uses fftbench's command line on a cluster, with one campaign."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from cluster import Cluster

from fftbench.core.contracts.record import Record
from fftbench.core.files.results import read_records

COMMAND = (sys.executable, "-c", "from fftbench.cli import main; main()")


class User:
    """Campaign and site to change, and the commands to try."""

    def __init__(self, cluster: Cluster, build: Path, folder: Path) -> None:
        self.cluster, self.build, self.folder = cluster, build, folder
        self.out = folder / "out"
        self.site: dict[str, Any] = {
            "name": "private",
            "scheduler": "slurm",
            "launcher": ["env", "RANKS={ranks}"],
            "partition": "short",
            "nodes": 4,
            "cores_per_node": 4,
            "memory_gb": 2,
            "time_limit_minutes": 30,
        }
        self.campaign: dict[str, Any] = {
            "name": "tiny",
            "problem": {"shape": [8, 8, 8], "transform": "c2c", "precision": "double"},
            "drivers": {"fake": {"mode": "ok"}},
            "scale": {"nodes": [1, 2, 4], "ranks_per_node": 1},
            "measure": {"launches": 1, "timeout_seconds": 60},
        }

    @property
    def environment(self) -> dict[str, str]:
        return {**self.cluster.environment, "FFTBENCH_BUILD": str(self.build)}

    def start(self, *words: str) -> subprocess.Popen[str]:
        """Start a command of fftbench."""
        return subprocess.Popen(
            [*COMMAND, *words],
            env=self.environment,
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *words: str, code: int = 0) -> str:
        """Run a command of fftbench to its end; returns all that it printed."""
        process = self.start(*words)
        output, errors = process.communicate(timeout=120)
        assert process.returncode == code, f"{words}: {output}{errors}"
        assert "Traceback" not in errors
        return output + errors

    def write_jobs(self, *more: str) -> str:
        """Write campaign and site, and from them the jobs."""
        for name in ("campaign", "site"):
            # JSON is YAML too.
            (self.folder / f"{name}.yaml").write_text(json.dumps(getattr(self, name)))
        return self.run(
            "jobs", "campaign.yaml", "--site", "site.yaml", "--out", self.out.name, *more
        )

    def submit(self, *more: str) -> str:
        return self.run("submit", self.out.name, *more)

    def wait_for_reason(self) -> str:
        """Wait until Slurm says why the first job waits; returns what `status` says of it."""
        reason = lambda: self.cluster.call("squeue", "-h", "-t", "PD", "-o", "%r").split("\n")[0]  # noqa: E731
        self.cluster.wait_for("a reason", lambda: reason() not in ("", "None", "Priority"))
        return self.run("status", "out")

    def status(self) -> dict[str, Any]:
        return dict(json.loads(self.run("status", self.out.name, "--json")))

    def states(self) -> dict[str, str]:
        """The state of each job by name."""
        return {job["name"]: job["state"] for job in self.status()["jobs"]}

    def ids(self) -> list[str]:
        """Slurm's ids of the last submissions."""
        return [job["id"] for job in self.status()["jobs"]]

    def wait_until_running(self, records: int = 0) -> None:
        """Wait until a job runs and has made so many records."""
        self.cluster.wait_for(
            "a running job",
            lambda: (
                bool(self.cluster.call("squeue", "-h", "-t", "R"))
                and len(self.records()) >= records
            ),
        )

    def begin(self) -> None:
        """Submit, and wait for the job to halt after its third case."""
        self.write_jobs()
        self.submit()
        self.wait_until_running(records=3)

    def finish(self, ok: int = 6) -> None:
        """Wait; then all is measured, nothing that was there is lost or measured twice."""
        kept = self.lines()
        self.wait()
        lines = self.lines()
        assert all(line in lines for line in kept)
        assert len(lines) == ok
        assert self.statuses() == {"ok": ok}

    def wait(self) -> None:
        """Wait until no job is queued or running."""
        self.cluster.wait_for("all jobs", lambda: not self.cluster.call("squeue", "-h"), 120)

    def records(self) -> tuple[Record, ...]:
        return read_records([self.out]).records if (self.out / "records").is_dir() else ()

    def statuses(self) -> dict[str, int]:
        """How many records there are of each status."""
        found: dict[str, int] = {}
        for record in self.records():
            found[record.status.value] = found.get(record.status.value, 0) + 1
        return found

    def lines(self) -> list[dict[str, Any]]:
        """Every line of every record file, each of which must be whole."""
        files = sorted((self.out / "records").glob("*.jsonl"))
        return [json.loads(line) for file in files for line in file.read_text().splitlines()]
