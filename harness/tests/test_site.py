from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from fftbench.core.campaigns.gpus import gpus_here
from fftbench.core.campaigns.memory import memory_bytes
from fftbench.core.campaigns.site import Site, physical_cores
from fftbench.core.errors import UserError
from fftbench.core.files.yaml_file import load_model


def test_auto_is_resolved_by_this_machine() -> None:
    site = Site(name="here").resolved(Path())
    assert site.cores_per_node == physical_cores() >= 1
    assert site.memory_gb == memory_bytes() / 1e9
    kept = Site(name="there", cores_per_node=7, memory_gb=3).resolved(Path())
    assert (kept.cores_per_node, kept.memory_gb) == (7, 3)


def test_the_site_file_names_its_own_folder(tmp_path: Path) -> None:
    site = Site(name="x", launcher=["{here}/start.sh", "{ranks}"]).resolved(tmp_path / "{odd}")
    assert isinstance(site.launcher, tuple)
    assert [word.format(ranks=3) for word in site.launcher] == [f"{tmp_path}/{{odd}}/start.sh", "3"]


def test_hardware_threads_of_a_core_count_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for cpu, core in enumerate([0, 1, 0, 1]):
        topology = tmp_path / f"cpu{cpu}" / "topology"
        topology.mkdir(parents=True)
        (topology / "physical_package_id").write_text("0\n")
        (topology / "core_id").write_text(f"{core}\n")
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {0, 1, 2, 3})
    assert physical_cores(tmp_path) == 2
    assert physical_cores(tmp_path / "hidden") == 4


LISTED = "NVIDIA A100-SXM4-40GB, 40960\nNVIDIA H100, 81559\n"


@pytest.mark.parametrize(
    ("visible", "count"), [(None, 2), ("1", 1), ("0,1", 2), ("", 0), ("0,-1,1", 1)]
)
def test_gpus_that_programs_may_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, visible: str | None, count: int
) -> None:
    program = tmp_path / "nvidia-smi"
    program.write_text(f"#!/bin/sh\ncat <<END\n{LISTED}END\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    if visible is not None:
        monkeypatch.setenv("CUDA_VISIBLE_DEVICES", visible)
    site = Site(name="here").resolved(Path())
    assert site.gpus == site.gpus_per_node == count
    if count:
        assert site.gpu_memory_gb == 40960 * 2**20 / 1e9
    kept = Site(name="there", gpus_per_node=7, gpu_memory_gb=3).resolved(Path())
    assert (kept.gpus, kept.gpu_memory_gb) == (7, 3)


def test_a_tool_that_fails_tells_of_no_gpu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "nvidia-smi"
    program.write_text("#!/bin/sh\necho 'NVIDIA-SMI has failed, 9'; exit 9\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert gpus_here(tmp_path) == ()
    card = tmp_path / "card1" / "device" / "mem_info_vram_total"
    card.parent.mkdir(parents=True)
    card.write_text("68702699520\n")
    assert [gpu.memory_gb for gpu in gpus_here(tmp_path)] == [68.70269952]


def test_numbers_in_the_environment_become_text() -> None:
    assert Site(name="x", env={"A": 1, "B": "b"}).env == {"A": "1", "B": "b"}


@pytest.mark.parametrize(
    ("launcher", "message"),
    [
        (["mpirun", "{rank}"], "unknown placeholder {rank}: did you mean 'ranks'"),
        (["mpirun", "{}"], "unknown placeholder {}"),
        (["mpirun", "{"], "'{'"),
        ("mpirun", "'openmpi'"),
        ([], "at least 1 item"),
    ],
)
def test_a_wrong_launcher_is_refused(launcher: object, message: str) -> None:
    with pytest.raises(ValidationError, match=r".*") as caught:
        Site(name="x", launcher=launcher)
    assert message in str(caught.value)


def test_a_cluster_is_not_guessed_from_its_login_node() -> None:
    for missing, known in [("cores_per_node", {"launcher": "srun"}), ("launcher", {})]:
        cores = {} if missing == "cores_per_node" else {"cores_per_node": 4}
        with pytest.raises(ValidationError, match=f"`{missing}`"):
            Site.model_validate({"name": "x", "scheduler": "slurm", **known, **cores})
    site = Site(name="x", scheduler="slurm", launcher="srun", cores_per_node=4, switches=1)
    assert site.resolved(Path()) == site
    assert site.switches == "1"


@pytest.mark.parametrize("key", ["mpi", "gpu_bind"])
@pytest.mark.parametrize("launcher", ["openmpi", "flux", ["srun", "-n", "{ranks}"]])
def test_words_that_the_launcher_does_not_take_are_refused(key: str, launcher: object) -> None:
    with pytest.raises(ValidationError, match=f"`{key}` is for the launcher srun alone"):
        Site.model_validate({"name": "x", "launcher": launcher, key: "closest"})
    for able in ("srun", "auto"):
        site = Site.model_validate({"name": "x", "launcher": able, key: "closest"})
        assert getattr(site, key) == "closest"


def test_a_line_is_one_line() -> None:
    with pytest.raises(ValidationError, match="control character"):
        Site(name="x", setup=("a\nb",))
    with pytest.raises(ValidationError, match="pattern"):
        Site(name="x", env={"A B": "1"})


def test_a_directive_has_no_mark_of_its_own() -> None:
    with pytest.raises(ValidationError, match="leave out what begins with #"):
        Site(name="x", directives=("#SBATCH --mail-type=END",))
    assert Site(name="x", setup=("# a remark",), directives=("--mail-type=END",)).directives


@pytest.mark.parametrize("key", ["mpi", "partition", "hint"])
def test_words_that_yaml_reads_as_truth_values_want_quotes(tmp_path: Path, key: str) -> None:
    file = tmp_path / "site.yaml"
    file.write_text(f"name: x\n{key}: on\n")
    with pytest.raises(UserError, match=f"2: {key}: YAML reads this as the truth value true: put"):
        load_model(file, Site)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("modules: [2.0, gcc]", r"modules\[0\]: YAML reads this as the number 2.0: put"),
        ("modules: [python, 3.10]", r"modules\[1\]: YAML reads this as the number 3.1: put"),
        ("env: {CAPABILITY: 8.0}", "CAPABILITY: YAML reads this as the number 8.0: put"),
        ("modules: [2024-01-15]", r"modules\[0\].* input should be text: put it in quotes"),
        ("account: 1_000", "1_000 is the number 1000 in YAML"),
    ],
)
def test_what_yaml_would_write_otherwise_wants_quotes(
    tmp_path: Path, line: str, words: str
) -> None:
    file = tmp_path / "site.yaml"
    file.write_text(f"name: x\n{line}\n")
    with pytest.raises(UserError, match=words):
        load_model(file, Site)
    file.write_text("name: x\nmodules: ['3.10', 12]\n")
    assert load_model(file, Site)[0].modules == ("3.10", "12")
