"""What papers say about distributed FFTs, as data; they stand in claims.yaml."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, model_validator

from fftbench.analysis.model.layouts import LayoutClass
from fftbench.core.campaigns.sweep import Many
from fftbench.core.contracts.case import Grid, Setting
from fftbench.core.contracts.labels import settings_text
from fftbench.core.contracts.model import Model, Positive
from fftbench.core.contracts.problem import Placement, Precision, Transform
from fftbench.core.files.yaml_file import load_model

FILE = Path(__file__).with_name("claims.yaml")

Range = tuple[Positive, Positive | None]
"""The least and the most; null if there is no upper end."""

Metric = Literal["pair", "forward", "fft", "planning", "memory", "efficiency"]
"""What is compared: seconds of forward and backward, of forward alone, of its one-dimensional
transforms alone (a stage without its exchange, by the profile), or of planning; what the library
takes of memory; or strong efficiency, where `one` has the higher."""

PENCILS = 2
"""Axes that they divide."""

NEAR_SQUARE, ELONGATED = 2, 4
"""Ratio of a grid's sides: at most this for near-square, at least this for elongated grids."""

GRID_WORDS = {
    "pencils": "in pencils",
    "near_square": "near-square grids",
    "elongated": "elongated grids",
}


class Paper(Model):
    """Where claims come from."""

    name: str
    citation: str


class Side(Model):
    """One side of a comparison: the cases of a driver with these settings."""

    driver: str
    settings: dict[str, Setting] = {}
    grid: Literal["pencils", "near_square", "elongated"] | None = None
    """All pencils, or those of a kind. Slabs are none: they save an exchange."""

    def has(self, grid: Grid | None) -> bool:
        """Whether a grid of ranks is of this side's kind."""
        if self.grid is None:
            return True
        divided = [part for part in grid or () if part > 1]
        if len(divided) != PENCILS:
            return False
        stretch = max(divided) / min(divided)
        return {
            "pencils": True,
            "near_square": stretch <= NEAR_SQUARE,
            "elongated": stretch >= ELONGATED,
        }[self.grid]

    @property
    def text(self) -> str:
        """Driver, settings and kind of grid, as `heffte exchange=p2p`."""
        grid = GRID_WORDS[self.grid] if self.grid else ""
        return " ".join(filter(None, (self.driver, settings_text(self.settings), grid)))


class Scope(Model):
    """The cases that a claim is about; what is not given may have any value."""

    dims: Positive | None = None
    transform: Many[Transform] = tuple(Transform)
    precision: Many[Precision] = tuple(Precision)
    placement: Many[Placement] = tuple(Placement)
    nodes: Range = (1, None)
    ranks: Range = (1, None)
    threads: Range = (1, None)
    grid: Literal["pencils", "bricks"] | None = None
    """How many axes the ranks divide: two, or three."""
    layout: LayoutClass = LayoutClass.any
    """Where the spectrum may lie; `same` where the paper has it ordered like the input."""


class Claim(Model):
    """A statement: `one` takes less of the metric than `other`, or as much if they are `alike`."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9-]+$")]
    paper: str
    """A key of `papers`."""
    where: str
    """Section, table or figure."""
    says: str
    """In our words."""
    one: Side
    other: Side
    times: tuple[float, float] | None = None
    """The paper's time of `other` over that of `one`, least and most; null if it has no number.

    As the metric, it can be memory; of efficiency it is that of `one` over that of `other`.
    """
    metric: Metric = "pair"
    """What the paper compares."""
    alike: bool = False
    scale: str
    """The paper's machine and size."""
    of: Scope = Scope()
    campaign: str | None = None
    """The campaign that measures both sides."""
    note: str = ""
    """How the two sides here differ from those of the paper."""


class Literature(Model):
    """All claims, and the papers that make them."""

    papers: dict[str, Paper]
    claims: tuple[Claim, ...]

    @model_validator(mode="after")
    def _known(self) -> Literature:
        for claim in self.claims:
            if claim.paper not in self.papers:
                raise ValueError(f"{claim.id}: unknown paper '{claim.paper}'")
        if len({claim.id for claim in self.claims}) < len(self.claims):
            raise ValueError("two claims have the same id")
        return self


def literature() -> Literature:
    """Read claims.yaml."""
    return load_model(FILE, Literature)[0]
