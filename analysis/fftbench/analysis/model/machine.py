"""Where times may be compared, and which machine the records of a folder are of."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from fftbench.analysis.model.reading import ResultsFolder
from fftbench.analysis.model.sharing import counted
from fftbench.core.contracts.environment import Environment


@dataclass(frozen=True, order=True)
class Machine:
    """Where times may be compared: nodes alike, in one campaign.

    Nodes are alike if they have equal CPUs, and host names equal up to their numbers. What two
    campaigns measured was never measured side by side, so nothing is paired across them.
    """

    hosts: str
    """The name of the only host, or the common pattern of several, as `node*`."""
    cpu: str
    """Its name and widest vectors, as `AMD EPYC, avx512`."""
    campaign: str = ""
    """Named only in studies of several campaigns."""

    @property
    def nodes(self) -> Machine:
        """The same nodes, whatever the campaign."""
        return replace(self, campaign="")

    @property
    def label(self) -> str:
        """For headings: `node* (AMD EPYC 7742, avx2)`, and the campaign if there are several."""
        nodes = f"{self.hosts} ({self.cpu})" if self.cpu else self.hosts
        return f"{nodes}, campaign {self.campaign}" if self.campaign else nodes

    def among(self, machines: Collection[Machine]) -> str:
        """Name what tells it from others (all differ): nodes, campaign or both; empty if alone."""
        parts = []
        if len({one.nodes for one in machines}) > 1:
            parts.append(self.nodes.label)
        if sum(one.nodes == self.nodes for one in machines) > 1:
            parts.append(f"campaign {self.campaign}")
        return ", ".join(parts)

    def told_apart(self, text: str, machines: Collection[Machine]) -> str:
        """Add to what was measured here where that is: `fftw_mpi ..., right (CPU, avx2)`."""
        return ", ".join(filter(None, (text, self.among(machines))))

    def prefix(self, machines: Sequence[Machine]) -> str:
        """For names of files: tells this machine's from those of the others, if there are any."""
        if len(machines) == 1:
            return ""
        slugs = [_slug(one.among(machines)) for one in machines]
        at = machines.index(self)
        number = f"{at + 1}-" if slugs.count(slugs[at]) > 1 else ""  # as node* and node are alike
        return f"{slugs[at]}-{number}"


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


UNKNOWN = Machine("machine unknown", "")


def _kind(environment: Environment) -> tuple[str, str]:
    """Host names without their numbers, so that `node12` and `node7` are the same, and the CPU.

    Virtual machines give processors of several generations one name; their vectors differ.
    """
    names = {re.sub(r"\d+", "*", host.name) for host in environment.hosts}
    cpu = environment.cpu_model
    known = [cpu, *environment.instruction_sets[-1:]] if cpu else []  # the narrowest come first
    return " + ".join(sorted(names)) or "host unknown", ", ".join(known)


def _environments(folder: ResultsFolder) -> list[tuple[Environment, int]]:
    """Return those of a folder's records, and how many records have each."""
    return counted(record.environment for record in folder.records if record.environment)


def names_of_hosts(folders: Iterable[ResultsFolder]) -> dict[tuple[str, str], str]:
    """Name the hosts of every kind of nodes."""
    names: dict[tuple[str, str], set[str]] = {}
    for folder in folders:
        for environment, _ in _environments(folder):
            found = names.setdefault(_kind(environment), set())
            found.update(host.name for host in environment.hosts)
    return {kind: next(iter(own)) if len(own) == 1 else kind[0] for kind, own in names.items()}


def machines_of(
    folder: ResultsFolder, hosts: Mapping[tuple[str, str], str], campaign: str
) -> dict[int, Machine]:
    """Return the machine of each environment, by its id."""
    kinds = ((environment, _kind(environment)) for environment, _ in _environments(folder))
    return {id(environment): Machine(hosts[kind], kind[1], campaign) for environment, kind in kinds}


def home_of(folder: ResultsFolder, machines: Mapping[int, Machine], campaign: str) -> Machine:
    """Return the machine of most records of a folder: that of those that do not say."""
    found: Counter[Machine] = Counter()
    for environment, number in _environments(folder):
        found[machines[id(environment)]] += number
    return found.most_common(1)[0][0] if found else replace(UNKNOWN, campaign=campaign)
