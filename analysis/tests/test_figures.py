"""Figures for papers: lines for variants, profiles, every repetition, and their files."""

from __future__ import annotations

import sys
from dataclasses import replace
from math import inf, sqrt
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.backends.backend_agg import FigureCanvasAgg

from fftbench import cli
from fftbench.analysis.model.merge import divided, merge
from fftbench.analysis.model.metrics import measure
from fftbench.analysis.model.sources import ResultsFolder, assemble, load
from fftbench.analysis.plots.collection import captions, profile_figures
from fftbench.analysis.plots.limits.errors import errors_figure
from fftbench.analysis.plots.limits.memory import with_memory
from fftbench.analysis.plots.limits.roofline import intensity, roofline_figure
from fftbench.analysis.plots.look.style import DARK, FIRST, LOOKS, Palette, paper_style
from fftbench.analysis.plots.parts.functions import function_seconds, functions_figure
from fftbench.analysis.plots.settings.grids import grid_cells, grids_figure
from fftbench.analysis.plots.times.profile import profile_figure
from fftbench.analysis.plots.times.repetitions import repetitions_figure
from fftbench.analysis.questions.amortised import Offer, reigns
from fftbench.analysis.questions.profile import Profile, profiles
from fftbench.analysis.terminal.figures import Choice, draw_figures
from fftbench.core.contracts.profile import MpiFunction
from fftbench.core.contracts.record import MemoryUse, Status
from fftbench.core.errors import UserError


def rows(path):
    return measure(merge(load([path])))


@given(st.lists(st.floats(1, 100), min_size=1), st.floats(1, 100), st.floats(1, 100))
def test_a_profile_rises_to_all_that_is_right(ratios, one, other) -> None:
    found = Profile("a", (*sorted(ratios), inf))
    low, high = sorted((one, other))
    assert 0 <= found.share(low) <= found.share(high) < 1
    assert found.share(100) == len(ratios) / (len(ratios) + 1)


def test_profiles_count_what_has_no_right_answer(campaign) -> None:
    found = {one.name: one for one in profiles(rows(campaign.path))}
    assert found["alpha"].share(1.2) == 1
    assert found["liar"].share(1e9) == 0
    assert {name: len(one.ratios) for name, one in found.items()} == {
        "alpha": 3, "beta": 3, "gamma": 3, "liar": 2, "broken": 2, "sleeper": 1
    }  # fmt: skip
    assert max(one.share(1) for one in found.values()) > 0


def test_who_was_not_asked_for_has_no_wrong_answer(factory, case) -> None:
    """On one rank alone, say; who is not there is in no profile, nor who was asked for alone."""
    records = [
        *(factory.timed(case(driver, ranks), 0.1) for driver in ("a", "b") for ranks in (1, 2)),
        factory.timed(case("single", 1), 0.2),
        factory.bad(case("picky", 1), "unsupported", "one rank"),
        *(factory.bad(case("missing", ranks), "unavailable", "not found") for ranks in (1, 2)),
        factory.timed(case("alone", 4), 0.1),
    ]
    found = profiles(measure(merge(assemble([ResultsFolder(tuple(records), None)]))))
    shares = {one.name: one.share(2) for one in found}
    assert shares == {"a": 1, "b": 1, "single": 1, "picky": 0}
    text = captions.profile(found)
    assert text.endswith("instances that it was asked for: 1 of picky and single; 2 of a and b.")
    assert "asked for" not in captions.profile(found[:2])
    with paper_style("test"):
        title = profile_figure(found, Palette([*shares])).texts[0].get_text()
    assert title.startswith("1 to 2 instances")


def test_who_tried_more_settings_is_not_the_best_more_often(factory, case, problem) -> None:
    """All cases are equal. Of one library there are eight on each instance, of the other one."""
    noise = Random(3)
    instances = 60
    records = [
        factory.timed(
            case(driver, settings={"n": number}, of=problem((64, 64, 8 + size))),
            noise.lognormvariate(0.0, 0.1),
            launch,
        )
        for size in range(instances)
        for driver, settings in (("many", 8), ("one", 1))
        for number in range(settings)
        for launch in range(8)
    ]
    found = {
        one.name: one
        for one in profiles(measure(merge(assemble([ResultsFolder(tuple(records), None)]))))
    }
    won = found["many"].share(1.0) * instances
    assert abs(won - instances / 2) <= 3 * sqrt(instances / 4)


def test_nobody_to_compare_with_is_no_profile(tmp_path, factory, case, write) -> None:
    write(tmp_path, [factory.ok(case("alpha"))])
    assert profiles(rows(tmp_path)) == []


