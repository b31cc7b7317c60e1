"""A cluster with hardware threads, two kinds of nodes and room for few jobs; disks that are full,
elsewhere or read-only.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import configuration
import pytest
import yaml
from cluster import Cluster, why_no_namespaces
from user import User

from fftbench.core.contracts.record import Status

MAX_JOB_COUNT = 4
"""Of which slurmctld takes three; those that have ended are among them."""
root_only = pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small disk")


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """Mount a file system of a megabyte."""
    folder.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
    subprocess.run(words, check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path | None]:
    """A small disk that the nodes see, too: it is there before they are."""
    if os.geteuid() != 0:
        yield None
        return
    with small_disk(tmp_path_factory.mktemp("mounts") / "small") as folder:
        yield folder


@pytest.fixture(scope="module")
def cluster(disk: Path | None) -> Iterator[Cluster]:
    del disk  # only to be there first
    if trouble := why_no_namespaces():
        pytest.skip(trouble)
    with pytest.MonkeyPatch.context() as patch:
        two_threads = configuration.NODE_CONF.replace("PerCore=1", "PerCore=2")
        patch.setattr(configuration, "NODE_CONF", two_threads)
        patch.setitem(configuration.MEMORY_MB, "n4", 4000)
        limited = Cluster()
        limited.more += f"\nMaxJobCount={MAX_JOB_COUNT}"
        with limited as running:
            yield running


def more_room(cluster: Cluster, jobs: int) -> None:
    """Let slurmctld keep more jobs."""
    cluster.configure("MaxJobCount", jobs)
    cluster.stop_controller()
    cluster.start_controller()
    cluster.wait_for("the controller", lambda: len(cluster.idle_nodes()) > 0)


def test_room_for_few_jobs(user: User) -> None:
    """sbatch would wait for minutes in silence."""
    user.campaign["drivers"] = {"fake": {"number": list(range(6))}}
    user.campaign["problem"]["shape"] = [128, 128, 128]  # of which a job has one
    user.campaign["scale"] = {"nodes": 1, "ranks_per_node": 1}
    user.write_jobs("--no-array", "--time-limit", "1", "--safety", "1")
    said = user.submit()
    assert "the queue takes no more: sbatch: error: Slurm temporarily unable to accept job" in said
    assert "submitted: 3" in said
    assert "held back: 3" in said
    more_room(user.cluster, 1000)
    assert "submitted: 3" in user.submit()
    user.wait()
    assert user.statuses() == {"ok": 6}


def test_ranks_have_cores_of_their_own(user: User) -> None:
    more_room(user.cluster, 1000)
    user.run("site", "detect", "--out", "found.yaml")
    text = (user.folder / "found.yaml").read_text()
    assert "a core has 2 hardware threads" in text
    assert yaml.safe_load(text)["hint"] == "nomultithread"
    hold = user.folder / "hold"
    user.campaign |= {
        "drivers": {"fake": {"number": list(range(4))}},
        "scale": {"nodes": 1, "ranks_per_node": 2},
    }
    user.site |= {"exclusive": False, "launcher": "srun", "env": {"FAKE_HOLD": str(hold)}}
    cpus = {}
    for hint in ("nomultithread", None):
        hold.touch()
        user.site["hint"] = hint
        user.out = user.folder / f"{hint}"
        user.write_jobs()
        user.submit()
        user.wait_until_running(records=3)
        described = user.cluster.call("scontrol", "show", "job", "--details", user.ids()[0])
        cpus[hint] = described.partition("CPU_IDs=")[2].split()[0]
        hold.unlink()
        user.wait()
    # CPUs 0 and 1 are the hardware threads of one core.
    assert cpus == {"nomultithread": "0-3", None: "0-1"}


def test_each_kind_of_node_has_a_site(user: User) -> None:
    more_room(user.cluster, 1000)
    said = user.run("site", "detect", "--out", "found.yaml")
    assert "has 1 other nodes of 4 cores and 4000 MiB" in said
    user.campaign["scale"] = {"nodes": 1, "ranks_per_node": 1}
    for name, excluded, node in (("found", "n4", "n1"), ("found-4c-4gb", "n[1-3]", "n4")):
        found = yaml.safe_load((user.folder / f"{name}.yaml").read_text())
        assert found["directives"] == [f"--exclude={excluded}"]
        user.site = {**found, "launcher": ["env"], "mpi": None}
        user.write_jobs()
        user.submit()
        user.finish(ok=1)
        (job,) = user.status()["jobs"]
        assert job["nodes"] == node
        user.out.rename(user.folder / f"{name}-results")


@root_only
def test_a_full_disk(user: User, disk: Path) -> None:
    more_room(user.cluster, 1000)
    hold, filler = user.folder / "hold", disk / "filler"
    hold.touch()
    user.site |= {"env": {"FAKE_HOLD": str(hold)}}
    # More records than fit into the last page of a file, which is there already.
    user.campaign |= {"drivers": {"fake": {"number": list(range(20))}}, "scale": {"ranks": 1}}
    there = User(user.cluster, user.build, disk)
    there.site, there.campaign = user.site, user.campaign
    there.write_jobs()
    there.submit()
    there.wait_until_running(records=3)
    with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(256))
    hold.unlink()
    there.wait()
    filler.unlink()
    assert 3 <= there.statuses().pop("ok") < 20
    assert {record.status for record in there.records()} == {Status.ok}
    there.run("resume", "out")
    there.wait()
    assert there.statuses() == {"ok": 20}
    assert "warning" not in there.run("status", "out")


def remount(disk: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how}", str(disk)], check=True)


@root_only
def test_a_directory_that_becomes_read_only(user: User, disk: Path) -> None:
    more_room(user.cluster, 1000)
    folder = disk / "folder"
    folder.mkdir()
    there = User(user.cluster, user.build, folder)
    there.campaign["scale"] = {"ranks": 1}
    there.write_jobs()
    user.cluster.call("scontrol", "update", "NodeName=n[1-4]", "State=DRAIN", "Reason=tests")
    there.submit()
    remount(disk, "ro")
    try:
        user.cluster.call("scontrol", "update", "NodeName=n[1-4]", "State=RESUME")
        there.wait()
        assert "visible and writable on the nodes?" in there.run("status", "out")
        assert "Read-only file system" in there.run("resume", "out", code=2)
    finally:
        remount(disk, "rw")
    assert not there.records()
    there.run("resume", "out")
    there.finish(ok=1)


def test_a_moved_directory(user: User) -> None:
    more_room(user.cluster, 1000)
    user.write_jobs()
    user.submit("--max-queued", "1")
    user.wait()
    before = user.lines()
    user.out.rename(user.folder / "elsewhere")
    said = user.run("resume", "elsewhere")
    assert "its scripts are written again" in said
    user.wait()
    user.out = user.folder / "elsewhere"
    assert user.statuses() == {"ok": 3}
    assert [line for line in user.lines() if line in before] == before


@root_only
def test_a_directory_that_nodes_do_not_see(user: User) -> None:
    more_room(user.cluster, 1000)
    with small_disk(user.folder / "here") as here:
        hidden = User(user.cluster, user.build, here)
        hidden.campaign["scale"] = {"ranks": 1}
        hidden.write_jobs()
        hidden.submit()
        hidden.wait()
        said = hidden.run("status", "out")
        assert "is this directory visible and writable on the nodes?" in said
        assert not hidden.records()
