"""Predictions beyond what was measured: checked by leaving out, refused where impossible."""

from __future__ import annotations

import sys
from dataclasses import replace
from io import StringIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from fftbench import cli
from fftbench.analysis.model.prediction import Model, Terms, wanted_point
from fftbench.analysis.model.sources import load
from fftbench.analysis.model.statistics import MIN_LAUNCHES
from fftbench.analysis.plots.growth.predict import prediction_figure
from fftbench.analysis.plots.look.style import Palette, paper_style
from fftbench.analysis.questions.left_out import by_distance, check
from fftbench.analysis.questions.predict import (
    LEAST_FACTOR,
    MOST,
    Prediction,
    Refusal,
    Target,
    predict,
)
from fftbench.analysis.tables.predict import check_text, cost_text
from fftbench.analysis.terminal.predict import print_predictions
from fftbench.core.contracts.environment import Distance, Link
from fftbench.core.contracts.resources import Resources
from fftbench.core.errors import UserError

PER_NODE = 16
COUNTS = (4, 8, 16, 32, 64, 128)


def grid_of(ranks: int) -> tuple[int, int]:
    rows = max(number for number in range(1, ranks + 1)
               if ranks % number == 0 and number * number <= ranks)  # fmt: skip
    return rows, ranks // rows


def seconds(ranks: int, launch: int = 0) -> float:
    """Operations shared by the ranks, a share that leaves the node, messages, and noise of 1 %."""
    noise = 1 + 0.01 * ((7 * launch + 3 * ranks) % 5 - 2) / 2
    nodes = -(-ranks // PER_NODE)
    return noise * (4 / ranks + 2 / nodes * (1 - 1 / nodes) / 16 + 2e-6 * sum(grid_of(ranks)))


@pytest.fixture
def measured(tmp_path, factory, case, write):
    """Write times on so many ranks, 16 of them a node."""

    def make(counts=COUNTS, **more):
        records = [
            factory.timed(
                case("alpha", ranks, {}, nodes=-(-ranks // PER_NODE), grid=grid_of(ranks), **more),
                seconds(ranks, launch) / 2,
                launch,
                profile=None,
            )
            for ranks in counts
            for launch in range(MIN_LAUNCHES)
        ]
        write(tmp_path, records)
        return tmp_path

    return make


def only(path, target=Target()):  # noqa: B008 (it is frozen)
    (found,) = predict(load([path]), target)
    return found


def test_the_largest_count_is_predicted_from_the_others(measured) -> None:
    found = only(measured())
    assert isinstance(found, Prediction)
    assert [len(one.left_out) for one in found.checks] == [1, 2]
    assert found.checks[0].left_out[0].resources.ranks == 128
    assert found.checks[0].worst < 0.15
    assert "on 8 nodes, 128 ranks is" in check_text(found)


def test_errors_are_told_by_how_far_ahead_they_look(measured) -> None:
    found = only(measured())
    told = by_distance(found.checks)
    assert [(one.factor, len(one.errors)) for one in told] == [(2, 2), (4, 1)]
    assert sorted(error for one in told for error in one.errors) == sorted(
        abs(error) for one in found.checks for error in one.errors
    )
    assert "at twice the cores (at worst" in check_text(found)
    assert "at 4 times the cores (at worst" in check_text(found)


def test_counts_close_together_tell_of_no_distance(measured) -> None:
    found = only(measured())
    close = [
        replace(
            one,
            left_out=one.left_out[:1],
            errors=one.errors[:1],
            kept=one.left_out[0].resources.cores - 1,
        )
        for one in found.checks
    ]
    assert "median error" in check_text(found)
    assert "median error" not in check_text(replace(found, checks=tuple(close)))


def test_a_time_that_was_never_seen_is_near(measured) -> None:
    found = only(measured(), Target((512,)))
    (forecast,) = found.forecasts
    assert forecast.resources == Resources(32, 512, 1)
    assert forecast.seconds == pytest.approx(seconds(512), rel=0.2)
    assert forecast.lo < seconds(512) < forecast.hi


def test_grids_lie_as_they_were_measured(tmp_path, factory, case, write) -> None:
    """How much of an exchange leaves a node depends on which side of the grid is the longer."""
    model = Model(Terms(0.0, 0.0, 0.0, 0.0, 1e-9, 0.0, 0.0))
    of = case("alpha").problem.model_copy(update={"shape": (2048,) * 3})
    for turned in (False, True):
        *known, beyond = (
            wanted_point(of, Resources(ranks // 8, ranks, 1), False, turned)
            for ranks in (32, 128, 512, 2048)
        )
        records = []
        for one in known:
            used = one.resources
            there = case("alpha", used.ranks, {}, nodes=used.nodes, grid=one.grid, of=of)
            records.append(factory.timed(there, model.seconds(one) / 2, profile=None))
        write(tmp_path / str(turned), records)
        (found,) = only(tmp_path / str(turned), Target((2048,))).forecasts
        other = replace(beyond, grid=beyond.grid[::-1])
        assert model.seconds(other) != pytest.approx(model.seconds(beyond), rel=0.01)
        assert found.seconds == pytest.approx(model.seconds(beyond), rel=0.005)


def test_the_band_grows_with_the_distance(measured) -> None:
    found = only(measured())
    widths = [forecast.hi / forecast.lo for forecast in found.forecasts]
    assert widths == sorted(widths)
    assert widths[0] >= LEAST_FACTOR**2
    ranks = [forecast.resources.ranks for forecast in found.forecasts]
    assert ranks[0] == 256
    assert ranks[-1] <= min(MOST, 256 * 256)


def test_the_band_holds_what_few_points_cannot_tell_apart(measured) -> None:
    """From 64 ranks, a constant and a cost per message look alike; at 16,384 they do not."""
    found = only(measured((4, 8, 16, 32, 64)), Target((16_384,)))
    (far,) = found.forecasts
    assert far.lo < seconds(16_384) < far.hi
    assert far.hi > 1.5 * far.lo


def test_too_few_counts_are_refused(measured) -> None:
    found = only(measured((4, 8)))
    assert isinstance(found, Refusal)
    assert found.reason.startswith("measured on 4, 8 ranks only")


def test_three_counts_are_not_checked(measured) -> None:
    found = only(measured((16, 32, 64)))
    assert isinstance(found, Prediction)
    assert found.checks == ()
    assert check_text(found).startswith("Not checked")


def test_one_node_tells_nothing_of_several(measured) -> None:
    path = measured((2, 4, 8))
    found = only(path)
    assert isinstance(found, Refusal)
    assert "--ranks-per-node" in found.reason
    there = only(path, Target(ranks_per_node=32))
    assert [forecast.resources.ranks for forecast in there.forecasts] == [16, 32]


def test_one_node_is_no_reason_where_the_problem_cannot_be_divided(measured) -> None:
    found = only(measured((2, 4, 8)), Target((100_000_000,)))
    assert isinstance(found, Refusal)
    assert found.reason == "no larger number of ranks can divide this problem so"


def links(*distances: str):
    """Of a machine, as a record has them."""
    return tuple(
        Link(distance=Distance(one), latency_s=1e-6, bytes_per_s=1e10) for one in distances
    )


@pytest.mark.parametrize("times", [(1.0, 0.5, 0.6), (1.0, 1.2, 0.9), (1.0, 0.6, 0.7)])
def test_models_of_what_is_far_say_nothing_of_one_node(
    tmp_path, factory, case, write, times
) -> None:
    records = [
        factory.timed(case("alpha", nodes, {}, nodes=nodes, grid=(nodes, 1)), value / 2, launch)
        for nodes, value in zip((2, 4, 8), times, strict=True)
        for launch in range(MIN_LAUNCHES)
    ]
    write(tmp_path, records)
    found = only(tmp_path, Target((16,), 16))
    assert isinstance(found, Prediction)
    for one in found.forecasts:
        assert 0 < one.lo <= one.seconds <= one.hi


def test_of_a_measured_machine_two_counts_are_enough(tmp_path, factory, case, write) -> None:
    def results(path, *distances: str):
        there = environment_with(factory, case, links(*distances))
        write(path, [factory.timed(case("alpha", ranks, {}, grid=grid_of(ranks)),
                                   seconds(ranks) / 2, profile=None, environment=there)
                     for ranks in (4, 8)])  # fmt: skip
        return path

    near = only(results(tmp_path / "near", "node"), Target(ranks_per_node=16))
    assert isinstance(near, Prediction)
    assert [forecast.resources.ranks for forecast in near.forecasts] == [16]
    text = cost_text(near)
    assert "GB/s sent per rank within its node (from 10.0 GB/s" in text
    assert "The machine was not measured for the cost of operations and memory." in text
    far = only(results(tmp_path / "far", "node", "network"), Target((512,), ranks_per_node=16))
    assert [forecast.resources.nodes for forecast in far.forecasts] == [32]


def environment_with(factory, case, measured_links):
    there = factory.ok(case()).environment
    return there.model_copy(update={"links": measured_links})


def test_ranks_without_data_are_not_predicted(measured) -> None:
    found = only(measured(), Target((100_000_000,)))
    assert isinstance(found, Refusal)
    assert "no larger number of ranks" in found.reason
    assert "already" in only(measured(), Target((64,))).reason


def test_shared_cores_count_for_nothing(tmp_path, factory, case, write) -> None:
    shared = [{"code": "oversubscribed", "text": "more ranks than cores"}]
    write(tmp_path, [factory.ok(case("alpha", ranks), warnings=shared) for ranks in COUNTS])
    assert predict(load([tmp_path]), Target()) == []
    with pytest.raises(UserError, match="no case has a time on cores of its own"):
        print_predictions([tmp_path], Target(), console=Console(file=StringIO()))


@given(st.floats(1e-10, 1e-8), st.floats(0, 1e-4), st.floats(0, 1e-2))
@settings(max_examples=40, deadline=None)
def test_times_of_the_models_form_are_checked_well(problem, operation, message, fixed) -> None:
    model = Model(Terms(operation, 0.0, fixed, 0.0, 0.0, 0.0, message))
    bare = [wanted_point(problem(), Resources(1, ranks, 1), slabs=True) for ranks in COUNTS]
    known = [replace(one, seconds=model.seconds(one)) for one in bare]
    found = check(known, 1)
    assert found is not None
    assert found.worst < 0.15


def test_it_is_printed_and_drawn(measured, tmp_path, monkeypatch, capsys) -> None:
    path = measured()
    out = StringIO()
    print_predictions([path], Target((256, 512)), console=Console(file=out, width=120))
    text = " ".join(out.getvalue().split())
    assert "predicted" in text
    assert "Predicted without it" in text
    assert "What is predicted was not measured" in text
    file = tmp_path / "predicted.svg"
    words = ["predict", str(path), "--ranks", "256", "--figure", str(file)]
    monkeypatch.setattr(sys, "argv", ["fftbench", *words])
    with pytest.raises(SystemExit) as done:
        cli.main()
    assert done.value.code == 0
    assert "256 ranks" in capsys.readouterr().out
    assert file.read_text().lstrip().startswith("<?xml")


def test_predicted_times_are_dashed_with_a_band(measured) -> None:
    found = only(measured())
    with paper_style("test"):
        (axes,) = prediction_figure([found], Palette(["alpha"])).axes
    solid, dashed = axes.lines
    assert list(solid.get_xdata()) == list(COUNTS)
    assert dashed.is_dashed()
    assert dashed.get_xdata()[0] == COUNTS[-1]
    assert len(axes.collections) == 1


def test_many_bands_hide_no_lines(measured) -> None:
    found, names = only(measured()), ["a", "b", "c", "d"]
    with paper_style("test"):
        many = [replace(found, driver=name) for name in names]
        (axes,) = prediction_figure(many, Palette(names)).axes
    assert not axes.collections
    assert len(axes.lines) == 4 * len(names)  # measured, predicted, and two edges
