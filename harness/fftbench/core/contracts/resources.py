"""How much of a machine a case uses."""

from __future__ import annotations

from dataclasses import dataclass

from fftbench.core.contracts.case import Case
from fftbench.core.contracts.problem import Memory


@dataclass(frozen=True, order=True)
class Resources:
    """So many ranks on so many nodes, each with so many threads, and with its arrays somewhere."""

    nodes: int
    ranks: int
    threads: int
    memory: Memory = Memory.host

    @classmethod
    def of(cls, case: Case) -> Resources:
        """Return what a case uses."""
        return cls(case.nodes, case.ranks, case.threads, case.problem.memory)

    @property
    def name(self) -> str:
        """As `2n-8r-4t`, on devices `2n-8r-4t-cuda`, for the names of files and jobs."""
        where = f"-{self.memory.value}" if self.on_devices else ""
        return f"{self.nodes}n-{self.ranks}r-{self.threads}t{where}"

    @property
    def label(self) -> str:
        """As `4 ranks`, or `2 nodes, 8 ranks x 4 threads, cuda` with a multiplication sign."""
        text = f"{self.ranks} rank{'s' if self.ranks > 1 else ''}"
        if self.threads > 1:
            text += f" \N{MULTIPLICATION SIGN} {self.threads} threads"
        if self.on_devices:
            text += f", {self.memory.value}"
        return f"{self.nodes} nodes, {text}" if self.nodes > 1 else text

    @property
    def cores(self) -> int:
        """Ranks times threads."""
        return self.ranks * self.threads

    @property
    def on_devices(self) -> bool:
        """Whether the arrays are in the memory of GPUs, or of what acts as such."""
        return self.memory is not Memory.host

    @property
    def ranks_per_node(self) -> int:
        """Ranks on the fullest node."""
        return -(-self.ranks // self.nodes)

    @property
    def cores_per_node(self) -> int:
        """Cores needed on the fullest node for every thread to have its own."""
        return self.ranks_per_node * self.threads

    @property
    def gpus_per_node(self) -> int:
        """GPUs needed on the fullest node for every rank to have its own."""
        return self.ranks_per_node if self.on_devices else 0
