"""The ledger of a campaign's jobs: what was submitted and cancelled, append-only."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from pydantic import ValidationError

from fftbench.core.contracts.model import Model
from fftbench.core.errors import file_error
from fftbench.core.files.writing import append_line

FILE = "ledger.jsonl"
Event = Literal["submitting", "submitted", "refused", "cancelled"]


class Entry(Model):
    """One event; a submission has two, before and after, for a kill may come in between."""

    time: str
    """ISO 8601 in UTC."""
    event: Event
    jobs: tuple[str, ...]
    """Their names: several where one submission takes jobs of an array."""
    ids: tuple[str, ...] = ()
    """What the batch system calls them, in the order of `jobs`."""
    reason: str | None = None
    """Why it was refused."""
    tag: str | None = None
    """What the comments of its jobs begin with."""
    user: str | None = None
    """Whose jobs they are."""
    cluster: str | None = None
    """Where they are, if Slurm has several."""
    directory: str | None = None
    """The results directory that it happened to."""
    minutes: int | None = None
    """The time limit that its script asked for."""


@dataclass(frozen=True)
class Ledger:
    """All events, oldest first."""

    entries: tuple[Entry, ...]

    @cached_property
    def ids(self) -> dict[str, tuple[str, ...]]:
        """Return the ids that each job ever had, oldest first."""
        found: dict[str, tuple[str, ...]] = {}
        for entry in self.entries:
            if entry.event == "submitted":
                for job, id_ in zip(entry.jobs, entry.ids, strict=True):
                    found[job] = (*found.get(job, ()), id_)
        return found

    @cached_property
    def minutes(self) -> dict[str, int]:
        """Return the time limit of the last submission of each job, where it is known."""
        return {
            job: entry.minutes
            for entry in self.entries
            if entry.event == "submitted" and entry.minutes is not None
            for job in entry.jobs
        }

    @cached_property
    def refused(self) -> dict[str, str]:
        """Return why the last submission of a job was refused."""
        found: dict[str, str] = {}
        for entry in self.entries:
            for job in entry.jobs:
                if entry.event == "refused":
                    found[job] = entry.reason or "refused"
                elif entry.event == "submitted":
                    found.pop(job, None)
        return found

    @property
    def users(self) -> frozenset[str]:
        """Return the users who submitted jobs."""
        return frozenset(entry.user for entry in self.entries if entry.user)

    @property
    def clusters(self) -> tuple[str, ...]:
        """Return the clusters with jobs, where Slurm has several."""
        return tuple(sorted({entry.cluster for entry in self.entries if entry.cluster}))

    @property
    def last(self) -> Entry | None:
        """Return the last event that tells what the comments of its jobs begin with."""
        return next((entry for entry in reversed(self.entries) if entry.tag), None)

    @cached_property
    def cancelled(self) -> frozenset[str]:
        """Return the ids that fftbench cancelled: of an array, Slurm forgets what never began."""
        events = (entry for entry in self.entries if entry.event == "cancelled")
        return frozenset(id_ for entry in events for id_ in entry.ids)


def read_ledger(folder: Path, tag: str | None = None) -> Ledger:
    """Read DIR/jobs/ledger.jsonl; half a line, left by a killed writer, is no event.

    With a `tag`, only what belongs to its jobs: a copied folder has the original's ledger.
    """
    path = folder / FILE
    try:
        lines = path.read_bytes().splitlines()
    except FileNotFoundError:
        return Ledger(())
    except OSError as error:
        raise file_error(path, error) from error
    entries = (_parse(line) for line in lines)
    mine = (entry for entry in entries if entry is not None)
    return Ledger(tuple(entry for entry in mine if tag is None or entry.tag in (None, tag)))


def note(folder: Path, event: Event, jobs: tuple[str, ...], **more: Any) -> None:
    """Append an event, with `more` of its fields, and flush it to disk."""
    now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    directory = str(folder.absolute().parent)
    entry = Entry(time=now, event=event, jobs=jobs, directory=directory, **more)
    append_line(folder / FILE, entry.model_dump_json(exclude_none=True))


def _parse(line: bytes) -> Entry | None:
    try:
        return Entry.model_validate_json(line)
    except ValidationError:
        return None
