"""Every test here has a Slurm of its own, played by fake_slurm.py."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fakes import Fake

from fftbench.core.contracts.catalogue import Catalogue
from fftbench.jobs.campaign.submit import (
    SubmitCounts,
    SubmitOptions,
    submit_jobs,
)
from fftbench.jobs.packing.joblist import CampaignJobs
from fftbench.jobs.schedulers import slurm

FAKE = Path(__file__).with_name("fake_slurm.py")


@pytest.fixture(autouse=True)
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fake:
    folder = tmp_path / "slurm"
    folder.mkdir()
    for name in ("sbatch", "squeue", "scontrol", "sacct", "scancel"):
        program = folder / name
        program.write_text(f"#!{sys.executable} -S\n{FAKE.read_text()}")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("FAKE_SLURM", str(folder))
    monkeypatch.setattr(slurm, "FIRST_PAUSE_SECONDS", 0.01)
    monkeypatch.setattr(slurm, "RETRY_SECONDS", 0.1)
    return Fake(folder)


@pytest.fixture
def submit(catalogue: Catalogue) -> Callable[..., SubmitCounts]:
    def run(jobs: CampaignJobs, **options: Any) -> SubmitCounts:
        return submit_jobs(jobs, catalogue, SubmitOptions(**options), say=lambda _: None)

    return run
