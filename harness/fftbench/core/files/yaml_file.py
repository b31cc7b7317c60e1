"""YAML files as models, with mistakes reported as "file:line: what is wrong, what was meant"."""

from __future__ import annotations

import typing
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from fftbench.core.contracts.model import Model
from fftbench.core.errors import UserError, did_you_mean

Location = tuple[str | int, ...]
"""Keys and list positions from the top of a file to a value."""

M = TypeVar("M", bound=Model)
DEEPEST = 32


class _Loader(yaml.SafeLoader):
    """Knows which keys stand in a mapping itself: merges (`<<`) add others to its node.

    A node is merged into where it is met first, which an alias or another merge may be.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.own_keys: dict[yaml.MappingNode, frozenset[yaml.Node]] = {}

    def compose_mapping_node(self, anchor: Any) -> yaml.MappingNode:
        """Compose a mapping as it is written."""
        node = super().compose_mapping_node(anchor)
        self.own_keys[node] = frozenset(key for key, _ in node.value)
        return node


@dataclass(frozen=True)
class Source:
    """The file that a model came from, and the line of each of its keys (1 is the first)."""

    path: Path | None = None
    lines: Mapping[Location, int] = field(default_factory=dict)

    def error(self, location: Location, message: str, hint: str | None = None) -> UserError:
        """Return (not raise) the error that names the file and the line of `location`."""
        return UserError(f"{self.position(location)}{message}", hint)

    def position(self, location: Location) -> str:
        """Name the file and the line of the nearest known key at or above `location`.

        Positions in a lone value, which stands for a list of one, may be part of `location`.
        """
        if self.path is None:
            return ""
        known = _known_part(location, self)
        return f"{self.path}:{self.lines[known]}: " if known else f"{self.path}: "


def load_model(path: Path, model: type[M]) -> tuple[M, Source]:
    """Read a YAML file as `model`; UserError with file, line and suggestion where it is wrong."""
    data, source = load_yaml(path)
    try:
        return model.model_validate(data), source
    except ValidationError as error:
        raise UserError("\n".join(explain(error, model, source))) from error


def load_yaml(path: Path) -> tuple[dict[str, Any], Source]:
    """Read a YAML file whose top is a mapping; UserError where it is unreadable or malformed."""
    try:
        loader = _Loader(path.read_text(encoding="utf-8"))
        node = loader.get_single_node()
        lines: dict[Location, int] = {}
        data = _build(loader, node, (), lines, path)
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: not a text file in UTF-8") from error
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        position = f"{path}:{mark.line + 1}:{mark.column + 1}" if mark else str(path)
        context = f" ({error.context})" if error.context else ""
        raise UserError(f"{position}: not YAML: {error.problem}{context}") from error
    except yaml.YAMLError as error:
        raise UserError(f"{path}: not YAML: {error}") from error
    if not isinstance(data, dict):
        raise UserError(f"{path}: expected `key: value` lines, found {_kind(data)}")
    return data, Source(path, lines)


def _build(
    loader: _Loader,
    node: yaml.Node | None,
    at: Location,
    lines: dict[Location, int],
    path: Path,
) -> Any:
    """Turn a node into plain data, noting the line of every key and list item."""
    if len(at) > DEEPEST:
        raise UserError(f"{path}: nested more than {DEEPEST} deep")
    if isinstance(node, yaml.SequenceNode):
        items = []
        for index, item in enumerate(node.value):
            here = (*at, index)
            lines[here] = item.start_mark.line + 1
            items.append(_build(loader, item, here, lines, path))
        return items
    if not isinstance(node, yaml.MappingNode):
        return None if node is None else loader.construct_object(node)
    loader.flatten_mapping(node)  # what is merged in comes first, and may be replaced
    data: dict[str, Any] = {}
    own: set[str] = set()
    for key_node, value_node in node.value:
        line = key_node.start_mark.line + 1
        key = loader.construct_object(key_node, deep=True)
        here = (*at, key)
        if not isinstance(key, str):
            raise UserError(f"{path}:{line}: the key {key!r} is {_kind(key)}: put it in quotes")
        if key in own:
            raise UserError(f"{path}:{line}: the key '{key}' is already in line {lines[here]}")
        if key_node in loader.own_keys[node]:
            own.add(key)
        lines[here] = line
        data[key] = _build(loader, value_node, here, lines, path)
    return data


def explain(error: ValidationError, model: type[BaseModel], source: Source) -> list[str]:
    """One message per mistake, in the order of the file, each with file and line."""
    messages: list[str] = []
    details = error.errors(include_url=False)
    for detail in details:
        if detail["type"] == "too_short" and any(_inside(other, detail) for other in details):
            continue  # the items are there, but wrong, and that is said already
        location = _known_part(detail["loc"], source)
        message = source.position(location) + _message(dict(detail), model, location)
        if message not in messages:
            messages.append(message)
    return messages


def dotted(location: Location) -> str:
    """Write a location as `problem.shape[0]`."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in location)
    return text.removeprefix(".")


