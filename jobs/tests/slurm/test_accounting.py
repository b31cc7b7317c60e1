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
from desk import Desk

pytestmark = pytest.mark.accounting


@pytest.fixture(scope="module")
def cluster() -> Iterator[AccountedCluster]:
    for program in ("slurmdbd", "mariadbd"):
        assert shutil.which(program, path=PATH), f"{program} is not installed"
    with AccountedCluster() as running:
        yield running


def forget(desk: Desk) -> None:
    """Wait until slurmctld knows of no job any more, which it looks after once a minute."""
    desk.wait()
    known = lambda: desk.cluster.call("squeue", "--noheader", "--states=all")  # noqa: E731
    desk.cluster.wait_for("slurmctld to forget", lambda: not known(), 150)


def test_an_account_is_needed(desk: Desk) -> None:
    assert "account: fill in yours" in desk.do("site", "detect", "--out", "found.yaml")
    desk.site["account"] = "of-others"
    desk.write_jobs()
    said = desk.do("submit", "out", code=2)
    assert "invalid account" in said.lower()
    assert set(desk.states().values()) == {"not submitted"}


def test_what_slurm_has_forgotten(desk: Desk, tmp_path: Path) -> None:
    hold = tmp_path / "hold"
    hold.touch()
    desk.site |= {"account": ACCOUNT, "env": {"FAKE_HOLD": str(hold)}}
    desk.campaign["drivers"] = {"fake": {"number": [1, 2, 3, 4]}}
    desk.write_jobs()
    desk.submit()
    desk.wait_until_running(records=6)  # the third job needs all nodes, and waits
    first, second, third = desk.ids()
    desk.cluster.call("scancel", first)
    desk.cluster.end_soon(second)
    running = ("squeue", "--noheader", "--states=R", "--format=%i")
    desk.cluster.wait_for("the third", lambda: desk.cluster.call(*running).split() == [third])
    hold.unlink()
    forget(desk)
    jobs = desk.status()["jobs"]
    assert [job["state"] for job in jobs] == ["CANCELLED", "TIMEOUT", "COMPLETED"]
    assert [job["energy_j"] for job in jobs] == [None, None, None]
    assert all(job["nodes"] for job in jobs)
    desk.do("resume", "out")
    desk.wait()
    assert desk.statuses() == {"ok": 12}
