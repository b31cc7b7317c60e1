"""What a reader should know before trusting a number: warnings, and settings not used as asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fftbench.analysis.model.formats import count, grid_text, listing
from fftbench.analysis.model.result import Result
from fftbench.analysis.model.settings import OPEN
from fftbench.analysis.model.statistics import outliers
from fftbench.core.labels import setting_text
from fftbench.core.record import Record, Samples, Status

FEW = 10
"""Fewer repetitions leave a wide interval, which says little."""

DRIFT = 1.1
"""Launches differ if the largest launch median is more than this factor above the smallest."""

IMBALANCE = 1.1
"""Ranks are out of balance if the slowest takes more than this factor of the median rank."""


@dataclass(frozen=True)
class Note:
    """A warning, and the cases that it concerns."""

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
    concerned: dict[str, list[Result]] = {}
    for result in results:
        for text in dict.fromkeys(_texts(result)):
            concerned.setdefault(text, []).append(result)
    found = [
        Note(text, len(those), tuple(sorted({result.case.driver for result in those})))
        for text, those in concerned.items()
    ]
    return sorted(found, key=lambda note: (-note.cases, note.text))


def changes(results: Sequence[Result]) -> list[Change]:
    """List every setting that was asked for, not left open, and not used so."""
    found: list[Change] = []
    for result in results:
        seen = dict.fromkeys(item for record in result.records for item in _changed(record))
        found.extend(Change(result, *item) for item in seen)
    return found


def _texts(result: Result) -> Iterator[str]:
    for record in result.records:
        yield from (warning.text for warning in record.warnings)
        yield from _build_texts(record)
        if record.environment and len(record.environment.hosts) != result.case.nodes:
            yield "ran on another number of nodes than planned"
        if record.status.timed:
            yield from _sample_texts(record)
    medians = [launch.median for launch in result.pair_launches.values()]
    if medians and max(medians) > DRIFT * min(medians):
        yield f"launch medians differ by more than {100 * (DRIFT - 1):.0f} %"
    if (result.imbalance or 0) > IMBALANCE:
        yield f"ranks out of balance: the slowest takes more than {IMBALANCE} times the median rank"


def _build_texts(record: Record) -> Iterator[str]:
    if record.environment is None:
        return
    build = record.environment.build
    told = any(warning.code == "debug_build" for warning in record.warnings)
    if build.type.lower() == "debug" and not told:
        yield "debug build: times mean nothing"


def _sample_texts(record: Record) -> Iterator[str]:
    directions = [samples for samples in (record.forward, record.backward) if samples]
    fewest = min((len(samples.max_s) for samples in directions), default=0)
    if fewest < FEW:
        yield f"fewer than {FEW} repetitions in a launch"
    if record.stopped_by == "seconds":
        yield "stopped by the time limit, before the interval was as narrow as asked"
    if any(_slow_first(samples) for samples in directions):
        yield "the first sample of a launch is an outlier: warm up more"
    if any(sum(outliers(samples.max_s)) > 0.1 * len(samples.max_s) for samples in directions):
        yield "more than 10 % of a launch's samples are outliers (kept): the machine is noisy"


def _slow_first(samples: Samples) -> bool:
    flags = outliers(samples.max_s)
    middle = sorted(samples.max_s)[len(flags) // 2] if flags else 0.0
    return bool(flags) and flags[0] and samples.max_s[0] > 1.1 * middle


def outlier_count(results: Sequence[Result]) -> tuple[int, int]:
    """Count the samples flagged as outliers, and all samples, of both directions of ok cases."""
    flagged = total = 0
    for result in results:
        for record in result.records if result.status is Status.ok else ():
            for samples in (record.forward, record.backward):
                if samples:
                    flagged += sum(outliers(samples.max_s))
                    total += len(samples.max_s)
    return flagged, total


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
