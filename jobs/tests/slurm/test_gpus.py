"""Jobs on GPUs: Slurm's nodes have two each, which are no more than names to it."""

from __future__ import annotations

from collections.abc import Iterator

import configuration
import pytest
import yaml
from cluster import Cluster, why_no_namespaces
from user import User

GPUS = ("/dev/null", "/dev/zero")
"""Slurm wants the file of a device for each GPU that it tells programs of."""
SEEN = "echo $SLURM_PROCID on $(hostname) sees ${CUDA_VISIBLE_DEVICES-none}"


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    if trouble := why_no_namespaces():
        pytest.skip(trouble)
    with pytest.MonkeyPatch.context() as patch:
        with_gpus = configuration.NODE_CONF.replace("Gres=", "Gres=gpu:a100:2,")
        patch.setattr(configuration, "NODE_CONF", with_gpus)
        patch.setattr(
            configuration,
            "SLURM_CONF",
            configuration.SLURM_CONF.replace("GresTypes=", "GresTypes=gpu,"),
        )
        patch.setattr(configuration, "GRES_CONF", f"Name=gpu Type=a100 File={','.join(GPUS)}\n")
        with Cluster() as running:
            yield running


@pytest.fixture
def user(user: User) -> User:
    user.site |= {"launcher": "srun", "gpus_per_node": 2}
    user.campaign["problem"]["memory"] = "cuda"
    user.campaign["scale"] = {"ranks": 3}
    return user


def seen(user: User) -> list[str]:
    """Submit the one script that there is, to tell which GPUs its ranks see."""
    user.write_jobs()
    (script,) = (user.out / "jobs").glob("*.sh")
    told = user.folder / "told"
    text = script.read_text()
    measuring = text[text.rindex("exec ") :]
    script.write_text(text.replace(measuring, f"\"${{launch[@]}}\" sh -c '{SEEN}' >{told}\n"))
    user.cluster.call("sbatch", "--wait", "--output=/dev/null", str(script))
    return sorted(told.read_text().splitlines())


def test_ranks_of_a_node_see_all_gpus_of_the_job(user: User) -> None:
    assert seen(user) == ["0 on n1 sees 0,1", "1 on n1 sees 0,1", "2 on n2 sees 0,1"]


@pytest.mark.parametrize(
    "asked", [{"gpu_request": "gpus-per-task"}, {"gpu_bind": "single:1", "gpu_type": "a100"}]
)
def test_each_rank_sees_a_gpu_of_its_own(user: User, asked: dict[str, str]) -> None:
    user.site |= asked
    user.campaign["scale"] = {"ranks": 4}
    found = seen(user)
    assert [line.rpartition(" on ")[2] for line in found] == [
        "n1 sees 0",
        "n1 sees 1",
        "n2 sees 0",
        "n2 sees 1",
    ]


def test_on_the_host_nobody_asks_for_gpus(user: User) -> None:
    user.campaign["problem"]["memory"] = "host"
    user.site["gpu_request"] = "gres"
    assert seen(user) == [f"{rank} on n1 sees none" for rank in range(3)]


def test_host_and_gpus_are_jobs_apart(user: User) -> None:
    user.campaign["problem"]["memory"] = ["host", "cuda"]
    user.campaign["drivers"] = ["fake", "other"]
    user.site["launcher"] = ["env", "RANKS={ranks}"]
    assert "not measured in cuda memory, which they don't have: fake" in user.write_jobs()
    user.submit()
    user.finish(ok=3)
    assert set(user.states()) == {"1n-3r-1t", "2n-3r-1t-cuda"}


def test_gpus_are_found(user: User) -> None:
    user.run("site", "detect", "--out", "found.yaml")
    found = yaml.safe_load((user.folder / "found.yaml").read_text())
    assert (found["gpus_per_node"], found["gpu_type"]) == (2, "a100")
