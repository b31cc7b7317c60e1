"""The rules on the committed records: nothing is below its bound, and what checking costs."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from fftbench.analysis.model.merge import divided, merge
from fftbench.analysis.model.metrics import Row, measure
from fftbench.analysis.model.sources import Study, load
from fftbench.analysis.tables.bounds import below
from fftbench.core.contracts.case import Case
from fftbench.core.contracts.record import Record, Status

SETS = Path(__file__).parents[2] / "results" / "reference"
BOUNDED = sorted(
    {
        file.parents[1].relative_to(SETS).as_posix()
        for file in SETS.rglob("records/lower_bound*.jsonl")
    }
)

NEAREST = {
    "drivers": 4.5,
    "libraries": 2.4,
    "libraries-large": 4.4,
    "libraries-amd": 4.4,
    "libraries-small-zen4": 2.5,
    "equal-layout": 2.3,
    "equal-layout-single": 2.6,
    "equal-layout-large": 3.6,
    "equal-layout-largest": 4.5,
    "equal-layout-amd": 4.2,
    "equal-layout-single-amd": 3.5,
    "equal-layout-large-amd": 5.8,
    "equal-layout-cascadelake": 3.5,
    "equal-layout-zen4": 3.6,
    "equal-layout-single-zen4": 2.7,
    "equal-layout-large-zen4": 4.9,
    "equal-layout-largest-zen4": 5.1,
    "libraries-zen4": 3.3,
    "libraries-large-zen4": 5.0,
    "equal-layout-ranks": 3.5,
    "equal-layout-ranks-cascadelake": 4.3,
    "equal-layout-ranks-zen4": 3.6,
    "equal-layout-ranks-amd": 4.1,
    "gpu": 1.8,
    "gpu-h200": 1.7,
    "gpu-large-h200": 3.1,
    "many-cores": 2.9,
    "many-cores-16": 2.8,
    "two-hosts": 1.03,
}
"""Times over their bounds, of which harness/README.md tells the least and the most."""


@cache
def study(name: str) -> Study:
    return load([SETS / name])


def rows(name: str) -> list[Row]:
    """Every case of a set that has a time and a bound."""
    found = study(name)
    every = measure(merge(found), divided(found).baselines, divided(found).bounds)
    return [row for row in every if row.over_bound]


def cores(case: Case) -> tuple[int, int]:
    """Ranks, and threads of each."""
    return case.ranks, case.threads


def bounded(name: str) -> set[tuple[int, int]]:
    """The cores that a bound was measured on."""
    every = (record for records in study(name).records.values() for record in records)
    return {cores(record.case) for record in every if record.status is Status.bound}


def ok(name: str) -> list[Record]:
    """The records of libraries in a set."""
    return [
        record
        for records in study(name).records.values()
        for record in records
        if record.status is Status.ok
    ]


def test_sets_with_bounds_are_there() -> None:
    assert BOUNDED


@pytest.mark.parametrize("name", BOUNDED)
def test_no_library_is_below_its_bound_by_more_than_noise(name: str) -> None:
    assert rows(name)
    assert not below(rows(name))


@pytest.mark.parametrize("name", BOUNDED)
def test_every_time_of_a_library_is_as_far_above_its_bound_as_is_told(name: str) -> None:
    # A bound is measured where each rank has a device of its own, and may be on some cores alone.
    timed = [
        one
        for one in merge(study(name))
        if one.pair is not None and one.shares != "device" and cores(one.case) in bounded(name)
    ]
    assert len(rows(name)) == len(timed)
    nearest = min(row.over_bound.median for row in rows(name))
    assert nearest > NEAREST[name]


@pytest.mark.parametrize(
    ("name", "part", "most"), [("libraries", 61 / 768, 0.39), ("many-cores", 14 / 210, 0.58)]
)
def test_sums_take_more_than_a_quarter_of_the_rest_in_few_cases(
    name: str, part: float, most: float
) -> None:
    costs = [
        record.check.repetitions_s / (record.elapsed_s - record.check.repetitions_s)
        for record in ok(name)
    ]
    assert sum(cost > 0.25 for cost in costs) <= part * len(costs)
    assert max(costs) < most
