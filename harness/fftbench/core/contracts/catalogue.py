"""The catalogue contract (build -> everyone): which drivers exist, what they can do, or why not."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Literal

from pydantic import Field

from fftbench.core.contracts.case import Setting
from fftbench.core.contracts.model import Model
from fftbench.core.contracts.problem import Memory, Placement, Precision, Transform

CATALOGUE_SCHEMA: Literal["fftbench/catalogue/3"] = "fftbench/catalogue/3"

Decomposition = Literal["slab", "pencil", "brick"]
NOT_BUILT = "not in this build"


class Role(str, Enum):
    """What a driver stands for; the records of all but libraries have the status of that name."""

    library = "library"
    """Its answers are checked, and it is ranked."""
    baseline = "baseline"
    """It does work to compare libraries with, who may be faster."""
    bound = "bound"
    """It does what no library can do in less time."""


class Option(Model):
    """A setting that campaigns may sweep; the first value is the default."""

    name: str
    help: str
    values: Annotated[tuple[Setting, ...], Field(min_length=1)]


class Description(Model):
    """What a driver's program prints for `--describe`."""

    name: str
    library: str
    version: str
    dims: tuple[int, ...]
    transforms: tuple[Transform, ...]
    precisions: tuple[Precision, ...]
    placements: tuple[Placement, ...]
    memories: tuple[Memory, ...]
    decompositions: tuple[Decomposition, ...]
    threaded: bool
    batches: bool = False
    """Whether it can transform several fields at once."""
    mixes: tuple[Transform, ...] = ()
    """The kinds that it can have beside others, each along an axis of its own."""
    takes_turns: bool = False
    """Whether its program knows `--turns`, and so can live beside others."""
    role: Role = Role.library
    unranked: str | None = None
    """Why a library is never ranked, right as its answers are; None for all others."""
    variables: tuple[str, ...] = ()
    """Environment variables of the library (a name, or a prefix that ends in an underscore)."""
    options: tuple[Option, ...]

    @property
    def defaults(self) -> dict[str, Setting]:
        """The value of every option that nobody sets."""
        return {option.name: option.values[0] for option in self.options}


class Entry(Model):
    """A driver of the source tree: its program and description, or why it was not built."""

    name: str
    command: tuple[str, ...] | None = None
    """The words of the program to launch; None where it was not built."""
    description: Description | None = None
    reason: str | None = None
    """Why it is not available."""
    hint: str | None = None
    """The variable to set, or the package to install."""

    @property
    def why_not(self) -> str:
        """The reason why it is not available, even if nobody gave one."""
        return self.reason or NOT_BUILT

    @property
    def unranked(self) -> str | None:
        """Why it is never ranked; None for what is, and where its program can't be asked."""
        return self.description.unranked if self.description else None

    @property
    def available(self) -> bool:
        """Whether its program is there to be run."""
        return self.description is not None


class Catalogue(Model):
    """Every driver of the source tree, built or not."""

    schema_: Literal["fftbench/catalogue/3"] = Field(CATALOGUE_SCHEMA, alias="schema")
    drivers: tuple[Entry, ...]

    def find(self, name: str) -> Entry | None:
        """Return the driver of that name, built or not; None where the tree has none."""
        return next((entry for entry in self.drivers if entry.name == name), None)
