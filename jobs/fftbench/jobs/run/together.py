"""Which starts of programs take turns, and which run alone."""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby
from math import inf

from fftbench.core.campaigns.scaling import array_bytes, kept_bytes
from fftbench.core.campaigns.site import Site
from fftbench.core.contracts.catalogue import Catalogue
from fftbench.jobs.run.batches import Batch, cores_of, grouped

LIBRARY_FACTOR = 2.5
"""Memory of a case over that of its arrays: a library may want as much as it is given, and half."""
RANK_BYTES = 1e8
"""Of an MPI library in each rank."""
CONTEXT_BYTES = 6e8
"""Of a GPU's memory, for what its driver and libraries keep there for each rank."""


@dataclass(frozen=True)
class Room:
    """For programs that live at the same time."""

    takes_turns: Container[str]
    """The drivers whose programs can; empty where nobody shall."""
    node_bytes: float = 0.0
    """Memory of a node that they may fill together."""
    gpu_bytes: float = inf
    """The same of each GPU."""
    gpus: int = 0
    """Of a node."""

    def holds(self, company: Sequence[Batch]) -> bool:
        """Whether these programs have enough memory at the same time, where it is known."""
        on_gpus = (gpu_bytes(batch, self.gpus) for batch in company)
        return sum(map(node_bytes, company)) <= self.node_bytes and sum(on_gpus) <= self.gpu_bytes


def together(batches: Iterable[Batch], room: Room) -> Iterator[tuple[Batch, ...]]:
    """Yield what runs at the same time: starts that take turns, or one that runs alone.

    The programs of a round take turns, as many as there is room for. Settings of a driver are
    compared as much as drivers are, so each start has one case of a problem.
    """
    for _, of_round in groupby(batches, _round):
        company: list[Batch] = []
        for batch in _instances(tuple(of_round), room.takes_turns):
            if batch.driver not in room.takes_turns:
                yield (batch,)
                continue
            if company and not room.holds((*company, batch)):
                yield tuple(company)
                company = []
            company.append(batch)
        if company:
            yield tuple(company)


def _round(batch: Batch) -> Hashable:
    return batch.launch, cores_of(batch.resources), batch.round


def room_for_turns(site: Site, catalogue: Catalogue) -> Room:
    """Return the room on a (resolved) site: half of all memory, nobody else being there."""
    if not site.takes_turns or site.memory_gb == "auto":
        return Room(frozenset())
    able = (one for one in catalogue.drivers if one.description and one.description.takes_turns)
    each = inf if site.gpu_memory_gb == "auto" else site.gpu_memory_gb * 1e9 / 2
    names = frozenset(entry.name for entry in able)
    return Room(names, site.memory_gb * 1e9 / 2, each, site.gpus)


def node_bytes(batch: Batch) -> float:
    """Estimate the memory that a program takes of each node for its largest case.

    On devices its arrays come to the host as well, to be filled and checked.
    """
    factor = 1.0 if batch.resources.on_devices else LIBRARY_FACTOR
    ranks = batch.resources.ranks_per_node * RANK_BYTES
    kept = max(kept_bytes(case.problem) for case in batch.cases)
    return (factor * _arrays(batch) + kept) / batch.resources.nodes + ranks


def gpu_bytes(batch: Batch, gpus: int) -> float:
    """Estimate the memory that a program takes of each GPU, where a node has so many."""
    resources = batch.resources
    if not resources.on_devices:
        return 0.0
    used = min(resources.gpus_per_node, gpus or 1)
    sharing = -(-resources.ranks_per_node // used)
    return LIBRARY_FACTOR * _arrays(batch) / resources.nodes / used + sharing * CONTEXT_BYTES


def _arrays(batch: Batch) -> int:
    return max(array_bytes(case.problem) for case in batch.cases)


def _instances(batches: tuple[Batch, ...], takes_turns: Container[str]) -> Iterator[Batch]:
    """Divide batches into starts with one case of a problem, all in the same order of problems."""
    problems = list(dict.fromkeys(case.problem for batch in batches for case in batch.cases))
    for batch in batches:
        if batch.driver not in takes_turns:
            yield batch
            continue
        of_problem = grouped(batch.cases, lambda case: case.problem)
        for number in range(max(map(len, of_problem.values()))):
            cases = [of_problem[one][number : number + 1] for one in problems if one in of_problem]
            yield replace(batch, cases=tuple(chain.from_iterable(cases)), instance=number)
