from __future__ import annotations

from pathlib import Path

import pytest

from fftbench.core.campaigns.site import Site
from fftbench.core.contracts.problem import Memory
from fftbench.core.contracts.resources import Resources
from fftbench.core.errors import UserError
from fftbench.jobs.launch.launchers import (
    Custom,
    Flux,
    Jsrun,
    Mpich,
    OpenMpi,
    Srun,
    choose_launcher,
    is_oversubscribed,
    launch_environment,
    launch_prefix,
)

ONE_NODE = Resources(ranks=4, nodes=1, threads=2)
TWO_NODES = Resources(ranks=6, nodes=2, threads=1)


def text(words: list[str]) -> str:
    return " ".join(words)


def test_open_mpi() -> None:
    words = OpenMpi().words(ONE_NODE, oversubscribed=False, exported=["A"])
    assert text(words) == "mpirun -n 4 -x A --map-by slot:PE=2 --bind-to core"
    words = OpenMpi().words(TWO_NODES, oversubscribed=False, exported=[])
    assert text(words) == "mpirun -n 6 --map-by ppr:3:node:PE=1 --bind-to core"
    words = OpenMpi().words(ONE_NODE, oversubscribed=True, exported=[])
    expected = "mpirun -n 4 --bind-to none --oversubscribe --mca mpi_yield_when_idle 1"
    assert text(words) == expected


def test_mpich() -> None:
    words = Mpich().words(TWO_NODES, oversubscribed=False, exported=["A"])
    assert text(words) == "mpiexec -n 6 -ppn 3 -bind-to core:1"
    words = Mpich().words(ONE_NODE, oversubscribed=True, exported=[])
    assert text(words) == "mpiexec -n 4 -ppn 4 -bind-to none"


def test_intel_mpi_binds_by_variables() -> None:
    site = Site(name="x")
    variables = launch_environment(site, Mpich(), ONE_NODE, oversubscribed=False)
    assert variables["I_MPI_PIN_DOMAIN"] == "2"
    assert variables["I_MPI_PIN_CELL"] == "core"
    assert launch_environment(site, Mpich(), ONE_NODE, oversubscribed=True)["I_MPI_PIN"] == "off"
    assert "I_MPI_PIN_DOMAIN" not in launch_environment(site, OpenMpi(), ONE_NODE, False)


def test_srun() -> None:
    words = Srun().words(TWO_NODES, oversubscribed=False, exported=["A"])
    assert text(words) == (
        "srun --nodes=2 --ntasks=6 --ntasks-per-node=3 --cpus-per-task=1 --cpu-bind=cores "
        "--kill-on-bad-exit=1"
    )
    words = Srun(overlap=True).words(TWO_NODES, oversubscribed=False, exported=[])
    assert text(words).endswith("--cpu-bind=cores --overlap --kill-on-bad-exit=1")
    words = Srun("pmix").words(ONE_NODE, oversubscribed=True, exported=[])
    assert text(words).startswith("srun --mpi=pmix --nodes=1 ")
    assert text(words).endswith("--cpus-per-task=2 --overcommit --kill-on-bad-exit=1")


def test_flux() -> None:
    words = Flux().words(TWO_NODES, oversubscribed=False, exported=["A"])
    expected = "flux run --nodes=2 --ntasks=6 --cores-per-task=1 --setopt=cpu-affinity=per-task"
    assert text(words) == expected
    words = Flux().words(ONE_NODE, oversubscribed=True, exported=[])
    assert text(words) == "flux run --nodes=1 --ntasks=4 --exclusive --setopt=cpu-affinity=off"


def test_jsrun() -> None:
    words = Jsrun().words(TWO_NODES, oversubscribed=False, exported=["A"])
    assert text(words) == (
        "jsrun --nrs=6 --tasks_per_rs=1 --rs_per_host=3 --cpu_per_rs=1 --bind=packed:1 "
        "--launch_distribution=packed"
    )
    words = Jsrun().words(ONE_NODE, oversubscribed=True, exported=[])
    assert text(words).endswith("--rs_per_host=4 --cpu_per_rs=1 --bind=none")


