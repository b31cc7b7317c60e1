"""Figures with lines for variants, of machines and metrics, in strong and weak scaling."""

from __future__ import annotations

from pathlib import Path

import pytest

from fftbench.analysis.model.merge import merge
from fftbench.analysis.model.metric import rows_by
from fftbench.analysis.model.metrics import measure
from fftbench.analysis.model.sources import ResultsFolder, assemble, load
from fftbench.analysis.model.statistics import MIN_LAUNCHES
from fftbench.analysis.model.variants import check_names, line_of, variants
from fftbench.analysis.plots.collection.lines import METRICS, families_by
from fftbench.analysis.plots.growth.scaling import efficiency_figure
from fftbench.analysis.plots.growth.throughput import throughput, throughput_figure
from fftbench.analysis.plots.growth.variants import times_figure
from fftbench.analysis.plots.look.lines import line_looks, name_of
from fftbench.analysis.plots.look.style import Palette, paper_style
from fftbench.analysis.terminal.figures import Choice, draw_figures
from fftbench.core.campaigns.grids import grown
from fftbench.core.contracts.record import Warning
from fftbench.core.errors import UserError


def rows(path):
    return measure(merge(load([path])))


def variant_lines(rows, names):
    return [line_of(one) for one in variants(rows, names)]


def exchanges(factory, case):
    """A driver with two exchanges, and one without that setting, on 1 and 2 ranks."""
    found = []
    for launch in range(MIN_LAUNCHES):
        for ranks in (1, 2):
            for how, seconds in (("p2p", 0.04), ("alltoall", 0.03)):
                of = case("alpha", ranks, {"exchange": how, "reorder": True})
                found.append(factory.ok(of, seconds / ranks, launch))
            found.append(factory.ok(case("beta", ranks), 0.05 / ranks, launch))
    return found


def test_variants_have_lines_beside_libraries(tmp_path, factory, case, write) -> None:
    write(tmp_path, exchanges(factory, case))
    found = variant_lines(rows(tmp_path), ["exchange"])
    assert [name_of(line) for line in found] == ["alpha alltoall", "alpha p2p", "beta"]
    assert all(line.cores == (1, 2) for line in found)
    without = variant_lines(rows(tmp_path), [])
    assert [name_of(line) for line in without] == ["alpha", "beta"]
    assert without[0].rows[0].result.case.settings["exchange"] == "alltoall"  # the fastest


def test_only_what_differs_is_in_the_name(tmp_path, factory, case, write) -> None:
    write(tmp_path, exchanges(factory, case))
    found = variant_lines(rows(tmp_path), ["exchange", "reorder", "placement"])
    assert [line.settings for line in found] == ["alltoall", "p2p", ""]
    by_threads = [factory.ok(case("alpha", 1, threads=threads)) for threads in (1, 2)]
    write(tmp_path / "threads", by_threads)
    found = variant_lines(rows(tmp_path / "threads"), ["threads"])
    assert [line.settings for line in found] == ["threads=1", "threads=2"]


def test_a_name_of_nothing_is_told(campaign) -> None:
    check_names(rows(campaign.path), ["planner", "grid"])
    with pytest.raises(UserError, match="no case has a setting 'planer'") as error:
        check_names(rows(campaign.path), ["planer"])
    assert "planner" in (error.value.hint or "")


def test_variants_keep_the_colour_of_their_library(tmp_path, factory, case, write) -> None:
    write(tmp_path, exchanges(factory, case))
    palette = Palette(["alpha", "beta"])
    found = variant_lines(rows(tmp_path), ["exchange"])
    looks = line_looks(found, palette)
    assert {looks["alpha p2p"].colour, looks["alpha alltoall"].colour} == {
        palette.of("alpha").colour
    }
    assert len(set(looks.values())) == 3
    alone = line_looks(found[:2], palette)
    assert len({look.colour for look in alone.values()}) == 2


@pytest.mark.parametrize("driver", ["taskfft", "mkl", "cufft"])
def test_variants_differ_by_dashes_from_their_library_whatever_it_has(
    factory, case, driver
) -> None:
    records = [factory.ok(case(driver, settings={"n": n})) for n in range(4)]
    records.append(factory.ok(case("other")))
    found = variant_lines(measure(merge(assemble([ResultsFolder(tuple(records), None)]))), ["n"])
    looks = line_looks(found, Palette([driver, "other"]))
    assert len({looks[f"{driver} n={n}"].dashes for n in range(4)}) == 4


