"""The matrix of answers: who is fastest on so many cores, how sure that is, and what is missing."""

from __future__ import annotations

import pytest

from fftbench.analysis.model.layouts import LayoutClass
from fftbench.analysis.model.merge import merge
from fftbench.analysis.model.metrics import measure
from fftbench.analysis.model.reading import ResultsFolder
from fftbench.analysis.model.selection import group_rows
from fftbench.analysis.model.sources import assemble
from fftbench.analysis.model.statistics import MIN_LAUNCHES
from fftbench.analysis.questions.answers import Cores, problem_answers
from fftbench.analysis.questions.limits import limit_of
from fftbench.analysis.tables.answers import matrix
from fftbench.analysis.tables.sentences import how_sure, not_run, what_limits
from fftbench.core.contracts.plan import Plan
from fftbench.core.contracts.record import Warning


def asked(records, plan=None):
    study = assemble([ResultsFolder(tuple(records), plan)])
    groups = group_rows(measure(merge(study)))
    return study, [problem_answers(study, group) for group in groups]


def cells(records, plan=None):
    """The cells of the only problem's rows, by layout and column."""
    study, found = asked(records, plan)
    made = matrix(study, [("p", one) for one in found])
    return {
        (row.layout, column): cell
        for row in made.rows
        for column, cell in zip(made.columns, row.cells, strict=True)
    }


@pytest.fixture
def launched(factory):
    """Records of a case in every launch that a claim needs."""

    def make(of, seconds, launches=MIN_LAUNCHES, **more):
        return [factory.timed(of, seconds, launch, **more) for launch in range(launches)]

    return make


def test_all_splits_of_the_cores_are_one_column_and_the_best_is_named(launched, case) -> None:
    records = [
        *launched(case("a", 2), 1.0),
        *launched(case("b", 1, threads=2), 0.5),
        *launched(case("b", 2), 2.0),
    ]
    (cell,) = cells(records).values()
    assert (cell.name, cell.mark, cell.coverage) == ("b", "clear", "2 of 2 timed")
    assert cell.where == "1 rank \N{MULTIPLICATION SIGN} 2 threads (by ranks alone: a 2.00 s)"
    assert cell.lead.startswith("next a")
    assert "2.00 [2.00" in cell.lead


def test_a_driver_without_a_rival_is_not_called_fastest(launched, factory, case) -> None:
    alone = cells([*launched(case("a"), 1.0), *launched(case("b", 1), 1.0)])
    assert {cell.doubt for cell in alone.values()} == {"only one was measured"}
    assert {cell.mark for cell in alone.values()} == {"lone"}
    (cell,) = cells([*launched(case("a"), 1.0), factory.wrong(case("liar"))]).values()
    assert (cell.doubt, cell.coverage) == ("only right answer", "1 of 2 timed")


def test_too_few_launches_and_shared_cores_are_marked(launched, case) -> None:
    few = [*launched(case("a"), 1.0, 2), *launched(case("b"), 2.0, 2)]
    (cell,) = cells(few).values()
    assert (cell.mark, cell.doubt) == ("open", "no claim: 2 launches")
    shared = (Warning(code="oversubscribed", text="x"),)
    records = [
        *launched(case("a"), 1.0, warnings=shared),
        *launched(case("b"), 2.0, warnings=shared),
    ]
    (cell,) = cells(records).values()
    assert (cell.mark, cell.doubt) == ("shared", "no claim: shared cores")
    assert "[" not in cell.lead


def test_shared_cores_never_win_over_cores_of_their_own(launched, case) -> None:
    shared = (Warning(code="oversubscribed", text="x"),)
    records = [*launched(case("a"), 2.0), *launched(case("b"), 1.0, warnings=shared)]
    (cell,) = cells(records).values()
    assert (cell.name, cell.doubt) == ("a", "only one was measured")
    _, (found,) = asked(records)
    (answer,) = found.answers[LayoutClass.any].values()
    assert [(one.driver, one.outcome) for one in answer.missing] == [("b", "shared cores")]


