"""Scripts as they are written: compared with golden files, and looked at by bash and shellcheck.

After a wanted change: GOLDEN=write pytest jobs/tests/test_script.py, and read the difference.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from fftbench.core.campaigns.site import Site
from fftbench.core.contracts.case import Case, Problem
from fftbench.core.contracts.plan import Plan
from fftbench.core.errors import UserError
from fftbench.jobs.packing.durations import Durations
from fftbench.jobs.packing.joblist import CampaignJobs, JobList, TimeLimit
from fftbench.jobs.packing.pack import make_jobs
from fftbench.jobs.run.batches import schedule
from fftbench.jobs.schedulers.script import check_scheduler, script_text

GOLDEN = Path(__file__).with_name("golden")
COMMON: dict[str, Any] = {"cores_per_node": 8, "nodes": 4, "memory_gb": 64}
FULL = {
    "setup": ["export UCX_TLS=self,sm,rc"],
    "modules": ["gcc/13", "openmpi/4.1"],
    "spack_env": "/home/me/fft env",
    "env": {"OMPI_MCA_pml": "ucx", "NOTE": "it's quoted"},
    "account": "p200",
}
SITES = {
    "slurm": {
        **FULL,
        "launcher": "srun",
        "mpi": "pmix",
        "partition": "cpu",
        "qos": "default",
        "constraint": "fake&milan",
        "reservation": "fft",
        "switches": "1@60",
        "gres": "tmpdisk:100G",
        "gpus_per_node": 4,
        "max_wait_hours": 48,
        "directives": ["--mail-type=END"],
    },
    "slurm-array": {
        "launcher": "openmpi",
        "exclusive": False,
        "time_limit_minutes": 2,
        "hint": None,
        "modules": ["openmpi"],
        "purge_modules": False,
    },
    "pbs": {
        **FULL,
        "launcher": "mpich",
        "partition": "workq",
        "gpus_per_node": 2,
        "directives": ["-m e"],
    },
    "flux": {
        **FULL,
        "launcher": "flux",
        "partition": "batch",
        "constraint": "host:n[1-4]",
    },
    "lsf": {
        **FULL,
        "launcher": "jsrun",
        "gpus_per_node": 6,
        "partition": "normal",
        "reservation": "fft",
        "constraint": "type==any",
    },
}


@pytest.fixture(autouse=True)
def ordinary_user(monkeypatch: pytest.MonkeyPatch) -> None:
    """Root's scripts have more in them."""
    monkeypatch.setattr("os.geteuid", lambda: 1000)


def some_jobs(name: str) -> CampaignJobs:
    problem = Problem(shape=(64, 64), transform="c2c", precision="double", placement="in_place")
    cases = tuple(
        Case(id=f"{n:016x}", driver=driver, problem=problem, ranks=4, nodes=2, threads=2)
        for n, driver in enumerate(("fftw_mpi", "taskfft"))
    )
    plan = Plan(campaign="strong-64", site=name, launches=3, seed=1, cases=cases)
    scheduler, _, array = name.partition("-")
    site = Site.model_validate({"name": name, "scheduler": scheduler, **COMMON, **SITES[name]})
    limit = TimeLimit(minutes=site.time_limit_minutes)
    made = make_jobs(schedule(plan), Durations(), limit, 100 if array else None)
    listed = JobList(
        campaign=plan.campaign,
        directory="/scratch/me/results",
        command="/opt/bin/fftbench",
        build="/opt/build",
        tag="fftbench/strong-64/0123456789abcdef",
        time_limit=limit,
        jobs=made,
    )
    return CampaignJobs(Path("/scratch/me/results"), site, listed)


@pytest.mark.parametrize("name", SITES)
def test_a_script_is_what_it_was(name: str) -> None:
    text = script_text(some_jobs(name), "2n-4r-2t")
    golden = GOLDEN / f"{name}.sh"
    if os.environ.get("GOLDEN") == "write":
        golden.write_text(text)
    assert text == golden.read_text()


@pytest.mark.parametrize("name", SITES)
def test_bash_and_shellcheck_have_nothing_to_say(name: str, tmp_path: Path) -> None:
    script = tmp_path / "job.sh"
    script.write_text(script_text(some_jobs(name), "2n-4r-2t", retry_failed=True))
    subprocess.run(["bash", "-n", str(script)], check=True)
    if shutil.which("shellcheck"):
        done = subprocess.run(["shellcheck", str(script)], capture_output=True, check=False)
        assert done.stdout.decode() == ""


def test_failures_are_tried_again_where_asked_for() -> None:
    jobs = some_jobs("slurm")
    assert "--job 2n-4r-2t --retry-failed -- " in script_text(jobs, "2n-4r-2t", retry_failed=True)
    assert "--retry-failed" not in script_text(jobs, "2n-4r-2t")


@pytest.mark.parametrize(
    ("scheduler", "key"),
    [("pbs", "constraint"), ("flux", "qos"), ("lsf", "switches"), ("pbs", "reservation")],
)
def test_a_wish_without_a_directive_is_refused(scheduler: str, key: str) -> None:
    site = Site.model_validate(
        {"name": "x", "scheduler": scheduler, "launcher": "mpich", **COMMON, key: "y"}
    )
    with pytest.raises(UserError, match=f"`{key}` has no directive for {scheduler}"):
        check_scheduler(site, arrays=False)


def test_a_site_needs_a_scheduler_and_arrays_need_slurm() -> None:
    with pytest.raises(UserError, match="site 'x' has no `scheduler`"):
        check_scheduler(Site(name="x"), arrays=False)
    pbs = Site(name="x", scheduler="pbs", launcher="mpich", cores_per_node=1)
    check_scheduler(pbs, arrays=False)
    with pytest.raises(UserError, match="--array is written for slurm only"):
        check_scheduler(pbs, arrays=True)
