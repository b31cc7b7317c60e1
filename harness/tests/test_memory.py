"""The memory that `memory_gb: auto` comes to, where containers and jobs limit it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from fftbench.core.campaigns.memory import memory_bytes

NO_LIMIT = "9223372036854771712"  # as the first version of control groups writes it


def _write(root: Path, file: str, text: str) -> None:
    (root / file).parent.mkdir(parents=True, exist_ok=True)
    (root / file).write_text(f"{text}\n")


@pytest.fixture(name="physical")
def _physical() -> int:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def test_of_control_groups_the_least_on_the_way_to_the_top_holds(tmp_path: Path) -> None:
    _write(tmp_path, "proc/self/cgroup", "0::/job/step/task")
    _write(tmp_path, "sys/fs/cgroup/job/step/task/memory.max", "max")
    _write(tmp_path, "sys/fs/cgroup/job/step/memory.max", "5000")
    _write(tmp_path, "sys/fs/cgroup/job/memory.max", "9000")
    assert memory_bytes(tmp_path) == 5000
    _write(tmp_path, "sys/fs/cgroup/job/memory.max", "4000")
    assert memory_bytes(tmp_path) == 4000


@pytest.mark.parametrize("path", ["/", "/pod/of/the/machine", "/../other"])
def test_a_container_sees_its_own_group_alone(tmp_path: Path, path: str) -> None:
    _write(tmp_path, "proc/self/cgroup", f"0::{path}")
    _write(tmp_path, "sys/fs/cgroup/memory.max", "7000")
    assert memory_bytes(tmp_path) == 7000


def test_the_first_version_beside_the_second(tmp_path: Path) -> None:
    _write(tmp_path, "proc/self/cgroup", "3:cpu:/a\n2:hugetlb,memory:/a:b/c\n1:name=x:/\n0::/")
    _write(tmp_path, "sys/fs/cgroup/memory/memory.limit_in_bytes", NO_LIMIT)
    _write(tmp_path, "sys/fs/cgroup/memory/a:b/memory.limit_in_bytes", "6000")
    _write(tmp_path, "sys/fs/cgroup/memory/a:b/c/memory.limit_in_bytes", NO_LIMIT)
    assert memory_bytes(tmp_path) == 6000


def test_without_a_limit_it_is_the_machines(tmp_path: Path, physical: int) -> None:
    assert memory_bytes(tmp_path) == physical  # no control groups at all
    _write(tmp_path, "proc/self/cgroup", "1:memory:/\n0::/job")
    _write(tmp_path, "sys/fs/cgroup/memory/memory.limit_in_bytes", NO_LIMIT)
    _write(tmp_path, "sys/fs/cgroup/job/memory.max", "max")
    assert memory_bytes(tmp_path) == physical
