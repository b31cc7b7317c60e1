"""Figures: which are drawn, what they show, and that their labels fit."""

from __future__ import annotations

from itertools import combinations
from xml.etree import ElementTree

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.text import Text

from fftbench.analysis.model.merge import merge
from fftbench.analysis.model.metrics import measure
from fftbench.analysis.model.reading import ResultsFolder
from fftbench.analysis.model.selection import group_rows, lines, profiled, ranked
from fftbench.analysis.model.sources import assemble, load
from fftbench.analysis.model.statistics import MIN_LAUNCHES
from fftbench.analysis.page.svg import inline_svg
from fftbench.analysis.plots import (
    Figure,
    accuracy_figures,
    collection,
    problem_figures,
    remove_old,
)
from fftbench.analysis.plots import draw as draw_files
from fftbench.analysis.plots.collection import captions
from fftbench.analysis.plots.files import drawing
from fftbench.analysis.plots.growth.scaling import strong_efficiency, strong_scaling
from fftbench.analysis.plots.look.style import DARK, Palette, elide, paper_style, text_width
from fftbench.analysis.plots.parts.breakdown import breakdown_figure, segments
from fftbench.analysis.plots.times.ranking import planning_figure, ranking_figure
from fftbench.analysis.tables.scaling import scaling_table
from fftbench.core.contracts.record import Warning

ALL = {"ranking", "scaling", "efficiency", "breakdown", "planning"}


def draw(path, folder):
    study = load([path])
    rows, palette = measure(merge(study)), Palette(study.drivers)
    groups = group_rows(rows)
    drawn = {None: accuracy_figures(rows, palette), **problem_figures(groups, palette)}
    draw_files(folder, [figure for figures in drawn.values() for figure in figures])
    return groups, drawn


def long_records(factory, case, problem):
    """Cases whose names and settings are longer than a figure is wide."""
    return [
        factory.ok(
            case(driver, 1024, {"exchange": how, "order_of_axes": "natural", "fused": how == "a2a"},
                 problem((2048, 2048, 2048)), nodes=16, threads=4, grid=grid)
        )
        for driver in ("short", "a_driver_with_a_name_that_is_longer_than_a_figure_of_one_column")
        for how in ("a2a", "point_to_point_with_pipelines_of_messages")
        for grid in ((32, 32), (64, 16))
    ]  # fmt: skip


def kinds(drawn):
    return [{figure.kind for figure in figures} for key, figures in drawn.items() if key]


def check_files(drawn, folder) -> None:
    for figures in drawn.values():
        for figure in figures:
            assert ElementTree.parse(folder / f"{figure.name}.svg").getroot().tag.endswith("svg")
            assert figure.caption.endswith(".")


def test_all_figures_are_drawn(campaign, tmp_path) -> None:
    _, drawn = draw(campaign.path, tmp_path)
    assert kinds(drawn) == [ALL]
    assert [figure.kind for figure in drawn[None]] == ["accuracy"]
    check_files(drawn, tmp_path)


def test_twelve_drivers(tmp_path, factory, write, scaling_records) -> None:
    drivers = {f"driver{n}": 0.02 * (1 + 0.2 * n) for n in range(12)}
    write(tmp_path, scaling_records(factory, drivers))
    _, drawn = draw(tmp_path, tmp_path / "figures")
    assert kinds(drawn) == [ALL]
    check_files(drawn, tmp_path / "figures")


def test_one_driver_at_one_rank_count(tmp_path, factory, write, case) -> None:
    write(tmp_path, [factory.ok(case("only"))])
    _, drawn = draw(tmp_path, tmp_path / "figures")
    assert kinds(drawn) == [ALL - {"scaling", "efficiency"}]
    check_files(drawn, tmp_path / "figures")


def test_each_driver_at_a_rank_count_of_its_own_is_no_curve(tmp_path, factory, write, case) -> None:
    write(tmp_path, [factory.ok(case("one", 1)), factory.ok(case("other", 2))])
    assert kinds(draw(tmp_path, tmp_path / "figures")[1]) == [ALL - {"scaling", "efficiency"}]


def test_every_problem_has_its_own_figures(tmp_path, factory, write, scaling_records) -> None:
    records = [
        *scaling_records(factory, {"a": 1.0}, transform="r2c"),
        *scaling_records(factory, {"a": 1e-5}, placement="in_place", shape=(32, 32)),
    ]
    write(tmp_path, records)
    _, drawn = draw(tmp_path, tmp_path / "figures")
    assert kinds(drawn) == [ALL, ALL]
    check_files(drawn, tmp_path / "figures")


