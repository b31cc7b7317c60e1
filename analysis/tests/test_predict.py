"""Predictions beyond what was measured: checked by leaving out, refused where impossible."""

from __future__ import annotations

import sys
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from fftbench import cli
from fftbench.analysis.model.metrics import input_bytes
from fftbench.analysis.model.prediction import Model, Point, wanted_point
from fftbench.analysis.model.sources import load
from fftbench.analysis.model.statistics import MIN_LAUNCHES
from fftbench.analysis.plots.predict import prediction_figure
from fftbench.analysis.plots.style import Palette, paper_style
from fftbench.analysis.questions.predict import (
    LEAST_ERROR,
    MOST,
    Prediction,
    Refusal,
    Target,
    check,
    predict,
)
from fftbench.analysis.questions.published import read_published
from fftbench.analysis.tables.predict import check_text
from fftbench.analysis.terminal.predict import print_predictions
from fftbench.core.contracts.case import Placement, Problem
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


def test_a_time_that_was_never_seen_is_near(measured) -> None:
    found = only(measured(), Target((512,)))
    (forecast,) = found.forecasts
    assert forecast.resources == Resources(32, 512, 1)
    assert forecast.seconds == pytest.approx(seconds(512), rel=0.15)
    assert forecast.lo < forecast.seconds < forecast.hi


def test_the_band_grows_with_the_distance(measured) -> None:
    found = only(measured())
    widths = [forecast.hi / forecast.lo for forecast in found.forecasts]
    assert widths == sorted(widths)
    assert widths[0] >= (1 + LEAST_ERROR) ** 2
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
    model = Model((operation, 0.0, 0.0, message, fixed))
    bare = [wanted_point(problem(), Resources(1, ranks, 1), slabs=True) for ranks in COUNTS]
    known = [Point(one.problem, one.resources, one.partners, model.seconds(one)) for one in bare]
    found = check(known, 1)
    assert found is not None
    assert found.worst < 0.15


FLUPS = read_published(Path(__file__).parents[2] / "results/published/flups-table-2.yaml")


@pytest.mark.parametrize("series", FLUPS.series, ids=lambda series: series.name)
def test_published_times_of_more_nodes_are_predicted_from_fewer(series) -> None:
    """On MeluXina: 32 nodes from 1, 2 and 8, and 128 nodes from these four."""
    assert FLUPS.problem is not None
    assert FLUPS.cores is not None
    rows, *plane = FLUPS.problem.shape_per_rank
    known = []
    for nodes, ranks, rate in zip(FLUPS.at, FLUPS.cores, series.values, strict=True):
        of = Problem(shape=(rows * ranks, *plane), transform=FLUPS.problem.transform,
                     precision=FLUPS.problem.precision, placement=Placement.in_place)  # fmt: skip
        point = wanted_point(of, Resources(nodes, ranks, 1), slabs=False)
        known.append(replace(point, seconds=input_bytes(of) / ranks / (1e6 * rate)))
    for measured in (3, 4):
        found = check(known[: measured + 1], 1)
        assert found is not None
        assert found.reach == 4
        assert found.worst < 0.15


def test_it_is_printed_and_drawn(measured, tmp_path, monkeypatch, capsys) -> None:
    path = measured()
    out = StringIO()
    print_predictions([path], Target((256, 512)), console=Console(file=out, width=120))
    text = " ".join(out.getvalue().split())
    assert "predicted" in text
    assert "Predicted without it" in text
    assert "Nothing here was measured" in text
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
