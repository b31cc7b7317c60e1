"""Convert a results directory of an earlier schema, in place: `fftbench migrate DIR`.

Schema 3 added layouts, instruction sets and FFTW's version to records; where they were not written
down they stay unknown. What schema 2 changed:

- the driver `limits` is `contiguous_passes`, and its status `bound` is `baseline`;
- `measure.trace` is `measure.profile`;
- taskfft's setting `sends_under_way` is `sends_in_flight`;
- a warning is a code and a text instead of a text.

The id of a case is a hash of its content, so every case gets a new one, in the plan as in the
records. Numbers stay as they were written. Lines that are no records of an earlier schema are kept.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fftbench.core.contracts.case import CASE_SCHEMA, Case
from fftbench.core.contracts.plan import PLAN_SCHEMA
from fftbench.core.contracts.record import RECORD_SCHEMA
from fftbench.core.contracts.versions import is_older
from fftbench.core.errors import UserError, file_error
from fftbench.core.files.writing import write_text

DRIVERS = {"limits": "contiguous_passes"}
SETTINGS = {"taskfft": {"sends_under_way": "sends_in_flight"}}
"""By driver, as it is called now."""
STATUSES = {"bound": "baseline"}
MEASURE = {"trace": "profile"}
WARNINGS = {
    "the harness is a debug build": "debug_build",
    "oversubscribed": "oversubscribed",
    "ranks are not bound": "unbound",
    "run although the driver refuses it": "refused",
    "wisdom": "wisdom",
}
"""The code of each text of schema 1, by a part of it; all others were notes of libraries."""


@dataclass(frozen=True)
class Migrated:
    """What was converted."""

    records: int
    planned: int
    """Cases of the plan."""


def migrate(directory: Path) -> Migrated:
    """Convert DIR/plan.json and DIR/records/*.jsonl.

    What is up to date already stays as it is, so to run it twice does no harm. Raises UserError
    where a file can't be read or written, and where DIR holds neither.
    """
    files = sorted((directory / "records").glob("*.jsonl"))
    plan = directory / "plan.json"
    if not files and not plan.exists():
        raise UserError(
            f"{directory}: not a results directory", "name one with plan.json or records/ in it"
        )
    planned = _migrate_plan(plan) if plan.exists() else 0
    return Migrated(sum(_migrate_records(file) for file in files), planned)


def _migrate_plan(path: Path) -> int:
    try:
        content = json.loads(_read(path))
    except ValueError as error:
        raise UserError(f"{path}: not JSON: {error}", "move it away") from error
    if not (isinstance(content, dict) and is_older(content.get("schema"), PLAN_SCHEMA)):
        return 0
    write_text(path, json.dumps(plan_of_schema_1(content), indent=1, ensure_ascii=False) + "\n")
    return len(content["cases"])


def _migrate_records(path: Path) -> int:
    lines = _read(path).splitlines(keepends=True)
    migrated = [_migrate_line(line) for line in lines]
    number = sum(old != new for old, new in zip(lines, migrated, strict=True))
    if number == 0:
        return 0
    renamed = path.with_stem(DRIVERS.get(path.stem, path.stem))
    there = _read(renamed) if renamed != path and renamed.exists() else ""
    write_text(renamed, there + "".join(migrated))
    if renamed != path:
        path.unlink()
    return number


def _migrate_line(line: str) -> str:
    """Convert a record; any other line, and one that is cut off, stays as it is."""
    try:
        content = json.loads(line)
    except ValueError:
        return line
    if not (isinstance(content, dict) and is_older(content.get("schema"), RECORD_SCHEMA)):
        return line
    if content["schema"] == "fftbench/record/1":
        content = record_of_schema_1(content)
    content["schema"] = RECORD_SCHEMA
    return json.dumps(content, separators=(",", ":"), ensure_ascii=False) + "\n"


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise file_error(path, error) from error
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: not text in UTF-8", "move it away") from error


def plan_of_schema_1(plan: Mapping[str, Any]) -> dict[str, Any]:
    """Convert the content of a plan."""
    defaults = {
        DRIVERS.get(driver, driver): _renamed(settings, _settings_of(driver))
        for driver, settings in plan.get("defaults", {}).items()
    }
    cases = [case_of_schema_1(case) for case in plan["cases"]]
    return {**plan, "schema": PLAN_SCHEMA, "cases": cases, "defaults": defaults}


def record_of_schema_1(record: Mapping[str, Any]) -> dict[str, Any]:
    """Convert the content of a record; its own schema is the caller's to name."""
    changed: dict[str, Any] = {
        "case": case_of_schema_1(record["case"]),
        "status": STATUSES.get(record["status"], record["status"]),
    }
    if record.get("effective"):
        effective = record["effective"]
        settings = _renamed(effective["settings"], _settings_of(record["case"]["driver"]))
        changed["effective"] = {**effective, "settings": settings}
    if "warnings" in record:
        changed["warnings"] = [{"code": _code(text), "text": text} for text in record["warnings"]]
    return {**record, **changed}


def case_of_schema_1(case: Mapping[str, Any]) -> dict[str, Any]:
    """Convert the content of a case, under its new id."""
    changed: dict[str, Any] = {
        "schema": CASE_SCHEMA,
        "driver": DRIVERS.get(case["driver"], case["driver"]),
    }
    if "settings" in case:
        changed["settings"] = _renamed(case["settings"], _settings_of(case["driver"]))
    if "measure" in case:
        changed["measure"] = _renamed(case["measure"], MEASURE)
    content = {**case, **changed}
    return {**content, "id": Case.model_validate(content).content_id()}


def _settings_of(driver: str) -> Mapping[str, str]:
    return SETTINGS.get(DRIVERS.get(driver, driver), {})


def _renamed(content: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    return {names.get(key, key): value for key, value in content.items()}


def _code(text: str) -> str:
    return next((code for part, code in WARNINGS.items() if part in text), "library")
