"""Cores and GPUs side by side: in one row, each compared with its like; devices and energy told."""

from __future__ import annotations

import csv
from dataclasses import replace

import pytest

from fftbench.analysis.model.energy import joules_of_pair
from fftbench.analysis.model.merge import merge
from fftbench.analysis.model.metrics import measure
from fftbench.analysis.model.reading import ResultsFolder
from fftbench.analysis.model.selection import group_rows
from fftbench.analysis.model.sources import assemble
from fftbench.analysis.model.statistics import MIN_LAUNCHES
from fftbench.analysis.page.report import write_report
from fftbench.analysis.questions.advise import Wanted, advise
from fftbench.analysis.questions.answers import problem_answers
from fftbench.analysis.questions.devices import side_by_side
from fftbench.analysis.questions.environment import facts
from fftbench.analysis.questions.versus import versus
from fftbench.analysis.tables.answers import answer_details, matrix
from fftbench.analysis.tables.devices import side_by_side_table
from fftbench.core.contracts.environment import Device
from fftbench.core.contracts.problem import Memory, Workload
from fftbench.core.contracts.record import (
    Energy,
    Warning,
)

SHARING = (Warning(code="shared_device", text="4 ranks share the device"),)
ENERGY = Energy(seconds=8.0, transforms_s=2.0, transforms=20, device_j=4000.0, packages_j=800.0)
"""500 W for the tenth of a second that a transform takes: 50 J, and 100 J a pair."""


@pytest.fixture
def on_gpus(factory, case, problem, environment):
    """Records of a case in cuda memory on so many devices, in every launch that a claim needs."""

    def make(driver, ranks, gpus, seconds, launches=MIN_LAUNCHES, **more):
        devices = tuple(
            Device(
                kind=Memory.cuda,
                name="Sample GPU",
                id=f"GPU-{number}",
                host="node1",
                ranks=ranks // gpus,
                driver="570.1",
                runtime="12.8",
                memory_mb=80000.0,
            )
            for number in range(gpus)
        )
        there = environment(ranks=ranks).model_copy(update={"devices": devices})
        of = case(driver, ranks, of=problem().model_copy(update={"memory": Memory.cuda}))
        warnings = SHARING if ranks > gpus else ()
        return [
            factory.timed(of, seconds, launch, environment=there, warnings=warnings, **more)
            for launch in range(launches)
        ]

    return make


@pytest.fixture
def records(factory, case, on_gpus):
    """Two libraries on 1 and 2 ranks, and two on 1 GPU, one also with 4 ranks that share it."""
    launches = range(MIN_LAUNCHES)
    return [
        *(factory.timed(case("a", 1), 4.0, launch) for launch in launches),
        *(factory.timed(case("a", 2), 2.0, launch) for launch in launches),
        *(factory.timed(case("b", 2), 3.0, launch) for launch in launches),
        *on_gpus("c", 1, 1, 0.1, energy=ENERGY),
        *on_gpus("d", 1, 1, 0.2),
        *on_gpus("d", 4, 1, 0.4),
    ]


def grouped(records):
    study = assemble([ResultsFolder(tuple(records), None)])
    return study, group_rows(measure(merge(study)))


def test_a_problem_has_one_row_with_columns_of_cores_and_of_gpus(records) -> None:
    study, groups = grouped(records)
    found = [(f"p{n}", problem_answers(study, group)) for n, group in enumerate(groups)]
    made = matrix(study, found)
    assert made.columns == ("1 core", "2 cores", "1 GPU", "1 GPU with 4 ranks")
    (row,) = made.rows
    assert "memory" not in row.problem
    assert [cell.name for cell in row.cells] == ["a", "a", "c", "d"]
    assert [cell.coverage for cell in row.cells] == [
        "1 of 2 timed",
        "2 of 2 timed",
        "2 of 2 timed",
        "1 of 2 timed",
    ]
    anchors = [detail.anchor for anchor, one in found for detail in answer_details(anchor, one)]
    assert [cell.anchor for cell in row.cells] == anchors
    assert len(set(anchors)) == 4


def test_ranks_that_share_a_device_claim_nothing(records) -> None:
    study, groups = grouped(records)
    made = matrix(study, [("p", problem_answers(study, group)) for group in groups])
    shared = made.rows[0].cells[-1]
    assert (shared.mark, made.rows[0].cells[-2].mark) == ("shared", "clear")
    results = {(result.case.driver, result.case.ranks): result for result in merge(study)}
    assert results["d", 4].shares == "device"
    assert results["d", 4].devices == 1
    assert not results["d", 1].oversubscribed
    rows = {(row.result.case.driver, row.result.case.ranks): row for _, _, g in groups for row in g}
    assert rows["d", 4].efficiency is None


