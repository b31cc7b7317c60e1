"""One driver against the others: the best of each, on equal cores."""

from __future__ import annotations

import io
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from fftbench import cli
from fftbench.analysis.model.sources import ResultsFolder, assemble, load
from fftbench.analysis.model.statistics import geometric_mean
from fftbench.analysis.questions.versus import Only, versus
from fftbench.analysis.tables.versus import instance_table, problem_table
from fftbench.analysis.terminal.markdown import markdown_text
from fftbench.analysis.terminal.versus import print_versus
from fftbench.core.contracts.problem import Precision
from fftbench.core.contracts.record import Status
from fftbench.core.errors import UserError


def mean(comparisons):
    return geometric_mean([comparison.ratio for comparison in comparisons])


def study(*records):
    return assemble([ResultsFolder(tuple(records), None)])


def test_each_side_is_taken_at_its_best_settings_and_placement(factory, case, problem) -> None:
    records = [
        factory.timed(case("a", of=problem(placement="in_place")), 2.0),
        factory.timed(case("a", of=problem()), 3.0),
        factory.timed(case("b", of=problem(), settings={"planner": "estimate"}), 9.0),
        factory.timed(case("b", of=problem(), settings={"planner": "measure"}), 4.0),
        factory.timed(case("c", of=problem()), 5.0),
    ]
    found = versus(study(*records), "a")
    (comparison,) = found.fastest
    assert comparison.mine.case.problem.placement.value == "in_place"
    assert (comparison.other.case.driver, comparison.other.case.settings) == (
        "b",
        {"planner": "measure"},
    )
    assert comparison.ratio.median == pytest.approx(2.0)
    assert {
        name: mean(comparisons).value for name, comparisons in found.others.items()
    } == pytest.approx({"b": 2.0, "c": 2.5})


def test_cores_are_what_is_compared_not_how_they_are_used(factory, case, problem) -> None:
    records = [
        factory.timed(case("a", of=problem(), ranks=2, threads=1), 1.0),
        factory.timed(case("b", of=problem(), ranks=1, threads=2), 2.0),
        factory.timed(case("b", of=problem(), ranks=1, threads=1), 3.0),
    ]
    found = versus(study(*records), "a")
    (comparison,) = found.fastest
    assert (comparison.instance.cores, comparison.ratio.median) == (2, 2.0)
    assert [instance.cores for instance in found.unmatched] == [1]


def test_what_is_not_ok_has_no_time(factory, case, problem) -> None:
    records = [
        factory.timed(case("a", of=problem()), 1.0),
        factory.bad(case("b", of=problem()), Status.failed.value, "crashed"),
    ]
    found = versus(study(*records), "a")
    assert not found.fastest
    assert mean(found.others["b"]) is None


@settings(max_examples=30)
@given(st.lists(st.floats(min_value=0.01, max_value=100), min_size=1, max_size=5))
def test_the_mean_is_geometric(factory, case, problem, ratios) -> None:
    records = []
    for number, value in enumerate(ratios):
        shape = (8 + number, 8, 8)
        records.append(factory.timed(case("a", of=problem(shape=shape)), 1.0))
        records.append(factory.timed(case("b", of=problem(shape=shape)), value))
    found = mean(versus(study(*records), "a").fastest)
    assert found.value == pytest.approx(math.prod(ratios) ** (1 / len(ratios)))
    assert found.least == pytest.approx(min(ratios))
    assert found.lo <= found.value * (1 + 1e-9)
    assert found.value <= found.hi * (1 + 1e-9)


def test_each_row_says_where_it_was_measured_if_there_are_several_places(
    tmp_path, factory, case, write
) -> None:
    records = [factory.timed(case(driver), 1.0) for driver in ("a", "b")]
    for name, begun in (("one", "2025-01-01T00:00:00Z"), ("two", "2025-01-02T00:00:00Z")):
        own = [record.model_copy(update={"started": begun}) for record in records]
        write(tmp_path / name, own)
    table = instance_table(versus(load([tmp_path]), "a"), settings=False)
    at = [column.name for column in table.columns].index("where")
    assert [row[at].text for row in table.rows] == ["campaign one", "campaign two"]
    alone = instance_table(versus(load([tmp_path / "one"]), "a"), settings=False)
    assert "where" not in {column.name for column in alone.columns}


