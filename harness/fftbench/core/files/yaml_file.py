"""YAML files as models, with mistakes reported as "file:line: what is wrong, what was meant"."""

from __future__ import annotations

import re
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
MOST = 100_000
"""More values than anybody writes: a few lines of anchors in anchors can stand for billions."""
DECIMAL = "[-+]?(0|[1-9][0-9]*)"
"""YAML 1.1 has others: 010 is 8, 0x10 is 16, 1_000 is 1000, and 1:30 is 90."""
SIGNS = {
    r"'\t'": "indent by spaces, not by tabs",
    "mapping values are not allowed": "begin the keys of a mapping in the same column, and see "
    "whether the line before lacks its `:`",
}
"""What to do about mistakes, by what PyYAML says of them."""
MERGE = "tag:yaml.org,2002:merge"


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
        loader = yaml.SafeLoader(path.read_text(encoding="utf-8"))
        builder = _Builder(path, loader)
        data = builder.build(loader.get_single_node(), ())
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: not a text file in UTF-8") from error
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        position = f"{path}:{mark.line + 1}:{mark.column + 1}" if mark else str(path)
        context = f" ({error.context})" if error.context else ""
        hint = next((hint for sign, hint in SIGNS.items() if sign in str(error.problem)), None)
        raise UserError(f"{position}: not YAML: {error.problem}{context}", hint) from error
    except yaml.YAMLError as error:
        raise UserError(f"{path}: not YAML: {error}") from error
    except RecursionError as error:
        raise UserError(f"{path}: nested more than {DEEPEST} deep") from error
    if not isinstance(data, dict):
        raise UserError(f"{path}: expected `key: value` lines, found {_kind(data)}")
    return data, Source(path, builder.lines)


@dataclass
class _Builder:
    """Turns the nodes of a file into plain data, noting the line of every key and list item.

    Merges (`<<`) are resolved here: PyYAML 6.0.4 takes another mapping's value or the mapping's
    own by whether two equal keys are one object in memory.
    """

    path: Path
    loader: yaml.SafeLoader
    lines: dict[Location, int] = field(default_factory=dict)

    def build(self, node: yaml.Node | None, at: Location, depth: int = 0) -> Any:
        """Return what stands in a node at the location `at`."""
        if depth > DEEPEST:
            raise UserError(f"{self.path}: nested more than {DEEPEST} deep")
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, at, depth)
        if isinstance(node, yaml.SequenceNode):
            return [
                self._item(item, item, (*at, index), depth) for index, item in enumerate(node.value)
            ]
        return None if node is None else self._value(node)

    def _value(self, node: yaml.Node) -> Any:
        """Return what PyYAML makes of a node, by its tag or by its look."""
        try:
            value = self.loader.construct_object(node, deep=True)
        except (AttributeError, LookupError, OverflowError, ValueError) as error:
            line = node.start_mark.line + 1
            scalar = isinstance(node, yaml.ScalarNode)
            what = repr(node.value) if scalar else "one in this key"
            message = f"{self.path}:{line}: {what} is no value of YAML"
            raise UserError(message, "put it in quotes") from error
        if type(value) is int and not re.fullmatch(DECIMAL, node.value):
            where = f"{self.path}:{node.start_mark.line + 1}"
            message = f"{where}: {node.value} is the number {value} in YAML"
            raise UserError(message, f"write {value}, or '{node.value}' in quotes if it is text")
        return value

    def _mapping(self, node: yaml.MappingNode, at: Location, depth: int) -> dict[str, Any]:
        merged: dict[str, Any] = {}
        own: dict[str, Any] = {}
        for source in reversed(_merged_into(node)):  # the first that has a key gives its value
            merged |= self.build(source, at, depth + 1)
        for key_node, value_node in node.value:
            if key_node.tag != MERGE:
                key = self._key(key_node, own, at)
                own[key] = self._item(key_node, value_node, (*at, key), depth)
        return merged | own

    def _key(self, node: yaml.Node, known: Mapping[str, Any], at: Location) -> str:
        """Return a key that is text and is not in its mapping already."""
        line = node.start_mark.line + 1
        key = self._value(node)
        if not isinstance(key, str):
            kind = _kind(key)
            raise UserError(f"{self.path}:{line}: the key {key!r} is {kind}: put it in quotes")
        if key in known:
            there = (*at, key)
            first = self.lines[there]
            raise UserError(f"{self.path}:{line}: the key '{key}' is already in line {first}")
        return key

    def _item(self, first: yaml.Node, value: yaml.Node, at: Location, depth: int) -> Any:
        self.lines[at] = line = first.start_mark.line + 1
        if len(self.lines) > MOST:
            raise UserError(f"{self.path}:{line}: more than {MOST} values with what anchors repeat")
        return self.build(value, at, depth + 1)


def _merged_into(node: yaml.MappingNode) -> list[yaml.MappingNode]:
    """Return the mappings that `<<` merges into a mapping, as they are written."""
    sources: list[yaml.MappingNode] = []
    for key, value in node.value:
        if key.tag == MERGE:
            sources += value.value if isinstance(value, yaml.SequenceNode) else [value]
    for source in sources:
        if not isinstance(source, yaml.MappingNode):
            problem = f"expected a mapping to be merged, found a {source.id}"
            raise yaml.MarkedYAMLError(problem=problem, problem_mark=source.start_mark)
    return sources


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
    value = "nothing" if detail["input"] is None else repr(detail["input"])
    return f"{what}{value}: {_in_words_of_yaml(detail)}"


def _in_words_of_yaml(detail: dict[str, Any]) -> str:
    """Say what pydantic says, whose words are Python's."""
    kind, value, text = detail["type"], detail["input"], str(detail["msg"])
    if kind in ("model_type", "dict_type"):
        return "input should be a mapping, `key: value`"
    if kind in ("tuple_type", "list_type"):
        return "input should be a list, `[a, b]`"
    if kind in ("int_type", "int_parsing"):
        quoted = isinstance(value, str) and re.fullmatch(DECIMAL, value)
        return f"input should be a whole number{', without quotes' if quoted else ''}"
    if kind == "float_parsing":
        return "input should be a number"
    if kind == "string_type" and not isinstance(value, (list, dict, type(None))):
        return "input should be text: put it in quotes"
    return (text[0].lower() + text[1:]).replace("tuple", "list").replace(" after validation", "")


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