def test_two_classes_of_layouts_have_their_own_answers(launched, case, layouts) -> None:
    records = [
        *launched(case("turned"), 1.0, layouts=layouts(False)),
        *launched(case("ordered"), 2.0, layouts=layouts(True)),
    ]
    found = cells(records)
    assert found["any layout", "2 cores"].name == "turned"
    assert found["equal layout", "2 cores"].name == "ordered"
    assert found["equal layout", "2 cores"].coverage == "1 of 2 timed"


def test_classes_that_agree_are_one_row(launched, case, layouts) -> None:
    records = [r for d in ("a", "b") for r in launched(case(d), 1.0, layouts=layouts(True))]
    assert list(cells(records)) == [("any or equal layout", "2 cores")]


def test_what_has_no_time_is_listed_with_its_reason(launched, factory, case) -> None:
    never = case("never")
    records = [
        *launched(case("a"), 1.0),
        *launched(case("elsewhere", 4), 1.0),
        factory.bad(case("b"), "unsupported", "2 is too many"),
    ]
    cases = {record.case.id: record.case for record in records}
    plan = Plan(campaign="c", site="s", launches=1, seed=1, cases=(*cases.values(), never))
    _, found = asked(records, plan)
    answer = found[0].answers[LayoutClass.any][Cores(1, 2)]
    assert {one.driver: one.outcome for one in answer.missing} == {
        "b": "unsupported", "elsewhere": "not asked for", "never": "pending",
    }  # fmt: skip
    text = not_run(found)
    assert "b on 2 cores: unsupported, 2 is too many" in text
    assert "elsewhere on 2 cores: not asked for" in text


def test_libraries_that_were_not_run_alike_are_named_together(launched, factory, case) -> None:
    few, many = ["b", "c"], [f"lib{number}" for number in range(6)]
    away = [one for name in few for one in launched(case(name, 1), 1.0)]
    failed = [factory.bad(case(name), "failed", "killed") for name in many]
    _, found = asked([*launched(case("a"), 1.0), *launched(case("a", 1), 1.0), *away, *failed])
    assert "b and c on 2 cores: not asked for" in not_run(found)
    assert "6 libraries on 2 cores: failed, killed" in not_run(found)


def test_what_is_never_ranked_is_not_counted_even_where_a_case_failed(
    launched, factory, case
) -> None:
    killed = factory.bad(case("forward", settings={"variant": "b"}), "failed", "killed")
    forward = [*launched(case("forward", settings={"variant": "a"}), 0.5), killed]
    told = [one.model_copy(update={"unranked": "it has no way back"}) for one in forward]
    (cell,) = cells([*launched(case("a"), 1.0), *told]).values()
    assert (cell.name, cell.coverage) == ("a", "1 of 1 timed")


def test_sentences_say_how_sure_and_what_limits(launched, case) -> None:
    records = [
        *launched(case("a"), 1.0),
        *launched(case("b"), 2.0),
        *launched(case("a", 1), 1.0, 2),
        *launched(case("b", 1), 2.0, 2),
    ]
    _, found = asked(records)
    sure = how_sure(found, ["On m, 6 launches tell 5 %."])
    assert "1 with a library faster than all others" in sure
    assert "1 with 2 launches (a claim needs 6)" in sure
    assert sure.endswith("On m, 6 launches tell 5 %.")
    assert "was not measured" in how_sure(found, [])
    assert "goes into FFT in 2 of 2 cells" in what_limits(found)


def test_what_limits_is_not_known_without_profiled_passes(factory, case) -> None:
    without = [factory.ok(case("a"), 1.0, launch, profile=None) for launch in range(6)]
    _, found = asked(without)
    assert what_limits(found).startswith("Not known")
    with_parts = [factory.ok(case("a", 1), 1.0, launch) for launch in range(6)]
    _, found = asked([*without, *with_parts])
    assert what_limits(found).endswith("goes into FFT in 1 of 2 cells; in 1 it is not known.")


def test_what_limits_is_the_largest_part(factory, case) -> None:
    (row,) = measure(merge(assemble([ResultsFolder((factory.ok(case()),), None)])))
    limit = limit_of(row)
    assert limit is not None
    assert limit.name == "FFT"
    assert sum(share for _, share in limit.shares) == pytest.approx(1)
