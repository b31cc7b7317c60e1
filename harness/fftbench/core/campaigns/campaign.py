"""The campaign: what to measure, as a person writes it in configs/campaigns/*.yaml."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    BeforeValidator,
    Discriminator,
    Field,
    Tag,
    field_validator,
    model_validator,
)

from fftbench.core.campaigns.sweep import Many, ManyLists
from fftbench.core.contracts.case import DEFAULT_SEED, Grid, Measure, Seed, Setting
from fftbench.core.contracts.model import Model, Positive
from fftbench.core.contracts.problem import AnyTransform, Memory, Placement, Precision, Workload

Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$", max_length=80)]
Shape = Annotated[tuple[Positive, ...], Field(min_length=1, max_length=3)]
GridWord = Literal["square", "slab", "all", "brick", "free"]


def _setting(value: object) -> object:
    if not isinstance(value, (bool, int, str)):
        raise ValueError(f"{value!r}: a setting is true, false, an integer or text")
    return value


def _kind_of_grid(value: object) -> str:
    return "word" if isinstance(value, str) else "list"


Settings = dict[str, Many[Annotated[Setting, BeforeValidator(_setting)]]]
Grids = Annotated[
    Annotated[GridWord, Tag("word")] | Annotated[ManyLists[Grid], Tag("list")],
    Discriminator(_kind_of_grid),
]


class ProblemSweep(Model):
    """Every combination of these is measured; shapes in points per axis, slowest axis first."""

    shape: ManyLists[Shape]
    transform: Many[AnyTransform]
    """A word for all axes, or one for each axis, as in `dct2-dst2-r2c`."""
    precision: Many[Precision]
    placement: Many[Placement] = (Placement.out_of_place,)
    memory: Many[Memory] = (Memory.host,)
    fields: Many[Positive] = (1,)
    """How many arrays of the shape are transformed together."""
    workload: Many[Workload] = (Workload.none,)
    """What is done with the spectrum; `none`: the transforms are the work."""


class Scale(Model):
    """On what each problem runs: `ranks` or `nodes` x `ranks_per_node`, and threads per rank.

    With `weak`, the shapes are those of the smallest number of ranks, and grow with the ranks so
    that the points per rank stay exactly the same (see grids.grown).
    """

    ranks: Many[Positive] | None = None
    nodes: Many[Positive] | None = None
    ranks_per_node: Many[Positive] | None = None
    threads: Many[Positive] = (1,)
    weak: bool = False

    @model_validator(mode="after")
    def _one_way(self) -> Scale:
        by_node = (self.nodes, self.ranks_per_node)
        if self.ranks is not None and by_node != (None, None):
            raise ValueError("give either `ranks`, or `nodes` and `ranks_per_node`, not both")
        if self.ranks is None and None in by_node:
            raise ValueError("give `ranks`, or `nodes` together with `ranks_per_node`")
        return self


class CampaignMeasure(Measure):
    """How each case is measured, and in how many separate launches."""

    launches: Positive = 8
    """More than the six that a claim needs; `fftbench noise` says what so many launches tell.

    A difference of 5 % was seen in 79 and 80 % of the cases with eight (noise-intel and noise-amd
    in results/reference).
    """


class Campaign(Model):
    """What to measure: problems x drivers and settings x scale x grids, less what is excluded."""

    name: Name
    problem: ProblemSweep
    drivers: Annotated[dict[str, Many[Settings]], Field(min_length=1)]
    """By driver, settings of which every combination is measured, or a list of such.

    What is not named stays at the driver's default.
    """
    scale: Scale
    grid: Grids = "square"
    """Ranks along two or three axes: see the module grids."""
    measure: CampaignMeasure = CampaignMeasure()
    seed: Many[Seed] = (DEFAULT_SEED,)
    """Of the data; the first one orders the launches, too.

    With several, every case is measured with each, in programs that are started apart: the same
    work twice, to see how much its times differ by themselves.
    """
    exclude: tuple[dict[str, Any], ...] = ()
    """A case is left out where it matches every key of one of these: see the module exclude."""

    @field_validator("drivers", mode="before")
    @classmethod
    def _drivers_as_mapping(cls, drivers: Any) -> Any:
        """Accept `drivers: [a, b]`, and `drivers: {a: }` for defaults."""
        if isinstance(drivers, str):
            drivers = [drivers]
        if isinstance(drivers, list):
            if not all(isinstance(name, str) for name in drivers):
                raise ValueError("a list of names, or a mapping of names to settings")
            drivers = dict.fromkeys(drivers)
        if isinstance(drivers, dict):
            return {name: {} if value is None else value for name, value in drivers.items()}
        return drivers
