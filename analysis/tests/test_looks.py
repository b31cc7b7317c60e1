"""What was wrong when figures were looked at: texts that touch, colours alike, lost pictures."""

from __future__ import annotations

from itertools import combinations

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from fftbench.analysis.model.formats import ranks_text
from fftbench.analysis.model.merge import merge
from fftbench.analysis.model.metrics import measure
from fftbench.analysis.model.sources import load
from fftbench.analysis.model.variants import line_of, variants
from fftbench.analysis.plots.growth.scaling import scaling_figure
from fftbench.analysis.plots.growth.variants import times_figure
from fftbench.analysis.plots.limits.errors import errors_figure
from fftbench.analysis.plots.look.lines import line_looks
from fftbench.analysis.plots.look.style import DARK, EDGE, Palette, paper_style
from fftbench.analysis.plots.settings.grids import grids_figure
from fftbench.analysis.plots.times.compare import compare_figure
from fftbench.analysis.plots.times.directions import PARTS
from fftbench.analysis.plots.times.ranking import planning_figure
from fftbench.analysis.plots.times.repetitions import repetitions_figure
from fftbench.analysis.questions.compare import compare
from fftbench.core.campaigns.grids import all_grids, grown
from fftbench.core.contracts.problem import Memory
from fftbench.core.contracts.resources import Resources


def rows(path):
    return measure(merge(load([path])))


@pytest.fixture
def sizes(tmp_path, factory, case, problem, write):
    """Sizes as weak scaling has them, most of which have long names; an error near its bound."""
    write(tmp_path, [factory.ok(case("alpha", ranks, of=problem(grown((64, 64, 64), ranks))))
                     for ranks in (1, 2, 4, 8, 16, 32, 64)])  # fmt: skip
    return rows(tmp_path)


def drawn(figure):
    """Return what measures texts of the figure as it is drawn."""
    renderer = FigureCanvasAgg(figure).get_renderer()
    figure.draw(renderer)
    return renderer


def test_names_of_sizes_do_not_touch(sizes) -> None:
    with paper_style("test"):
        figure = errors_figure(sizes, Palette(["alpha"]))
        renderer = drawn(figure)
        (axes,) = figure.axes
        boxes = [text.get_window_extent(renderer) for text in axes.get_xticklabels()]
    assert len(boxes) > 2
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))


def test_the_name_of_the_tolerance_is_below_the_title(sizes) -> None:
    with paper_style("test"):
        figure = errors_figure(sizes, Palette(["alpha"]))
        renderer = drawn(figure)
        (name,) = figure.axes[0].texts
        (title,) = figure.texts
        assert name.get_text() == "tolerance"
        assert not name.get_window_extent(renderer).overlaps(title.get_window_extent(renderer))


@pytest.mark.parametrize("ranks", [4, 4096])
def test_numbers_of_the_heat_map_fit_into_its_cells(tmp_path, factory, case, write, ranks) -> None:
    write(tmp_path, [factory.timed(case("alpha", ranks, grid=grid), 0.0123)
                     for grid in all_grids(ranks)])  # fmt: skip
    with paper_style("test"):
        figure = grids_figure(rows(tmp_path))
        renderer = drawn(figure)
        (axes,) = figure.axes
        boxes = [text.get_window_extent(renderer) for text in axes.texts]
    assert len(boxes) == len(all_grids(ranks))
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
    assert not axes.images  # a picture within SVG is lost where the figure is part of a page


def test_directions_differ_in_the_dark() -> None:
    """By more than the two blues do that libraries have."""
    shown = [DARK.get(colour, colour) for colour, _ in PARTS.values()]
    parts = [tuple(int(one[at : at + 2], 16) for at in (1, 3, 5)) for one in shown]
    for one, other in combinations(parts, 2):
        assert sum(abs(a - b) for a, b in zip(one, other, strict=True)) > 200


