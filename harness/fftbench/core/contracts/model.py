"""The base of every model: frozen, and closed to unknown keys; and what is wrong with one."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, ValidationError


class Model(BaseModel):
    """Immutable once made; a key that it does not know is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


def first_problem(error: ValidationError) -> str:
    """Say in a line what is wrong first, as `problem.shape.0: ...`."""
    detail = error.errors(include_url=False)[0]
    position = ".".join(map(str, detail["loc"]))
    return f"{position}: {detail['msg']}" if position else detail["msg"]
