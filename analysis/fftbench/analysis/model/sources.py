"""What a report is made from: the records and plans of all paths, by machine and campaign."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from fftbench.analysis.model.formats import count
from fftbench.analysis.model.instruments import TOLD_BEFORE, is_apart, why_never
from fftbench.analysis.model.reading import ResultsFolder, read_folders
from fftbench.analysis.model.settings import Common, Defaults, common_settings
from fftbench.analysis.model.sharing import counted
from fftbench.core.contracts.case import Case, Memory
from fftbench.core.contracts.environment import Environment
from fftbench.core.contracts.record import Record, Status
from fftbench.core.errors import UserError
from fftbench.core.files.results import supersedes


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


@dataclass(frozen=True)
class Pending:
    """A planned case of which `missing` of `launches` launches have no record yet."""

    machine: Machine
    case: Case
    missing: int
    launches: int

    @property
    def reason(self) -> str:
        """What is missing, for people."""
        if self.missing == self.launches:
            return "planned, not run yet"
        return f"{self.missing} of {self.launches} launches not run yet"


@dataclass(frozen=True)
class Study:
    """All records that count, in the order they were read, and all cases planned but missing."""

    records: Mapping[Machine, tuple[Record, ...]]
    pending: tuple[Pending, ...]
    campaigns: tuple[str, ...]
    problems: tuple[str, ...]
    """Lines and files that could not be read."""
    dropped: tuple[str, ...] = ()
    """Records that were read and do not count, in words."""
    defaults: Defaults = field(default_factory=dict)
    """Of the latest plan."""
    never_ranked: frozenset[str] = frozenset(TOLD_BEFORE)
    """Drivers that plans or records tell of as such."""

    @property
    def drivers(self) -> tuple[str, ...]:
        """Every driver measured or planned, sorted.

        Of baselines, bounds and the unranked only those that lack a result.
        """
        records = (record for found in self.records.values() for record in found)
        names = {record.case.driver for record in records if not _is_apart(record)}
        return tuple(sorted(names | {pending.case.driver for pending in self.pending}))

    @cached_property
    def drivers_by_place(self) -> Mapping[tuple[Machine, Memory], tuple[str, ...]]:
        """As `drivers`, of each machine and memory of its problems; none that is never ranked."""
        records: dict[tuple[Machine, Memory], dict[str, bool]] = {}
        for machine, found in self.records.items():
            for record in found:
                there = records.setdefault((machine, record.case.problem.memory), {})
                name = record.case.driver
                there[name] = there.get(name, False) or not _is_apart(record)
        for one in self.pending:
            there = records.setdefault((one.machine, one.case.problem.memory), {})
            there.setdefault(one.case.driver, True)
        return {
            place: tuple(
                sorted(
                    name
                    for name, counts in names.items()
                    if counts and name not in self.never_ranked
                )
            )
            for place, names in records.items()
        }

    @property
    def nodes(self) -> tuple[Machine, ...]:
        """The machines, whatever the campaigns."""
        return tuple(dict.fromkeys(machine.nodes for machine in self.records))

    def place(self, machine: Machine) -> str:
        """Say where and in which campaign, if there are several: ` on left (CPU), campaign c`."""
        where = f" on {machine.nodes.label}" if len(self.nodes) > 1 else ""
        return f"{where}, campaign {machine.campaign}" if machine.campaign else where

    def records_of(self, nodes: Machine) -> list[Record]:
        """Return the records of a machine, of all campaigns."""
        return [
            record
            for machine, records in self.records.items()
            if machine.nodes == nodes
            for record in records
        ]

    @cached_property
    def common(self) -> Common:
        """The settings that all cases of a driver share.

        Cases of a driver that was not built lack its defaults, so they count only if the driver
        has no others.
        """
        records = [record for found in self.records.values() for record in found]
        built = {r.case.id: r.case for r in records if r.status is not Status.unavailable}
        built |= {pending.case.id: pending.case for pending in self.pending}
        drivers = {case.driver for case in built.values()}
        others = {r.case.id: r.case for r in records if r.case.driver not in drivers}
        return common_settings([*built.values(), *others.values()])


def _is_apart(record: Record) -> bool:
    return is_apart(record.status, record)


Measured = dict[Hashable, tuple[str, Record]]
"""[case, launch, start]: the first record of a measurement, and its campaign."""


def load(paths: Sequence[Path]) -> Study:
    """Read results directories, folders of such, or record files.

    UserError if there is nothing to report.
    """
    if not paths:
        raise UserError("nothing to report", "name a results directory, as results/local/quick")
    study = assemble(read_folders(paths))
    if not study.records and not study.pending:
        where = ", ".join(str(path) for path in paths)
        hint = "run a campaign first: fftbench run CAMPAIGN"
        if study.problems:
            hint = f"{study.problems[0]}\n{hint}"
        raise UserError(f"no records and no plan in {where}", hint)
    return study


def assemble(folders: Sequence[ResultsFolder]) -> Study:
    """Sort the records of all folders, and find what is planned but missing."""
    hosts = _hosts(folders)
    records: dict[Machine, tuple[Record, ...]] = {}
    pending: list[Pending] = []
    dropped: list[str] = []
    measured: Measured = {}
    for folder, campaign in zip(folders, _campaigns(folders), strict=True):
        own, copies = _first_seen(folder, campaign or folder.name, measured)
        dropped += copies
        machines = _machines(folder, hosts, campaign)
        home = _home(folder, machines, campaign)
        kept: dict[Machine, dict[tuple[str, int], Record]] = {}
        for record in own:
            machine = machines.get(id(record.environment), home)
            there = kept.setdefault(machine, {})
            old = there.get(record.key)
            if old is None or supersedes(record, old):
                there[record.key] = record
        replaced = len(own) - sum(len(there) for there in kept.values())
        if replaced:
            dropped.append(_replaced(replaced, campaign or folder.name))
        records |= {machine: tuple(there.values()) for machine, there in kept.items()}
        pending += _pending(folder, home)
    return Study(
        records=records,
        pending=tuple(pending),
        campaigns=tuple(dict.fromkeys(p.plan.campaign for p in folders if p.plan)),
        problems=tuple(problem for folder in folders for problem in folder.problems),
        dropped=tuple(dropped),
        defaults={
            driver: settings
            for folder in folders
            if folder.plan
            for driver, settings in folder.plan.defaults.items()
        },
        never_ranked=_never_ranked(folders),
    )


def _never_ranked(folders: Sequence[ResultsFolder]) -> frozenset[str]:
    planned = (name for folder in folders if folder.plan for name in folder.plan.unranked)
    told = (one.case.driver for folder in folders for one in folder.records if why_never(one))
    return frozenset({*TOLD_BEFORE, *planned, *told})


def _campaigns(folders: Sequence[ResultsFolder]) -> list[str]:
    """Name the campaign of each folder, with the folder if two have one name; not a single one."""
    if len(folders) == 1:
        return [""]
    number = Counter(folder.name for folder in folders)
    return [
        folder.name if number[folder.name] == 1 else f"{folder.name} ({folder.where or at})"
        for at, folder in enumerate(folders, start=1)
    ]


def _first_seen(
    folder: ResultsFolder, campaign: str, measured: Measured
) -> tuple[list[Record], list[str]]:
    """Leave out copies of records of earlier folders, and say how many they are."""
    own: list[Record] = []
    copies: Counter[str] = Counter()
    for record in folder.records:
        first, there = measured.setdefault((*record.key, record.started), (campaign, record))
        if first != campaign and there == record:
            copies[first] += 1
        else:
            own.append(record)
    texts = [
        f"{campaign}: {count(n, 'record')} also in {first}, counted there alone"
        for first, n in copies.items()
    ]
    return own, texts


def _replaced(number: int, campaign: str) -> str:
    where = f"{campaign}: " if campaign else ""
    have = "has" if number == 1 else "have"
    return f"{where}{count(number, 'record')} {have} a newer one of the same case and launch"


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


def _hosts(folders: Iterable[ResultsFolder]) -> dict[tuple[str, str], str]:
    """Name the hosts of every kind of nodes."""
    names: dict[tuple[str, str], set[str]] = {}
    for folder in folders:
        for environment, _ in _environments(folder):
            found = names.setdefault(_kind(environment), set())
            found.update(host.name for host in environment.hosts)
    return {kind: next(iter(own)) if len(own) == 1 else kind[0] for kind, own in names.items()}


def _machines(
    folder: ResultsFolder, hosts: Mapping[tuple[str, str], str], campaign: str
) -> dict[int, Machine]:
    """Return the machine of each environment, by its id."""
    kinds = ((environment, _kind(environment)) for environment, _ in _environments(folder))
    return {id(environment): Machine(hosts[kind], kind[1], campaign) for environment, kind in kinds}


def _home(folder: ResultsFolder, machines: Mapping[int, Machine], campaign: str) -> Machine:
    """Return the machine of most records of a folder: that of those that do not say."""
    found: Counter[Machine] = Counter()
    for environment, number in _environments(folder):
        found[machines[id(environment)]] += number
    return found.most_common(1)[0][0] if found else replace(UNKNOWN, campaign=campaign)


def _pending(folder: ResultsFolder, home: Machine) -> list[Pending]:
    """Cases that lack launches, unless a launch that is there already ended badly."""
    if folder.plan is None:
        return []
    launches: dict[str, set[int]] = {}
    ended: set[str] = set()
    for record in folder.records:
        launches.setdefault(record.case.id, set()).add(record.launch)
        if not record.status.timed:
            ended.add(record.case.id)
    planned = set(range(folder.plan.launches))
    lacking = {case.id: len(planned - launches.get(case.id, set())) for case in folder.plan.cases}
    return [
        Pending(home, case, lacking[case.id], folder.plan.launches)
        for case in folder.plan.cases
        if lacking[case.id] and case.id not in ended
    ]