def test_who_was_not_asked_for_in_a_campaign_is_not_in_its_profile(
    tmp_path, factory, case, write
) -> None:
    for name, drivers in (("one", ("alpha", "beta")), ("two", ("alpha", "gamma"))):
        write(tmp_path / name, [factory.ok(case(d), started=f"2025-{name}") for d in drivers])
    drawn = list(profile_figures(rows(tmp_path), Palette(["alpha", "beta", "gamma"])))
    assert [figure.name for figure in drawn] == ["campaign-one-profile", "campaign-two-profile"]
    with paper_style("test"):
        named = [[text.get_text() for text in figure.make().legends[0].get_texts()]
                 for figure in drawn]  # fmt: skip
    assert named == [["alpha", "beta"], ["alpha", "gamma"]]


def test_files_of_every_kind(campaign, tmp_path) -> None:
    out = tmp_path / "figures"
    drawn = draw_figures([campaign.path], out, Choice(("planner",), (), "beta"))
    assert {figure.kind for figure in drawn} == {
        "accuracy", "profile", "ranking", "breakdown", "planning", "scaling", "efficiency",
        "speedup", "throughput", "repetitions", "directions", "memory", "amortised",
    }  # fmt: skip
    for figure in drawn:
        assert ElementTree.parse(out / f"{figure.name}.svg").getroot().tag.endswith("svg")
        assert (out / f"{figure.name}.png").read_bytes().startswith(b"\x89PNG")
        assert (out / f"{figure.name}.pdf").read_bytes().startswith(b"%PDF")
        assert figure.caption.endswith(".")
    book = (out / "figures.pdf").read_bytes()
    assert book.count(b"/Type /Page\n") + book.count(b"/Type /Page ") == len(drawn)
    draw_figures([campaign.path], out, Choice(drivers=("alpha",)))
    assert not (out / "profile.pdf").exists()  # of the earlier choice
    assert (out / "figures.pdf").exists()


def test_what_cannot_be_drawn(campaign, tmp_path, factory, case, write) -> None:
    with pytest.raises(UserError, match="no driver 'alpa'"):
        draw_figures([campaign.path], tmp_path, Choice(drivers=("alpa",)))
    write(tmp_path, [factory.wrong(case("liar"))])
    with pytest.raises(UserError, match="no case has a time"):
        draw_figures([tmp_path], tmp_path / "out", Choice())


def test_the_command(campaign, tmp_path, monkeypatch, capsys) -> None:
    words = ["figures", str(campaign.path), "--out", str(tmp_path / "a"), "--driver", "alpha"]
    monkeypatch.setattr(sys, "argv", ["fftbench", *words, "--lines", "planner"])
    with pytest.raises(SystemExit) as done:
        cli.main()
    assert done.value.code == 0
    assert "Strong scaling by planner" in capsys.readouterr().out


@given(st.sets(st.sampled_from([*FIRST, "one", "two", "three", "four"]), min_size=1))
def test_a_library_has_its_look_in_any_company(names) -> None:
    together = Palette(sorted(names))
    for name in names & set(FIRST):
        assert together.of(name) == Palette([name]).of(name)
    assert len({together.of(name) for name in names}) == len(names)


@pytest.mark.parametrize("name", ["pfft", "ffte", "swfft", "flups_a2a", "scipy"])
def test_no_library_takes_the_look_of_one_that_is_drawn_elsewhere(name) -> None:
    assert Palette([name]).of(name) not in {Palette([one]).of(one) for one in FIRST}


def test_as_many_looks_as_said() -> None:
    names = [f"library{number}" for number in range(LOOKS)]
    palette = Palette(names)
    assert len({palette.of(name) for name in names}) == LOOKS
    dots = {(look.colour, look.marker) for look in map(palette.of, names)}
    assert len(dots) == LOOKS


def test_libraries_on_gpus_differ_by_colour() -> None:
    names = [name for name in FIRST if name == "cufft" or name.endswith("_cuda")]
    palette = Palette(names)
    assert len({palette.of(name).colour for name in names}) == len(names) == 5


def test_colours_differ_in_the_dark() -> None:
    colours = {palette.of(name).colour for palette in [Palette(FIRST)] for name in FIRST}
    shown = [DARK.get(colour, colour) for colour in colours]
    parts = [tuple(int(one[at : at + 2], 16) for at in (1, 3, 5)) for one in shown]
    for number, one in enumerate(parts):
        for other in parts[:number]:
            assert sum(abs(a - b) for a, b in zip(one, other, strict=True)) >= 80


