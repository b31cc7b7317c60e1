"""Slurm's descriptions of a cluster, read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class NodeKind:
    """Nodes of one partition with the same cores and memory."""

    partition: str
    default: bool
    """Whether jobs go to that partition that name none."""
    minutes: int | None
    """Time limit of the partition; None: there is no limit."""
    cores: int
    threads: int
    """Hardware threads of a core."""
    mebibytes: int
    gpus: int = 0
    gpu_type: str = ""
    """As jobs may ask for it; empty where Slurm knows none, or the node has several."""
    nodes: int = 0
    features: tuple[str, ...] = ()
    """Those that all of the nodes have."""
    others: tuple[str, ...] = ()
    """Features that some of them have."""
    names: str = ""
    """In Slurm's words: n[1-3],n7."""

    def joined(self, nodes: int, features: tuple[str, ...], names: str) -> NodeKind:
        """Add nodes of a line of sinfo."""
        if not self.nodes:
            return replace(self, nodes=nodes, features=features, names=names)
        every = dict.fromkeys((*self.features, *self.others, *features))
        common = tuple(one for one in self.features if one in features)
        return replace(
            self,
            nodes=self.nodes + nodes,
            features=common,
            others=tuple(one for one in every if one not in common),
            names=f"{self.names},{names}",
        )


def node_kinds(sinfo: str) -> tuple[NodeKind, ...]:
    """Read `sinfo --format=%R|%P|%l|%D|%X|%Y|%Z|%m|%f|%N|%G`.

    A line is of nodes in one state with the same features, which says nothing of their speed: so
    those of several lines may be of one kind.
    """
    found: dict[NodeKind, NodeKind] = {}
    for line in sinfo.splitlines():
        fields = [part.strip() for part in line.split("|")]
        if len(fields) != 11:
            continue  # what a wrapper or a message of the day says
        name, marked, limit, nodes, sockets, cores, threads, memory, features, names, gres = fields
        kind = NodeKind(
            name,
            marked.endswith("*"),
            minutes_of(limit),
            _number(sockets) * _number(cores),
            _number(threads) or 1,
            _number(memory),
            *gpus_of(gres),
        )
        listed = tuple(part for part in features.split(",") if part != "(null)")
        found[kind] = found.get(kind, kind).joined(_number(nodes), listed, names)
    return tuple(found.values())


def gpus_of(gres: str) -> tuple[int, str]:
    """Return how many GPUs `gpu:a100:4(S:0-1),tmpdisk:100G` has, and of which type."""
    found = re.findall(r"(?:^|,)gpu:(?:([^:,()]+):)?(\d+)", gres)
    types = {kind for kind, _ in found}
    return sum(int(count) for _, count in found), types.pop() if len(types) == 1 else ""


def only_feature(kind: NodeKind, others: Iterable[NodeKind]) -> str | None:
    """Return a feature that all nodes of a kind have and no others; None where there is none."""
    taken = {one for other in others for one in (*other.features, *other.others)}
    return next((one for one in kind.features if one not in taken), None)


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