def test_the_title_names_what_all_lines_ran_on(tmp_path, factory, case, write) -> None:
    for where, (ranks, threads) in {"2 ranks": (2, 1), "2 cores": (1, 2)}.items():
        other = case("beta", ranks, threads=threads)
        write(tmp_path / where, [factory.ok(case("alpha", 2)), factory.ok(other)])
        found = variant_lines(rows(tmp_path / where), [])
        with paper_style("test"):
            figure = times_figure(found, line_looks(found, Palette(["alpha", "beta"])))
        assert any(text.get_text().endswith(f", {where}") for text in figure.texts)


def test_one_number_of_cores_is_no_curve(tmp_path, factory, case, write) -> None:
    write(tmp_path, [r for r in exchanges(factory, case) if r.case.ranks == 2])
    found = variant_lines(rows(tmp_path), ["exchange"])
    with paper_style("test"):
        figure = times_figure(found, line_looks(found, Palette(["alpha", "beta"])))
    (axes,) = figure.axes
    assert axes.get_xlim()[0] == 0
    assert [text.get_text() for text in axes.get_yticklabels()] == [
        "alpha alltoall", "alpha p2p", "beta"
    ]  # fmt: skip


@pytest.mark.parametrize(("sharing", "drawn"), [("alpha", False), ("beta", False), ("", True)])
def test_speed_up_is_of_what_has_cores_of_its_own(
    tmp_path, factory, case, *, write, sharing, drawn
) -> None:
    warning = Warning(code="oversubscribed", text="4 ranks on 2 CPUs")
    write(tmp_path, [factory.ok(case(driver, ranks), 0.1 / ranks,
                                warnings=(warning,) * (driver == sharing))
                     for driver in ("alpha", "beta") for ranks in (1, 2)])  # fmt: skip
    made = draw_figures([tmp_path], tmp_path / "out", Choice(over="alpha"))
    assert ("speedup" in {figure.kind for figure in made}) == drawn


def test_threads_count_as_cores(tmp_path, factory, case, write) -> None:
    write(tmp_path, [factory.timed(case("alpha", 1, threads=n), 0.04 / n, launch)
                     for n in (1, 2) for launch in range(MIN_LAUNCHES)])  # fmt: skip
    found = variant_lines(rows(tmp_path), [])
    with paper_style("test"):
        figure = efficiency_figure(found, line_looks(found, Palette(["alpha"])))
    assert list(figure.axes[0].lines[0].get_ydata()) == pytest.approx([1, 1])


def two_machines(tmp_path, factory, case, write, environment) -> list[Path]:
    """Two campaigns, on machines with processors of their own."""
    paths = [tmp_path / name for name in ("left", "right")]
    for path, cpu in zip(paths, ("Left CPU", "Right CPU"), strict=True):
        there = environment(cpu=cpu)
        write(path, [factory.ok(case("alpha", ranks), environment=there) for ranks in (1, 2)])
    return paths


def test_machines_stand_in_one_figure_if_named(tmp_path, factory, case, write, environment) -> None:
    paths = two_machines(tmp_path, factory, case, write, environment)
    apart = draw_figures(paths, tmp_path / "apart", Choice())
    assert sum(figure.kind == "scaling" for figure in apart) == 2
    together = draw_figures(paths, tmp_path / "together", Choice(("machine",)))
    (times,) = (figure for figure in together if figure.kind == "scaling")
    with paper_style("machines"):
        labels = [text.get_text() for text in times.make().legends[0].get_texts()]
    assert labels[:2] == ["node1 (Left CPU)", "node1 (Right CPU)"]
    assert {figure.kind for figure in together} == {
        "accuracy", "scaling", "efficiency", "throughput"
    }  # fmt: skip
    assert "ideal" not in labels


def test_lines_of_one_core_count_have_no_efficiency(tmp_path, factory, case, write) -> None:
    several = [factory.ok(case("several", ranks), 0.1 / ranks) for ranks in (1, 2)]
    write(tmp_path, [*several, factory.ok(case("lone", 2), 0.01)])
    lines = variant_lines(rows(tmp_path), ())
    with paper_style("test"):
        looks = line_looks(lines, Palette(["several", "lone"]))
        legend = efficiency_figure(lines, looks).legends[0]
    assert [text.get_text() for text in legend.get_texts()] == ["several", "ideal"]


