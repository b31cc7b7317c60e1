"""Results directories read together: machines, plans, and cases that are still missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from fftbench.analysis.model.merge import merge
from fftbench.analysis.model.sources import load
from fftbench.analysis.model.statistics import MIN_LAUNCHES
from fftbench.analysis.questions.coverage import cover
from fftbench.core.contracts.plan import Plan
from fftbench.core.errors import UserError


def test_nothing_there_is_an_error_that_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "records").mkdir()
    with pytest.raises(UserError, match="no records and no plan") as error:
        load([tmp_path])
    assert "fftbench run" in str(error.value.hint)
    with pytest.raises(UserError):
        load([tmp_path / "nowhere"])
    with pytest.raises(UserError):
        load([])


def test_every_planned_case_is_covered_once(campaign) -> None:
    study = load([campaign.path])
    coverage = cover(study, merge(study))
    assert coverage.cases == len(campaign.plan.cases)
    assert coverage.totals == {
        "ok": 18, "wrong": 2, "failed": 2, "timeout": 1, "unsupported": 1, "unavailable": 1,
        "pending": 2,
    }  # fmt: skip
    reasons = {item.reason for item in coverage.open if item.outcome == "pending"}
    assert reasons == {
        f"{MIN_LAUNCHES - 1} of {MIN_LAUNCHES} launches not run yet",
        "planned, not run yet",
    }


def test_a_plan_without_records_is_all_pending(tmp_path, write, case) -> None:
    plan = Plan(campaign="c", site="s", launches=2, seed=1, cases=(case("a"), case("b")))
    write(tmp_path, [], plan)
    study = load([tmp_path])
    assert cover(study, merge(study)).totals == {"pending": 2}


def test_machines_are_kept_apart(tmp_path, factory, write, case, environment) -> None:
    same = case("alpha")
    write(tmp_path / "a", [factory.ok(same, environment=environment("left", "CPU one"))])
    write(tmp_path / "b", [factory.ok(same, environment=environment("right", "CPU two"))])
    results = merge(load([tmp_path / "a", tmp_path / "b"]))
    assert [result.machine.label for result in results] == ["left (CPU one)", "right (CPU two)"]


def test_numbered_nodes_are_one_machine(tmp_path, factory, write, case, environment) -> None:
    records = [
        factory.ok(case("alpha", ranks), environment=environment(f"node{ranks}"))
        for ranks in (1, 2)
    ]
    write(tmp_path, records)
    assert [machine.hosts for machine in load([tmp_path]).records] == ["node*"]


def test_records_without_environment_join_their_directory(campaign) -> None:
    assert len(load([campaign.path]).records) == 1


def test_a_record_read_twice_counts_once(campaign) -> None:
    file = next((campaign.path / "records").glob("*.jsonl"))
    once = merge(load([campaign.path]))
    twice = merge(load([campaign.path, file]))
    assert [len(result.records) for result in once] == [len(result.records) for result in twice]
