"""A build with fake drivers and a site whose launcher just starts one process."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fftbench.core.campaigns.campaign import Campaign
from fftbench.core.campaigns.expand import expand
from fftbench.core.campaigns.site import Site
from fftbench.core.contracts.case import Case
from fftbench.core.contracts.catalogue import Catalogue
from fftbench.core.contracts.record import Record
from fftbench.core.files.locate import this_program
from fftbench.core.programs import load_catalogue
from fftbench.jobs.campaign.generate import JobOptions, write_jobs
from fftbench.jobs.packing.joblist import CampaignJobs, TimeLimit
from fftbench.jobs.run.inputs import PlannedRun, RunOptions
from fftbench.jobs.run.local import run_plan
from fftbench.jobs.run.outcome import Outcome

PROGRAM = Path(__file__).with_name("fake_program.py")


@pytest.fixture(scope="session")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build folder: `fake` and `other` are there, `one` and `two` take turns, `absent` is not."""
    folder = tmp_path_factory.mktemp("build")
    fakes = [
        {"name": name, "command": [sys.executable, "-S", str(PROGRAM), name]}
        for name in ("fake", "other", "one", "two")
    ]
    absent = {"name": "absent", "reason": "libabsent not found", "hint": "set ABSENT_ROOT"}
    (folder / "drivers.json").write_text(json.dumps({"drivers": [*fakes, absent]}))
    return folder


@pytest.fixture(scope="session")
def catalogue(build: Path) -> Catalogue:
    return load_catalogue(build)


@pytest.fixture
def site() -> Site:
    return Site(name="fake", launcher=("env", "RANKS={ranks}"), cores_per_node=4, memory_gb=1)


def campaign(drivers: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """The content of a small campaign."""
    content: dict[str, Any] = {
        "name": "small",
        "problem": {"shape": [8, 8, 8], "transform": "c2c", "precision": "double"},
        "drivers": drivers,
        "scale": {"ranks": 2},
        "measure": {"launches": 1, "timeout_seconds": 60},
    }
    return {**content, **changes}


class Listener:
    """A reporter that remembers."""

    def __init__(self) -> None:
        self.total = self.to_come = 0
        self.records: list[Record] = []
        self.notes: list[str] = []
        self.ended = False

    def begin(self, total: int, to_come: int) -> None:
        self.total, self.to_come = total, to_come

    def running(self, case: Case) -> None:
        """Nothing to remember."""

    def finished(self, record: Record, seconds_left: float | None) -> None:
        assert seconds_left is None or seconds_left >= 0
        self.records.append(record)

    def note(self, text: str) -> None:
        self.notes.append(text)

    def end(self) -> None:
        self.ended = True


@pytest.fixture
def listener() -> Listener:
    return Listener()


Measure = Callable[..., Outcome]


@pytest.fixture
def measure(tmp_path: Path, catalogue: Catalogue, site: Site, listener: Listener) -> Measure:
    """Run a campaign of the fake drivers in tmp_path/out."""

    def run(drivers: dict[str, Any], options: RunOptions | None = None, **changes: Any) -> Outcome:
        content = Campaign.model_validate(campaign(drivers, **changes))
        plan = expand(content, catalogue, site).plan
        planned = PlannedRun(plan, catalogue, site, tmp_path / "out")
        outcome = run_plan(planned, options or RunOptions(), listener)
        assert listener.ended
        return outcome

    return run


@pytest.fixture
def no_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let jobs try a launch again at once, and wait for no signal of the batch system."""
    monkeypatch.setattr("fftbench.jobs.campaign.job.LAUNCH_PAUSES_SECONDS", (0.0,))
    monkeypatch.setattr("fftbench.jobs.campaign.job.SIGNAL_WAIT_SECONDS", 0.0)


@pytest.fixture
def hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """While this file exists, programs halt after their third case."""
    file = tmp_path / "hold"
    file.touch()
    monkeypatch.setenv("FAKE_HOLD", str(file))
    return file


WriteJobs = Callable[..., CampaignJobs]


@pytest.fixture
def write(
    tmp_path: Path, build: Path, catalogue: Catalogue, site: Site, monkeypatch: pytest.MonkeyPatch
) -> WriteJobs:
    """Write the jobs of a campaign of the fake drivers into a folder, to be run right here."""
    monkeypatch.setenv("SLURM_JOB_ID", "7")
    cluster = {"scheduler": "slurm", "nodes": 4, "oversubscribe": True}

    def jobs(drivers: dict[str, Any], arrays: bool = False, **changes: Any) -> CampaignJobs:
        limit, out = changes.pop("time_limit", TimeLimit()), changes.pop("out", "out")
        where = site.model_copy(update={**cluster, **changes.pop("site", {})})
        content = Campaign.model_validate(campaign(drivers, **changes))
        planned = PlannedRun(
            expand(content, catalogue, where).plan, catalogue, where, tmp_path / out
        )
        return write_jobs(planned, JobOptions(limit, arrays, this_program(), str(build)))[0]

    return jobs


@pytest.fixture
def command_line(
    tmp_path: Path, build: Path, site: Site, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., list[str]]:
    """Write campaign and site files; gives the words of `fftbench run`."""

    def words(drivers: dict[str, Any], *more: str, **changes: Any) -> list[str]:
        campaign_file, site_file = tmp_path / "campaign.yaml", tmp_path / "site.yaml"
        # JSON is YAML too.
        campaign_file.write_text(json.dumps(campaign(drivers, **changes)))
        site_file.write_text(site.model_dump_json())
        program = [sys.executable, "-c", "from fftbench.cli import main; main()"]
        out = ["--site", str(site_file), "--out", str(tmp_path / "out"), "--no-report"]
        return [*program, "run", str(campaign_file), *out, *more]

    monkeypatch.setenv("FFTBENCH_BUILD", str(build))
    return words