def test_without_profiled_passes_there_is_no_breakdown(tmp_path, factory, write, case) -> None:
    write(tmp_path, [factory.ok(case("a", ranks), profile=None) for ranks in (1, 2)])
    assert kinds(draw(tmp_path, tmp_path / "figures")[1]) == [ALL - {"breakdown"}]


def test_wrong_answers_are_never_drawn_as_times(campaign) -> None:
    (group,) = group_rows(measure(merge(load([campaign.path]))))
    rows = group[2]
    shown = [row for line in lines(rows) for row in line.rows] + ranked(rows)
    shown += [row for _, found in profiled(rows) for row in found]
    assert {row.result.case.driver for row in shown} == {"alpha", "beta", "gamma"}
    assert {row.result.status.value for row in shown} == {"ok"}


def test_no_right_answer_draws_only_the_accuracy(tmp_path, factory, write, case) -> None:
    write(tmp_path, [factory.wrong(case("liar"))])
    _, drawn = draw(tmp_path, tmp_path / "figures")
    assert kinds(drawn) == [set()]
    check_files(drawn, tmp_path / "figures")


@pytest.mark.parametrize("error", [1e290, 1e300, 1e308])
def test_an_error_beyond_all_bounds_is_drawn_too(tmp_path, factory, write, *, case, error) -> None:
    write(tmp_path, [factory.wrong(case("liar"), error=error), factory.ok(case("right"))])
    _, drawn = draw(tmp_path, tmp_path / "figures")
    check_files(drawn, tmp_path / "figures")


def test_segments_add_up_to_the_wall_time(campaign) -> None:
    (group,) = group_rows(measure(merge(load([campaign.path]))))
    names = set()
    for _, rows in profiled(group[2]):
        for row in rows:
            parts = segments(row.result.parts)
            names |= {name for name, _ in parts}
            assert sum(seconds for _, seconds in parts) == pytest.approx(row.result.parts.wall)
    assert names == {"FFT", "reorder", "local (FFT and reorder)", "exchange"}


def test_phases_without_time_are_not_named(tmp_path, factory, write, case) -> None:
    write(tmp_path, [factory.ok(case("alone", 1))])
    (group,) = group_rows(measure(merge(load([tmp_path]))))
    with paper_style("test"):
        figure = breakdown_figure(group[2])
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["FFT", "reorder"]


def bands(figure) -> list[int]:
    """Launches' intervals are drawn as wide lines: the number of them on each axes."""
    return [sum(line.get_linewidth() == 6 for line in axes.lines) for axes in figure.axes]


@pytest.mark.parametrize("launches", [1, MIN_LAUNCHES - 1, MIN_LAUNCHES])
def test_too_few_launches_have_no_interval_but_strokes(
    tmp_path, factory, write, case, launches
) -> None:
    records = [
        factory.ok(case(driver, ranks), launch=launch)
        for driver in ("a", "b")
        for ranks in (1, 2)
        for launch in range(launches)
    ]
    write(tmp_path, records)
    (group,) = group_rows(measure(merge(load([tmp_path]))))
    rows, palette = group[2], Palette(["a", "b"])
    with paper_style("test"):
        ranking = ranking_figure([row for row in rows if row.resources.ranks == 2], palette)
        scaling = strong_scaling(rows, palette)
    few = launches < MIN_LAUNCHES
    assert bands(ranking) == [0 if few else 2]
    strokes = [line for line in ranking.axes[0].lines if line.get_marker() == "|"]
    assert [len(line.get_xdata()) for line in strokes] == ([launches] * 2 if few else [])
    bars = [bar for bar in scaling.axes[0].containers if len(bar[2][0].get_segments())]
    assert len(bars) == (0 if few else 2)


def test_shared_cores_are_crosses_beside_the_line(tmp_path, factory, write, case) -> None:
    warning = Warning(code="oversubscribed", text="4 ranks on 2 CPUs")
    records = [
        factory.ok(case("a", ranks), 0.06 / ranks, launch, warnings=(warning,) * (ranks == 4))
        for ranks in (1, 2, 4)
        for launch in range(MIN_LAUNCHES)
    ]
    write(tmp_path, records)
    (group,) = group_rows(measure(merge(load([tmp_path]))))
    with paper_style("test"):
        times, efficiency = (
            make(group[2], Palette(["a"])) for make in (strong_scaling, strong_efficiency)
        )
    drawn = {line.get_marker(): list(line.get_xdata()) for line in times.axes[0].lines}
    assert drawn["x"] == [4]
    assert drawn[Palette(["a"]).of("a").marker] == [1, 2]
    assert all(4 not in line.get_xdata() for line in efficiency.axes[0].lines)
    labels = [text.get_text() for text in times.legends[0].get_texts()]
    assert "shared cores" in labels


