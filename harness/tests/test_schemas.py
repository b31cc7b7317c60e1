"""The contracts in files agree with the models, and the examples with both."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from pydantic import ValidationError

from fftbench.core.contracts.case import Case
from fftbench.core.errors import UserError
from fftbench.core.schemas import CONTRACTS, MODELS, schema_text

FOLDER = Path(__file__).parents[1] / "schema"
EXAMPLES = sorted((FOLDER / "examples").glob("*.json"))


def kind(path: Path) -> str:
    """`invalid-case-unknown-key.json` is about `case`."""
    return path.stem.removeprefix("invalid-").partition("-")[0]


@pytest.mark.parametrize("name", CONTRACTS)
def test_the_files_are_current(name: str) -> None:
    text = (FOLDER / f"{name}.schema.json").read_text()
    assert json.loads(text) == json.loads(schema_text(name)), (
        f"run: fftbench schema {name} > harness/schema/{name}.schema.json"
    )


@pytest.mark.parametrize("name", MODELS)
def test_every_schema_is_one(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(json.loads(schema_text(name)))


def test_an_unknown_schema_is_named() -> None:
    with pytest.raises(UserError, match="unknown schema 'cases': did you mean 'case'"):
        schema_text("cases")


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_schema_and_model_agree_on_the_examples(path: Path) -> None:
    text = path.read_text()
    model, schema = MODELS[kind(path)], json.loads(schema_text(kind(path)))
    if path.stem.startswith("invalid-"):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(json.loads(text), schema)
        with pytest.raises(ValidationError):
            model.model_validate_json(text)
        return
    jsonschema.validate(json.loads(text), schema)
    checked = model.model_validate_json(text)
    if isinstance(checked, Case):
        assert checked.id == checked.content_id()


def test_there_are_examples_of_every_contract() -> None:
    assert {kind(path) for path in EXAMPLES} == set(CONTRACTS)


def test_a_campaign_may_be_written_in_short() -> None:
    short = {
        "name": "a",
        "problem": {"shape": [8, 8], "transform": "c2c", "precision": "double"},
        "drivers": {"x": {"y": 1}},
        "scale": {"ranks": 1},
    }
    jsonschema.validate(short, json.loads(schema_text("campaign")))
    short["drivers"] = {"x": [{}, {"y": [1, 2]}]}
    jsonschema.validate(short, json.loads(schema_text("campaign")))
