"""Programs that take turns: none disturbs another, and a fault of one costs no other anything."""

from __future__ import annotations

import resource
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fftbench.core.campaigns.site import Site
from fftbench.core.contracts.case import Case
from fftbench.core.contracts.record import Record, Status
from fftbench.core.contracts.resources import Resources
from fftbench.core.errors import UserError
from fftbench.core.files.results import read_records
from fftbench.jobs.run.batches import Batch
from fftbench.jobs.run.inputs import RunOptions
from fftbench.jobs.run.outcome import Outcome
from fftbench.jobs.run.together import Room, node_bytes, together
from fftbench.jobs.run.tries import LauncherError

Measure = Callable[..., Outcome]
CLUSTER = {"scheduler": "slurm", "launcher": "srun", "cores_per_node": 4, "memory_gb": 1}
TWO_SIZES = {"shape": [[8, 8, 8], [8, 8, 16]], "transform": "c2c", "precision": "double"}


@pytest.fixture
def site() -> Site:
    """Room for all programs at the same time."""
    return Site(name="fake", launcher=("env", "RANKS={ranks}"), cores_per_node=4, memory_gb=10)


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where programs write down when their turns begin and end."""
    file = tmp_path / "turns"
    monkeypatch.setenv("FAKE_TURNS", str(file))
    return file


def records_of(folder: Path) -> tuple[Record, ...]:
    return read_records([folder / "out"]).records


def test_all_settings_of_all_drivers_take_turns_at_a_problem(
    measure: Measure, tmp_path: Path, told: Path
) -> None:
    drivers = {"one": {"number": [0, 1]}, "two": {"number": [2, 3]}}
    outcome = measure(drivers, problem=TWO_SIZES)
    assert outcome.statuses == {Status.ok: 8}
    cycles: dict[object, set[tuple[int, ...]]] = {}
    for record in records_of(tmp_path):
        assert record.cycles is not None
        assert len(set(record.cycles)) == len(record.cycles)
        cycles.setdefault(record.case.problem.shape, set()).add(record.cycles)
    assert [len(common) for common in cycles.values()] == [1, 1]
    # Of four programs none ever does anything while another has its turn.
    lines = told.read_text().splitlines()
    assert len({line.rpartition(" ")[0] for line in lines}) == 4
    turns = [line.rpartition(" ") for line in lines]
    while turns[-1][2] == "begins":  # the last turn is for coming to an end
        turns.pop()
    for (who, _, begins), (other, _, ends) in zip(turns[::2], turns[1::2], strict=True):
        assert (who, begins, ends) == (other, "begins", "ends")


@pytest.mark.parametrize(("mode", "status"), [("segv", "failed"), ("hang", "timeout")])
def test_a_fault_of_one_costs_the_others_nothing(
    measure: Measure, tmp_path: Path, mode: str, status: str
) -> None:
    drivers = {"one": {"mode": ["ok", mode], "number": [0, 1]}, "two": {}}
    limits = {"launches": 1, "timeout_seconds": 1}
    outcome = measure(drivers, RunOptions(margin_s=0.2), problem=TWO_SIZES, measure=limits)
    assert outcome.statuses == {Status.ok: 6, Status(status): 4}
    records = records_of(tmp_path)
    assert all(one.reason for one in records if one.case.settings["mode"] == mode)
    assert sum(one.cycles is not None for one in records) >= 4


@pytest.mark.parametrize(("stuck", "other"), [("one", "two"), ("two", "one")])
def test_a_start_that_hangs_takes_no_time_from_the_others(
    measure: Measure, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stuck: str, other: str
) -> None:
    """Whoever is started first, and so awaited first."""
    monkeypatch.setenv("FAKE_STUCK", stuck)
    options = RunOptions(margin_s=1, launch_pauses_s=())
    with pytest.raises(LauncherError, match="the launcher did not start the program"):
        measure({"one": {}, "two": {}}, options, measure={"launches": 1, "timeout_seconds": 1})
    found = [(record.case.driver, record.status) for record in records_of(tmp_path)]
    assert found == [(other, Status.ok)]


def test_where_no_word_can_be_written_down_all_programs_end(
    measure: Measure, listener: object, told: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a full disk: after the first record no file of this process may grow."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)

    def full(*_: object) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, limits[1]))

    monkeypatch.setattr(listener, "finished", full)
    try:
        with pytest.raises(UserError, match=r"\.log: File too large"):
            measure({"one": {"number": [0, 1]}, "two": {"number": [2, 3]}})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    programs = {line.split()[1] for line in told.read_text().splitlines()}
    assert len(programs) == 4
    assert not any(Path("/proc", program).exists() for program in programs)


def test_what_was_interrupted_takes_turns_again(measure: Measure, tmp_path: Path) -> None:
    drivers = {"one": {"number": [0, 1, 2]}, "two": {"number": [3, 4]}}
    measure(drivers)
    file = tmp_path / "out" / "records" / "one.jsonl"
    lines = file.read_text().splitlines(keepends=True)
    file.write_text(lines[0])
    assert measure(drivers).statuses == {Status.ok: 5}
    cycles = [record.cycles for record in records_of(tmp_path)]
    assert sorted(cycles.count(one) for one in set(cycles)) == [2, 3]


def test_who_can_not_take_turns_runs_alone(measure: Measure, tmp_path: Path) -> None:
    assert measure({"one": {}, "fake": {}, "two": {}}).statuses == {Status.ok: 3}
    alone = {record.case.driver: record.cycles is None for record in records_of(tmp_path)}
    assert alone == {"one": False, "fake": True, "two": False}


@pytest.mark.parametrize(
    ("site", "takes_turns"),
    [
        ({}, True),
        ({"turns": False}, False),
        (CLUSTER, False),
        ({**CLUSTER, "turns": True}, True),
    ],
)
def test_turns_are_taken_where_several_programs_can_be_started(
    site: dict[str, Any], takes_turns: bool
) -> None:
    assert Site(name="site", **site).takes_turns is takes_turns


def a_batch(driver: str, of_round: int, numbers: list[int]) -> Batch:
    cases = tuple(
        Case.model_validate(
            {
                "id": f"{hash((driver, of_round, index, number)) % 2**64:016x}",
                "driver": driver,
                "problem": {
                    "shape": (8, 8, 8 + number),
                    "transform": "c2c",
                    "precision": "double",
                    "placement": "in_place",
                },
                "ranks": 2,
                "settings": {"index": index},
            }
        )
        for index, number in enumerate(numbers)
    )
    return Batch(0, driver, Resources(1, 2, 1), cases, of_round)


BATCHES = st.lists(
    st.builds(
        a_batch,
        st.sampled_from("abc"),
        st.just(0),
        st.lists(st.integers(0, 3), min_size=1, max_size=6),
    ),
    min_size=1,
    max_size=5,
)


@given(BATCHES, st.sampled_from(["", "ab", "abc"]), st.floats(1, 2e9))
def test_no_case_is_lost_and_none_meets_another_of_its_problem_in_a_program(
    batches: list[Batch], able: str, room: float
) -> None:
    companies = list(together(batches, Room(frozenset(able), room)))
    cases = [case for batch in batches for case in batch.cases]
    found = [case for company in companies for batch in company for case in batch.cases]
    assert sorted(case.id for case in found) == sorted(case.id for case in cases)
    for company in companies:
        drivers = {batch.driver for batch in company}
        assert drivers <= set(able) or len(company) == 1
        if len(company) > 1:
            assert sum(map(node_bytes, company)) <= room
        for batch in company:
            if batch.driver in able:
                problems = [case.problem for case in batch.cases]
                assert len(set(problems)) == len(problems)


def test_all_splits_of_the_cores_take_turns(measure: Measure, tmp_path: Path) -> None:
    exclude = [{"ranks": 2, "threads": 2}, {"ranks": 1, "threads": 1}]
    scale = {"ranks": [1, 2], "threads": [1, 2]}
    assert measure({"one": {}, "two": {}}, scale=scale, exclude=exclude).statuses == {Status.ok: 4}
    records = records_of(tmp_path)
    assert {(record.case.ranks, record.case.threads) for record in records} == {(1, 2), (2, 1)}
    assert len({record.cycles for record in records}) == 1


def test_rounds_do_not_mix() -> None:
    batches = [
        a_batch("a", 0, [1]),
        a_batch("b", 0, [1]),
        a_batch("a", 1, [2]),
        a_batch("b", 1, [2]),
    ]
    companies = list(together(batches, Room(frozenset("ab"), 1e12)))
    assert [{batch.round for batch in company} for company in companies] == [{0}, {1}]
    assert all(len(company) == 2 for company in companies)
    assert all(
        one.problem != other.problem
        for one, other in pairwise(case for company in companies for case in company[0].cases)
    )
