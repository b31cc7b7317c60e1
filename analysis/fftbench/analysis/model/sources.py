"""What a report is made from: the records and plans of all paths, by machine and campaign."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from fftbench.analysis.model.formats import count
from fftbench.analysis.model.instruments import TOLD_BEFORE, is_apart, why_never
from fftbench.analysis.model.machine import Machine, home_of, machines_of, names_of_hosts
from fftbench.analysis.model.reading import ResultsFolder, read_folders
from fftbench.analysis.model.settings import Common, Defaults, common_settings
from fftbench.core.contracts.case import Case
from fftbench.core.contracts.problem import Memory
from fftbench.core.contracts.record import Record, Status
from fftbench.core.errors import UserError
from fftbench.core.files.results import supersedes


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
    hosts = names_of_hosts(folders)
    records: dict[Machine, tuple[Record, ...]] = {}
    pending: list[Pending] = []
    dropped: list[str] = []
    measured: Measured = {}
    for folder, campaign in zip(folders, _campaigns(folders), strict=True):
        own, copies = _first_seen(folder, campaign or folder.name, measured)
        dropped += copies
        machines = machines_of(folder, hosts, campaign)
        home = home_of(folder, machines, campaign)
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
    alike: dict[str, list[str]] = {}
    for folder in folders:
        alike.setdefault(folder.name, []).append(folder.where)
    return [
        folder.name
        if len(alike[folder.name]) == 1
        else f"{folder.name} ({_told_apart(folder.where, alike[folder.name]) or at})"
        for at, folder in enumerate(folders, start=1)
    ]


def _told_apart(where: str, others: Sequence[str]) -> str:
    """Leave out of a path what those of `others` begin with, too: it would be in every label."""
    if not where:
        return ""
    parents = [Path(other).resolve().parent for other in others if other]
    return str(Path(where).resolve().relative_to(os.path.commonpath(parents)))


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
