"""The model of times: it finds the costs that times were made of, and no others."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fftbench.analysis.model.prediction import (
    MIN_POINTS,
    MIN_WITH_FIGURES,
    UNKNOWN,
    Figures,
    Model,
    Point,
    Terms,
    error_left_out,
    fit,
    relative_error,
    wanted_point,
)
from fftbench.core.contracts.problem import Placement, Precision, Problem, Transform
from fftbench.core.contracts.resources import Resources

COUNTS = (1, 2, 4, 8, 16, 32)
PER_NODE = 8
NO_COST = Terms(*[0.0] * len(Terms._fields))


def cube(size: int) -> Problem:
    return Problem(
        shape=(size,) * 3,
        transform=Transform.c2c,
        precision=Precision.double,
        placement=Placement.out_of_place,
    )


def bare(ranks: int, size: int = 128, slabs: bool = True) -> Point:
    return wanted_point(cube(size), Resources(-(-ranks // PER_NODE), ranks, 1), slabs)


def points(costs: Terms, counts=COUNTS, slabs: bool = True) -> list[Point]:
    model = Model(costs)
    found = [bare(ranks, slabs=slabs) for ranks in counts]
    return [replace(point, seconds=model.seconds(point)) for point in found]


OPERATIONS = NO_COST._replace(operations=1e-9)


def test_grids_of_slabs_and_pencils() -> None:
    assert bare(12).grid == (12,)
    assert bare(12, slabs=False).grid == (3, 4)
    assert bare(1, slabs=False).grid == (1, 1)


def test_one_rank_sends_nothing() -> None:
    terms = bare(1).terms
    assert (terms.near, terms.far, terms.messages) == (0.0, 0.0, 0.0)


def test_cores_share_operations_and_nodes_share_memory() -> None:
    one, four = bare(8).terms, bare(32).terms
    assert four.operations == one.operations / 4
    assert four.memory == one.memory / 4
    assert bare(4).terms.memory == one.memory


def test_too_few_points_are_not_fitted() -> None:
    few = points(OPERATIONS)[: MIN_POINTS - 1]
    assert fit(few) is None
    assert error_left_out(points(OPERATIONS)[:MIN_POINTS]) is None


MACHINE = Figures(operations=1e-9, memory=1e-10, near=1e-10, far=1e-10, messages=1e-6)


def test_figures_of_the_exchange_stand_for_a_point() -> None:
    few = points(OPERATIONS)[:MIN_WITH_FIGURES]
    assert fit(few, MACHINE) is not None
    assert fit(few, MACHINE._replace(messages=None)) is None
    assert fit(few[:1], MACHINE) is None


COSTS = st.builds(
    Terms, st.floats(1e-10, 1e-8), st.floats(0, 1e-9), st.floats(0, 1e-3),
    st.floats(0, 1e-8), st.floats(0, 1e-9), st.floats(0, 1e-10), st.floats(0, 1e-5),
)  # fmt: skip


@given(COSTS)
@settings(max_examples=50, deadline=None)
def test_times_of_the_models_form_are_found_again(costs) -> None:
    known = points(costs)
    model = fit(known)
    assert model is not None
    assert min(model.costs) >= 0
    for point in known:
        assert relative_error(model, point) == pytest.approx(0, abs=3e-3)


@given(st.sampled_from(Terms._fields), st.floats(1e-12, 1e-3), st.booleans())
@settings(max_examples=50, deadline=None)
def test_times_of_one_cost_are_predicted_exactly(name, cost, slabs) -> None:
    """But for what one rank does not have: its time would be 0."""
    known = points(NO_COST._replace(**{name: cost}), (16, 32, 64, 128, 256), slabs)
    model = fit(known)
    assert model is not None
    beyond = bare(1024, slabs=slabs)
    assert model.seconds(beyond) == pytest.approx(cost * getattr(beyond.terms, name), rel=0.01)


RATES = st.builds(
    Figures, operations=st.floats(1e-10, 1e-8), memory=st.floats(1e-12, 1e-10),
    near=st.floats(1e-11, 1e-9), far=st.floats(1e-11, 1e-9), messages=st.floats(1e-7, 1e-4),
)  # fmt: skip


@given(RATES, st.booleans())
@settings(max_examples=50, deadline=None)
def test_of_a_machine_that_is_as_measured_two_times_are_enough(figures, slabs) -> None:
    true = Terms(*(cost or 0.0 for cost in figures))
    model = fit(points(true, (8, 16), slabs), figures)
    assert model is not None
    beyond = bare(1024, slabs=slabs)
    assert model.seconds(beyond) == pytest.approx(Model(true).seconds(beyond), rel=1e-3)


@given(RATES, st.floats(0.3, 3))
@settings(max_examples=50, deadline=None)
def test_times_correct_what_the_machine_was_measured_to_be(figures, factor) -> None:
    true = Terms(*(factor * (cost or 0.0) for cost in figures))
    known = points(true, (4, 8, 16, 32, 64, 128))
    model = fit(known, figures)
    assert model is not None
    for point in known:
        assert relative_error(model, point) == pytest.approx(0, abs=0.02)


def test_profiled_parts_tell_computation_from_exchange() -> None:
    """Totals on one node can't, or hardly: both go down with the ranks."""
    true = NO_COST._replace(operations=1e-9, near=1e-9)
    known = []
    for point in points(true, (4, 8, 16)):
        exchange = true.near * point.terms.near / point.seconds
        known.append(replace(point, exchange=exchange))
    model = fit(known)
    assert model is not None
    assert model.costs.operations == pytest.approx(true.operations, rel=1e-3)
    assert model.costs.near == pytest.approx(true.near, rel=1e-3)


@given(COSTS, st.floats(0.01, 100))
@settings(max_examples=50, deadline=None)
def test_a_machine_as_fast_again_is_predicted_so(costs, factor) -> None:
    known = points(costs)
    slower = [replace(point, seconds=factor * point.seconds) for point in known]
    slow_machine = Figures(*(cost and factor * cost for cost in MACHINE))
    one, other = fit(known, MACHINE), fit(slower, slow_machine)
    beyond = bare(64)
    assert one is not None
    assert other is not None
    assert other.seconds(beyond) == pytest.approx(factor * one.seconds(beyond), rel=1e-3)


@given(st.lists(st.floats(1e-4, 10), min_size=4, max_size=6), st.sampled_from([UNKNOWN, MACHINE]))
@settings(max_examples=50, deadline=None)
def test_no_times_give_negative_costs(times, figures) -> None:
    known = [replace(point, seconds=time)
             for point, time in zip(points(OPERATIONS), times, strict=False)]  # fmt: skip
    model = fit(known, figures)
    assert model is not None
    assert min(model.costs) >= 0
    assert all(model.seconds(point) >= 0 for point in known)
    assert error_left_out(known, figures) is not None


def test_distance_grows_with_size_and_cores() -> None:
    here = bare(4, size=64)
    assert here.distance(here) == 0
    near, far = bare(8, size=64), bare(8, size=128)
    assert here.distance(near) < here.distance(far)
