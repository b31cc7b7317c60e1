"""The case contract (plan -> program): one measurement to make, under a content-hashed id."""

from __future__ import annotations

import hashlib
import json
from typing import Annotated, Any, Literal

from pydantic import Field, StrictBool, StrictInt, StrictStr, model_validator

from fftbench.core.contracts.model import Model, Positive
from fftbench.core.contracts.problem import Problem

CASE_SCHEMA: Literal["fftbench/case/2"] = "fftbench/case/2"

Seed = Annotated[int, Field(ge=0, lt=2**63, strict=True)]
DEFAULT_SEED = 1
Setting = StrictBool | StrictInt | StrictStr
Grid = Annotated[tuple[Positive, ...], Field(min_length=2, max_length=3)]


def same_value(one: object, other: object) -> bool:
    """Whether two values are equal and of the same type: `true` is not 1."""
    return type(one) is type(other) and one == other


class Repetitions(Model):
    """How many timed repetitions at the least and at the most."""

    min: Positive = 10
    max: Positive = 200

    @model_validator(mode="after")
    def _ordered(self) -> Repetitions:
        if self.min > self.max:
            raise ValueError(f"min {self.min} is more than max {self.max}")
        return self


class Measure(Model):
    """How one case is measured."""

    warmup: Annotated[int, Field(ge=0)] = 2
    repetitions: Repetitions = Repetitions()
    ci: Annotated[float, Field(gt=0, lt=1)] = 0.05
    """Stop when the 95 % interval of the median is narrower than this fraction of it."""
    max_seconds: Annotated[float, Field(gt=0, allow_inf_nan=False)] = 30.0
    """Stop repeating after this many seconds of the timed loop, once the least count is reached."""
    timeout_seconds: Annotated[float, Field(gt=0, allow_inf_nan=False)] = 600.0
    """The whole case, planning and checks included, is given up after this."""
    profile: Annotated[int, Field(ge=0)] = 3
    """Profiled passes after the timed ones; 0 for no breakdown."""
    samples: Literal["summary", "all"] = "summary"
    """`all` keeps the time of every rank in every repetition."""


class Case(Model):
    """One measurement: a problem, where it runs, and with which settings of which driver."""

    schema_: Literal["fftbench/case/2"] = Field(CASE_SCHEMA, alias="schema")
    id: Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
    driver: str
    problem: Problem
    ranks: Positive
    nodes: Positive = 1
    threads: Positive = 1
    grid: Grid | None = None
    """Ranks along the axes of the input: (P, 1) are slabs, (p, q) pencils, (p, q, r) bricks.

    None: the library chooses.
    """
    settings: dict[str, Setting] = {}
    measure: Measure = Measure()
    seed: Seed = DEFAULT_SEED
    """Of the data, with the launch's number. With another, the same work is another case."""

    def content_id(self) -> str:
        """Hash of everything but the id: equal cases of any campaign share their records."""
        return content_hash(self.model_dump(mode="json", by_alias=True, exclude={"id"}))


def content_hash(content: dict[str, Any]) -> str:
    """Hash a case as JSON without its id: 16 hexadecimal digits, whatever the order of keys."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