def test_efficiency_is_of_lines_on_cores_of_their_own(tmp_path, factory, write, case) -> None:
    """Two cores, up to 4 ranks with 2 threads: the longest line has but one point on its own."""
    warning = Warning(code="oversubscribed", text="more than 2 CPUs")
    records = [
        factory.bad(case("a", 4), "failed", "out of memory")
        if (ranks, threads) == (4, 1)
        else factory.ok(
            case("a", ranks, threads=threads), 0.06 / ranks, launch,
            warnings=(warning,) * (ranks * threads > 2),
        )
        for ranks in (1, 2, 4)
        for threads in (1, 2)
        for launch in range(MIN_LAUNCHES)
    ]  # fmt: skip
    write(tmp_path, records)
    _, drawn = draw(tmp_path, tmp_path / "figures")
    assert kinds(drawn) == [ALL]
    (efficiency,) = (one for own in drawn.values() for one in own if one.kind == "efficiency")
    with paper_style("test"):
        line = efficiency.make().axes[0].lines[0]
    assert list(line.get_xdata()) == [1, 2]


def test_looks_of_drivers_differ_and_stay() -> None:
    names = [f"driver{n}" for n in range(14)]
    palette = Palette(names)
    assert len({palette.of(name) for name in names}) == 14
    assert palette.of("driver3") == Palette(names).of("driver3")


def test_on_gpus_a_library_has_the_colour_that_it_has_on_cores() -> None:
    for name in ("taskfft", "heffte", "accfft"):
        palette = Palette([name, f"{name}_cuda"])
        there, here = palette.of(f"{name}_cuda"), palette.of(name)
        assert there.colour == here.colour
        assert there != here


def test_inline_figures_follow_the_theme_and_do_not_clash(campaign, tmp_path) -> None:
    _, drawn = draw(campaign.path, tmp_path)
    ids: set[str] = set()
    for figures in drawn.values():
        for figure in figures:
            text = (tmp_path / f"{figure.name}.svg").read_text()
            root = ElementTree.fromstring(inline_svg(text, figure.name, 'a "b" <c>', DARK))
            own = {element.get("id") for element in root.iter() if element.get("id")}
            assert not own & ids
            ids |= own
            used = {element.get("href", "#")[1:] for element in root.iter()} - {""}
            assert used <= own
            assert root.get("aria-label") == 'a "b" <c>'
            assert "var(--x1c1d21, #1c1d21)" in ElementTree.tostring(root, encoding="unicode")


def test_labels_never_touch_the_numbers_nor_leave_the_figure(
    tmp_path, factory, write, case, problem
) -> None:
    write(tmp_path, long_records(factory, case, problem))
    study = load([tmp_path])
    (group,) = group_rows(measure(merge(study)))
    with paper_style("test"):
        for draw_it in (ranking_figure, planning_figure):
            figure = draw_it(group[2], Palette(study.drivers))
            renderer = FigureCanvasAgg(figure).get_renderer()
            figure.draw(renderer)
            beyond = {
                tick.label1
                for axes in figure.axes
                for tick in axes.xaxis.get_major_ticks()
                if tick.get_loc() > axes.get_xlim()[1]  # these are made, but not drawn
            }
            texts = [
                text
                for text in figure.findobj(Text)
                if text.get_text() and text.get_visible() and text not in beyond
            ]
            boxes = [text.get_window_extent(renderer) for text in texts]
            outside = [
                text.get_text()
                for text, box in zip(texts, boxes, strict=True)
                if box.x0 < 0 or box.x1 > figure.bbox.width
            ]
            assert outside == []
            overlaps = [
                (one.get_text(), other.get_text())
                for (one, a), (other, b) in combinations(zip(texts, boxes, strict=True), 2)
                if a.x0 < b.x1 and b.x0 < a.x1 and a.y0 + 1 < b.y1 and b.y0 + 1 < a.y1
            ]
            assert overlaps == []


