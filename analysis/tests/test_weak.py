"""Weak scaling: which cases belong together, and their efficiencies."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fftbench.analysis.model.machine import Machine
from fftbench.analysis.model.merge import merge
from fftbench.analysis.model.metrics import measure
from fftbench.analysis.model.selection import Line
from fftbench.analysis.model.sources import ResultsFolder, assemble
from fftbench.analysis.page.report import write_report
from fftbench.analysis.questions.weak import Family, efficiencies, families, largest
from fftbench.analysis.terminal.figures import Choice, draw_figures
from fftbench.core.campaigns.grids import grown
from fftbench.core.contracts.record import Warning


def found_in(records):
    return families(measure(merge(assemble([ResultsFolder(tuple(records), None)]))))


@settings(max_examples=25)
@given(
    base=st.lists(st.integers(2, 9), min_size=2, max_size=3),
    fewest=st.integers(1, 3),
    factors=st.sets(st.integers(2, 12), min_size=1, max_size=4),
    slower=st.floats(0.1, 10),
)
def test_problems_that_grew_by_the_rule_are_one_family(
    factory, case, problem, *, base, fewest, factors, slower
) -> None:
    records = [
        factory.timed(
            case("a", fewest * factor, of=problem(grown(tuple(base), factor))),
            1.0 if factor == 1 else slower,
        )
        for factor in (1, *sorted(factors))
    ]
    (family,) = found_in(records)
    assert (family.problem.shape, family.ranks) == (tuple(base), fewest)
    (line,) = family.lines
    assert line.cores == (fewest, *(fewest * factor for factor in sorted(factors)))
    known = efficiencies(line)
    assert known.pop(fewest).median == 1
    assert [value.median for value in known.values()] == pytest.approx([1 / slower] * len(factors))


def test_other_problems_are_not_weak_scaling(factory, case, problem) -> None:
    one = factory.timed(case("a", 1, of=problem((8, 8, 8))), 1.0)
    others = [
        problem((8, 8, 8)),  # strong scaling
        problem((8, 8, 16)),  # as many points per rank, but another shape than the rule makes
        problem((32, 8, 8)),
        problem((16, 8, 8), transform="r2c"),
        problem((16, 8, 8), precision="single"),
        problem((16, 8, 8), placement="in_place"),
    ]
    for other in others:
        assert not found_in([one, factory.timed(case("a", 2, of=other), 1.0)])


def test_a_line_is_one_driver_with_one_choice_of_settings(factory, case, problem) -> None:
    small, large = problem((8, 8, 8)), problem((16, 8, 8))
    records = [
        factory.timed(case("a", 1, {"x": 1}, of=small), 1.0),
        factory.timed(case("a", 2, {"x": 1}, of=large), 2.0),
        factory.timed(case("a", 2, {"x": 2}, of=large), 1.0),
        factory.timed(case("a", 2, {"x": 1}, of=large, threads=2), 1.0),
        factory.timed(case("b", 2, of=large), 1.0),
        factory.bad(case("c", 1, of=small), "failed", "crashed"),
        factory.timed(case("c", 2, of=large), 1.0),
    ]
    (family,) = found_in(records)
    (line,) = family.lines
    assert [row.result.case.id for row in line.rows] == [r.case.id for r in records[:2]]
    assert efficiencies(line)[2].median == 0.5


def test_the_report_has_figure_and_table(factory, case, problem, write, tmp_path) -> None:
    sizes = ((1, (8, 8, 8)), (2, (16, 8, 8)))
    write(tmp_path, [factory.ok(case("a", ranks, of=problem(shape))) for ranks, shape in sizes])
    page = write_report([tmp_path])
    assert "Weak scaling: 8\u00d78\u00d78 c2c double, out of place" in page.read_text()
    figures = {path.name for path in (page.parent / "figures").iterdir()}
    assert "8x8x8-c2c-double-out-of-place-weak-from-1-rank.svg" in figures


def test_of_many_families_those_with_most_cases_are_kept_in_order() -> None:
    sizes = (1, 3, 2, 3)
    found = [
        Family(Machine(str(size), ""), problem, number, (Line("a", "", (None,) * size),))
        for number, (size, problem) in enumerate(zip(sizes, "abcd", strict=True))
    ]
    assert [family.ranks for family in largest(found, 2)] == [1, 3]
    assert [family.ranks for family in largest(found, 3)] == [1, 2, 3]
    assert largest(found, 9) == found


def test_on_shared_cores_there_are_times_and_no_efficiencies(
    factory, case, problem, write, tmp_path
) -> None:
    shared = (Warning(code="oversubscribed", text="2 ranks on 1 CPU"),)
    sizes = ((1, (8, 8, 8)), (2, (16, 8, 8)))
    write(tmp_path, [factory.ok(case("a", ranks, of=problem(shape)), warnings=shared)
                     for ranks, shape in sizes])  # fmt: skip
    drawn = draw_figures([tmp_path], tmp_path / "out", Choice())
    assert [figure.name for figure in drawn if "-weak-" in figure.name] == [
        "8x8x8-c2c-double-out-of-place-weak-from-1-rank"
    ]
