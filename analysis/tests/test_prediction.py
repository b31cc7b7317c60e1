"""The model of times: it finds the costs that times were made of, and no others."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fftbench.analysis.model.prediction import (
    MIN_POINTS,
    Model,
    Point,
    error_left_out,
    fit,
    relative_error,
    wanted_point,
)
from fftbench.core.contracts.case import Placement, Precision, Problem, Transform
from fftbench.core.contracts.resources import Resources

COUNTS = (1, 2, 4, 8, 16, 32)


def cube(size: int) -> Problem:
    return Problem(
        shape=(size,) * 3,
        transform=Transform.c2c,
        precision=Precision.double,
        placement=Placement.out_of_place,
    )


def points(costs, size: int = 128, counts=COUNTS) -> list[Point]:
    model = Model(costs)
    bare = [wanted_point(cube(size), Resources(-(-n // 8), n, 1), slabs=True) for n in counts]
    return [replace(point, seconds=model.seconds(point)) for point in bare]


def test_partners_of_slabs_and_pencils() -> None:
    assert wanted_point(cube(64), Resources(1, 12, 1), slabs=True).partners == 11
    assert wanted_point(cube(64), Resources(1, 12, 1), slabs=False).partners == 2 + 3
    assert wanted_point(cube(64), Resources(1, 1, 1), slabs=False).partners == 0


def test_one_rank_sends_nothing() -> None:
    terms = wanted_point(cube(64), Resources(1, 1, 4), slabs=True).terms
    assert terms[1:4] == (0.0, 0.0, 0.0)


def test_too_few_points_are_not_fitted() -> None:
    few = points((1e-9, 0, 0, 0, 0))[: MIN_POINTS - 1]
    assert fit(few) is None
    assert error_left_out(points((1e-9, 0, 0, 0, 0))[:MIN_POINTS]) is None


COSTS = st.tuples(
    st.floats(1e-10, 1e-8), st.floats(0, 1e-8), st.floats(0, 1e-9), st.floats(0, 1e-4),
    st.floats(0, 1e-3),
)  # fmt: skip


@given(COSTS)
@settings(max_examples=50, deadline=None)
def test_times_of_the_models_form_are_found_again(costs) -> None:
    known = points(costs)
    model = fit(known)
    assert model is not None
    assert min(model.costs) >= 0
    for point in known:
        assert relative_error(model, point) == pytest.approx(0, abs=1e-4)


@given(COSTS, st.floats(0.01, 100))
@settings(max_examples=50, deadline=None)
def test_a_machine_as_fast_again_is_predicted_so(costs, factor) -> None:
    known = points(costs)
    slower = [replace(point, seconds=factor * point.seconds) for point in known]
    one, other = fit(known), fit(slower)
    beyond = wanted_point(cube(128), Resources(8, 64, 1), slabs=True)
    assert one is not None
    assert other is not None
    assert other.seconds(beyond) == pytest.approx(factor * one.seconds(beyond), rel=1e-3)


@given(st.lists(st.floats(1e-4, 10), min_size=4, max_size=6))
@settings(max_examples=50, deadline=None)
def test_no_times_give_negative_costs(times) -> None:
    known = [replace(point, seconds=time)
             for point, time in zip(points((1e-9, 0, 0, 0, 0)), times, strict=False)]  # fmt: skip
    model = fit(known)
    assert model is not None
    assert min(model.costs) >= 0
    assert all(model.seconds(point) >= 0 for point in known)
    assert error_left_out(known) is not None


def test_distance_grows_with_size_and_cores() -> None:
    here = wanted_point(cube(64), Resources(1, 4, 1), slabs=True)
    assert here.distance(here) == 0
    near = wanted_point(cube(64), Resources(1, 8, 1), slabs=True)
    far = wanted_point(cube(128), Resources(1, 8, 1), slabs=True)
    assert here.distance(near) < here.distance(far)