@pytest.fixture
def grown_records(factory, case, problem):
    """Two exchanges of a driver, and another driver, in weak scaling on 1, 2 and 4 ranks."""

    def made(**more: object):
        return [
            factory.timed(
                case(driver, ranks, {"exchange": how} if how else {},
                     problem(grown((16, 16, 16), ranks))), seconds * (1 + 0.1 * ranks), launch,
                **more,
            )
            for launch in range(MIN_LAUNCHES)
            for driver, how, seconds in (
                ("alpha", "p2p", 0.04), ("alpha", "alltoall", 0.03), ("beta", "", 0.05)
            )
            for ranks in (1, 2, 4)
        ]  # fmt: skip

    return made


def test_weak_scaling_has_lines_for_variants(tmp_path, grown_records, write) -> None:
    write(tmp_path, grown_records())
    (family,) = families_by(rows(tmp_path), ["exchange"])
    assert [name_of(line) for line in family.lines] == ["alpha alltoall", "alpha p2p", "beta"]
    assert all(line.cores == (1, 2, 4) for line in family.lines)
    drawn = draw_figures([tmp_path], tmp_path / "out", Choice(("exchange",)))
    (weak,) = (figure for figure in drawn if figure.kind == "weak")
    assert weak.title.startswith("Weak scaling by exchange: 16")
    with paper_style("weak"):
        legend = weak.make().legends[0]
    assert [text.get_text() for text in legend.get_texts()] == [
        "alpha alltoall", "alpha p2p", "beta", "ideal"
    ]  # fmt: skip


def test_settings_stay_in_efficiency_alone(tmp_path, factory, case, problem, *, write) -> None:
    """One exchange is fastest on one rank and the other on two, in strong and weak scaling."""
    seconds = {("p2p", 1): 0.02, ("alltoall", 1): 0.03, ("p2p", 2): 0.06, ("alltoall", 2): 0.03}
    for name in ("strong", "weak"):
        write(tmp_path / name, [
            factory.timed(case("alpha", ranks, {"exchange": how},
                               problem(grown((16, 16, 16), ranks if name == "weak" else 1))),
                          time, launch)
            for (how, ranks), time in seconds.items() for launch in range(MIN_LAUNCHES)
        ])  # fmt: skip
        wish = Choice(("placement",))
        drawn = draw_figures([tmp_path / name], tmp_path / "out" / name, wish)
        made = {one.kind: one for one in drawn if one.kind in ("scaling", "efficiency", "weak")}
        with paper_style("test"):
            axes = [own for one in made.values() for own in one.make().axes]
        times, efficiency = (list(own.lines[0].get_ydata()) for own in axes)
        assert times == pytest.approx([40, 60])
        assert efficiency == pytest.approx([1.0, 0.5 if name == "strong" else 1.0])


def test_machines_stand_in_one_figure_of_weak_scaling(
    tmp_path, grown_records, write, environment
) -> None:
    paths = [tmp_path / "left", tmp_path / "right"]
    for path in paths:
        write(path, grown_records(environment=environment(cpu=f"{path.name} CPU")))
    found = rows(tmp_path)
    assert len(families_by(found, ["exchange"])) == 2
    (family,) = families_by(found, ["machine"])
    assert len(family.lines) == 4
    assert {line.settings for line in family.lines} == {"node1 (left CPU)", "node1 (right CPU)"}


def test_lines_are_of_the_metric_that_is_wanted(tmp_path, factory, case, write) -> None:
    write(tmp_path, exchanges(factory, case))
    found = rows(tmp_path)
    for name, times in (
        ("forward", lambda row: row.result.forward.median),
        ("backward", lambda row: row.result.backward.median),
        ("planning", lambda row: row.result.plan_s),
    ):
        other = rows_by(METRICS[name], found)
        assert [row.seconds for row in other] == pytest.approx([times(row) for row in found])
        assert other[0].result.repetition.name == name
    for row in rows_by(METRICS["forward"], found):
        assert row.speedup == pytest.approx(row.resources.ranks, rel=0.05)


