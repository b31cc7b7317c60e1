"""What a report is made from: the records and plans of all paths, sorted by machine."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from fftbench.analysis.model.settings import Common, Defaults, common_settings
from fftbench.core.contracts.case import Case
from fftbench.core.contracts.plan import Plan
from fftbench.core.contracts.record import Environment, Record, Status
from fftbench.core.errors import UserError
from fftbench.core.files.results import read_plan, read_records, supersedes


@dataclass(frozen=True, order=True)
class Machine:
    """Nodes that may be compared: equal CPUs, and host names equal up to their numbers.

    `hosts` is the name of the only host, or the common pattern of several, as `node*`.
    """

    hosts: str
    cpu: str

    @property
    def label(self) -> str:
        """For headings: `node* (AMD EPYC 7742)`."""
        return f"{self.hosts} ({self.cpu})" if self.cpu else self.hosts


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
    defaults: Defaults = field(default_factory=dict)
    """Of the latest plan."""

    @property
    def drivers(self) -> tuple[str, ...]:
        """Every driver measured or planned, sorted.

        Of baselines and bounds only those that lack a result.
        """
        records = (record for found in self.records.values() for record in found)
        names = {record.case.driver for record in records if not record.status.apart}
        return tuple(sorted(names | {pending.case.driver for pending in self.pending}))

    @cached_property
    def common(self) -> Common:
        """The settings that all cases of a driver share.

        Cases of a driver that was not built lack its defaults, so they count only if the driver
        has no others.
        """
        records = [record for found in self.records.values() for record in found]
        built = [record.case for record in records if record.status is not Status.unavailable]
        built += [pending.case for pending in self.pending]
        drivers = {case.driver for case in built}
        return common_settings(
            [*built, *(record.case for record in records if record.case.driver not in drivers)]
        )


def load(paths: Sequence[Path]) -> Study:
    """Read results directories or record files; UserError if there is nothing to report."""
    if not paths:
        raise UserError("nothing to report", "name a results directory, as results/local/quick")
    folders = [_read(path) for path in paths]
    study = assemble(folders)
    if not study.records and not study.pending:
        where = ", ".join(str(path) for path in paths)
        hint = "run a campaign first: fftbench run CAMPAIGN"
        if study.problems:
            hint = f"{study.problems[0]}\n{hint}"
        raise UserError(f"no records and no plan in {where}", hint)
    return study


@dataclass(frozen=True)
class ResultsFolder:
    """The content of one path: a results directory or a record file."""

    records: tuple[Record, ...]
    plan: Plan | None
    problems: tuple[str, ...] = ()


def assemble(folders: Sequence[ResultsFolder]) -> Study:
    """Sort the records of all folders by machine, and find what is planned but missing."""
    machines = _machines(folders)
    located: dict[Machine, dict[tuple[str, int], Record]] = {}
    home: list[Machine] = []
    for folder in folders:
        found = [machines[_kind(r.environment)] for r in folder.records if r.environment]
        common = Counter(found).most_common(1)[0][0] if found else UNKNOWN
        home.append(common)
        for record in folder.records:
            machine = machines[_kind(record.environment)] if record.environment else common
            kept = located.setdefault(machine, {})
            old = kept.get(record.key)
            if old is None or supersedes(record, old):
                kept[record.key] = record
    return Study(
        records={machine: tuple(records.values()) for machine, records in located.items()},
        pending=_pending(folders, home),
        campaigns=tuple(dict.fromkeys(p.plan.campaign for p in folders if p.plan)),
        problems=tuple(problem for folder in folders for problem in folder.problems),
        defaults={
            driver: settings
            for folder in folders
            if folder.plan
            for driver, settings in folder.plan.defaults.items()
        },
    )


def _read(path: Path) -> ResultsFolder:
    loaded = read_records([path])
    plan = read_plan(path) if path.is_dir() else None
    return ResultsFolder(loaded.records, plan, loaded.problems)


def _kind(environment: Environment) -> tuple[str, str]:
    """Host names without their numbers, so that `node12` and `node7` are the same, and the CPU."""
    names = {re.sub(r"\d+", "*", host.name) for host in environment.hosts}
    return " + ".join(sorted(names)) or "host unknown", environment.cpu_model or ""


def _machines(folders: Sequence[ResultsFolder]) -> dict[tuple[str, str], Machine]:
    """All machines of the study, by the kind of their nodes."""
    hosts: dict[tuple[str, str], set[str]] = {}
    for folder in folders:
        for record in folder.records:
            if record.environment:
                names = hosts.setdefault(_kind(record.environment), set())
                names.update(host.name for host in record.environment.hosts)
    return {
        kind: Machine(next(iter(names)) if len(names) == 1 else kind[0], kind[1])
        for kind, names in hosts.items()
    }


def _pending(folders: Sequence[ResultsFolder], home: Sequence[Machine]) -> tuple[Pending, ...]:
    """Cases that lack launches, unless a launch that is there already ended badly."""
    launches: dict[str, set[int]] = {}
    ended: set[str] = set()
    for folder in folders:
        for record in folder.records:
            launches.setdefault(record.case.id, set()).add(record.launch)
            if not record.status.timed:
                ended.add(record.case.id)
    pending: dict[str, Pending] = {}
    for folder, machine in zip(folders, home, strict=True):
        for case in folder.plan.cases if folder.plan else ():
            assert folder.plan is not None
            missing = len(set(range(folder.plan.launches)) - launches.get(case.id, set()))
            if missing and case.id not in ended:
                pending[case.id] = Pending(machine, case, missing, folder.plan.launches)
    return tuple(pending.values())
