"""What a reader should know before trusting a number: warnings, and settings not used as asked."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from fftbench.analysis.model.formats import count, grid_text, listing
from fftbench.analysis.model.machine import Machine
from fftbench.analysis.model.parts import differs, over_timed
from fftbench.analysis.model.result import Result
from fftbench.analysis.model.samples import timed
from fftbench.analysis.model.settings import OPEN
from fftbench.analysis.model.statistics import MIN_LAUNCHES
from fftbench.analysis.questions.versus import instance_of
from fftbench.core.contracts.labels import setting_text
from fftbench.core.contracts.record import Record, Samples, Status

FEW = 10
"""Fewer repetitions leave a wide interval, which says little."""

DRIFT = 1.1
"""Launches differ if the largest launch median is more than this factor above the smallest."""

APART = timedelta(hours=1)
"""Launches that began less far apart are taken to have met one state of the machine."""

FARTHER = 2.0
"""Processors that move lie now under one cache and now under two: a cache line takes a multiple."""

IMBALANCE = 1.1
"""Ranks are out of balance if the slowest takes more than this factor of the median rank."""


FAR = (
    "launches_apart",
    "began a launch more than an hour from another case that it is paired with: the machine may "
    "have been in another state",
)
ELSEWHERE = (
    "launches_elsewhere",
    "ran a launch on other nodes than another case that it is paired with: nodes of one kind may "
    "differ in speed",
)
"""Code and text of warnings."""


Key = tuple[Machine, str]
"""Of a result."""


@dataclass(frozen=True)
class Note:
    """A warning, and the cases that it concerns."""

    code: str
    text: str
    cases: int
    drivers: tuple[str, ...]

    @property
    def scope(self) -> str:
        """The cases, as `3 cases of alpha and beta`."""
        return f"{count(self.cases, 'case')} of {listing(self.drivers)}"


@dataclass(frozen=True)
class Change:
    """A setting that the library did not use as asked."""

    result: Result
    name: str
    requested: str
    effective: str


def notes(results: Sequence[Result]) -> list[Note]:
    """Collect all warnings, those of most cases first; equal ones are one note."""
    concerned: dict[tuple[str, str], list[Result]] = {}
    apart = _apart(results)
    for result in results:
        for warning in dict.fromkeys((*_warnings(result), *apart.get(result.key, ()))):
            concerned.setdefault(warning, []).append(result)
    found = [
        Note(code, text, len(those), tuple(sorted({result.case.driver for result in those})))
        for (code, text), those in concerned.items()
    ]
    return sorted(found, key=lambda note: (-note.cases, note.text))


def _apart(results: Sequence[Result]) -> dict[Key, set[tuple[str, str]]]:
    """Warn of launches that are paired although they did not meet the same machine.

    Cases are paired however their cores are split, and a scheduler's jobs are of one split each.
    """
    paired: dict[Hashable, dict[Key, Record]] = {}
    for result in results:
        where = instance_of(result)
        for record in result.records:
            if record.status.timed:
                paired.setdefault((where, record.launch), {})[result.key] = record
    found: dict[Key, set[tuple[str, str]]] = {}
    for records in paired.values():
        for warning, keys in ((FAR, _far(records)), (ELSEWHERE, _elsewhere(records))):
            for key in keys:
                found.setdefault(key, set()).add(warning)
    return found


def _far(paired: Mapping[Key, Record]) -> list[Key]:
    """Find those that began far from another one, as in a set resumed later."""
    known = {key: began for key, record in paired.items() if (began := _time(record.started))}
    return [
        key
        for key, began in known.items()
        if max(abs(began - other) for other in known.values()) > APART
    ]


def _elsewhere(paired: Mapping[Key, Record]) -> list[Key]:
    """Find those that ran on other nodes than another one, as in several jobs of a scheduler's."""
    hosts = {
        key: {host.name for host in record.environment.hosts}
        for key, record in paired.items()
        if record.environment
    }
    return [key for key, own in hosts.items() if any(other != own for other in hosts.values())]


def _time(started: str) -> datetime | None:
    """Read a record's time to the second, which is UTC; None if it is not written as usual."""
    try:
        return datetime.fromisoformat(started[:19])
    except ValueError:
        return None


def changes(results: Sequence[Result]) -> list[Change]:
    """List every setting that was asked for, not left open, and not used so."""
    found: list[Change] = []
    for result in results:
        seen = dict.fromkeys(item for record in result.records for item in _changed(record))
        found.extend(Change(result, *item) for item in seen)
    return found


