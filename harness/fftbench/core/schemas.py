"""The contracts as JSON Schemas, generated from the models so that they can't disagree."""

from __future__ import annotations

import json

from fftbench.core.campaigns.campaign import Campaign
from fftbench.core.campaigns.site import Site
from fftbench.core.contracts.case import Case
from fftbench.core.contracts.catalogue import Catalogue
from fftbench.core.contracts.model import Model
from fftbench.core.contracts.plan import Plan
from fftbench.core.contracts.record import Record
from fftbench.core.errors import UserError, did_you_mean

MODELS: dict[str, type[Model]] = {
    "case": Case,
    "record": Record,
    "catalogue": Catalogue,
    "plan": Plan,
    "campaign": Campaign,
    "site": Site,
}
CONTRACTS = ("case", "record", "catalogue")
"""Kept as files in harness/schema for programs in other languages."""


def schema_text(name: str) -> str:
    """Return the JSON Schema (draft 2020-12) of a model by name; UserError for an unknown one."""
    if name not in MODELS:
        raise UserError(f"unknown schema '{name}': {did_you_mean(name, MODELS)}")
    schema = MODELS[name].model_json_schema(by_alias=True)
    dialect = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return json.dumps({**dialect, **schema}, indent=2) + "\n"
