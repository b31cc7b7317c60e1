"""Lower bounds: which one belongs to a case, how it is shown, and that nothing may be below it."""

from __future__ import annotations

import csv
from dataclasses import replace

import pytest

from fftbench.analysis.model.bounds import bound_of
from fftbench.analysis.model.merge import divided, merge
from fftbench.analysis.model.metrics import measure
from fftbench.analysis.model.sources import ResultsFolder, assemble
from fftbench.analysis.page.report import write_report
from fftbench.analysis.questions.coverage import cover
from fftbench.analysis.tables.bounds import below
from fftbench.analysis.tables.coverage import right
from fftbench.core.contracts.record import Status


def study(*records):
    return assemble([ResultsFolder(tuple(records), None)])


@pytest.fixture
def bound(factory, case):
    def make(of: str, seconds: float, launch: int = 0, ranks: int = 2, **more: object):
        content = {"status": Status.bound, "check": None, **more}
        record = factory.ok(case("lower_bound", ranks, {"of": of}), launch=launch, **content)
        same = replace(record.forward, max_s=(seconds,) * 10)
        return record.model_copy(update={"forward": same, "backward": same})

    return make


def rows_of(*records):
    found = study(*records)
    return measure(merge(found), divided(found).baselines, divided(found).bounds)


def test_the_longest_bound_holds(factory, case, bound) -> None:
    (row,) = rows_of(
        factory.timed(case(), 0.020), bound("memory", 0.010), bound("arithmetic", 0.004)
    )
    assert (row.bound.by, row.bound.seconds) == ("memory", pytest.approx(0.020))
    assert row.over_bound.median == pytest.approx(2.0)
    assert not below([row])


def test_bounds_of_other_resources_do_not_hold(factory, case, bound) -> None:
    (row,) = rows_of(factory.timed(case(), 0.020), bound("memory", 0.010, ranks=4))
    assert row.bound is None
    assert row.over_bound is None


def test_a_bound_too_quick_for_the_clock_is_left_out(factory, case, bound) -> None:
    found = study(factory.timed(case(), 0.020), bound("memory", 0.0))
    assert bound_of(merge(found)[0], divided(found).bounds) is None


def test_the_ratio_is_paired_by_launch(factory, case, bound) -> None:
    records = [
        one
        for launch, seconds in enumerate((0.010, 0.012, 0.011, 0.013, 0.010, 0.012))
        for one in (
            factory.timed(case(), 3 * seconds, launch),
            bound("memory", seconds, launch),
        )
    ]
    (row,) = rows_of(*records)
    assert (row.over_bound.lo, row.over_bound.hi) == pytest.approx((3.0, 3.0))


def test_what_is_below_its_bound_is_named_as_a_fault(factory, case, bound, tmp_path, write) -> None:
    records = [factory.timed(case("wizard"), 0.005), bound("arithmetic", 0.010)]
    (text,) = below(rows_of(*records))
    assert text.startswith("wizard")
    assert text.endswith("0.50 times the bound by arithmetic")
    write(tmp_path, records)
    page = write_report([tmp_path]).read_text()
    assert "Below its bound" in page


def test_a_bound_competes_with_nobody_and_is_never_called_right(factory, case, bound) -> None:
    found = study(factory.timed(case(), 0.020), bound("memory", 0.001))
    assert [result.case.driver for result in merge(found)] == ["alpha"]
    assert "lower_bound" not in found.drivers
    alone = study(bound("memory", 0.001))
    assert right(cover(alone, merge(alone))) == "Nothing but what is never ranked."


def test_the_summary_has_the_bound_of_every_case(factory, case, bound, tmp_path, write) -> None:
    write(tmp_path, [factory.timed(case(), 0.020), bound("memory", 0.010)])
    page = write_report([tmp_path]).read_text()
    assert "How far from what is possible?" in page
    assert "Below its bound" not in page
    with (tmp_path / "report" / "summary.csv").open(newline="") as file:
        lines = {line["driver"]: line for line in csv.DictReader(file)}
    for line in lines.values():
        assert (line["bound_by"], float(line["bound_s"])) == ("memory", pytest.approx(0.020))
    assert float(lines["alpha"]["over_bound"]) == pytest.approx(2.0)
    assert not lines["lower_bound"]["pair_s"]
