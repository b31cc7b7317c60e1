"""Results directories read together: machines, plans, and cases that are still missing."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from fftbench.analysis.model.machine import Machine
from fftbench.analysis.model.merge import merge, ratio
from fftbench.analysis.model.metrics import measure
from fftbench.analysis.model.sharing import Shared
from fftbench.analysis.model.sources import load
from fftbench.analysis.model.statistics import MIN_LAUNCHES
from fftbench.analysis.questions.coverage import cover
from fftbench.core.contracts.plan import Plan
from fftbench.core.errors import UserError
from fftbench.core.files.results import parse_record


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
    assert [result.machine.nodes.label for result in results] == [
        "left (CPU one)",
        "right (CPU two)",
    ]


def test_processors_of_one_name_are_told_apart_by_their_vectors(
    tmp_path, factory, write, case, environment
) -> None:
    """Virtual machines call Zen 3 and Zen 4 `AMD EPYC`."""
    for name, widest in (("a", "avx2"), ("b", "avx512")):
        there = environment("vm", "AMD EPYC")
        there = there.model_copy(update={"instruction_sets": ("sse2", "avx", widest)})
        write(tmp_path / name, [factory.ok(case("alpha"), environment=there)])
    labels = [machine.label for machine in load([tmp_path / "a", tmp_path / "b"]).nodes]
    assert labels == ["vm (AMD EPYC, avx2)", "vm (AMD EPYC, avx512)"]


def test_names_of_files_tell_machines_and_campaigns_apart() -> None:
    left, right = Machine("left", "CPU, avx2", "one"), Machine("right", "CPU, avx2", "one")
    later, node, nodes = replace(left, campaign="two"), Machine("node", ""), Machine("node*", "")
    assert left.prefix([left]) == ""
    assert [one.prefix([left, right]) for one in (left, right)] == [
        "left-cpu-avx2-", "right-cpu-avx2-",
    ]  # fmt: skip
    assert later.prefix([right, left, later]) == "left-cpu-avx2-campaign-two-"
    assert right.among([right, left, later]) == "right (CPU, avx2)"  # no other campaign of it
    assert [one.prefix([left, later]) for one in (left, later)] == [
        "campaign-one-",
        "campaign-two-",
    ]
    assert [one.prefix([node, nodes]) for one in (node, nodes)] == ["node-1-", "node-2-"]


def test_two_machines_in_one_folder_lose_nothing(
    tmp_path, factory, write, case, environment
) -> None:
    """The same case and launch of another machine is another measurement, not an older one."""
    same = case("alpha")
    places = [environment("left", "CPU one"), environment("right", "CPU two")]
    write(tmp_path, [factory.ok(same, environment=place) for place in places])
    study = load([tmp_path])
    assert [machine.label for machine in study.records] == ["left (CPU one)", "right (CPU two)"]
    assert study.dropped == ()


def test_campaigns_are_kept_apart_and_nothing_is_paired_across_them(
    tmp_path, factory, write, case
) -> None:
    for name, seconds, begun in (("one", 0.01, "2025-01-01"), ("two", 0.02, "2025-01-02")):
        records = [
            factory.ok(case(driver), seconds, launch, started=f"{begun}T00:00:00Z")
            for driver in ("alpha", "beta")
            for launch in range(MIN_LAUNCHES)
        ]
        write(tmp_path / name, records)
    study = load([tmp_path])
    results = merge(study)
    assert [(r.machine.campaign, r.case.driver) for r in results] == [
        ("one", "alpha"), ("one", "beta"), ("two", "alpha"), ("two", "beta"),
    ]  # fmt: skip
    assert len(study.nodes) == 1
    assert {row.ratio.n for row in measure(results)} == {MIN_LAUNCHES}
    assert max(row.ratio.median for row in measure(results)) < 1.5
    crossed = ratio(results[2], results[0])
    assert crossed is not None
    assert not crossed.confident


def test_folders_are_read_to_the_bottom(tmp_path, factory, write, case) -> None:
    write(tmp_path / "site" / "one", [factory.ok(case("a"))])
    write(tmp_path / "other" / "deep" / "two", [factory.ok(case("b"))])
    study = load([tmp_path])
    assert {machine.campaign for machine in study.records} == {"one", "two"}
    assert study.drivers == ("a", "b")


def test_a_folder_that_may_not_be_read_is_not_left_out(tmp_path, factory, write, case) -> None:
    write(tmp_path / "one", [factory.ok(case("a"))])
    write(tmp_path / "theirs" / "two", [factory.ok(case("b"))])
    (tmp_path / "theirs").chmod(0o300)
    if os.access(tmp_path / "theirs", os.R_OK):
        pytest.skip("root may read everything")
    with pytest.raises(UserError, match="theirs: Permission denied"):
        load([tmp_path])


def test_campaigns_of_one_name_are_told_apart_by_their_folders(
    tmp_path, factory, write, case
) -> None:
    for site, second in (("here", 1), ("there", 2)):
        write(
            tmp_path / site / "c", [factory.ok(case("a"), started=f"2025-01-01T00:00:0{second}Z")]
        )
    names = {machine.campaign for machine in load([tmp_path]).records}
    assert names == {"c (here/c)", "c (there/c)"}


def test_a_folder_inside_of_another_is_told_apart_from_it(tmp_path, factory, write, case) -> None:
    write(tmp_path / "c", [factory.ok(case("a"))])
    write(tmp_path / "c" / "later" / "c", [factory.ok(case("b"))])
    names = {machine.campaign for machine in load([tmp_path, tmp_path / "c" / "later"]).records}
    assert names == {"c (c)", "c (c/later/c)"}


def test_copies_count_once_and_are_told(tmp_path, factory, write, case) -> None:
    records = [factory.ok(case(), launch=launch) for launch in range(2)]
    write(tmp_path / "one", records)
    write(tmp_path / "two", [*records, factory.ok(case(), launch=2)])
    study = load([tmp_path])
    assert study.dropped == ("two: 2 records also in one, counted there alone",)
    assert [len(found) for found in study.records.values()] == [2, 1]


def test_records_that_newer_ones_replace_are_told(tmp_path, factory, write, case) -> None:
    failed = factory.bad(case(), "failed", "boom", started="2025-01-01T00:00:00Z")
    write(tmp_path, [failed, factory.ok(case())])
    study = load([tmp_path])
    text = f"{tmp_path.name}: 1 record has a newer one of the same case and launch"
    assert study.dropped == (text,)
    assert [result.status.value for result in merge(study)] == ["ok"]


def test_newer_schemas_are_called_so(tmp_path, factory, write, case) -> None:
    write(tmp_path, [factory.ok(case())])
    with (tmp_path / "records" / "all.jsonl").open("a") as file:
        file.write('{"schema": "fftbench/record/99"}\n')
    (tmp_path / "plan.json").write_text('{"schema": "fftbench/plan/99"}')
    of_plan, of_record = load([tmp_path]).problems
    assert "plan.json: newer: schema is 'fftbench/plan/99'" in of_plan
    assert "all.jsonl:2: newer: schema is 'fftbench/record/99'" in of_record


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


def test_what_records_have_alike_is_kept_once(factory, case) -> None:
    shared = Shared()
    made = [factory.ok(case("alpha"), launch=launch) for launch in range(3)]
    lines = [record.model_dump_json(by_alias=True).encode() for record in made]
    records = [parse_record(line) for line in lines]
    kept = [shared.read(line) for line in lines]
    assert kept == records
    assert [one.model_dump_json() for one in kept] == [one.model_dump_json() for one in records]
    assert kept[1].case is kept[2].case
    assert kept[1].model_fields_set is kept[2].model_fields_set


@pytest.mark.parametrize("value", [True, 1, "1"])
def test_settings_that_look_alike_are_not_taken_for_each_other(factory, case, value) -> None:
    shared = Shared()
    for other in (True, 1, "1"):
        line = factory.ok(case("alpha", settings={"how": other})).model_dump_json(by_alias=True)
        shared.read(line.encode())
    line = factory.ok(case("alpha", settings={"how": value})).model_dump_json(by_alias=True)
    found = shared.read(line.encode()).case.settings["how"]
    assert (type(found), found) == (type(value), value)


@pytest.mark.parametrize(
    "line", [b"[]", b"7", b"{", b'{"case": 7}', b'{"schema": "x", "case": {}}']
)
def test_what_is_no_record_is_told_as_without_sharing(line) -> None:
    with pytest.raises(UserError) as plain:
        parse_record(line)
    with pytest.raises(UserError) as shared:
        Shared().read(line)
    assert str(shared.value) == str(plain.value)
