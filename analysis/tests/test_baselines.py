"""Baselines: which one belongs to a case, how they are shown, and that they are never ranked."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest
from rich.console import Console

from fftbench.analysis.model.baselines import baseline_of, crossing_rate, crossing_seconds
from fftbench.analysis.model.merge import divided, merge
from fftbench.analysis.model.metrics import measure
from fftbench.analysis.model.selection import baselines_by_cores
from fftbench.analysis.model.sources import ResultsFolder, assemble
from fftbench.analysis.model.statistics import MIN_LAUNCHES
from fftbench.analysis.page.report import write_report
from fftbench.analysis.plots.growth.scaling import strong_scaling
from fftbench.analysis.plots.look.style import BASELINE, Palette, paper_style
from fftbench.analysis.questions.compare import compare
from fftbench.analysis.questions.coverage import cover
from fftbench.analysis.questions.ranking import verdicts
from fftbench.analysis.questions.versus import versus
from fftbench.analysis.tables.baselines import beaten
from fftbench.analysis.tables.coverage import right
from fftbench.analysis.tables.ranking import detail
from fftbench.analysis.tables.summary import OVER_BASELINE, summary_table
from fftbench.analysis.terminal.results import print_results
from fftbench.core.errors import UserError

SLAB, PENCIL = (4, 1), (2, 2)


def study(*records):
    return assemble([ResultsFolder(tuple(records), None)])


def exact(record, seconds):
    """Without noise: a pair takes exactly twice `seconds`."""
    same = replace(record.forward, max_s=(seconds,) * 10)
    return record.model_copy(update={"forward": same, "backward": same})


def rows_of(records):
    found = study(*records)
    return measure(merge(found), divided(found).baselines)


@pytest.fixture
def slab(factory, case):
    """A library twice as slow as the baseline of its grid; a faster baseline of another grid."""
    return [
        exact(factory.ok(case("alpha", 4, grid=SLAB)), 0.020),
        exact(
            factory.baseline(case("contiguous_passes", 4, {"within_node": "copy"}, grid=SLAB)),
            0.010,
        ),
        exact(
            factory.baseline(case("contiguous_passes", 4, {"within_node": "alltoall"}, grid=SLAB)),
            0.012,
        ),
        exact(
            factory.baseline(case("contiguous_passes", 4, {"within_node": "copy"}, grid=PENCIL)),
            0.008,
        ),
    ]


def test_the_fastest_baseline_of_the_same_grid_holds(slab) -> None:
    (row,) = rows_of(slab)
    assert row.baseline.same_grid
    assert row.baseline.seconds == pytest.approx(0.020)
    assert row.over_baseline.median == pytest.approx(2.0)
    assert row.baseline.name == "contiguous_passes within_node=copy, grid 4x1, crossings: copy"


def test_without_one_of_the_grid_the_fastest_of_other_grids_holds_and_is_named(
    slab, factory, case
) -> None:
    beta = exact(factory.ok(case("beta", 4, grid=(1, 4))), 0.012)
    rows = rows_of([*slab, beta])
    row = next(row for row in rows if row.result.case.driver == "beta")
    assert not row.baseline.same_grid
    assert row.over_baseline.median == pytest.approx(1.5)
    table = summary_table(rows)
    at = [column.name for column in table.columns].index(OVER_BASELINE)
    assert [row[at].text for row in table.rows] == ["~1.50 (2x2)", "~2.00"]


@pytest.mark.parametrize(
    "other",
    [{"ranks": 4}, {"nodes": 2}, {"threads": 2}, {"of": "r2c"}, {"of": "in_place"}, {"host": "z"}],
)
def test_baselines_of_other_resources_problem_or_machine_do_not_hold(
    factory, case, problem, environment, other
) -> None:
    of = {"r2c": problem(transform="r2c"), "in_place": problem(placement="in_place")}
    keys = {**other, "of": of[other["of"]]} if "of" in other else dict(other)
    host = keys.pop("host", "node1")
    baseline = factory.baseline(
        case("contiguous_passes", **keys), environment=environment(host, host)
    )
    here = factory.ok(case("alpha"), environment=environment("node1", "node1"))
    (row,) = rows_of([here, baseline])
    assert row.baseline is None
    assert OVER_BASELINE not in [column.name for column in summary_table([row]).columns]


def test_a_baseline_competes_with_nobody(slab) -> None:
    found = study(*slab)
    rows = measure(merge(found), divided(found).baselines)
    (verdict,) = verdicts(rows)
    assert [row.result.case.driver for row in verdict.drivers] == ["alpha"]
    assert verdict.best.ratio.median == 1
    name = "contiguous_passes within_node=copy, grid 4x1, crossings: copy"
    assert f"alpha takes ~2.00 times the baseline ({name})." in detail(verdict)
    coverage = cover(found, merge(found))
    assert dict(coverage.counts) == {"alpha": {"ok": 1}}
    assert right(coverage) == "The only case is right."
    assert found.drivers == ("alpha",)
    assert len(compare(found, found).contrasts) == 1
    with pytest.raises(UserError, match="no driver 'contiguous_passes'"):
        versus(found, "contiguous_passes")
    assert versus(found, "alpha").fastest == ()


def test_nothing_but_baselines_is_not_called_right(slab) -> None:
    found = study(*slab[1:])
    assert right(cover(found, merge(found))) == "Nothing but what is never ranked."


def test_a_baseline_that_failed_is_listed(slab, factory, case) -> None:
    failed = factory.bad(case("contiguous_passes", 2, {"within_node": "copy"}), "failed", "killed")
    found = study(*slab, failed)
    coverage = cover(found, merge(found))
    assert coverage.counts["contiguous_passes"] == {"failed": 1}
    assert [item.reason for item in coverage.open] == ["killed"]


def test_what_is_faster_than_its_baseline_is_named(slab, factory, case) -> None:
    once = [*slab, exact(factory.ok(case("fast", 4, grid=SLAB)), 0.009)]
    assert beaten(rows_of(once)) == ()
    rows = rows_of(
        record.model_copy(update={"launch": launch})
        for record in once
        for launch in range(MIN_LAUNCHES)
    )
    assert beaten(rows) == (
        "fast on 4 ranks: 0.90 times contiguous_passes within_node=copy, grid 4x1, crossings: copy",
    )
    assert {row.result.case.driver: row.over_baseline.median for row in rows}["fast"] < 1


def test_crossings_are_what_is_not_fft(factory, case, problem) -> None:
    of = problem((64, 64, 64), "r2c")
    (baseline,) = divided(
        study(factory.baseline(case("contiguous_passes", 4, of=of, grid=PENCIL)))
    ).baselines
    parts = baseline.parts
    assert crossing_seconds(baseline) == pytest.approx(parts.wall - parts.fft)
    moved = 2 * 2 * 64 * 64 * 33 * 16  # there and back, two dimensions of the grid
    assert crossing_rate(baseline) == pytest.approx(moved / (parts.wall - parts.fft) / 1e9)
    (alone,) = divided(study(factory.baseline(case("contiguous_passes", 1)))).baselines
    assert crossing_rate(alone) is None


def test_a_baseline_too_quick_for_the_clock_is_left_out(factory, case) -> None:
    alpha, baseline = (
        factory.ok(case("alpha")),
        exact(factory.baseline(case("contiguous_passes")), 0.0),
    )
    found = study(alpha, baseline)
    assert baseline_of(merge(found)[0], divided(found).baselines) is None


@pytest.fixture
def written(tmp_path, factory, case, write, scaling_records):
    baselines = [
        factory.baseline(case("contiguous_passes", ranks), 0.04 / ranks**0.9, launch)
        for ranks in (1, 2, 4)
        for launch in range(3)
    ]
    write(tmp_path, [*scaling_records(factory, {"alpha": 0.06, "beta": 0.075}), *baselines])
    return tmp_path


def test_the_summary_has_a_limit_for_every_case_and_the_baselines_apart(written) -> None:
    write_report([written])
    with (written / "report" / "summary.csv").open(newline="") as file:
        lines = list(csv.DictReader(file))
    assert all(float(line["limit_s"]) > 0 for line in lines)
    apart = [line for line in lines if line["status"] == "baseline"]
    assert [line["driver"] for line in apart] == ["contiguous_passes"] * 3
    assert not any(line["forward_s"] or line["pair_s"] or line["ratio"] for line in apart)
    for line in lines:
        if line["status"] == "ok":
            over = float(line["pair_s"]) / float(line["limit_s"])
            assert float(line["over_limit"]) == pytest.approx(over, rel=0.05)


def test_the_report_tells_how_far_from_the_baseline(written) -> None:
    text = write_report([written]).read_text()
    assert "How far from the baseline?" in text
    assert "Dotted, of no library: the baseline" in text
    assert "contiguous_passes, grid 4x1, crossings: copy" in text
    out = io.StringIO()
    print_results([written], Console(file=out, width=80))
    assert "the baseline (contiguous_passes," in " ".join(out.getvalue().split())


def test_the_baseline_is_a_line_over_cores(factory, case) -> None:
    records = [
        one
        for ranks in (1, 2, 4)
        for one in (
            exact(factory.ok(case("alpha", ranks)), 0.02 / ranks),
            exact(factory.baseline(case("contiguous_passes", ranks)), 0.01 / ranks),
        )
    ]
    rows = rows_of(records)
    assert {
        cores: limit.seconds for cores, limit in baselines_by_cores(rows).items()
    } == pytest.approx({1: 0.02, 2: 0.01, 4: 0.005})
    with paper_style("baseline"):
        figure = strong_scaling(rows, Palette(["alpha"]))
    (axes,) = figure.axes
    drawn = [line for line in axes.lines if line.get_linestyle() == "--"]
    dark = [line for line in drawn if line.get_color() == BASELINE["color"]]
    assert [list(line.get_xdata()) for line in dark] == [[1, 2, 4]]
