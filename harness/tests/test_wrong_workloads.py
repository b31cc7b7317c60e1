"""Workloads of liars: what is solved wrong, at once or later, must be called that."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from lying import Run, case_of, lie
from test_lies import TIMED

from fftbench.core.contracts.record import Status

pytestmark = pytest.mark.mpi

SOLVED = (
    ("poisson", ("c2c", "r2c", "dct2", "dst1", "dct4", "dct2-dst2-r2c", "dst2-c2c-r2c")),
    ("convolution", ("c2c", "r2c", "dct1", "dst4", "dct2-dst2-r2c", "c2c-dct3-c2c")),
    ("gradient", ("c2c", "r2c")),
    ("unbounded_poisson", ("c2c", "r2c")),
    ("unbounded_plane_poisson", ("c2c", "r2c", "c2c-c2c-dct2", "c2c-dst2-r2c")),
    ("unbounded_line_poisson", ("c2c", "r2c", "c2c-dct1-r2c", "c2c-dst4-dct3", "dct2")),
)
UNBOUNDED = ("unbounded_poisson", "unbounded_plane_poisson", "unbounded_line_poisson")
FLOW = {"workload": "navier_stokes", "transform": "r2c"}


@pytest.mark.parametrize("ranks", [1, 3])
def test_workloads_are_solved_and_timed_in_parts(run: Callable[..., Run], ranks: int) -> None:
    honest = [
        case_of(
            ranks,
            shape=shape,
            transform=transform,
            workload=workload,
            fields=fields,
            precision=precision,
            placement=placement,
        )
        for workload, transforms in SOLVED
        for transform in transforms
        for shape in ([5, 4, 6], [6, 7, 4])
        for fields, precision, placement in (
            (1, "double", "out_of_place"),
            (2, "single", "in_place"),
        )
    ]
    honest += [
        case_of(ranks, shape=shape, transform=transform, workload=workload)
        for shape, transform in (([12], "r2c"), ([9, 8], "c2c"), ([1, 6], "c2c"))
        for workload in ("poisson", "convolution", "gradient")
    ]
    honest += [
        case_of(
            ranks,
            shape=shape,
            fields=fields,
            precision=precision,
            placement=placement,
            **FLOW,
        )
        for shape in ([5, 4, 6], [7, 8, 9], [1, 1, 4])
        for fields in (1, 3)
        for precision, placement in (("double", "out_of_place"), ("single", "in_place"))
    ]
    done = run(ranks, honest)
    for case in honest:
        record = done.the(case)
        assert record.status is Status.ok, (case.problem, record.reason)
        assert record.check is not None and record.check.workload_l2 is not None
        assert record.whole is not None and record.pointwise is not None
        assert record.forward is not None and record.backward is not None
        parts = (record.forward.min_s, record.pointwise.min_s, record.backward.min_s)
        for whole, *inside in zip(record.whole.max_s, *parts, strict=True):
            assert whole >= sum(inside)


@pytest.mark.parametrize("ranks", [1, 2])
def test_a_wrong_way_to_solve_is_wrong(run: Callable[..., Run], ranks: int) -> None:
    lies = [
        lie(ranks, name, workload=workload, transform=transform)
        for workload, transform in (("poisson", "c2c"), ("convolution", "r2c"), ("poisson", "r2c"))
        for name in (
            *("no pointwise part", "wrong sign", "wrong mean", "zero solution"),
            *("stale solution", "scaled solution"),
        )
        if name != "wrong mean" or workload == "poisson"
    ]
    lies += [
        lie(ranks, name, workload=workload, transform=transform)
        for workload in UNBOUNDED
        for name in ("periodic Green's function", "no pointwise part")
        for transform in ("c2c", "r2c")
    ]
    unbounded = {"workload": "unbounded_poisson", "shape": [6, 8, 5]}
    lies += [
        lie(ranks, name, transform=transform, **unbounded)
        for name in ("point charges", "stale potential")
        for transform in ("c2c", "r2c")
    ]
    lies += [  # where a solution is most sensitive to what its data lose in rounding
        lie(ranks, "zero solution", workload="poisson", shape=shape, precision="single")
        for shape in ([1024], [128, 4], [16, 8, 8])
    ]
    right = [
        lie(ranks, "solves right", workload="poisson", transform="dct2"),
        lie(ranks, "pads right", transform="r2c", **unbounded),
        lie(ranks, "pads right", workload="unbounded_poisson", shape=[2, 8, 5]),  # one plane
        lie(ranks, "pads right", transform="c2c", precision="single", fields=2, **unbounded),
    ]
    done = run(ranks, [*lies, *right])
    for case in right:
        record = done.the(case)
        assert record.status is Status.ok, record.reason
        assert record.whole is not None
        assert record.forward is None
    for case in lies:
        record = done.the(case)
        stale = case.settings["lie"] in ("stale solution", "scaled solution", "stale potential")
        assert record.status is Status.wrong, case
        assert ("repetitions" if stale else "workload L2") in (record.reason or "")


@pytest.mark.parametrize("ranks", [1, 2])
def test_what_pads_where_it_must_not_fails(run: Callable[..., Run], ranks: int) -> None:
    solverless = lie(ranks, "pads without a solver", workload="unbounded_poisson")
    elsewhere = [
        lie(ranks, "pads elsewhere", workload=workload)
        for workload in ("none", "poisson", "convolution", "gradient")
    ]
    done = run(ranks, [solverless, *elsewhere])
    for case in (solverless, *elsewhere):
        record = done.the(case)
        assert record.status is Status.failed, case
        expected = "offers no Plan::solver" if case is solverless else "of unbounded axes alone"
        assert expected in (record.reason or "")


@pytest.mark.parametrize("ranks", [2])
def test_what_is_wrong_later_is_wrong_in_a_workload(run: Callable[..., Run], ranks: int) -> None:
    lies = [
        lie(ranks, name, **work)
        for work in (*({"workload": of} for of in ("poisson", "convolution", "gradient")), FLOW)
        for name in sorted(TIMED)
        if name != "sign later"  # undone on the way back: the answer is right
        # What is multiplied pointwise is no multiple at any two elements: it transforms.
        if name != "field kept and scaled as nine elements are"
        # In one transform, and a wave number that is none of the flow's then: it multiplies zero.
        if work is not FLOW or name not in ("wrong once", "zero once")
    ]
    done = run(ranks, lies)
    for case in lies:
        record = done.the(case)
        assert record.status is Status.wrong, (case.problem.workload, case.settings)
        assert any(
            reason in (record.reason or "")
            for reason in ("repetitions", "workload", "spectrum", "round trip", "memory beside")
        )


@pytest.mark.parametrize("ranks", [1, 2])
def test_what_is_wrong_in_the_order_of_a_step_is_wrong(run: Callable[..., Run], ranks: int) -> None:
    """Bare transforms go forward and backward in turns: a step does not."""
    names = ("forward again and again", "backward again")
    lies = [lie(ranks, name, shape=[7, 6, 8], **FLOW) for name in names]
    unseen = [lie(ranks, name, transform="r2c") for name in names]
    done = run(ranks, [*lies, *unseen])
    for case in lies:
        record = done.the(case)
        assert record.status is Status.wrong, case
        assert "workload L2" in (record.reason or "")
    for case in unseen:
        assert done.the(case).status is Status.ok


@pytest.mark.parametrize("ranks", [1, 2])
def test_waves_that_a_step_loses_show_in_the_repetitions(
    run: Callable[..., Run], ranks: int
) -> None:
    """The first checks know a flow of the shortest waves alone."""
    lies = [
        lie(ranks, "loses long waves", shape=[7, 6, 8], precision=precision, **FLOW)
        for precision in ("double", "single")
    ]
    done = run(ranks, lies)
    for case in lies:
        record = done.the(case)
        assert record.status is Status.wrong, case
        assert "repetitions" in (record.reason or "")
        assert "workload" not in (record.reason or "")


def test_one_rank_that_fails_in_a_workload_ends_it_on_all(run: Callable[..., Run]) -> None:
    cases = [
        lie(2, "throws in the workload", **work)
        for work in ({"workload": "poisson"}, {"workload": "gradient"}, FLOW)
    ]
    done = run(2, cases, grace=20)
    for case in cases:
        record = done.the(case)
        assert record.status is Status.failed
        assert "rank 1: solve: out of luck" in (record.reason or "")


def test_what_solves_no_workload_is_refused(run: Callable[..., Run]) -> None:
    pretender = case_of(1, "pretender", workload="poisson")
    mixed = case_of(1, workload="gradient", transform="dct2-c2c-r2c")
    long = case_of(1, workload="poisson", shape=[16385, 1, 1])
    rough = case_of(1, workload="poisson", shape=[16384], precision="single")
    flat = case_of(1, workload="unbounded_poisson", shape=[8, 8])
    walls = case_of(1, workload="unbounded_poisson", transform="dct2-c2c-r2c")
    beside = case_of(1, workload="unbounded_plane_poisson", transform="c2c-dct1-r2c")
    refused = [pretender, mixed, long, rough, flat, walls, beside]
    done = run(1, refused)
    reasons = [done.the(case).reason or "" for case in refused]
    assert "pretender is a baseline of transforms: it solves no poisson" in reasons[0]
    assert "gradient takes c2c and r2c only" in reasons[1]
    assert "up to 16384 points along an axis, not 16385" in reasons[2]
    assert "short waves of a solution of poisson on 16384 are lost in rounding" in reasons[3]
    assert "unbounded_poisson is in all of space: it takes three axes, not 2" in reasons[4]
    assert "doubles axis 0, which is then periodic: it takes c2c and r2c only" in reasons[5]
    assert "doubles axis 1, which is then periodic, or even or odd at its first end" in reasons[6]
