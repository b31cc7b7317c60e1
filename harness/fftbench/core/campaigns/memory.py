"""The memory of this machine, as far as this process may take it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path


def memory_bytes(root: Path = Path("/")) -> int:
    """Return the size of this machine's memory, or the least limit of containers and jobs in it.

    `root`: where /proc and /sys lie; another one than the system's in tests.
    """
    physical = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return min((physical, *_limits(root)))


def _limits(root: Path) -> Iterator[int]:
    """Yield the limits of the control groups (cgroups) that this process is in.

    /proc/self/cgroup has a line "number:controllers:path" for each hierarchy; that of the second
    version names no controllers. taskfft looks at the same (its available_memory.cpp).
    """
    mounts = root / "sys/fs/cgroup"
    for line in _text(root / "proc/self/cgroup").splitlines():
        _, controllers, path = line.split(":", 2)
        if not controllers:
            yield from _limits_above(mounts, path, "memory.max")
        if "memory" in controllers.split(","):
            yield from _limits_above(mounts / "memory", path, "memory.limit_in_bytes")


def _limits_above(top: Path, path: str, name: str) -> Iterator[int]:
    """Yield the limits of a group and of all that it lies in; "max" is none."""
    group = top / path.lstrip("/")
    # Within a container the path may be the machine's, and what is seen its own group alone.
    if not group.is_dir():
        group = top
    for one in (group, *group.parents):
        limit = _text(one / name).strip()
        if limit.isdigit():
            yield int(limit)
        if one == top:
            return


def _text(file: Path) -> str:
    """Return what a file holds; '' where there is none to read."""
    try:
        return file.read_text()
    except OSError:
        return ""