def _message(detail: dict[str, Any], model: type[BaseModel], location: Location) -> str:
    kind, name = detail["type"], str(detail["loc"][-1]) if detail["loc"] else ""
    if kind == "extra_forbidden":
        parent = detail["loc"][:-1]
        where = f" in {dotted(location[:-1])}" if location[:-1] else ""
        return f"unknown key '{name}'{where}: {did_you_mean(name, _fields_at(model, parent))}"
    if kind == "missing":
        where = f" in {dotted(location)}" if location else ""
        return f"the key '{name}' is missing{where}"
    what = f"{dotted(location)}: " if location else ""
    if kind in ("enum", "literal_error"):
        value, known = detail["input"], _words_at(model, detail["loc"])
        return f"{what}{value!r} is not known: {did_you_mean(str(value), known)}"
    if kind == "value_error":
        return what + str(detail["ctx"]["error"])
    text = str(detail["msg"])
    return f"{what}{detail['input']!r}: {text[0].lower()}{text[1:]}"


def _known_part(location: Location, source: Source) -> Location:
    """Drop what the file does not hold: pydantic's union tags, positions in a lone value."""
    for skipped in (None, *range(len(location))):
        shorter = tuple(part for index, part in enumerate(location) if index != skipped)
        if shorter in source.lines:
            return shorter
    known: Location = ()
    for part in location:
        if (*known, part) in source.lines:
            known = (*known, part)
    return known


def _inside(detail: ErrorDetails, other: ErrorDetails) -> bool:
    size = len(other["loc"])
    return len(detail["loc"]) > size and detail["loc"][:size] == other["loc"]


def _fields_at(model: type[BaseModel], location: Location) -> list[str]:
    """Name the keys that are known in the mapping at `location` of a model."""
    return list(_walk(model, location)[0].model_fields)


def _words_at(model: type[BaseModel], location: Location) -> list[str]:
    """Name the words that are allowed at `location` of a model."""
    return list(_words_in(_walk(model, location)[1]))


def _walk(model: type[BaseModel], location: Location) -> tuple[type[BaseModel], Any]:
    """Follow a location through nested models: the innermost one, and the type of its last key."""
    current, annotation = model, None
    for part in location:
        info = current.model_fields.get(str(part))
        if info is not None:
            annotation = info.annotation
            current = _model_in(annotation) or current
    return current, annotation


def _words_in(annotation: Any) -> Iterator[str]:
    """Yield the words of the enumerations and literals that a type is made of."""
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        yield from (str(member.value) for member in annotation)
    for part in typing.get_args(annotation):
        if isinstance(part, str):
            yield part
        else:
            yield from _words_in(part)


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    found = (_model_in(part) for part in typing.get_args(annotation))
    return next((part for part in found if part is not None), None)


def _kind(value: object) -> str:
    kinds = {type(None): "nothing", bool: "a truth value", int: "a number", float: "a number"}
    kinds |= {str: "text", list: "a list", dict: "a mapping"}
    return kinds.get(type(value), f"a {type(value).__name__}")
