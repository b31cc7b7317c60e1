"""Numbers that papers print, as data, and one's own that may stand beside them."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from pathlib import Path
from typing import Literal

from pydantic import model_validator

from fftbench.analysis.model.metrics import Row, rank_throughput
from fftbench.analysis.questions.claims import literature
from fftbench.core.contracts.model import Model, Positive
from fftbench.core.contracts.problem import UNBOUNDED, Precision, Transform, Workload
from fftbench.core.files.yaml_file import load_model

Unit = Literal["s", "MB/s per rank", "%", "Gflop/s"]

OWN_UNITS: tuple[Unit, ...] = ("s", "MB/s per rank")
"""Of what fftbench measures."""


class PublishedProblem(Model):
    """What was transformed, as far as the paper says; of weak scaling the part of a rank."""

    transform: Transform
    precision: Precision
    shape: tuple[Positive, ...] | None = None
    shape_per_rank: tuple[Positive, ...] | None = None
    """Of a workload with unbounded axes, of the sources."""
    workload: Workload = Workload.none
    """What is solved, where a solve is timed."""

    @model_validator(mode="after")
    def _one_shape(self) -> PublishedProblem:
        if (self.shape is None) == (self.shape_per_rank is None):
            raise ValueError("give either 'shape' or 'shape_per_rank'")
        return self


class Series(Model):
    """A row of a table, or a curve whose points are printed."""

    name: str
    unit: Unit
    values: tuple[float | None, ...]
    """One for each of `at`; null where the paper has none."""


class Published(Model):
    """A table or figure of a paper that prints numbers."""

    paper: str
    """A key of the papers in claims.yaml."""
    where: str
    """Table, figure or section."""
    page: Positive | None = None
    """Null where the text has no pages."""
    what: str
    work: Literal["pair", "transform", "solve", "stage", "kernel", "share"]
    """What was timed; a pair of transforms and the solve of a workload are what fftbench times."""
    machine: str
    problem: PublishedProblem | None = None
    axis: str
    """What `at` counts or names: nodes, ranks, ..."""
    at: tuple[int | str, ...]
    ranks_per_node: Positive | None = None
    factor: tuple[Positive, Positive] = (1, 1)
    """Numerator and denominator of what the paper multiplies throughput by."""
    series: tuple[Series, ...]
    note: str = ""

    @model_validator(mode="after")
    def _fits(self) -> Published:
        if self.paper not in literature().papers:
            raise ValueError(f"unknown paper '{self.paper}'")
        solves = self.problem is not None and self.problem.workload is not Workload.none
        if solves != (self.work == "solve"):
            raise ValueError("'work: solve' and the problem's 'workload' go together")
        for one in self.series:
            if len(one.values) != len(self.at):
                raise ValueError(f"{one.name}: {len(one.values)} values, but {len(self.at)} of at")
        return self

    @property
    def source(self) -> str:
        """Paper and place, for labels."""
        return f"{literature().papers[self.paper].name}, {self.where}"

    @property
    def cores(self) -> tuple[int, ...] | None:
        """`at` in MPI ranks of one core; None if it counts anything else."""
        factor = {"ranks": 1, "nodes": self.ranks_per_node}.get(self.axis)
        numbers = [number for number in self.at if isinstance(number, int)]
        if factor is None or len(numbers) < len(self.at):
            return None
        return tuple(factor * number for number in numbers)

    @property
    def unit(self) -> Unit:
        """Of the first series: the one that is drawn."""
        return self.series[0].unit


def read_published(file: Path) -> Published:
    """Read a file of published numbers; UserError says what is wrong with it."""
    return load_model(file, Published)[0]


def why_apart(found: Published) -> str | None:
    """Say why nothing of one's own can be drawn over these numbers; None if it can."""
    if found.work == "share":
        return "the paper has shares of a time: set a trace of taskfft's beside them (--trace)"
    if found.work not in ("pair", "solve"):
        return f"the paper times a {found.work}, and fftbench a pair of transforms, or a solution"
    if found.problem is None or found.cores is None:
        return "the paper does not say of which problem and on how many ranks"
    if found.unit not in OWN_UNITS:
        return f"the paper's unit is {found.unit}, and fftbench's are {' and '.join(OWN_UNITS)}"
    return None


def own_values(found: Published, rows: Iterable[Row]) -> dict[str, dict[int, float]]:
    """By driver and cores: the best of one's own where problem, unit and axis are the paper's."""
    if why_apart(found):
        return {}
    best: dict[str, dict[int, Row]] = {}
    for row in rows:
        if _agrees(found, row):
            own = best.setdefault(row.result.case.driver, {})
            cores = row.resources.cores
            if cores not in own or row.seconds < own[cores].seconds:
                own[cores] = row
    return {
        driver: {cores: _value(found, own[cores]) for cores in sorted(own)}
        for driver, own in sorted(best.items())
    }


def _agrees(found: Published, row: Row) -> bool:
    problem, wanted = row.result.case.problem, found.problem
    if wanted is None or row.result.pair is None or row.result.oversubscribed:
        return False
    if problem.fields > 1 or row.resources.on_devices:
        return False
    if (problem.transform, problem.precision, problem.workload) != (
        wanted.transform, wanted.precision, wanted.workload
    ):  # fmt: skip
        return False
    if wanted.shape is not None:
        return problem.shape == wanted.shape
    assert wanted.shape_per_rank is not None
    whole = row.resources.cores * prod(wanted.shape_per_rank)
    return prod(problem.shape) == _doubling(problem.workload) * whole


def _doubling(workload: Workload) -> int:
    """How many times as many points as sources the transformed array has: 2 an unbounded axis."""
    return 2 ** (3 - UNBOUNDED.index(workload)) if workload in UNBOUNDED else 1


def _value(found: Published, row: Row) -> float:
    if found.unit == "s":
        return row.seconds
    # A paper's throughput is of what a person has: of sources, without the zeros beside them; and
    # its ranks have a core each, so that a rank with threads counts as its cores do.
    more, less = found.factor
    problem = row.result.case.problem
    own = rank_throughput(problem, row.resources.cores, row.seconds)
    return own / _doubling(problem.workload) * more / less
