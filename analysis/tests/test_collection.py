"""One collection of figures serves reports and `fftbench figures`."""

from __future__ import annotations

from fftbench.analysis.model.merge import merge
from fftbench.analysis.model.metrics import measure
from fftbench.analysis.model.sources import load
from fftbench.analysis.page.report import write_report
from fftbench.analysis.plots.look.style import Palette, paper_style
from fftbench.analysis.plots.settings.grid_lines import grid_lines, grids_by_driver, grids_by_ranks
from fftbench.analysis.plots.times.directions import directions_figure
from fftbench.analysis.terminal.figures import Choice, draw_figures


def rows(path):
    return measure(merge(load([path])))


def labels(figure) -> list[str]:
    return [text.get_text() for text in figure.legends[0].get_texts()]


def test_figures_of_a_report_are_drawn_for_papers_too(
    tmp_path, factory, case, problem, *, write, scaling_records
) -> None:
    weak = [factory.ok(case("alpha", ranks, of=problem(shape)))
            for ranks, shape in ((1, (8, 8, 8)), (2, (16, 8, 8)))]  # fmt: skip
    write(tmp_path, [*scaling_records(factory, {"alpha": 0.06, "beta": 0.07}), *weak])
    report = write_report([tmp_path]).parent / "figures"
    drawn = {figure.name: figure.kind for figure in draw_figures([tmp_path], tmp_path / "out",
                                                                 Choice())}  # fmt: skip
    shown = {file.stem for file in report.iterdir()}
    assert {drawn[name] for name in shown} == {
        "accuracy", "ranking", "scaling", "efficiency", "breakdown", "planning", "weak"
    }  # fmt: skip
    for name in shown:
        own = (tmp_path / "out" / f"{name}.svg").read_bytes()
        assert own == (report / f"{name}.svg").read_bytes(), name
        assert (tmp_path / "out" / f"{name}.pdf").exists()


def test_captions_say_what_was_measured_how_often_and_where(
    tmp_path, factory, case, environment, *, write
) -> None:
    write(tmp_path, [factory.ok(case(driver), launch=launch, environment=environment(cpu="Abacus"))
                     for driver in ("alpha", "beta") for launch in range(6)])  # fmt: skip
    drawn = draw_figures([tmp_path], tmp_path / "out", Choice())
    facts, *captions = (tmp_path / "out" / "captions.txt").read_text().split("\n\n")
    assert "Machine: node1 (Abacus)" in facts.splitlines()
    assert "Launches: 6" in facts.splitlines()
    assert [one.splitlines()[0] for one in captions] == [figure.name for figure in drawn]
    for one, figure in zip(captions, drawn, strict=True):
        assert one.strip().endswith(f"{figure.title}. {figure.caption}")


def test_directions_are_drawn_at_every_number_of_ranks(tmp_path, factory, case, write) -> None:
    write(tmp_path, [factory.ok(case(driver, ranks), 0.1 / ranks)
                     for ranks in (1, 2) for driver in ("alpha", "beta")])  # fmt: skip
    found = rows(tmp_path)
    with paper_style("test"):
        several, one = directions_figure(found), directions_figure(found[:2])
    texts = [text.get_text() for text in several.axes[0].texts]
    assert [text for text in texts if "rank" in text] == ["1 rank", "2 ranks"]
    assert len(several.axes[0].get_yticklabels()) == 4
    assert one.texts[0].get_text().endswith(", 1 rank")
    assert not any("rank" in text.get_text() for text in one.axes[0].texts)


def gridded(factory, case, *drivers: str):
    return [
        factory.timed(case(driver, ranks, grid=(side, ranks // side)), 0.1 * side / ranks)
        for driver in drivers
        for ranks in (4, 8)
        for side in (1, 2, 4, 8)
        if ranks % side == 0
    ]


def test_grids_are_lines_by_ranks_as_in_the_icl_report(tmp_path, factory, case, write) -> None:
    write(tmp_path, gridded(factory, case, "alpha"))
    found = grid_lines(rows(tmp_path))
    assert [tuple(line.rows) for line in found] == [(1, 2, 4), (1, 2, 4, 8)]
    with paper_style("test"):
        figure = grids_by_ranks(found)
    assert labels(figure) == ["4 ranks", "8 ranks"]
    (axes,) = figure.axes
    assert list(axes.lines[1].get_xdata()) == [1, 2, 4, 8]
    assert list(axes.lines[1].get_ydata()) == [25, 50, 100, 200]


def test_grids_are_lines_by_driver_too(tmp_path, factory, case, write) -> None:
    write(tmp_path, [*gridded(factory, case, "alpha", "beta"), factory.ok(case("one", 8))])
    drawn = draw_figures([tmp_path], tmp_path / "out", Choice())
    stem = "256x256x256-c2c-double-out-of-place-grid-lines"
    names = [figure.name for figure in drawn if figure.kind == "grid-lines"]
    assert names == [stem, f"{stem}-alpha", f"{stem}-beta"]
    here = [line for line in grid_lines(rows(tmp_path)) if line.resources.ranks == 8]
    with paper_style("test"):
        assert labels(grids_by_driver(here, Palette(["alpha", "beta"]))) == ["alpha", "beta"]
