"""The results directory: DIR/plan.json and DIR/records/*.jsonl, read and written."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pydantic import ValidationError

from fftbench.core.contracts.model import first_problem
from fftbench.core.contracts.plan import PLAN_SCHEMA, Plan
from fftbench.core.contracts.record import RECORD_SCHEMA, Record, Status
from fftbench.core.contracts.versions import is_newer, is_older, mismatch
from fftbench.core.errors import UserError, file_error
from fftbench.core.files.writing import append_line, check_regular, write_text

Key = tuple[str, int]
"""Of a measurement: case id and launch."""


BUFFER = 1 << 20
"""Bytes of a record file that are read at once: a line of it has some thousands."""


Parse = Callable[[bytes], Record]
"""Makes a record of a line, or raises UserError with the reason why it is none."""


@dataclass(frozen=True)
class Loaded:
    """The records that count, in the order they were read, and what could not be read."""

    records: tuple[Record, ...]
    problems: tuple[str, ...]


def read_records(paths: Iterable[Path]) -> Loaded:
    """Read results directories (DIR/records/*.jsonl) and record files.

    Lines that are foreign, truncated or invalid become `problems` ("file:line: why") and are
    skipped. At most one record of a key (case id, launch) counts: the newest that finished, else
    the newest. `unavailable` records of cases that a directory's plan no longer holds are left
    out: a driver that is built since has its cases under other ids, with its defaults in them.
    Raises UserError where a path does not exist or can't be read.
    """
    problems: list[str] = []
    best: dict[Key, Record] = {}
    origin: dict[Key, Path] = {}
    shared: dict[tuple[Path, Path], int] = {}
    seen: set[Path] = set()
    for path in paths:
        for record in every_record(path, seen, problems):
            old = best.get(record.key)
            first = origin.setdefault(record.key, path)
            if first != path:
                shared[first, path] = shared.get((first, path), 0) + 1
            if old is None or supersedes(record, old):
                best[record.key] = record
    for (first, second), number in shared.items():
        problems.append(
            f"{first} and {second} hold the same {number} case(s): the newer record of each counts"
        )
    return Loaded(tuple(best.values()), tuple(problems))


def every_record(
    path: Path, seen: set[Path], problems: list[str], parse: Parse | None = None
) -> Iterator[Record]:
    """Yield the records of a path, several of a key as well, but no stale `unavailable` ones.

    Files that were `seen` are left out; what can't be read is told to `problems`. `parse` reads a
    line, by default as `parse_record`.
    """
    planned = _planned(path, problems)
    for file in _record_files(path, problems):
        if file.resolve() not in seen:
            seen.add(file.resolve())
            for record in _read_file(file, problems, parse or parse_record):
                if planned is None or not _stale(record, planned):
                    yield record


class Dated(Protocol):
    """A record, or what is known of one in a few words."""

    @property
    def status(self) -> Status:
        """How it ended."""

    @property
    def started(self) -> str:
        """When, as the record says it."""


def supersedes(record: Dated, earlier: Dated) -> bool:
    """Whether `record` counts instead of an `earlier` one of its key: finished, else newer."""
    # `started` is ISO 8601 in UTC: its alphabetical order is that of time.
    return (record.status.finished, record.started) >= (earlier.status.finished, earlier.started)


def read_plan(directory: Path) -> Plan | None:
    """Read the plan of a results directory; None without one, UserError where it is broken."""
    path = directory / "plan.json"
    try:
        text = path.read_bytes()
        return Plan.model_validate_json(text)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise file_error(path, error) from error
    except ValidationError as error:
        schema = schema_of(text)
        if is_older(schema, PLAN_SCHEMA):
            raise UserError(
                f"{path}: written by an earlier fftbench: {schema}",
                f"`fftbench migrate {directory}` converts it and its records",
            ) from error
        if is_newer(schema, PLAN_SCHEMA):
            raise UserError(
                f"{path}: {mismatch(schema, PLAN_SCHEMA)}", "update fftbench"
            ) from error
        raise UserError(
            f"{path}: not a plan of fftbench: {first_problem(error)}",
            "move it away, or choose another results directory",
        ) from error


def write_plan(directory: Path, plan: Plan) -> None:
    """Write DIR/plan.json as a whole or not at all; UserError where that is impossible."""
    write_text(directory / "plan.json", plan.model_dump_json(by_alias=True, indent=1) + "\n")


def append_record(path: Path, record: Record) -> None:
    """Append a record as one whole line; UserError where that is impossible."""
    append_line(path, record.model_dump_json(by_alias=True))


def record_files(directory: Path) -> list[Path]:
    """List DIR/records/*.jsonl, sorted; UserError where a folder can't be read, not none at all."""
    folder = directory / "records"
    try:
        return sorted(file for file in folder.iterdir() if file.suffix == ".jsonl")
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise file_error(folder, error) from error


def _planned(path: Path, problems: list[str]) -> frozenset[str] | None:
    """Return the ids of the cases in the plan of a results directory; None where there is none."""
    try:
        plan = read_plan(path) if path.is_dir() else None
    except UserError as error:
        problems.append(f"{error}; {error.hint}" if error.hint else str(error))
        return None
    return None if plan is None else frozenset(case.id for case in plan.cases)


def _stale(record: Record, planned: frozenset[str]) -> bool:
    return record.status is Status.unavailable and record.case.id not in planned


def _record_files(path: Path, problems: list[str]) -> list[Path]:
    if path.is_dir():
        if not (path / "records").is_dir():
            problems.append(f"{path}: not a results directory: there is no folder records/ in it")
        return record_files(path)
    if not path.exists():
        raise UserError(
            f"{path}: no such file or directory",
            "name a results directory (with records/ in it) or a .jsonl file of records",
        )
    return [path]


def parse_record(line: bytes) -> Record:
    """Read a line of a record file; UserError with the reason for anything else."""
    try:
        return Record.model_validate_json(line)
    except ValidationError as error:
        raise UserError(_why(line, error)) from error


def _read_file(file: Path, problems: list[str], parse: Parse) -> Iterator[Record]:
    check_regular(file)
    try:
        with file.open("rb", buffering=BUFFER) as lines:
            for number, line in enumerate(lines, start=1):
                if not line.isspace():
                    try:
                        yield parse(line)
                    except UserError as error:
                        problems.append(f"{file}:{number}: {error}")
    except OSError as error:
        raise file_error(file, error) from error


def _why(line: bytes, error: ValidationError) -> str:
    try:
        content = json.loads(line)
    except ValueError:
        return (
            "not JSON: a foreign line"
            if line.endswith(b"\n")
            else "truncated: the last line is not complete"
        )
    if not isinstance(content, dict) or content.get("schema") != RECORD_SCHEMA:
        found = content.get("schema") if isinstance(content, dict) else type(content).__name__
        return mismatch(found, RECORD_SCHEMA)
    return f"not a valid record: {first_problem(error)}"


def schema_of(text: bytes) -> object:
    """Return what JSON says that it is; None where it says nothing, or is none."""
    try:
        content = json.loads(text)
    except ValueError:
        return None
    return content.get("schema") if isinstance(content, dict) else None