@pytest.fixture
def bounded(tmp_path, factory, case, problem, write):
    """Two drivers and two bounds at three sizes."""
    records = []
    for size in (32, 64, 128):
        of = problem((size,) * 3)
        for driver, cost in (("alpha", 4e-9), ("beta", 6e-9)):
            records.append(factory.timed(case(driver, 2, {}, of), cost * size**3))
        for what, cost in (("memory", 1e-9), ("arithmetic", 2e-9)):
            record = factory.timed(case("lower_bound", 2, {"of": what}, of), cost * size**3)
            records.append(record.model_copy(update={"status": Status.bound, "check": None}))
    write(tmp_path, records)
    return tmp_path


def test_no_library_is_above_the_roofs(bounded) -> None:
    study = load([bounded])
    bounds = divided(study).bounds
    found = measure(merge(study), (), bounds)
    with paper_style("test"):
        figure = roofline_figure(found, bounds, Palette(study.drivers))
    (axes,) = figure.axes
    memory, arithmetic, alpha, beta = (line.get_ydata() for line in axes.lines)
    assert len(memory) == len(alpha) == 3
    assert all(roof > value for roof, value in zip(arithmetic, alpha, strict=True))
    assert all(one > other for one, other in zip(alpha, beta, strict=True))
    labels = [text.get_text() for text in figure.legends[0].get_texts()]
    assert labels == ["alpha", "beta", "bound: memory", "bound: arithmetic"]


def test_roofs_over_a_single_size_are_told_apart(bounded) -> None:
    study = load([bounded])
    bounds = [one for one in divided(study).bounds if one.case.problem.shape == (64, 64, 64)]
    found = [row for row in measure(merge(study)) if row.result.case.problem.shape == (64, 64, 64)]
    with paper_style("test"):
        (axes,) = roofline_figure(found, bounds, Palette(study.drivers)).axes
    roofs = [line for line in axes.lines if len(line.get_xdata()) == 2]
    low, high = axes.get_xlim()
    assert len(roofs) == 2
    assert all(low < line.get_xdata()[0] < line.get_xdata()[1] < high for line in roofs)
    assert roofs[0].is_dashed() != roofs[1].is_dashed()


def test_operations_per_byte(problem) -> None:
    """5 log2 N over 2 x 16 bytes in double precision; twice as many in single."""
    assert intensity(problem((64, 64, 64))) == pytest.approx(5 * 18 / 32)
    assert intensity(problem((64, 64, 64), precision="single")) == pytest.approx(5 * 18 / 16)
    assert intensity(problem((64, 64, 64), "r2c")) == pytest.approx(5 * 18 / 32)


def test_bounds_are_drawn_where_there_are_any(bounded, tmp_path, campaign) -> None:
    drawn = draw_figures([bounded], tmp_path / "out", Choice())
    titles = {figure.name: figure.title for figure in drawn}
    assert titles["c2c-double-out-of-place-roofline"] == "Roofline: c2c double, out of place"
    drawn = draw_figures([campaign.path], tmp_path / "other", Choice(drivers=("alpha",)))
    assert "roofline" not in {figure.kind for figure in drawn}


def test_grids_are_a_map(tmp_path, factory, case, write) -> None:
    write(tmp_path, [factory.timed(case("alpha", 4, {"exchange": how}, grid=grid), 0.01 * cost)
                     for how, cost in (("p2p", 1), ("alltoall", 2))
                     for grid in ((4, 1), (2, 2))])  # fmt: skip
    found = rows(tmp_path)
    assert set(grid_cells(found)) == {
        (f"alpha {how}", grid) for how in ("p2p", "alltoall") for grid in ("4x1", "2x2")
    }
    with paper_style("test"):
        (axes,) = grids_figure(found).axes
    assert [text.get_text() for text in axes.get_xticklabels()] == ["2x2", "4x1"]
    assert len(axes.texts) == 4


def test_memory_is_that_of_the_thriftiest(tmp_path, factory, case, write) -> None:
    write(tmp_path, [factory.ok(case("alpha", 2, {"work": work}),
                                memory=MemoryUse(peak_mb=900, arrays_mb=100, library_mb=taken))
                     for work, taken in (("full", 200), ("little", 50))])  # fmt: skip
    (row,) = with_memory(rows(tmp_path))
    assert row.result.arrays == pytest.approx(2 * 1.5)


