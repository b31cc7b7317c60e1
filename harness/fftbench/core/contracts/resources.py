"""How much of a machine a case uses."""

from __future__ import annotations

from dataclasses import dataclass

from fftbench.core.contracts.case import Case


@dataclass(frozen=True, order=True)
class Resources:
    """So many ranks on so many nodes, each with so many threads."""

    nodes: int
    ranks: int
    threads: int

    @classmethod
    def of(cls, case: Case) -> Resources:
        """Return what a case uses."""
        return cls(case.nodes, case.ranks, case.threads)

    @property
    def name(self) -> str:
        """As `2n-8r-4t`, for the names of files and jobs."""
        return f"{self.nodes}n-{self.ranks}r-{self.threads}t"

    @property
    def label(self) -> str:
        """As `4 ranks`, or `2 nodes, 8 ranks x 4 threads` with a multiplication sign."""
        text = f"{self.ranks} rank{'s' if self.ranks > 1 else ''}"
        if self.threads > 1:
            text += f" \N{MULTIPLICATION SIGN} {self.threads} threads"
        return f"{self.nodes} nodes, {text}" if self.nodes > 1 else text

    @property
    def cores(self) -> int:
        """Ranks times threads."""
        return self.ranks * self.threads

    @property
    def ranks_per_node(self) -> int:
        """Ranks on the fullest node."""
        return -(-self.ranks // self.nodes)

    @property
    def cores_per_node(self) -> int:
        """Cores needed on the fullest node for every thread to have its own."""
        return self.ranks_per_node * self.threads
