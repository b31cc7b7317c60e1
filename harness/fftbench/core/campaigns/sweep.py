"""Fields of a campaign that take one value or a list of values to sweep."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from pydantic import Field, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, core_schema

T = TypeVar("T")


@dataclass(frozen=True)
class OneOrMany:
    """Annotates a tuple field: a lone value means a list of one.

    `depth` tells how many lists make up one value: 0 for a word, 1 for a shape.
    """

    depth: int = 0

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.no_info_before_validator_function(self._as_list, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        many = handler.resolve_ref_schema(handler(schema))
        return {"anyOf": [many["items"], many]}

    def _as_list(self, value: object) -> object:
        if isinstance(value, tuple):
            return value
        inner = value
        for _ in range(self.depth):
            if not isinstance(inner, list) or not inner:
                return value
            inner = inner[0]
        return value if isinstance(inner, list) else [value]


Many = Annotated[tuple[T, ...], Field(min_length=1), OneOrMany()]
"""One word or number, or a list of them."""

ManyLists = Annotated[tuple[T, ...], Field(min_length=1), OneOrMany(depth=1)]
"""One list (a shape, a grid), or a list of lists."""