def test_settings_of_repetitions_have_a_line_of_their_own(tmp_path, factory, case, write) -> None:
    write(tmp_path, [factory.ok(case(driver, settings={"exchange": how, "planner": planner}))
                     for driver in ("alpha", "beta") for how in ("p2p", "alltoall")
                     for planner in ("estimate", "measure")])  # fmt: skip
    found = [row for row in rows(tmp_path) if row.result.case.settings["planner"] == "measure"]
    with paper_style("test"):
        (axes,) = repetitions_figure(found, Palette(["alpha", "beta"])).axes
    names = {text.get_text() for text in axes.get_yticklabels()}
    assert names == {
        f"{driver}\nexchange={how}" for driver in ("alpha", "beta") for how in ("p2p", "alltoall")
    }  # what all of them share is not said


def test_titles_tell_once_where_the_arrays_are() -> None:
    assert ranks_text(Resources(2, 4, 1, Memory.cuda)) == "2 nodes, 4 ranks"


def test_cases_that_are_compared_have_names_of_two_lines(
    tmp_path, factory, case, problem, write
) -> None:
    shapes = [problem((size,) * 3, kind) for size in (16, 32) for kind in ("c2c", "r2c")]
    for name in ("base", "new"):
        write(tmp_path / name, [factory.ok(case(driver, ranks, of=of))
                                for driver in ("alpha", "beta") for ranks in (1, 2)
                                for of in shapes])  # fmt: skip
    found = compare(load([tmp_path / "base"]), load([tmp_path / "new"])).contrasts
    with paper_style("test"):
        (axes,) = compare_figure(found, 1.05).axes
    assert "beta 2 ranks\n32\u00b3 r2c" in {text.get_text() for text in axes.get_yticklabels()}


def test_marks_of_a_single_library_are_not_cut(tmp_path, factory, case, write) -> None:
    """Its times are all alike, and far from zero, where the axis starts."""
    write(tmp_path, [factory.ok(case("alpha"), launch=launch) for launch in range(6)])
    found, palette = rows(tmp_path), Palette(["alpha"])
    with paper_style("test"):
        lines = [line_of(one) for one in variants(found, [])]
        for figure in (
            times_figure(lines, line_looks(lines, palette)),
            repetitions_figure(found, palette),
        ):
            (axes,) = figure.axes
            drawn(figure)
            end = max(float(x) for line in axes.lines for x in line.get_xdata())
            room = axes.bbox.x1 - axes.transData.transform((end, 0))[0]
            assert room > max(line.get_markersize() for line in axes.lines) / 72 * figure.dpi


def test_a_line_of_planning_is_not_drawn_through_its_name(tmp_path, factory, case, write) -> None:
    """The lines are flat where all plans take about as long; points are above the names."""
    write(tmp_path, [factory.ok(case(driver)) for driver in ("alpha", "beta")])
    with paper_style("test"):
        (axes,) = planning_figure(rows(tmp_path), Palette(["alpha", "beta"])).axes
    assert axes.texts
    lines = [line.zorder for line in axes.lines if line.get_linestyle() != "None"]
    points = [line.zorder for line in axes.lines if line.get_linestyle() == "None"]
    for name in axes.texts:
        assert name.get_bbox_patch() is not None
        assert max(lines) < name.zorder < min(points)


def test_the_name_of_an_axis_of_many_decades_is_not_cut(tmp_path, factory, case, write) -> None:
    """Beside numbers as long as 0.0001."""
    write(tmp_path, [factory.timed(case(driver, ranks), seconds)
                     for driver, seconds in (("alpha", 6e-5), ("beta", 3.0))
                     for ranks in (1, 2)])  # fmt: skip
    lines = [line_of(one) for one in variants(rows(tmp_path), [])]
    with paper_style("test"):
        figure = scaling_figure(lines, line_looks(lines, Palette(["alpha", "beta"])))
        renderer = drawn(figure)
        (axes,) = figure.axes
        assert "0.0001" in {text.get_text() for text in axes.get_yticklabels()}
        assert axes.yaxis.label.get_window_extent(renderer).x0 >= EDGE / 2 * figure.dpi
