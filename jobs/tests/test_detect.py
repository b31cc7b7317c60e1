"""Site files from the texts of tools, in the forms that several of their versions print."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from fftbench.cli import main
from fftbench.core.campaigns.gpus import NVIDIA
from fftbench.core.campaigns.site import Site
from fftbench.core.errors import UserError
from fftbench.core.files.yaml_file import load_model
from fftbench.jobs.detect.draft import Draft, draft_name, draft_sites, site_text
from fftbench.jobs.detect.slurm import minutes_of, mpi_plugins, node_kinds
from fftbench.jobs.detect.tools import (
    CONFIG,
    CORES,
    LAUNCHERS,
    PARTITIONS,
    PLUGINS,
    SINFO,
    Answers,
)
from fftbench.jobs.schedulers.script import check_scheduler, takes_arrays

NODES = """\
small|small*|3-00:00:00|280|2|64|2|229376|AMD_EPYC_7763,x1000|n[1-280]|(null)
small|small*|3-00:00:00|26|2|64|2|229376|AMD_EPYC_7763,x1001|n[281-306]|(null)
small|small*|3-00:00:00|25|2|64|2|491520|AMD_EPYC_7763,x1003|n[307-331]|(null)
standard|standard|2-00:00:00|1500|2|64|2|229376|AMD_EPYC_7763|s[1-1500]|(null)
forever|forever|infinite|1|1|32|1|512000+|(null)|f1|(null)
"""
SETTINGS = """\
Configuration data as of 2024-05-01T12:00:00
AccountingStorageEnforce = associations,limits,qos,safe
ClusterName             = big machine
MaxArraySize            = 4001
MpiDefault              = none
SLURM_VERSION           = 23.02.7
"""
STANDARD = "PartitionName=standard AllowGroups=ALL AllowAccounts=a,b AllowQos=ALL MaxNodes=512\n"
# As Slurm 22.05 prints it, from Debian 12; and as Slurm 20.11 does, to standard error.
PLUGINS_22 = (
    "MPI plugin types are...\n\tpmix\n\tnone\n\tcray_shasta\n\tpmi2\n"
    "specific pmix plugin versions available: pmix_v4\n"
)
PLUGINS_20 = "srun: MPI types are...\nsrun: none\nsrun: pmix_v3\nsrun: pmi2\nsrun: openmpi\n"
PLUGINS_BARE = "MPI types are...\npmi2\nnone\ncray_shasta\n"
OPEN_MPI = "mpirun (Open MPI) 4.1.4\n\nReport bugs to http://www.open-mpi.org/community/help/\n"
MPICH = "HYDRA build details:\n    Version:                                 4.0.2\n"
INTEL = "Intel(R) MPI Library for Linux* OS, Version 2021.10 Build 20230619 (id: c2e19c2f3e)\n"


def answers(plugins: str = PLUGINS_22, mpirun: str = OPEN_MPI, **variables: str) -> Answers:
    texts = {SINFO: NODES, CONFIG: SETTINGS, PARTITIONS: STANDARD, PLUGINS: plugins}
    return Answers({**texts, LAUNCHERS[0]: mpirun}, variables)


def draft_site(said: Answers, **more: Any) -> Draft:
    """Draft a site for the most numerous kind of node."""
    return draft_sites(said, **more)[0]


def content(draft: Draft) -> dict[str, Any]:
    """What the written file says; it is a site."""
    text = site_text(draft)
    Site.model_validate(yaml.safe_load(text))
    return dict(yaml.safe_load(text))


def test_the_default_partition_and_its_most_numerous_nodes() -> None:
    draft = draft_site(answers())
    assert content(draft) == {
        "name": "big-machine",
        "scheduler": "slurm",
        "launcher": "srun",
        "mpi": "pmix",
        "partition": "small",
        "nodes": 306,
        "cores_per_node": 128,
        "hint": "nomultithread",
        "memory_gb": 240.5,
        "time_limit_minutes": 3 * 24 * 60,
        "max_array": 4001,
        "directives": ["--exclude=n[307-331]"],
    }
    assert any("25 other nodes" in text for text in draft.to_check)
    assert "AMD_EPYC_7763; some of them: x1000, x1001" in site_text(draft)
    assert "a core has 2 hardware threads" in site_text(draft)


def test_a_site_for_each_kind_of_node() -> None:
    most, large = draft_sites(answers())
    found = content(large)
    assert (found["name"], found["nodes"], found["memory_gb"]) == (
        "big-machine-128c-515gb",
        25,
        515.3,
    )
    assert (most.kind, large.kind) == ("", "-128c-515gb")
    assert found["constraint"] == "x1003"
    assert "directives" not in found
    assert any("ends in -128c-515gb is theirs" in text for text in most.to_check)
    # Hardware threads differ, but neither cores, memory nor features.
    line = "mixed|mixed*|1:00|{}|2|64|{}|229376|(null)|{}|(null)\n"
    text = line.format(5, 2, "a[1-5]") + line.format(3, 1, "b[1-3]") + line.format(2, 4, "c[1-2]")
    drafts = draft_sites(Answers({SINFO: text}))
    assert [draft.kind for draft in drafts] == ["", "-128c-241gb-2", "-128c-241gb-3"]
    excluded = [content(draft)["directives"] for draft in drafts]
    assert excluded[1] == ["--exclude=a[1-5],c[1-2]"]


GPU_NODES = """\
gpu|gpu*|1:00:00|20|2|32|2|490000|a100|g[1-20]|gpu:a100:4(S:0-1),tmpdisk:100G
gpu|gpu*|1:00:00|2|2|32|2|490000|a100|g[21-22]|gpu:a100:8(S:0-1)
gpu|gpu*|1:00:00|1|2|32|2|490000|old|g23|gpu:a100:1,gpu:v100:2
cpu|cpu|1:00:00|9|2|32|2|490000|rome|c[1-9]|tmpdisk:100G
"""


def test_gpus_by_their_generic_resources() -> None:
    most, many, mixed = draft_sites(Answers({SINFO: GPU_NODES}))
    found = content(most)
    assert (found["gpus_per_node"], found["gpu_type"]) == (4, "a100")
    assert "#gpu_memory_gb:" in site_text(most)
    assert many.kind == "-64c-514gb-8gpu"
    assert content(many)["gpus_per_node"] == 8
    assert content(mixed)["gpus_per_node"] == 3
    assert "gpu_type" not in content(mixed)
    assert any("MiB and 8 GPUs" in text for text in most.to_check)
    (cpu,) = draft_sites(Answers({SINFO: GPU_NODES}), partition="cpu")
    assert "gpus_per_node" not in content(cpu)


def test_gpus_of_a_machine_without_slurm() -> None:
    listed = "NVIDIA H100 80GB HBM3, 81559\nNVIDIA H100 80GB HBM3, 81559\n"
    found = content(draft_site(Answers({NVIDIA: listed}, host="desk", memory=10**9)))
    assert (found["gpus_per_node"], found["gpu_memory_gb"]) == (2, 85.5)
    failed = "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.\n"
    assert "gpus_per_node" not in content(draft_site(Answers({NVIDIA: failed}, memory=10**9)))


def test_a_partition_of_ones_choice_with_what_it_demands() -> None:
    draft = draft_site(answers(), name="mine", partition="standard")
    found = content(draft)
    assert (found["name"], found["partition"], found["nodes"]) == ("mine", "standard", 512)
    account, qos = (text for text in draft.to_check if text.startswith(("account", "qos")))
    assert "fill in yours" in account
    assert "fill in yours" in qos
    assert "the partition allows a,b: fill in yours\n#account:\n" in site_text(draft)


def test_a_partition_without_a_limit() -> None:
    found = content(draft_site(answers(), partition="forever"))
    assert "time_limit_minutes" not in found
    assert (found["cores_per_node"], found["memory_gb"]) == (32, 536.8)


def test_memory_that_slurm_was_not_told() -> None:
    text = "only|only*|1:00:00|4|2|32|1|1|(null)|n[1-4]|(null)\n"
    draft = draft_site(Answers({SINFO: text}))
    assert "memory_gb" not in content(draft)
    assert "1 MiB: RealMemory is not configured" in site_text(draft)
    assert "#memory_gb:\n" in site_text(draft)


def test_an_unknown_partition() -> None:
    with pytest.raises(UserError, match="unknown partition 'standrad': did you mean 'standard'"):
        draft_site(answers(), partition="standrad")
    with pytest.raises(UserError, match="sinfo tells of none here"):
        draft_site(Answers({}), partition="small")


@pytest.mark.parametrize(
    ("plugins", "mpirun", "launcher", "plugin"),
    [
        (PLUGINS_22, OPEN_MPI, "srun", "pmix"),
        (PLUGINS_22, MPICH, "srun", "pmi2"),
        (PLUGINS_22, INTEL, "mpich", None),
        (PLUGINS_22, "", "srun", "cray_shasta"),
        (PLUGINS_20, OPEN_MPI, "srun", "pmix_v3"),
        (PLUGINS_BARE, OPEN_MPI, "openmpi", None),
        ("srun: MPI types are...\nsrun: none\n", MPICH, "mpich", None),
        ("", "", "srun", None),
    ],
)
def test_a_launcher_that_suits_the_mpi(
    plugins: str, mpirun: str, launcher: str, plugin: str | None
) -> None:
    found = content(draft_site(answers(plugins, mpirun)))
    assert (found["launcher"], found.get("mpi")) == (launcher, plugin)


def test_intel_mpi_starts_by_srun_where_it_is_told_how() -> None:
    found = content(draft_site(answers(mpirun=INTEL, I_MPI_PMI_LIBRARY="/lib/libpmi2.so")))
    assert (found["launcher"], found["mpi"]) == ("srun", "pmi2")
    assert found["env"] == {"I_MPI_PMI_LIBRARY": "/lib/libpmi2.so"}


def test_plugins_of_every_version() -> None:
    assert mpi_plugins(PLUGINS_22) == ("pmix", "none", "cray_shasta", "pmi2")
    assert mpi_plugins(PLUGINS_20) == ("none", "pmix_v3", "pmi2", "openmpi")
    assert mpi_plugins(PLUGINS_BARE) == ("pmi2", "none", "cray_shasta")


def test_the_environment_that_programs_are_built_in() -> None:
    found = content(draft_site(answers(LOADEDMODULES="gcc/12:openmpi/4.1", SPACK_ENV="/a b/env")))
    assert found["modules"] == ["gcc/12", "openmpi/4.1"]
    assert found["spack_env"] == "/a b/env"


def test_a_machine_without_slurm() -> None:
    texts = {CORES: "# Core,Socket\n0,0\n1,0\n0,0\n1,0\n0,1\n", LAUNCHERS[0]: MPICH}
    draft = draft_site(Answers(texts, host="desk", memory=16_000_000_000))
    assert draft_name(draft) == "desk"
    expected = {"name": "desk", "launcher": "mpich", "cores_per_node": 3, "memory_gb": 16.0}
    assert content(draft) == expected
    assert draft.to_check == ()


def test_a_slurm_that_does_not_answer() -> None:
    failures = {SINFO: "sinfo failed: Unable to contact slurm controller"}
    draft = draft_site(Answers({}, memory=10**9, failures=failures))
    assert "Unable to contact slurm controller" in draft.to_check[0]


@pytest.mark.parametrize(
    ("limit", "minutes"),
    [("30:00", 30), ("1:00:30", 60), ("2-12:30:00", 3630), ("infinite", None), ("n/a", None)],
)
def test_time_limits(limit: str, minutes: int | None) -> None:
    assert minutes_of(limit) == minutes


def test_lines_that_sinfo_did_not_write_are_passed_over() -> None:
    assert node_kinds("Welcome to the machine\n\n") == ()


def test_nothing_is_overwritten_unasked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "sites" / "here.yaml"
    words = ["fftbench", "site", "detect", "--out", str(file)]

    def code(*more: str) -> object:
        monkeypatch.setattr("sys.argv", [*words, *more])
        with pytest.raises(SystemExit) as end:
            main()
        return end.value.code

    monkeypatch.setattr("fftbench.jobs.detect.tools.ask", answers)
    assert code() == 0
    file.write_text("name: mine\n")
    assert code() == 2
    assert "--force" in capsys.readouterr().err
    assert file.read_text() == "name: mine\n"
    assert code("--force") == 0
    assert "partition: small" in file.read_text()


SITES = sorted((Path(__file__).parents[2] / "configs" / "sites").glob("*.yaml"))


@pytest.mark.parametrize("file", SITES, ids=lambda file: file.stem)
def test_sites_that_come_along(file: Path) -> None:
    site, _ = load_model(file, Site)
    assert site.name == file.stem
    if site.scheduler != "none":
        check_scheduler(site, arrays=takes_arrays(site))
