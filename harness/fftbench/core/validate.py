"""Recognise a file by its content and say what is wrong with it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from fftbench.core.campaigns.campaign import Campaign
from fftbench.core.campaigns.expand import expand
from fftbench.core.campaigns.site import Site
from fftbench.core.contracts.case import CASE_SCHEMA, Case
from fftbench.core.contracts.catalogue import CATALOGUE_SCHEMA, Catalogue
from fftbench.core.contracts.model import Model
from fftbench.core.contracts.plan import PLAN_SCHEMA, Plan
from fftbench.core.contracts.record import RECORD_SCHEMA, Record
from fftbench.core.contracts.versions import mismatch, version_of
from fftbench.core.errors import UserError, file_error
from fftbench.core.files.results import read_records
from fftbench.core.files.yaml_file import Source, explain, load_model, load_yaml
from fftbench.core.programs import load_catalogue

BY_SCHEMA: dict[str, type[Model]] = {
    CASE_SCHEMA: Case,
    RECORD_SCHEMA: Record,
    CATALOGUE_SCHEMA: Catalogue,
    PLAN_SCHEMA: Plan,
}


@dataclass(frozen=True)
class Finding:
    """What a file is, and what is wrong with it."""

    kind: str
    problems: tuple[str, ...]
    """Empty for a valid file; each names the file, and the line where there are lines."""
    note: str = ""
    """What could not be looked at."""


def validate_file(path: Path) -> Finding:
    """Check a campaign, site, case, record, catalogue or plan file; never raises for its content.

    Raises UserError where the file can't be read.
    """
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise file_error(path, error) from error
    if path.suffix == ".jsonl":
        return _records(path)
    if text.lstrip()[:1] in ("{", "["):
        try:
            return _json(path, json.loads(text))
        except json.JSONDecodeError as error:
            if path.suffix == ".json":
                where = f"{path}:{error.lineno}:{error.colno}"
                return Finding("JSON", (f"{where}: not JSON: {error.msg}",))
    try:
        return _yaml(path)
    except UserError as error:
        return Finding("YAML", tuple(str(error).splitlines()))


def _records(path: Path) -> Finding:
    return Finding("records", read_records([path]).problems)


def _json(path: Path, content: Any) -> Finding:
    if isinstance(content, list):
        found = [_json(path, item) for item in content]
        problems = tuple(problem for one in found for problem in one.problems)
        return Finding(f"{len(found)} case{'s' if len(found) != 1 else ''}", problems)
    schema = content.get("schema") if isinstance(content, dict) else None
    model = BY_SCHEMA.get(str(schema))
    if model is None:
        return Finding("JSON", (f"{path}: {_foreign(schema)}",))
    kind = model.__name__.lower()
    try:
        checked = model.model_validate_json(json.dumps(content))
    except ValidationError as error:
        return Finding(kind, tuple(explain(error, model, Source(path))))
    return Finding(kind, tuple(_wrong_ids(path, checked)))


def _foreign(schema: object) -> str:
    found = version_of(schema)
    kinds = {name.split("/")[1]: name for name in BY_SCHEMA}
    if found and found[0] in kinds:
        return mismatch(schema, kinds[found[0]])
    return f"its schema is {schema!r}; known: {', '.join(BY_SCHEMA)}"


def _wrong_ids(path: Path, checked: Model) -> Iterator[str]:
    """Find cases that were changed by hand after their id was made from their content."""
    cases: tuple[Case, ...] = ()
    if isinstance(checked, Plan):
        cases = checked.cases
    elif isinstance(checked, Case):
        cases = (checked,)
    for case in cases:
        if case.id != case.content_id():
            yield f"{path}: the id {case.id} is not that of the case's content, {case.content_id()}"


def _yaml(path: Path) -> Finding:
    keys = set(load_yaml(path)[0])
    if len(keys & set(Campaign.model_fields)) < len(keys & set(Site.model_fields)):
        load_model(path, Site)
        return Finding("site", ())
    campaign, source = load_model(path, Campaign)
    try:
        catalogue = load_catalogue()
    except UserError:
        return Finding("campaign", (), "no build was found: drivers and settings are not checked")
    expansion = expand(campaign, catalogue, Site(name="any"), source)
    return Finding("campaign", (), "; ".join(expansion.warnings))
