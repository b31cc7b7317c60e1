"""Scripts as they are written: compared with golden files, and looked at by bash and shellcheck.

After a wanted change: GOLDEN=write pytest jobs/tests/test_script.py, and read the difference.
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fftbench.core.campaigns.site import Site
from fftbench.core.contracts.case import Case
from fftbench.core.contracts.plan import Plan
from fftbench.core.contracts.problem import Problem
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
    "slurm-mpich": {"launcher": "mpich"},
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
    # Cases on devices; those above are on the host, and ask for no GPU where the site has some.
    "slurm-cuda": {
        "launcher": "srun",
        "gpus_per_node": 4,
        "gpu_type": "a100",
        "gpu_bind": "closest",
    },
    "slurm-cuda-task": {
        "launcher": "srun",
        "gpus_per_node": 4,
        "gpu_request": "gpus-per-task",
    },
    "slurm-cuda-gres": {
        "launcher": "srun",
        "gpus_per_node": 4,
        "gpu_request": "gres",
        "gres": "tmpdisk:100G",
    },
    "pbs-cuda": {"launcher": "mpich", "gpus_per_node": 4},
    "flux-cuda": {"launcher": "flux", "gpus_per_node": 4},
    "lsf-cuda": {"launcher": "jsrun", "gpus_per_node": 6, "gpu_type": "TeslaV100"},
}


@pytest.fixture(autouse=True)
def ordinary_user(monkeypatch: pytest.MonkeyPatch) -> None:
    """Root's scripts have more in them."""
    monkeypatch.setattr("os.geteuid", lambda: 1000)


def some_jobs(name: str) -> CampaignJobs:
    scheduler, *kind = name.split("-")
    array, memory = "array" in kind, "cuda" if "cuda" in kind else "host"
    problem = Problem(
        shape=(64, 64),
        transform="c2c",
        precision="double",
        placement="in_place",
        memory=memory,
    )
    cases = tuple(
        Case(id=f"{n:016x}", driver=driver, problem=problem, ranks=4, nodes=2, threads=2)
        for n, driver in enumerate(("fftw_mpi", "taskfft"))
    )
    plan = Plan(campaign="strong-64", site=name, launches=3, seed=1, cases=cases)
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


def script_of(name: str, retry_failed: bool = False) -> str:
    jobs = some_jobs(name)
    (script,) = {job.script for job in jobs.job_list.jobs}
    return script_text(jobs, script, retry_failed)


@pytest.mark.parametrize("name", SITES)
def test_a_script_is_what_it_was(name: str) -> None:
    text = script_of(name)
    golden = GOLDEN / f"{name}.sh"
    if os.environ.get("GOLDEN") == "write":
        golden.write_text(text)
    assert text == golden.read_text()


@pytest.mark.parametrize("name", SITES)
def test_bash_and_shellcheck_have_nothing_to_say(name: str, tmp_path: Path) -> None:
    script = tmp_path / "job.sh"
    script.write_text(script_of(name, retry_failed=True))
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
    [
        ("pbs", "constraint"),
        ("flux", "qos"),
        ("lsf", "switches"),
        ("pbs", "reservation"),
        ("pbs", "gpu_type"),
        ("flux", "gpu_bind"),
    ],
)
def test_a_wish_without_a_directive_is_refused(scheduler: str, key: str) -> None:
    site = Site.model_validate(
        {"name": "x", "scheduler": scheduler, "launcher": "srun", **COMMON, key: "y"}
    )
    with pytest.raises(UserError, match=f"`{key}` has no directive for {scheduler}"):
        check_scheduler(site, arrays=False)


@pytest.mark.skipif(
    not list(importlib.metadata.distributions(name="flux-python")),
    reason="flux-python is not installed (PyPI has it for some machines)",
)
def test_flux_itself_reads_that_each_slot_has_a_gpu() -> None:
    reader = Path(__file__).with_name("flux_words.py")
    words = [sys.executable, str(reader), str(GOLDEN / "flux-cuda.sh")]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["gpus_per_slot"] == 1


def test_ranks_share_as_many_gpus_as_there_are() -> None:
    jobs = some_jobs("slurm-cuda")
    few = jobs.site.model_copy(update={"gpus_per_node": 1})
    text = script_text(replace(jobs, site=few), "2n-4r-2t-cuda")
    assert "#SBATCH --gpus-per-node=a100:1\n" in text


def test_a_site_needs_a_scheduler_and_arrays_need_slurm() -> None:
    with pytest.raises(UserError, match="site 'x' has no `scheduler`"):
        check_scheduler(Site(name="x"), arrays=False)
    pbs = Site(name="x", scheduler="pbs", launcher="mpich", cores_per_node=1)
    check_scheduler(pbs, arrays=False)
    with pytest.raises(UserError, match="--array is written for slurm only"):
        check_scheduler(pbs, arrays=True)


def test_shell_lines_of_a_site_that_bash_cannot_read_are_refused() -> None:
    lines = {"scheduler": "slurm", "launcher": "srun", "setup": ["echo 'hello"]}
    site = Site.model_validate({"name": "x", **COMMON, **lines})
    with pytest.raises(UserError, match=r"^site 'x': bash can't read `setup`: line 1: "):
        check_scheduler(site, arrays=False)


@pytest.mark.parametrize("directive", ["--nodes=3", "-N 3", "--hint=compute_bound"])
def test_what_a_script_says_by_itself_no_directive_says_again(directive: str) -> None:
    """Of two sbatch takes the last, and cases would not run where the job list says."""
    jobs = some_jobs("slurm")
    site = jobs.site.model_copy(update={"directives": (directive,)})
    with pytest.raises(UserError, match=r"`directives` say --(nodes|hint), which the scripts say"):
        script_text(replace(jobs, site=site), "2n-4r-2t")
