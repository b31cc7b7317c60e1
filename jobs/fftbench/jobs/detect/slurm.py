"""Slurm's descriptions of a cluster, read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class NodeKind:
    """Equal nodes of one partition, as a line of sinfo tells."""

    partition: str
    default: bool
    """Whether jobs go to that partition that name none."""
    minutes: int | None
    """Time limit of the partition; None: there is no limit."""
    nodes: int
    cores: int
    threads: int
    """Hardware threads of a core."""
    mebibytes: int
    features: tuple[str, ...]


def node_kinds(sinfo: str) -> tuple[NodeKind, ...]:
    """Read `sinfo --format=%R|%P|%l|%D|%X|%Y|%Z|%m|%f`, a line per kind of node and partition."""
    found: dict[tuple[object, ...], int] = {}
    for line in sinfo.splitlines():
        fields = [part.strip() for part in line.split("|")]
        if len(fields) != 9:
            continue  # what a wrapper or a message of the day says
        name, marked, limit, nodes, sockets, cores, threads, memory, features = fields
        # Nodes in different states are in different lines: those are added up.
        key = (
            name,
            marked.endswith("*"),
            minutes_of(limit),
            _number(sockets) * _number(cores),
            _number(threads) or 1,
            _number(memory),
            tuple(part for part in features.split(",") if part != "(null)"),
        )
        found[key] = found.get(key, 0) + _number(nodes)
    return tuple(
        NodeKind(name, default, minutes, nodes, *rest)  # type: ignore[arg-type]
        for (name, default, minutes, *rest), nodes in found.items()
    )


def minutes_of(limit: str) -> int | None:
    """Return Slurm's `2-12:30:00`, `30:00` or `infinite` in whole minutes; None: no limit."""
    match = re.fullmatch(r"(?:(\d+)-)?(?:(\d+):)?(\d+):(\d+)", limit)
    if match is None:
        return None
    days, hours, minutes, _ = (int(part or 0) for part in match.groups())
    return (days * 24 + hours) * 60 + minutes


def settings(config: str) -> dict[str, str]:
    """Read `scontrol show config`: `Key = value` lines."""
    pairs = (line.partition("=") for line in config.splitlines() if "=" in line)
    return {key.strip(): value.strip() for key, _, value in pairs}


def partition_settings(oneliner: str, name: str) -> dict[str, str]:
    """Read the line of one partition in `scontrol show partition --oneliner`."""
    for line in oneliner.splitlines():
        pairs = dict(word.split("=", 1) for word in line.split() if "=" in word)
        if pairs.get("PartitionName") == name:
            return pairs
    return {}


def mpi_plugins(listed: str) -> tuple[str, ...]:
    """Read `srun --mpi=list`.

    One name a line; up to Slurm 21.08 each behind `srun: `, and versions of PMIx among them, which
    later come in a line of their own.
    """
    lines = [line.strip().removeprefix("srun: ") for line in listed.splitlines()]
    return tuple(line for line in lines if re.fullmatch(r"[a-z][a-z0-9_]*", line))


def choose_kind(kinds: Sequence[NodeKind], partition: str | None) -> NodeKind | None:
    """Return the most numerous kind of node of a partition, by default of the default one."""
    mine = [
        kind for kind in kinds if kind.partition == partition or (not partition and kind.default)
    ]
    if not mine and not partition:
        mine = list(kinds)
    return max(mine, key=lambda kind: kind.nodes, default=None)


def _number(text: str) -> int:
    """Return the number in `128` or `512000+`; the least where sinfo summarizes."""
    match = re.match(r"\d+", text)
    return int(match[0]) if match else 0
