"""The base of every model: frozen, and closed to unknown keys."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """Immutable once made; a key that it does not know is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)