def test_the_middle_of_a_long_text_is_left_out() -> None:
    text = "exchange=alltoallv order=transposed planner=measure"
    short = elide(text, 1.2, 6.5)
    first, last = short.split("\N{HORIZONTAL ELLIPSIS}")
    assert text.startswith(first)
    assert text.endswith(last)
    assert text_width(short, 6.5) <= 1.2 < text_width(text, 6.5)
    assert elide(text, 9.0, 6.5) == text
    assert elide(text, 0.0, 6.5) == "\N{HORIZONTAL ELLIPSIS}"
    widths = [text_width(elide(text, room / 10, 6.5), 6.5) for room in range(1, 30)]
    assert widths == sorted(widths)


def test_figures_of_an_earlier_report_go_and_others_stay(tmp_path, factory, write, case) -> None:
    write(tmp_path, [factory.ok(case("a", ranks)) for ranks in (1, 2)])
    folder = tmp_path / "figures"
    _, drawn = draw(tmp_path, folder)
    (folder / "photo.png").write_bytes(b"\x89PNG")
    (folder / "notes.txt").write_text("fftbench, with matplotlib")
    (folder / ".draft.7.svg").write_text("fftbench, with matplotlib")  # of another report
    gone = [figure for figures in drawn.values() for figure in figures if figure.kind == "scaling"]
    kept = [figure for figures in drawn.values() for figure in figures if figure.kind != "scaling"]
    remove_old(folder, kept)
    names = {path.name for path in folder.iterdir()}
    assert names == {f"{figure.name}.svg" for figure in kept} | {
        "photo.png",
        "notes.txt",
        ".draft.7.svg",
    }
    assert len(gone) == 1


def test_figures_are_the_same_from_several_processes(tmp_path, campaign, monkeypatch) -> None:
    for number in (1, 3):
        monkeypatch.setattr(drawing, "_processors", lambda number=number: number)
        monkeypatch.setattr(drawing, "SHARE", 1)
        draw(campaign.path, tmp_path / str(number))
    one, several = (
        {file.name: file.read_text() for file in (tmp_path / folder).iterdir()}
        for folder in ("1", "3")
    )
    assert len(one) == 6
    assert one == several


