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
from fftbench.core.files.results import record_files
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
ODD = (AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What converting raises where content is not of the schema that it names."""


@dataclass(frozen=True)
class Migrated:
    """What was converted."""

    records: int
    planned: int
    """Cases of the plan."""


def migrate(directory: Path) -> Migrated:
    """Convert DIR/plan.json and DIR/records/*.jsonl.

    What is up to date already stays as it is, so to run it twice does no harm. All is converted
    before the first file is written. Raises UserError where a file can't be read or written, where
    the plan can't be converted, and where DIR holds neither.
    """
    files = record_files(directory)
    plan = directory / "plan.json"
    if not files and not plan.exists():
        raise UserError(
            f"{directory}: not a results directory", "name one with plan.json or records/ in it"
        )
    new: dict[Path, str] = {}
    renamed: list[Path] = []
    planned = _migrate_plan(plan, new) if plan.exists() else 0
    records = 0
    for file in sorted(files, key=lambda file: file.stem in DRIVERS):  # after whom they join
        text, number = _migrate_lines(_read(file))
        if number == 0:
            continue
        records += number
        target = file.with_stem(DRIVERS.get(file.stem, file.stem))
        if target != file:
            renamed.append(file)
            text = (new.get(target) or (_read(target) if target.exists() else "")) + text
        new[target] = text
    for path, text in new.items():
        write_text(path, text)
    for file in renamed:
        file.unlink()
    return Migrated(records, planned)


def _migrate_plan(path: Path, new: dict[Path, str]) -> int:
    """Convert the plan, whose new text becomes one of the `new` ones; return its cases."""
    try:
        content = json.loads(_read(path))
    except (ValueError, RecursionError) as error:
        raise UserError(f"{path}: not JSON: {error}", "move it away") from error
    if not (isinstance(content, dict) and is_older(content.get("schema"), PLAN_SCHEMA)):
        return 0
    try:
        plan = plan_of_schema_1(content)
    except ODD as error:
        what = f"{type(error).__name__}: {error}"
        raise UserError(f"{path}: no plan that can be converted: {what}", "move it away") from error
    new[path] = json.dumps(plan, indent=1, ensure_ascii=False) + "\n"
    return len(plan["cases"])


def _migrate_lines(text: str) -> tuple[str, int]:
    """Convert the records of a file; return its new text, and how many lines are new."""
    lines = text.splitlines(keepends=True)
    migrated = [_migrate_line(line) for line in lines]
    return "".join(migrated), sum(old != new for old, new in zip(lines, migrated, strict=True))


def _migrate_line(line: str) -> str:
    """Convert a record; any other line, and one that is cut off or odd, stays as it is."""
    try:
        content = json.loads(line)
        if not (isinstance(content, dict) and is_older(content.get("schema"), RECORD_SCHEMA)):
            return line
        if content["schema"] == "fftbench/record/1":
            content = record_of_schema_1(content)
    except ODD:
        return line
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
