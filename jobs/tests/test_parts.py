"""The small parts of a run: order, time left, failures, tails, locks and signals."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fftbench.core.contracts.case import Case
from fftbench.core.contracts.plan import Plan
from fftbench.core.contracts.problem import Problem
from fftbench.core.contracts.record import Record, Status
from fftbench.core.errors import UserError
from fftbench.core.files.results import append_record
from fftbench.jobs.launch.interrupt import Interrupt
from fftbench.jobs.launch.tail import Tail
from fftbench.jobs.run import lock
from fftbench.jobs.run.batches import schedule
from fftbench.jobs.run.progress import duration, outcome
from fftbench.jobs.run.time_left import TimeLeft


def a_case(number: int, driver: str = "d", ranks: int = 1, seed: int = 1) -> Case:
    problem = Problem(shape=(8, 8), transform="c2c", precision="double", placement="in_place")
    return Case(id=f"{number:016x}", driver=driver, problem=problem, ranks=ranks, seed=seed)


def a_plan(launches: int = 4, seed: int = 1, data: tuple[int, ...] = (1,)) -> Plan:
    drivers = ("a", "b", "c")
    cases = [
        a_case(1000 * of_data + 100 * ranks + 10 * index + number, driver, ranks, of_data)
        for of_data in data
        for ranks in (1, 2)
        for index, driver in enumerate(drivers)
        for number in range(5)
    ]
    return Plan(campaign="c", site="s", launches=launches, seed=seed, cases=tuple(cases))


def a_record(number: int, seconds: float = 1.0, status: str = "ok") -> Record:
    return Record(
        case=a_case(number),
        launch=0,
        status=Status(status),
        started="2025-01-01T00:00:00Z",
        elapsed_s=seconds,
    )


@given(st.integers(0, 2**62), st.integers(1, 5))
def test_every_case_is_scheduled_once_per_launch(seed: int, launches: int) -> None:
    plan = a_plan(launches, seed, data=(1, 2))
    batches = schedule(plan)
    keys = [(case.id, batch.launch) for batch in batches for case in batch.cases]
    assert sorted(keys) == sorted((case.id, n) for case in plan.cases for n in range(launches))
    assert [batch.launch for batch in batches] == sorted(batch.launch for batch in batches)
    for batch in batches:
        assert {(case.driver, case.ranks, case.seed) for case in batch.cases} == {
            (batch.driver, batch.resources.ranks, batch.seed)
        }


def test_drivers_are_interleaved_in_an_order_of_the_seed() -> None:
    orders = {
        seed: [(b.driver, b.resources.ranks) for b in schedule(a_plan(seed=seed))]
        for seed in (1, 2)
    }
    assert orders[1] == [(b.driver, b.resources.ranks) for b in schedule(a_plan(seed=1))]
    assert orders[1] != orders[2]
    # On the same resources all drivers follow each other directly; the first one varies.
    stages = [orders[1][start : start + 3] for start in range(0, len(orders[1]), 3)]
    assert all(len({ranks for _, ranks in stage}) == 1 for stage in stages)
    assert all({driver for driver, _ in stage} == {"a", "b", "c"} for stage in stages)
    assert len({stage[0][0] for stage in stages}) > 1


@pytest.mark.parametrize(("length", "rounds"), [(64, 1), (128, 3)])
def test_all_programs_measure_the_same_problems_before_others_are_taken(
    length: int, rounds: int
) -> None:
    cases = [
        Case(
            id=f"{100 * number + 10 * wider + ranks:016x}",
            driver=driver,
            problem={**a_case(0).problem.model_dump(), "shape": (length, length, length + wider)},
            ranks=ranks,
        )
        for number, driver in enumerate("abc")
        for wider in (0, 1, 2)
        for ranks in (1, 2)
    ]
    batches = schedule(Plan(campaign="c", site="s", launches=2, seed=1, cases=tuple(cases)))
    stages = [batches[start : start + 3] for start in range(0, len(batches), 3)]
    assert len(stages) == 2 * 2 * rounds
    for stage in stages:
        assert len({(batch.launch, batch.resources, batch.round) for batch in stage}) == 1
        assert len({frozenset(case.problem for case in batch.cases) for batch in stage}) == 1
        assert {batch.driver for batch in stage} == {"a", "b", "c"}


def test_seeds_are_started_apart_and_in_changing_order() -> None:
    launches = 16
    batches = schedule(a_plan(launches, data=(1, 2)))
    # In each launch, on each resources, every driver with every seed, close in time.
    stages = [batches[start : start + 6] for start in range(0, len(batches), 6)]
    assert len(stages) == 2 * launches
    first = set()
    for stage in stages:
        assert len({(batch.launch, batch.resources) for batch in stage}) == 1
        programs = [(batch.driver, batch.seed) for batch in stage]
        assert sorted(programs) == [(driver, seed) for driver in "abc" for seed in (1, 2)]
        first.add(next(seed for driver, seed in programs if driver == "a"))
    assert first == {1, 2}


def test_names_of_batches_are_unique() -> None:
    batches = schedule(a_plan(data=(1, 2)))
    assert len({batch.name for batch in batches}) == len(batches)


def test_the_time_left_is_learnt() -> None:
    time_left = TimeLeft()
    to_come = {a_case(1).id: 2, a_case(2).id: 2}
    assert time_left.seconds(to_come) is None
    time_left.learn(a_record(1, seconds=2.0), wall=3.0)
    # Four cases of 2 s, each with half of that again for launching.
    assert time_left.seconds(to_come) == pytest.approx(12.0)
    time_left.learn(a_record(2, seconds=4.0), wall=6.0)
    assert time_left.seconds(to_come) == pytest.approx((2 * 2 + 2 * 4) * 1.5)
    assert time_left.seconds({}) == 0.0


def test_nothing_is_learnt_from_no_time() -> None:
    time_left = TimeLeft()
    time_left.learn(a_record(1, seconds=0.0), wall=0.1)
    assert time_left.seconds({a_case(1).id: 1}) is None


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.4, "0 s"), (89, "89 s"), (120, "2 min"), (9000, "2.5 h")]
)
def test_durations(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def test_an_outcome_is_one_line() -> None:
    record = a_record(1, status="failed").model_copy(update={"reason": "boom\nand more"})
    assert outcome(record) == "d 8x8 c2c double in_place 1 rank: failed in 1.0 s: boom"


def test_a_tail_gives_whole_new_lines(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    Tail(file).new()
    append_record(file, a_record(1))
    tail = Tail(file)
    assert tail.new() == []
    line = a_record(2).model_dump_json(by_alias=True).encode() + b"\n"
    with file.open("ab", buffering=0) as out:
        out.write(line[:40])
        assert tail.new() == []
        out.write(line[40:] + b"garbage\n" + line[:10])
        assert [record.case.id for record in tail.new()] == [a_case(2).id]
        out.write(line[10:])
        assert len(tail.new()) == 1
        assert tail.new() == []


def test_a_lock_is_held_by_one(tmp_path: Path) -> None:
    holder = f"another run \\(process {os.getpid()}\\)"
    file = tmp_path / ".lock"
    with lock.locked(file), pytest.raises(UserError, match=holder), lock.locked(file):
        pytest.fail("two at once")
    with lock.locked(file):
        pass


def test_a_file_system_without_locks_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without(*_: object) -> None:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))

    monkeypatch.setattr("fcntl.flock", without)
    with pytest.raises(UserError, match="Function not implemented") as caught:
        lock.locked(tmp_path / ".lock").__enter__()
    assert "Lustre: the mount option flock" in str(caught.value.hint)


def test_what_fails_under_a_lock_is_named_not_the_lock(tmp_path: Path) -> None:
    file, other = tmp_path / ".lock", tmp_path / "records.jsonl"
    with pytest.raises(UserError, match=f"^{other}: No space left"), lock.locked(file):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(other))


def test_a_lock_held_on_another_host_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock, "OTHER_HOST_WAIT_SECONDS", 0.3)
    file = tmp_path / ".lock"
    with lock.locked(file), pytest.raises(UserError) as caught:
        file.write_text(f"{os.getpid()} elsewhere")
        with lock.locked(file):
            pytest.fail("two at once")
    assert caught.value.hint == f"see process {os.getpid()} on elsewhere, and end it"


def test_a_lock_outlives_its_holder_with_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock, "WAIT_SECONDS", 0.3)
    # Its command is gone, but the program it started still holds the descriptor.
    script = (
        "import subprocess, sys; from pathlib import Path\n"
        "from fftbench.jobs.run.lock import locked\n"
        "with locked(Path(sys.argv[1], '.lock')) as fd:\n"
        "    quiet = {'stdout': subprocess.DEVNULL, 'stderr': subprocess.DEVNULL}\n"
        "    child = subprocess.Popen(['sleep', '60'], pass_fds=(fd,), **quiet)\n"
        "    print(child.pid, flush=True)\n"
    )
    words = [sys.executable, "-c", script, str(tmp_path)]
    child = int(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
    try:
        earlier = "a program of an earlier run is still writing there"
        with pytest.raises(UserError, match=earlier), lock.locked(tmp_path / ".lock"):
            pytest.fail("two at once")
    finally:
        os.kill(child, signal.SIGKILL)
    monkeypatch.setattr(lock, "WAIT_SECONDS", 30.0)
    with lock.locked(tmp_path / ".lock"):
        pass


def test_signals_are_counted_and_given_back() -> None:
    before = signal.getsignal(signal.SIGINT)
    with Interrupt() as stop:
        assert not stop.requested
        os.kill(os.getpid(), signal.SIGINT)
        assert (stop.requested, stop.urgent) == (True, False)
        os.kill(os.getpid(), signal.SIGTERM)
        assert stop.urgent
    assert signal.getsignal(signal.SIGINT) is before