def test_a_failure_in_a_process_that_draws_is_one_here(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(drawing, "_processors", lambda: 2)
    monkeypatch.setattr(drawing, "SHARE", 1)
    figures = [
        Figure(name, "times", name, "", make=lambda: (_ for _ in ()).throw(ValueError("no ink")))
        for name in ("a", "b")
    ]
    with pytest.raises(ValueError, match="no ink"):
        draw_files(tmp_path, figures)


def test_of_many_problems_those_with_most_cases_are_drawn(factory, case, problem) -> None:
    sizes = range(8, 8 + collection.MOST_PROBLEMS + 2)
    records = [factory.ok(case("alpha", 1, of=problem((size,) * 3))) for size in sizes]
    records.append(factory.ok(case("beta", 1, of=problem((sizes[-1],) * 3))))
    rows = measure(merge(assemble([ResultsFolder(tuple(records), None)])))
    drawn = problem_figures(group_rows(rows), Palette(["alpha", "beta"]))
    with_figures = [key[1].shape[0] for key, figures in drawn.items() if key and figures]
    assert with_figures == [*sizes[: collection.MOST_PROBLEMS - 1], sizes[-1]]


@pytest.mark.parametrize(("drivers", "word"), [(2, "Bold"), (6, "Shown")])
def test_a_caption_calls_lines_bold_where_there_are_thin_ones(
    tmp_path, factory, write, *, scaling_records, drivers, word
) -> None:
    speeds = {f"library{number}": 0.06 for number in range(drivers)}
    write(tmp_path, scaling_records(factory, speeds))
    rows = measure(merge(load([tmp_path])))
    with paper_style("test"):
        (axes,) = strong_scaling(rows, Palette(list(speeds))).axes
    thin = [line for line in axes.lines if line.get_linewidth() == 0.7]
    assert bool(thin) == (word == "Bold")
    assert f"{word}, each driver at its fastest settings" in captions.scaling(rows)


def test_a_caption_says_once_what_all_lines_share(tmp_path, factory, case, write) -> None:
    seconds = {("alpha", "estimate"): 0.1, ("alpha", "measure"): 0.2, ("beta", "estimate"): 0.3}
    write(tmp_path, [factory.timed(case(driver, ranks, {"planner": planner}, threads=threads), time)
                     for (driver, planner), time in seconds.items()
                     for ranks, threads in ((1, 1), (2, 1), (1, 2))])  # fmt: skip
    text = captions.efficiency(measure(merge(load([tmp_path]))))
    assert "fastest on average: threads=1; alpha: planner=estimate." in text


def orders(factory, case, layouts):
    """A driver whose order is fastest on one rank and another one on two, and a rival."""
    seconds = {("natural", 1): 0.2, ("transposed", 1): 0.3,
               ("natural", 2): 0.19, ("transposed", 2): 0.1}  # fmt: skip
    return [
        *(factory.timed(case("alpha", ranks, {"order": order}), time, launch,
                        layouts=layouts(same=order == "natural"))
          for (order, ranks), time in seconds.items() for launch in range(MIN_LAUNCHES)),
        *(factory.timed(case("beta", ranks), 0.4 / ranks, launch, layouts=layouts(same=False))
          for ranks in (1, 2) for launch in range(MIN_LAUNCHES)),
    ]  # fmt: skip


def test_times_are_of_the_fastest_settings_at_each_number_of_cores(
    tmp_path, factory, case, layouts, *, write
) -> None:
    write(tmp_path, orders(factory, case, layouts))
    rows, palette = measure(merge(load([tmp_path]))), Palette(["alpha", "beta"])
    with paper_style("test"):
        (times,) = strong_scaling(rows, palette).axes
        (own, _) = strong_efficiency(rows, palette).axes
    bold = [line for line in times.lines if line.get_marker() == palette.of("alpha").marker]
    assert list(bold[0].get_ydata()) == pytest.approx([400, 200])
    note = "alpha: order=natural on 1 rank, order=transposed on 2 ranks"
    assert note in captions.scaling(rows)
    # The base of an efficiency has the same settings: 0.3 / (2 * 0.1), and not 0.2 / (2 * 0.1).
    assert list(own.lines[0].get_ydata()) == pytest.approx([1.0, 1.5])
    assert "fastest on average: alpha: order=transposed." in captions.efficiency(rows)


def test_unequal_layouts_are_told_apart(tmp_path, factory, case, layouts, *, write) -> None:
    records = orders(factory, case, layouts)
    write(tmp_path / "both", records)
    write(tmp_path / "one", [one for one in records if one.case.driver == "beta"])
    for name, ringed in (("both", [(1, 400)]), ("one", [])):
        rows = measure(merge(load([tmp_path / name])))
        with paper_style("test"):
            figure = strong_scaling(rows, Palette(["alpha", "beta"]))
        rings = [line for line in figure.axes[0].lines if line.get_markerfacecolor() == "none"]
        points = [xy for line in rings
                  for xy in zip(line.get_xdata(), line.get_ydata(), strict=True)]  # fmt: skip
        assert points == ringed
        labels = [text.get_text() for text in figure.legends[0].get_texts()]
        assert ("spectrum like the input" in labels) == bool(ringed)
        assert ("Ringed" in captions.scaling(rows)) == bool(ringed)


def test_a_library_on_one_rank_grows_by_its_threads(tmp_path, factory, case, write) -> None:
    """Others keep the threads of their ranks, of which no library on one rank has more."""
    places = {"alpha": ((1, 1), (2, 1)), "beta": ((1, 1), (2, 1)), "one": ((1, 1), (1, 2))}
    write(tmp_path, [factory.timed(case(driver, ranks, threads=threads), 0.8 / ranks / threads)
                     for driver, found in places.items() for ranks, threads in found])  # fmt: skip
    rows = measure(merge(load([tmp_path])))
    found = {line.driver: line for line in lines(rows)}
    assert {driver: line.cores for driver, line in found.items()} == dict.fromkeys(places, (1, 2))
    assert found["one"].settings == ""
    assert found["one"].efficiencies()[2].median == pytest.approx(1.0)
    with paper_style("test"):
        own, all_of_them = strong_efficiency(rows, Palette(list(places))).axes
    assert [len(axes.lines) for axes in (own, all_of_them)] == [3 + 1, 3 + 1]  # and the ideal
    table = scaling_table(rows)
    last = dict(zip((column.name for column in table.columns), table.rows[-1], strict=True))
    assert last["where"].text == "1 rank \N{MULTIPLICATION SIGN} 2 threads"
    assert last["speedup"].text == "2.00"
    assert last["ICL efficiency"].value == pytest.approx(1.0)