@pytest.mark.parametrize(("user", "asked"), [(0, True), (1000, False)])
def test_only_root_asks_for_what_root_needs(
    monkeypatch: pytest.MonkeyPatch, user: int, asked: bool
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: user)
    variables = launch_environment(Site(name="x"), OpenMpi(), ONE_NODE, oversubscribed=False)
    assert ("OMPI_ALLOW_RUN_AS_ROOT" in variables) is asked


def test_custom_words() -> None:
    launcher = Custom(("run", "-n{ranks}", "{ranks_per_node}/{nodes}", "{threads}", "{{x}}"))
    words = launcher.words(TWO_NODES, oversubscribed=False, exported=[])
    assert text(words) == "run -n6 3/2 1 {x}"


def test_the_site_names_the_launcher() -> None:
    assert choose_launcher(Site(name="x", launcher="mpich")) == Mpich()
    assert choose_launcher(Site(name="x", launcher="srun", mpi="pmi2")) == Srun(
        "pmi2", overlap=True
    )
    assert choose_launcher(Site(name="x", launcher=("a", "b"))) == Custom(("a", "b"))


@pytest.mark.parametrize(
    ("version", "kind"),
    [("mpirun (Open MPI) 4.1.4", OpenMpi), ("HYDRA build details:", Mpich)],
)
def test_auto_asks_what_is_on_the_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, kind: type
) -> None:
    monkeypatch.delenv("SLURM_JOB_ID", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UserError, match="no MPI launcher") as caught:
        choose_launcher(Site(name="x"))
    assert "apt install openmpi-bin" in str(caught.value.hint)
    program = tmp_path / "mpiexec"
    program.write_text(f"#!/bin/sh\necho '{version}'\n")
    program.chmod(0o755)
    assert choose_launcher(Site(name="x")) == kind(str(program))
    (tmp_path / "srun").touch(0o755)
    monkeypatch.setenv("SLURM_JOB_ID", "1")
    assert choose_launcher(Site(name="x", turns=False)) == Srun()


def test_the_environment_of_a_launch() -> None:
    site = Site(name="x", env={"OMP_NUM_THREADS": "9", "MINE": "1"})
    variables = launch_environment(site, OpenMpi(), ONE_NODE, oversubscribed=False)
    assert variables["OMP_NUM_THREADS"] == "9"
    assert variables["MKL_NUM_THREADS"] == "2"
    assert variables["OMP_PROC_BIND"] == "close"
    assert variables["MINE"] == "1"
    assert "OMP_PROC_BIND" not in launch_environment(site, Mpich(), TWO_NODES, False)
    assert "OMP_PROC_BIND" not in launch_environment(site, Mpich(), ONE_NODE, True)


def test_oversubscription_is_per_node() -> None:
    site = Site(name="x", cores_per_node=3, nodes=2)
    assert not is_oversubscribed(TWO_NODES, site)
    assert is_oversubscribed(ONE_NODE, site)
    assert is_oversubscribed(Resources(ranks=7, nodes=2, threads=1), site)


def test_a_rank_on_a_device_has_its_share_of_this_machines_cores() -> None:
    site = Site(name="x", launcher="openmpi", cores_per_node=16, memory_gb=1)
    on_devices = Resources(nodes=1, ranks=4, threads=1, memory=Memory.cuda)

    prefix = launch_prefix(site, OpenMpi(), on_devices)

    assert "slot:PE=4" in prefix.words
    assert prefix.environment["OMP_NUM_THREADS"] == "1"
    in_a_job = site.model_copy(update={"scheduler": "slurm"})
    assert "slot:PE=1" in launch_prefix(in_a_job, OpenMpi(), on_devices).words
