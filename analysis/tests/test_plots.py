from __future__ import annotations

from xml.etree import ElementTree

import pytest

from fftbench.analysis.merge import merge
from fftbench.analysis.metrics import measure
from fftbench.analysis.page import group_rows
from fftbench.analysis.plots import draw_all
from fftbench.analysis.plots.breakdown import profiled, segments
from fftbench.analysis.plots.ranking import ranked
from fftbench.analysis.plots.select import lines
from fftbench.analysis.plots.style import DARK, Palette
from fftbench.analysis.sources import load
from fftbench.analysis.svg import inline_svg

ALL = {"ranking", "scaling", "efficiency", "breakdown", "planning"}


def draw(path, folder):
    study = load([path])
    groups = group_rows(measure(merge(study)))
    return groups, draw_all(groups, Palette(study.drivers), folder)


def kinds(drawn):
    return [{figure.kind for figure in figures} for key, figures in drawn.items() if key]


def check_files(drawn, folder) -> None:
    for figures in drawn.values():
        for figure in figures:
            assert ElementTree.parse(folder / f"{figure.name}.svg").getroot().tag.endswith("svg")
            assert (folder / f"{figure.name}.png").read_bytes().startswith(b"\x89PNG")
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


def test_every_problem_has_its_own_figures(tmp_path, factory, write, scaling_records) -> None:
    records = [
        *scaling_records(factory, {"a": 1.0}, transform="r2c"),
        *scaling_records(factory, {"a": 1e-5}, placement="in_place", shape=(32, 32)),
    ]
    write(tmp_path, records)
    _, drawn = draw(tmp_path, tmp_path / "figures")
    assert kinds(drawn) == [ALL, ALL]
    check_files(drawn, tmp_path / "figures")


def test_without_traced_passes_there_is_no_breakdown(tmp_path, factory, write, case) -> None:
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


def test_segments_add_up_to_the_wall_time(campaign) -> None:
    (group,) = group_rows(measure(merge(load([campaign.path]))))
    names = set()
    for _, rows in profiled(group[2]):
        for row in rows:
            parts = segments(row.result.parts)
            names |= {name for name, _ in parts}
            assert sum(seconds for _, seconds in parts) == pytest.approx(row.result.parts.wall)
    assert names == {"FFT", "reorder", "local (FFT and reorder)", "exchange"}


def test_looks_of_drivers_differ_and_stay() -> None:
    names = [f"driver{n}" for n in range(14)]
    palette = Palette(names)
    assert len({palette.of(name) for name in names}) == 14
    assert palette.of("driver3") == Palette(names).of("driver3")


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
