"""Folders of results as they lie on disk, each read whole."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from fftbench.analysis.model.sharing import Shared, collector_paused
from fftbench.core.contracts.plan import Plan
from fftbench.core.contracts.record import Record, Status
from fftbench.core.errors import UserError, file_error
from fftbench.core.files.results import every_record, read_plan


@dataclass(frozen=True)
class ResultsFolder:
    """The content of a results directory, or of a record file that lies in none."""

    records: tuple[Record, ...]
    """All of them, several of a case and launch as well."""
    plan: Plan | None
    problems: tuple[str, ...] = ()
    where: str = ""
    """Its path; empty if it was read from none."""

    @property
    def name(self) -> str:
        """Name of the campaign: the plan's, else the folder's."""
        return self.plan.campaign if self.plan else Path(self.where).stem


def read_folders(paths: Iterable[Path]) -> list[ResultsFolder]:
    """Read results directories and record files, and all directories below other folders."""
    seen: set[Path] = set()
    named: dict[Path, list[Path]] = {}
    for path in paths:
        for one in results_below(path):
            named.setdefault(_home(one).resolve(), []).append(one)
    shared = Shared()
    with collector_paused():
        return [_read(found, seen, shared) for found in named.values()]


def results_below(path: Path) -> Sequence[Path]:
    """Find the results directories in a folder; the path itself if there are none.

    Raises UserError for a folder that can't be read: what it holds would be missed by nobody.
    """
    if not path.is_dir():
        return [path]
    found = [
        Path(place)
        for place, folders, files in os.walk(path, onerror=_unreadable)
        if "records" in folders or "plan.json" in files
    ]
    return sorted(found) or [path]


def _unreadable(error: OSError) -> None:
    raise file_error(Path(error.filename), error) from error


def _home(path: Path) -> Path:
    """Return the results directory that a file of records lies in."""
    return path.parent.parent if path.is_file() and path.parent.name == "records" else path


def _read(paths: Sequence[Path], seen: set[Path], shared: Shared) -> ResultsFolder:
    """Read a results directory, or some of its files; its plan counts if it is named itself."""
    problems: list[str] = []
    plan = None
    for path in paths:
        if path.is_dir():
            with suppress(UserError):  # which is among the problems that records are read with
                plan = read_plan(path)
    records = tuple(
        believed(record)
        for path in paths
        for record in every_record(path, seen, problems, shared.read)
    )
    return ResultsFolder(records, plan, tuple(dict.fromkeys(problems)), str(_home(paths[0])))


def believed(record: Record) -> Record:
    """Return a record as it is; one that calls itself `ok` and shows no right answer as `wrong`.

    A program that brings a core of its own may have left the check out, or not looked at it.
    """
    if record.status is not Status.ok:
        return record
    check = record.check
    if check is not None and check.error is not None and check.error <= check.tolerance:
        return record
    found = "without a check" if check is None else "with an error above its tolerance"
    return record.model_copy(update={"status": Status.wrong, "reason": f"called ok {found}"})