def _warnings(result: Result) -> Iterator[tuple[str, str]]:
    """Codes and texts of what the records warn of, and of what their numbers show."""
    for record, flags in zip(result.records, result.flags, strict=True):
        yield from ((warning.code, warning.text) for warning in record.warnings)
        yield from _of_environment(record)
        yield from _of_settings(record)
        if record.status.timed:
            yield from _of_samples(record, flags)
    medians = list(result.pair_launches.values())
    if len(medians) == 1:
        yield "one_launch", "one launch: no claim"
    elif 1 < len(medians) < MIN_LAUNCHES:
        yield "few_launches", f"fewer than {MIN_LAUNCHES} launches: no claim"
    if medians and result.same_layout is None:
        yield "unknown_layout", "layouts unknown: counts in the class of any layout only"
    if medians and max(medians) > DRIFT * min(medians):
        yield "launches_differ", f"launch medians differ by more than {100 * (DRIFT - 1):.0f} %"
    if _moved(result.records):
        text = "a virtual machine does so, or nothing is bound; what passes through caches takes"
        yield "processors_moved", f"processors moved between caches: {text} another time"
    if result.status.timed and any(differs(over_timed(record)) for record in result.records):
        text = "the shares of their parts may not be those of the timed passes"
        yield (
            "profile_differs",
            f"profiled passes differ from timed ones by more than a tenth: {text}",
        )
    for what, known in _software(result).items():
        text = f"launches with several {what}, as in a set that was resumed after a change"
        yield "software_differs", f"{text}: {listing(list(known))}"
    if result.own_way:
        text = "timed as a whole; for the others the harness multiplies between their transforms"
        yield "own_way", f"solves {result.case.problem.workload.value} in its own way: {text}"
    if (result.imbalance or 0) > IMBALANCE:
        text = f"the slowest takes more than {IMBALANCE} times the median rank"
        yield "imbalance", f"ranks out of balance: {text}"


def _moved(records: Sequence[Record]) -> bool:
    """Whether processors were much farther apart in over a tenth of the repetitions."""
    found = [seconds for record in records for seconds in record.core_to_core_s or ()]
    far = sum(seconds > FARTHER * min(found) for seconds in found)
    return far > 0.1 * len(found)


def _software(result: Result) -> dict[str, dict[str, None]]:
    """Find what differs of the software that timed launches of one case were measured with."""
    told: dict[str, dict[str, None]] = {}
    for record in result.records:
        if not record.status.timed:
            continue
        if record.library is not None:
            library = f"{record.library.name} {record.library.version}".strip()
            told.setdefault("versions of the library", {})[library] = None
        if record.environment is not None:
            mpi = " ".join(record.environment.mpi.library.split())
            told.setdefault("MPI libraries", {})[mpi] = None
            if commit := record.environment.build.commit:
                told.setdefault("commits of fftbench", {})[commit] = None
    return {what: known for what, known in told.items() if len(known) > 1}


def _of_environment(record: Record) -> Iterator[tuple[str, str]]:
    there = record.environment
    if there is None:
        return
    warned = {warning.code for warning in record.warnings}
    if there.build.type.lower() == "debug" and "debug_build" not in warned:
        yield "debug_build", "debug build: times mean nothing"
    if there.build.dirty and "dirty_tree" not in warned:
        yield "dirty_tree", "built from a tree with changes that no commit has"
    if len(there.hosts) != record.case.nodes:
        yield "other_nodes", "ran on another number of nodes than planned"


def _of_settings(record: Record) -> Iterator[tuple[str, str]]:
    used = record.effective
    if used is not None and used.threads < record.case.threads:
        text = f"the library used {used.threads} of {count(record.case.threads, 'thread')}"
        yield "idle_threads", text


def _of_samples(record: Record, flagged: Sequence[bytes]) -> Iterator[tuple[str, str]]:
    directions = timed(record)
    fewest = min((len(samples.max_s) for samples in directions), default=0)
    if fewest < FEW:
        yield "few_repetitions", f"fewer than {FEW} repetitions in a launch"
    if record.stopped_by == "seconds":
        text = "stopped by the time limit, before the interval was as narrow as asked"
        yield "stopped_early", text
    if any(_slow_first(samples, flags) for samples, flags in zip(directions, flagged, strict=True)):
        yield "slow_first", "the first sample of a launch is an outlier: warm up more"
    if any(sum(flags) > 0.1 * len(flags) for flags in flagged):
        text = "more than 10 % of a launch's samples are outliers (kept): the machine is noisy"
        yield "noisy", text


def _slow_first(samples: Samples, flags: bytes) -> bool:
    if not flags or not flags[0]:
        return False
    return samples.max_s[0] > 1.1 * sorted(samples.max_s)[len(flags) // 2]


def outlier_count(results: Sequence[Result]) -> tuple[int, int]:
    """Count the samples flagged as outliers, and all samples, of both directions of ok cases."""
    right = (result for result in results if result.status is Status.ok)
    known = [flags for result in right for both in result.flags for flags in both]
    return sum(map(sum, known)), sum(map(len, known))


def _changed(record: Record) -> Iterator[tuple[str, str, str]]:
    used = record.effective
    if used is None:
        return
    asked = record.case
    if asked.grid is not None and used.grid is not None and tuple(asked.grid) != used.grid:
        yield "grid", grid_text(asked.grid) or "", grid_text(used.grid) or ""
    if asked.threads != used.threads:
        yield "threads", str(asked.threads), str(used.threads)
    for name, value in sorted(asked.settings.items()):
        if value != OPEN and name in used.settings and used.settings[name] != value:
            yield name, setting_text(value), setting_text(used.settings[name])
