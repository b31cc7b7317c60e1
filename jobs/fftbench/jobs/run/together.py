"""Which starts of programs take turns, and which run alone."""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, groupby

from fftbench.core.campaigns.scaling import array_bytes
from fftbench.core.campaigns.site import Site
from fftbench.core.contracts.catalogue import Catalogue
from fftbench.jobs.run.batches import Batch, cores_of, grouped

LIBRARY_FACTOR = 2.5
"""Memory of a case over that of its arrays: a library may want as much as it is given, and half."""
RANK_BYTES = 1e8
"""Of an MPI library in each rank."""


@dataclass(frozen=True)
class Room:
    """For programs that live at the same time."""

    takes_turns: Container[str]
    """The drivers whose programs can; empty where nobody shall."""
    node_bytes: float = 0.0
    """Memory of a node that they may fill together."""


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
            if company and sum(map(node_bytes, (*company, batch))) > room.node_bytes:
                yield tuple(company)
                company = []
            company.append(batch)
        if company:
            yield tuple(company)


def _round(batch: Batch) -> Hashable:
    return batch.launch, cores_of(batch.resources), batch.round


def room_for_turns(site: Site, catalogue: Catalogue) -> Room:
    """Return the room on a (resolved) site: half of a node's memory, nobody else being there."""
    if not site.takes_turns or site.memory_gb == "auto":
        return Room(frozenset())
    able = (one for one in catalogue.drivers if one.description and one.description.takes_turns)
    return Room(frozenset(entry.name for entry in able), site.memory_gb * 1e9 / 2)


def node_bytes(batch: Batch) -> float:
    """Estimate the memory that a program takes of each node for its largest case."""
    arrays = max(array_bytes(case.problem) for case in batch.cases)
    ranks = batch.resources.ranks_per_node * RANK_BYTES
    return LIBRARY_FACTOR * arrays / batch.resources.nodes + ranks


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