def test_time_in_functions_is_of_both_directions(tmp_path, factory, case, write) -> None:
    record = factory.ok(case("alpha"))
    spent = {"MPI_Alltoallv": MpiFunction(calls=1, seconds=0.002, bytes=8, messages=1)}
    profile = replace(record.profile, **{
        direction: replace(getattr(record.profile, direction), mpi=spent)
        for direction in ("forward", "backward")
    })  # fmt: skip
    write(tmp_path, [record.model_copy(update={"profile": profile})])
    found = rows(tmp_path)
    assert function_seconds(found[0]) == {"MPI_Alltoallv": pytest.approx(0.004)}
    with paper_style("test"):
        (axes,) = functions_figure(found).axes
    assert sum(bar.get_width() for bar in axes.patches) == pytest.approx(4)


def test_a_function_has_its_colour_in_any_company(tmp_path, factory, case, write) -> None:
    """However long it takes beside others, and whatever others there are."""
    colours = {}
    for name, spent in (
        ("one", {"MPI_Waitall": 0.1, "MPI_Alltoallv": 0.2, "MPI_Bcast": 0.3}),
        ("two", {"MPI_Waitall": 0.2, "MPI_Isend": 0.1, "MPI_Waitsome": 0.1}),
    ):
        record = factory.ok(case("alpha"))
        mpi = {
            one: MpiFunction(calls=1, seconds=s, bytes=8, messages=1) for one, s in spent.items()
        }
        forward = replace(record.profile.forward, mpi=mpi)
        profile = replace(record.profile, forward=forward)
        write(tmp_path / name, [record.model_copy(update={"profile": profile})])
        with paper_style("test"):
            legend = functions_figure(rows(tmp_path / name)).legends[0]
        texts = [text.get_text() for text in legend.get_texts()]
        shown = [(patch.get_facecolor(), patch.get_hatch()) for patch in legend.get_patches()]
        colours[name] = dict(zip(texts, shown, strict=True))
    assert colours["one"].keys() == {"MPI_Waitall", "MPI_Alltoallv", "others"}
    assert colours["one"]["MPI_Waitall"] == colours["two"]["MPI_Waitall"]
    looks = [*colours["one"].values(), *colours["two"].values()]
    assert len(set(looks)) == 5


def test_the_axis_of_many_grids_is_not_cut(tmp_path, factory, case, write) -> None:
    grids = [(2**power, 2 ** (12 - power)) for power in range(13)]
    write(tmp_path, [factory.ok(case("alpha", 4096, {}, grid=grid)) for grid in grids])
    with paper_style("test"):
        figure = grids_figure(rows(tmp_path))
        FigureCanvasAgg(figure).draw()
        (axes,) = figure.axes
        assert axes.xaxis.label.get_window_extent().y0 >= 0


def test_of_many_cases_every_driver_shows_its_repetitions(tmp_path, factory, case, write) -> None:
    quick = [factory.ok(case("quick", settings={"variant": n}), 0.01) for n in range(20)]
    write(tmp_path, [*quick, factory.ok(case("slow"), 0.02)])
    found = rows(tmp_path)
    with paper_style("test"):
        (axes,) = repetitions_figure(found, Palette(["quick", "slow"])).axes
    names = [label.get_text().split()[0] for label in axes.get_yticklabels()]
    assert names == ["quick", "slow"]


def test_errors_are_the_worst_of_a_size(tmp_path, factory, case, problem, write) -> None:
    known = ((32, 1, 1e-16), (32, 2, 3e-16), (64, 1, 2e-16))
    write(tmp_path, [factory.ok(case("alpha", ranks, {}, problem((size,) * 3)), error=error)
                     for size, ranks, error in known])  # fmt: skip
    found = rows(tmp_path)
    with paper_style("test"):
        (axes,) = errors_figure(found, Palette(["alpha"])).axes
    assert list(axes.lines[0].get_ydata()) == [3e-16, 2e-16]


def test_the_best_changes_where_longer_plans_have_paid() -> None:
    quick, middle, slow = Offer("a", "", 1.0, 3.0), Offer("b", "", 7.5, 2.0), Offer("c", "", 90, 1)
    never = Offer("d", "", 100.0, 1.5)
    found = reigns([never, slow, quick, middle])
    assert [(reign.pairs, reign.offer.driver) for reign in found] == [(1, "a"), (7, "b"), (83, "c")]
    for one, (pairs, before) in zip(found[1:], ((7, quick), (83, middle)), strict=True):
        assert one.offer.per_pair(pairs) <= before.per_pair(pairs)
        assert one.offer.per_pair(pairs - 1) > before.per_pair(pairs - 1)
    assert reigns([]) == []