def test_figures_of_metrics_say_so_and_planning_scales_not(tmp_path, factory, case, write) -> None:
    write(tmp_path, exchanges(factory, case))
    wanted = Choice(("exchange",), metrics=("pair", "forward", "planning"))
    drawn = {figure.name: figure for figure in draw_figures([tmp_path], tmp_path / "out", wanted)}
    stem = "256x256x256-c2c-double-out-of-place"
    lined = {name.removeprefix(f"{stem}-") for name, figure in drawn.items()
             if figure.kind in ("scaling", "efficiency", "times")}  # fmt: skip
    assert lined == {
        "scaling", "efficiency", "forward-scaling", "forward-efficiency", "planning-scaling"
    }  # fmt: skip
    assert drawn[f"{stem}-forward-scaling"].title.startswith("Strong scaling, forward by exchange")
    with paper_style("planning"):
        planning = drawn[f"{stem}-planning-scaling"].make()
    assert planning.axes[0].get_ylabel() == "planning [ms]"
    assert "ideal" not in [text.get_text() for text in planning.legends[0].get_texts()]


def test_a_metric_that_nobody_has_is_told(tmp_path, factory, case, write) -> None:
    write(tmp_path, [factory.ok(case("alpha"), planning=None)])
    with pytest.raises(UserError, match="no metric 'plannin'") as error:
        draw_figures([tmp_path], tmp_path / "out", Choice(metrics=("plannin",)))
    assert "planning" in (error.value.hint or "")
    with pytest.raises(UserError, match="no case has a time of 'planning'"):
        draw_figures([tmp_path], tmp_path / "out", Choice(metrics=("planning",)))


def test_ranks_keep_their_throughput_in_ideal_scaling(tmp_path, factory, case, write) -> None:
    write(tmp_path, [factory.timed(case("alpha", ranks), 0.04 / ranks, launch)
                     for ranks in (1, 2, 4) for launch in range(MIN_LAUNCHES)])  # fmt: skip
    found = rows(tmp_path)
    each = 256**3 * 16 / 0.08 / 1e6
    with paper_style("test"):
        lines = variant_lines(found, ())
        (axes,) = throughput_figure(lines, line_looks(lines, Palette(["alpha"]))).axes
    assert list(axes.lines[0].get_ydata()) == pytest.approx([each] * 3)
    assert axes.get_ylim()[0] == 0


def test_throughput_is_of_cores_where_ranks_have_threads(tmp_path, factory, case, write) -> None:
    write(tmp_path, [factory.timed(case("alpha", 1, threads=threads), 0.04 / threads)
                     for threads in (1, 4)])  # fmt: skip
    with paper_style("test"):
        lines = variant_lines(rows(tmp_path), ())
        (axes,) = throughput_figure(lines, line_looks(lines, Palette(["alpha"]))).axes
    assert axes.get_ylabel() == "MB/s per core"
    assert list(axes.lines[0].get_ydata()) == pytest.approx([256**3 * 16 / 0.08 / 1e6] * 2)


def test_throughput_is_most_where_the_time_is_least(tmp_path, factory, case, write) -> None:
    write(tmp_path, [factory.ok(case("alpha"), launch=launch) for launch in range(MIN_LAUNCHES)])
    (row,) = rows(tmp_path)
    value = throughput(row)
    assert value.median == pytest.approx(row.rank_mb_s)
    assert value.lo < value.median < value.hi
    assert value.hi == pytest.approx(value.median * row.result.pair.median / row.result.pair.lo)


def test_weak_scaling_has_throughput_and_both_directions(tmp_path, grown_records, write) -> None:
    write(tmp_path, grown_records())
    drawn = draw_figures([tmp_path], tmp_path / "out", Choice())
    weak = {figure.name.partition("-weak-from-1-rank")[2]: figure for figure in drawn
            if "-weak-" in figure.name}  # fmt: skip
    assert set(weak) == {"", "-throughput", "-directions"}
    with paper_style("directions"):
        (axes,) = weak["-directions"].make().axes
    headings = [text.get_text() for text in axes.texts if "rank" in text.get_text()]
    assert headings == ["1 rank, 16\u00b3", "2 ranks, 32x16x16", "4 ranks, 32x32x16"]
    assert [text.get_text() for text in axes.get_yticklabels()] == ["alpha", "beta"] * 3