def test_one_precision_can_be_asked_for(factory, case, problem) -> None:
    records = [
        factory.timed(case(driver, of=problem(precision=precision)), seconds)
        for precision in Precision
        for driver, seconds in (("a", 1.0), ("b", 2.0 if precision is Precision.single else 3.0))
    ]
    (found,) = versus(study(*records), "a", only=Only(precision=Precision.single)).fastest
    assert found.instance.precision is Precision.single
    assert found.ratio.median == 2.0
    assert len(versus(study(*records), "a").fastest) == 2


def test_one_number_of_cores_can_be_asked_for(factory, case) -> None:
    records = [
        factory.timed(case(driver, ranks=ranks), 1.0) for driver in ("a", "b") for ranks in (1, 2)
    ]
    (found,) = versus(study(*records), "a", only=Only(cores=2)).fastest
    assert found.instance.cores == 2
    assert len(versus(study(*records), "a").fastest) == 2


def test_a_table_has_a_column_for_each_problem_and_a_row_for_each_other(
    factory, case, problem
) -> None:
    times = {"a": {8: 1.0, 16: 8.0}, "far": {8: 3.0, 16: 24.0}, "near": {8: 2.0, 16: 4.0}}
    records = [
        factory.timed(case(driver, of=problem(shape=(n, n, n))), seconds, launch=launch)
        for driver, of_driver in {**times, "rare": {16: 16.0}}.items()
        for n, seconds in of_driver.items()
        for launch in range(6)
    ]
    table = problem_table(versus(study(*records), "a"))
    assert [column.name for column in table.columns] == [
        "against", "8x8x8 c2c double", "16x16x16 c2c double", "mean"
    ]  # fmt: skip
    assert [[cell.value for cell in row[1:]] for row in table.rows] == [
        [pytest.approx(2.0), pytest.approx(16.0), None],  # there and back
        [pytest.approx(2.0), pytest.approx(0.5), pytest.approx(1.0)],
        [None, pytest.approx(2.0), None],
        [pytest.approx(3.0), pytest.approx(3.0), pytest.approx(3.0)],
        [pytest.approx(2.0), pytest.approx(0.5), pytest.approx(1.0)],
    ]
    names = [row[0].text for row in table.rows]
    assert names == ["a", "near", "rare", "far", "the fastest other"]
    assert markdown_text(table).splitlines()[3] == (
        "| near | 2.00 [2.00 - 2.00] | **0.50 [0.50 - 0.50]** | 1.00 [1.00 - 1.00] |".replace(
            " - ", " \N{EN DASH} "
        )
    )


def test_columns_of_a_table_are_told_apart(tmp_path, factory, case, write) -> None:
    for name, begun in (("one", "2025-01-01T00:00:00Z"), ("two", "2025-01-02T00:00:00Z")):
        cases = [case(driver, ranks=ranks) for driver in ("a", "b") for ranks in (1, 2)]
        records = [factory.timed(one, 1.0) for one in cases]
        write(tmp_path / name, [one.model_copy(update={"started": begun}) for one in records])
    table = problem_table(versus(load([tmp_path]), "a"))
    names = [column.name for column in table.columns]
    assert len(set(names)) == len(names) == 6
    assert all("core" in name and "campaign" in name for name in names[1:-1])


def test_unknown_drivers_are_named(factory, case, problem) -> None:
    records = [factory.timed(case("fftw_mpi", of=problem()), 1.0)]
    with pytest.raises(UserError, match="no driver 'fftw'") as caught:
        versus(study(*records), "fftw")
    assert "fftw_mpi" in caught.value.hint


def test_the_command_prints_both_tables(
    campaign, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    study_drivers = sorted({record.case.driver for record in campaign.records})
    out = io.StringIO()
    (found,) = print_versus(
        study_drivers[0], [campaign.path], [], console=Console(file=out, width=160)
    )
    text = out.getvalue()
    assert "at its best settings" in text
    assert "Geometric means" in text
    assert found.fastest
    words = ["fftbench", "versus", study_drivers[0], str(campaign.path), "--precision", "double"]
    monkeypatch.setattr("sys.argv", words)
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 0
    assert "Geometric means" in capsys.readouterr().out
