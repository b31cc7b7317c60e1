"""One private Slurm cluster for all tests here."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from cluster import Cluster, missing_programs, why_no_namespaces
from user import User


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    missing = missing_programs()
    if missing and os.environ.get("SPACK_ENV"):
        pytest.skip(f"a Spack environment has no Slurm daemons: {', '.join(missing)}")
    assert not missing, f"not installed (see ./bench): {', '.join(missing)}"
    if trouble := why_no_namespaces():
        pytest.skip(trouble)
    with Cluster() as running:
        yield running


@pytest.fixture
def user(cluster: Cluster, build: Path, tmp_path: Path) -> Iterator[User]:
    """Fake drivers, each started by one process; jobs of the test end with it."""
    user = User(cluster, build, tmp_path)
    yield user
    cluster.call("scancel", "--me")
    cluster.wait_for("jobs to end", lambda: not cluster.call("squeue", "--noheader"))
    cluster.wait_for("four idle nodes", lambda: len(cluster.idle_nodes()) == 4)


@pytest.fixture
def hold(user: User) -> Path:
    """A campaign of six cases in one job; jobs halt after their third while this file exists."""
    file = user.folder / "hold"
    file.touch()
    user.site["env"] = {"FAKE_HOLD": str(file)}
    user.campaign["drivers"] = {"fake": {"number": list(range(6))}}
    user.campaign["scale"] = {"nodes": 2, "ranks_per_node": 1}
    return file