def test_a_gpu_against_cores_is_said_to_be_that(records) -> None:
    _, groups = grouped(records)
    (found,) = side_by_side(groups)
    assert found.fastest_host.result.case.driver == "a"
    one, sharing = found.contests
    assert (one.cores.label, one.fastest.result.case.driver) == ("1 GPU", "c")
    assert one.over.median == pytest.approx(20)
    assert one.over.confident
    assert sharing.over.median == pytest.approx(5)
    assert not sharing.over.confident
    table = side_by_side_table(found)
    assert [column.name for column in table.columns][-2:] == ["device [J]", "CPUs [J]"]
    assert [row[0].text for row in table.rows] == ["2 cores", "1 GPU", "1 GPU with 4 ranks"]


def test_without_gpus_nothing_is_said_of_them(factory, case, on_gpus) -> None:
    _, groups = grouped([factory.ok(case("a"))])
    assert side_by_side(groups) == []
    _, groups = grouped(on_gpus("c", 1, 1, 0.1))
    assert side_by_side(groups) == []


def test_cores_and_gpus_never_meet_elsewhere(records) -> None:
    study, _ = grouped(records)
    found = versus(study, "c")
    assert [one.other.case.driver for one in found.fastest] == ["d"]
    assert [one.instance.memory for one in found.fastest] == [Memory.cuda]
    assert found.others["a"] == ()
    shape = (256, 256, 256)
    (on_host,) = advise(study, Wanted(shape, 1))
    assert [option.driver for option in on_host.options if option.over] == ["a"]
    (on_gpu,) = advise(study, Wanted(shape, 1, memory=Memory.cuda))
    assert [option.driver for option in on_gpu.options] == ["c", "d"]


def test_few_gpus_with_threads_never_meet_many_without(on_gpus) -> None:
    """Ranks are what has a GPU each: threads make no more of them."""
    threads = [
        record.model_copy(update={"case": record.case.model_copy(update={"threads": 2})})
        for record in on_gpus("c", 2, 2, 0.1)
    ]
    study, _ = grouped([*threads, *on_gpus("d", 4, 4, 0.1)])
    assert versus(study, "c").fastest == ()
    study, _ = grouped([*threads, *on_gpus("d", 2, 2, 0.1)])
    assert len(versus(study, "c").fastest) == 1


def test_energy_is_mean_power_times_time(on_gpus) -> None:
    record, *_ = on_gpus("c", 1, 1, 0.1, energy=ENERGY)
    assert joules_of_pair(record, "device_j") == pytest.approx(100)
    assert joules_of_pair(record, "packages_j") == pytest.approx(20)
    for workload, factor in ((Workload.poisson, 1), (Workload.gradient, 2)):  # 2 and 1+3 transforms
        problem = record.case.problem.model_copy(update={"workload": workload})
        of = record.model_copy(update={"case": record.case.model_copy(update={"problem": problem})})
        assert joules_of_pair(of, "device_j") == pytest.approx(factor * 100)
    unknown = replace(ENERGY, device_j=None)
    assert joules_of_pair(record.model_copy(update={"energy": unknown}), "device_j") is None
    assert joules_of_pair(record.model_copy(update={"energy": None}), "device_j") is None
    idle = Energy(seconds=0.0, transforms_s=0.0, transforms=0, device_j=1.0)
    assert joules_of_pair(record.model_copy(update={"energy": idle}), "device_j") is None


def test_the_devices_are_facts_of_the_machine(records) -> None:
    (fact,) = (fact for fact in facts(records) if fact.name == "Devices")
    name = "Sample GPU (80.0 GB), driver 570.1, runtime 12.8"
    assert fact.values == ((name, 3 * MIN_LAUNCHES),)


def test_the_report_has_both_sides_and_their_energy(records, write, tmp_path) -> None:
    write(tmp_path, records)
    page = write_report([tmp_path]).read_text()
    assert "Cores and GPUs side by side" in page
    assert "Sample GPU (80.0 GB)" in page
    assert "shared device" in page
    name = "256x256x256-c2c-double-out-of-place-devices.svg"
    assert (tmp_path / "report" / "figures" / name).exists()
    with (tmp_path / "report" / "summary.csv").open(newline="") as file:
        lines = {(line["driver"], line["ranks"]): line for line in csv.DictReader(file)}
    assert (lines["c", "1"]["memory"], lines["c", "1"]["devices"]) == ("cuda", "1")
    assert float(lines["c", "1"]["device_j"]) == pytest.approx(100)
    assert (lines["a", "1"]["memory"], lines["a", "1"]["device_j"]) == ("host", "")


def test_a_report_of_cores_alone_does_not_speak_of_gpus(factory, case, write, tmp_path) -> None:
    write(tmp_path, [factory.ok(case("a"))])
    assert "Cores and GPUs" not in write_report([tmp_path]).read_text()
