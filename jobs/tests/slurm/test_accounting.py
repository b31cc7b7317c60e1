"""Accounts, what accounting remembers of jobs, and energy that nobody measured.

Slower and in need of slurmdbd and mariadb-server; run it with `pytest -m accounting`.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from accounting import ACCOUNT, AccountedCluster
from cluster import PATH
from configuration import user_name
from user import User

pytestmark = pytest.mark.accounting


@pytest.fixture(scope="module")
def cluster() -> Iterator[AccountedCluster]:
    for program in ("slurmdbd", "mariadbd"):
        assert shutil.which(program, path=PATH), f"{program} is not installed"
    with AccountedCluster() as running:
        yield running


def forget(user: User) -> None:
    """Wait until slurmctld knows of no job any more, which it looks after once a minute."""
    user.wait()
    known = lambda: user.cluster.call("squeue", "--noheader", "--states=all")  # noqa: E731
    user.cluster.wait_for("slurmctld to forget", lambda: not known(), 150)


def test_an_account_is_needed(user: User) -> None:
    assert "account: fill in yours" in user.run("site", "detect", "--out", "found.yaml")
    user.site["account"] = "of-others"
    user.write_jobs()
    said = user.run("submit", "out", code=2)
    assert "invalid account" in said.lower()
    assert set(user.states().values()) == {"not submitted"}


def make_qos(user: User, name: str, limit: str) -> None:
    """Make a QOS that whoever runs this may use, and let the site ask for it."""
    admin = ("sacctmgr", "--immediate")
    user.cluster.call(*admin, "add", "qos", name)
    user.cluster.call(*admin, "modify", "qos", name, "set", limit)
    user.cluster.call(*admin, "modify", "user", user_name(), "set", f"qos+={name}")
    user.site |= {"account": ACCOUNT, "qos": name}


def test_a_qos_that_takes_few_jobs(user: User) -> None:
    make_qos(user, "few", "MaxSubmitJobsPerUser=2")
    user.write_jobs()
    said = user.submit()
    assert "the queue takes no more: " in said
    assert "QOSMaxSubmitJobPerUserLimit" in said
    assert "submitted: 2" in said
    assert "held back: 1" in said
    user.wait()
    assert "submitted: 1" in user.run("resume", "out")
    user.finish(ok=3)


def test_a_qos_for_smaller_jobs(user: User) -> None:
    make_qos(user, "small", "MaxTRESPerJob=node=1")
    user.campaign["scale"] = {"nodes": 2, "ranks_per_node": 1}
    user.write_jobs()
    user.submit()
    said = user.wait_for_reason()
    assert "QOSMaxNodePerJobLimit: it asks for more than a job may have" in said
    assert "cancelled: " in user.run("cancel", "out")
    user.wait()
    make_qos(user, "larger", "MaxTRESPerJob=node=2")
    user.write_jobs()
    user.run("resume", "out")
    user.finish(ok=1)


def test_what_slurm_has_forgotten(user: User, tmp_path: Path) -> None:
    hold = tmp_path / "hold"
    hold.touch()
    user.site |= {"account": ACCOUNT, "env": {"FAKE_HOLD": str(hold)}}
    user.campaign["drivers"] = {"fake": {"number": [1, 2, 3, 4]}}
    user.write_jobs()
    user.submit()
    user.wait_until_running(records=6)  # the third job needs all nodes, and waits
    first, second, third = user.ids()
    user.cluster.call("scancel", first)
    user.cluster.end_soon(second)
    running = ("squeue", "--noheader", "--states=R", "--format=%i")
    user.cluster.wait_for("the third", lambda: user.cluster.call(*running).split() == [third])
    hold.unlink()
    forget(user)
    jobs = user.status()["jobs"]
    assert [job["state"] for job in jobs] == ["CANCELLED", "TIMEOUT", "COMPLETED"]
    assert [job["energy_j"] for job in jobs] == [None, None, None]
    assert all(job["nodes"] for job in jobs)
    user.run("resume", "out")
    user.wait()
    assert user.statuses() == {"ok": 12}
