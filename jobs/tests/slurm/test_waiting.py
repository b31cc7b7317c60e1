"""Jobs that do not begin: why is said, and they go on when that is over."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest
from cluster import Cluster
from user import User

DRAINED = ("NodeName=n[1-4]", "State=DRAIN", "Reason=repair")
READY = ("NodeName=n[1-4]", "State=RESUME")
DOWN, UP = ("PartitionName=short", "State=DOWN"), ("PartitionName=short", "State=UP")


@contextlib.contextmanager
def changed(cluster: Cluster, change: tuple[str, ...], back: tuple[str, ...]) -> Iterator[None]:
    """Put nodes or a partition into another state."""
    cluster.call("scontrol", "update", *change)
    try:
        yield
    finally:
        cluster.call("scontrol", "update", *back)


@pytest.mark.parametrize(
    ("change", "back", "said"),
    [
        (DRAINED, READY, "down, drained or reserved: see `sinfo -R`"),
        (DOWN, UP, "the partition takes jobs and starts none"),
    ],
    ids=["nodes", "partition"],
)
def test_what_is_down_is_named(
    user: User, change: tuple[str, ...], back: tuple[str, ...], said: str
) -> None:
    user.write_jobs()
    with changed(user.cluster, change, back):
        user.submit()
        assert said in user.wait_for_reason()
        assert set(user.states().values()) == {"PENDING"}
    user.finish(ok=3)


def test_no_longer_than_one_wants_to_wait(user: User) -> None:
    user.site["max_wait_hours"] = 1
    user.campaign["scale"] = {"ranks": 1}
    user.write_jobs()
    with changed(user.cluster, DRAINED, READY):
        user.submit()
        (id_,) = user.ids()
        assert "Deadline=20" in user.cluster.call("scontrol", "show", "job", id_)
        user.cluster.call("scontrol", "update", f"JobId={id_}", "Deadline=now+2")
        user.wait()
        assert user.states() == {"1n-1r-1t": "DEADLINE"}
        assert "it had not begun by its deadline" in user.run("status", "out")
    assert "submitted: 1" in user.run("resume", "out")
    user.finish(ok=1)


def test_resources_of_the_nodes(user: User) -> None:
    user.campaign["scale"] = {"ranks": 1}
    user.site["gres"] = "tmpdisk:200G"
    user.write_jobs()
    assert "node configuration is not available" in user.run("submit", "out", code=2)
    user.site["gres"] = "tmpdisk:100G"
    user.write_jobs()
    user.submit()
    (id_,) = user.ids()
    assert "gres:tmpdisk:100G" in user.cluster.call("scontrol", "show", "job", id_)
    user.finish(ok=1)
