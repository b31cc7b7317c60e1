"""Which cases a campaign leaves out."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from fftbench.core.contracts.case import same_value
from fftbench.core.errors import did_you_mean
from fftbench.core.files.yaml_file import Source

FACETS = (
    "driver",
    "transform",
    "precision",
    "placement",
    "memory",
    "fields",
    "workload",
    "shape",
    "ranks",
    "threads",
    "nodes",
    "ranks_per_node",
    "grid",
)
"""The properties of a case that a rule may name, besides its settings."""
LISTS = ("shape", "grid")
"""Facets whose one value is a list."""

Facets = Mapping[str, Any]
"""A case as rules see it: its facets (shape and grid as tuples) and its settings, by name."""


@dataclass(frozen=True)
class Rule:
    """Matches a case where each named facet or setting has one of the listed values."""

    values: Mapping[str, tuple[Any, ...]]

    def matches(self, facets: Facets) -> bool:
        """Whether every key has one of its values; 1 and true are different values."""
        return all(
            key in facets and any(same_value(facets[key], value) for value in values)
            for key, values in self.values.items()
        )


def parse_rules(
    excludes: tuple[dict[str, Any], ...], settings: Collection[str] | None, source: Source
) -> tuple[Rule, ...]:
    """Read the `exclude` of a campaign.

    `settings` are the names of all settings; None where some driver could not be asked. Raises
    UserError for a key that is neither a facet nor a setting, and for an empty rule.
    """
    rules = []
    for index, raw in enumerate(excludes):
        location = ("exclude", index)
        if not raw:
            raise source.error(location, f"exclude[{index}] is empty and would match every case")
        for key in raw:
            if settings is not None and key not in FACETS and key not in settings:
                meant = did_you_mean(key, {*FACETS, *settings})
                raise source.error((*location, key), f"unknown key '{key}' in exclude: {meant}")
        rules.append(Rule({key: _values(key, value) for key, value in raw.items()}))
    return tuple(rules)


def _values(key: str, value: Any) -> tuple[Any, ...]:
    if key not in LISTS:
        return tuple(value) if isinstance(value, list) else (value,)
    lists = value if isinstance(value, list) and value and isinstance(value[0], list) else [value]
    return tuple(tuple(item) if isinstance(item, list) else item for item in lists)
