"""Drivers that fail and starts that are wrong: what is the matter is said, and nothing is lost."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from lying import (
    FAILED,
    NO_RECORDS,
    OK,
    PROGRAM,
    UNSUPPORTED,
    USAGE,
    Run,
    case_of,
    dump,
    launch,
    lie,
)

from fftbench.core.contracts.record import Status

pytestmark = pytest.mark.mpi


@pytest.mark.parametrize("ranks", [2, 3])
def test_errors_that_all_ranks_survive(run: Callable[..., Run], ranks: int) -> None:
    last = ranks - 1
    expected = [
        (lie(ranks, "throws", who="all"), "rank 0: first forward: out of luck"),
        (lie(ranks, "throws", step="after forward"), f"rank {last}: first forward: out of luck"),
        (lie(ranks, "throws", step="construct"), f"rank {last}: construct: out of luck"),
        (lie(ranks, "throws", step="layouts"), f"rank {last}: layouts: out of luck"),
        (lie(ranks, "throws", step="commit"), f"rank {last}: commit: out of luck"),
        (lie(ranks, "throws a number", who="all"), "an exception of unknown type"),
        (lie(ranks, "overlapping boxes"), "the ranks' output boxes don't tile 6x6x6"),
        (lie(ranks, "small buffer"), "output layout leaves the array or its memory"),
        (lie(ranks, "fields in one place", fields=2), "or has its fields in one place"),
        (lie(ranks, "identiti"), "setting 'lie' can't be 'identiti'"),
        (case_of(ranks, settings={"planer": "measure"}), "unknown setting 'planer'"),
        (case_of(ranks, "honnest"), "no driver 'honnest' in this program: did you mean 'honest'?"),
    ]
    unsupported = lie(ranks, "unsupported")
    threads = case_of(ranks).model_copy(update={"threads": 2})
    point = case_of(ranks, transform="dct1", shape=[6, 1, 6])
    honest = case_of(ranks)
    done = run(ranks, [*(case for case, _ in expected), unsupported, threads, point, honest])
    for case, words in expected:
        record = done.the(case)
        assert record.status is Status.failed, case
        assert record.reason is not None
        assert words in record.reason
    assert done.the(unsupported).status is Status.unsupported
    assert done.the(unsupported).reason == "only on Sundays"
    assert done.the(threads).reason == "naive DFT offers no threads"
    assert done.the(point).status is Status.unsupported
    assert done.the(point).reason == (
        "dct1 is defined for at least 2 points along every axis, not 6x1x6"
    )
    assert done.the(honest).status is Status.ok
    assert done.code == FAILED


def test_unsupported_alone_has_its_own_exit_code(run: Callable[..., Run]) -> None:
    unsupported = lie(2, "unsupported")
    done = run(2, [unsupported, case_of(2)])
    assert done.the(unsupported).status is Status.unsupported
    assert done.code == UNSUPPORTED


@pytest.mark.parametrize("ranks", [2, 3])
def test_one_rank_throws_while_the_others_wait(run: Callable[..., Run], ranks: int) -> None:
    case = lie(ranks, "throws", step="forward", who="last")
    done = run(ranks, [case, case_of(ranks)], grace=1)
    record = done.the(case)
    assert record.status is Status.failed
    assert record.reason is not None
    assert f"rank {ranks - 1}: first forward: out of luck" in record.reason
    assert "the other ranks did not return" in record.reason
    assert len(done.records) == 1
    assert done.code == FAILED
    assert "out of luck" in done.stderr


ELSEWHERE = """
rank=${OMPI_COMM_WORLD_RANK:-$PMI_RANK}
if ((rank > 0)); then set -- "${@/%.jsonl/.jsonl/not-here}"; fi
exec "$@"
"""
"""A program of Bash: starts another, of which only rank 0 sees the folder of the records."""


def test_a_rank_that_gives_up_without_the_records_ends_the_case_alone(
    run: Callable[..., Run],
) -> None:
    case = lie(2, "throws", step="forward", who="last")
    done = run(2, [case], grace=1, before=("bash", "-c", ELSEWHERE, "bash"))
    assert "cannot write" in done.stderr
    assert (done.code, done.lines) == (FAILED, 0)


@pytest.mark.parametrize("ranks", [2, 3])
@pytest.mark.parametrize("name", ["exits", "crashes"])
def test_a_rank_that_is_gone_leaves_it_to_the_launcher(
    run: Callable[..., Run], ranks: int, name: str
) -> None:
    before = case_of(ranks)
    case = lie(ranks, name, who="last")
    done = run(ranks, [before, case])
    assert done.code != OK
    assert done.the(before).status is Status.ok, "a finished record was lost"
    assert case.id not in done.records


@pytest.mark.parametrize("ranks", [2, 3])
@pytest.mark.parametrize("who", ["last", "all"])
def test_a_rank_that_hangs_is_a_timeout(run: Callable[..., Run], ranks: int, who: str) -> None:
    case = lie(ranks, "hangs", who=who, measure={"timeout_seconds": 5})
    done = run(ranks, [case])
    record = done.the(case)
    assert record.status is Status.timeout
    assert record.reason == "no end after 5 s: rank 0 was in 'first forward'"
    assert record.unranked == "it lies"
    assert record.elapsed_s >= 5
    began = datetime.strptime(record.started, "%Y-%m-%dT%H:%M:%S%z")
    assert datetime.now(timezone.utc) - began >= timedelta(seconds=5)
    assert done.code == FAILED


def test_a_plan_that_cannot_be_torn_down_keeps_its_record(run: Callable[..., Run]) -> None:
    case = lie(2, "hangs", step="destruct", measure={"timeout_seconds": 10})
    done = run(2, [case, case_of(2)])
    assert done.the(case).status is Status.ok
    assert done.lines == 1
    assert done.code == FAILED
    assert "no end after 10 s" in done.stderr


@pytest.mark.parametrize("ranks", [2, 3])
@pytest.mark.parametrize("placement", ["out_of_place", "in_place"])
def test_a_slow_rank_is_seen(run: Callable[..., Run], ranks: int, placement: str) -> None:
    """It sleeps 100 ms; what else runs here holds up the others by as much now and then at most."""
    case = lie(ranks, "slow on one rank", placement=placement, shape=[4, 4])
    record = run(ranks, [case]).the(case)
    assert record.status is Status.ok
    forward, backward = record.forward, record.backward
    assert forward is not None and backward is not None
    assert forward.ranks_s is not None
    assert all(seconds[-1] >= 0.100 for seconds in forward.ranks_s)
    alone = [n for n, seconds in enumerate(forward.ranks_s) if max(seconds[:-1]) < 0.100]
    assert alone
    for n in alone:
        assert forward.slowest_rank[n] == ranks - 1
        assert forward.max_s[n] == forward.ranks_s[n][-1]
    assert min(backward.max_s) < 0.100


def test_another_number_of_ranks_than_the_case_is_for(run: Callable[..., Run]) -> None:
    case = case_of(2)
    done = run(3, [case])
    record = done.the(case)
    assert record.status is Status.failed
    assert record.reason is not None
    assert "the case is for 2 ranks, but this program was started as 3" in record.reason
    assert done.code == FAILED


def test_singletons_instead_of_ranks(run: Callable[..., Run], tmp_path: Path) -> None:
    """What a launcher does that belongs to another MPI library: so many programs of one rank."""
    case = case_of(2)
    records = tmp_path / "singletons.jsonl"
    for _ in range(2):
        done = run(None, [case], records=records)
        assert done.the(case).status is Status.failed
        assert "the launcher and the MPI library" in (done.the(case).reason or "")
        assert done.code == FAILED


def test_who_listens_for_a_sign_of_life_hears_of_singletons(
    run: Callable[..., Run], tmp_path: Path
) -> None:
    alive = tmp_path / "alive"
    more = ("--alive", str(alive))
    done = run(None, [case_of(2)], more=more)
    assert (alive.read_text(), done.code, done.lines) == ("1\n", USAGE, 0)
    assert "the launcher and the MPI library" in done.stderr
    mixed = run(None, [case_of(2), case_of(1)], more=more)
    assert (mixed.code, mixed.lines) == (FAILED, 2)  # a case that does not fit among others


def test_ranks_that_share_a_core_measure_nothing(run: Callable[..., Run]) -> None:
    one_core = ("taskset", "--cpu-list", str(min(os.sched_getaffinity(0))))
    case = case_of(2)
    done = run(2, [case], more=("--own-cores",), before=one_core)
    assert done.the(case).status is Status.failed
    assert "2 ranks x 1 threads share the cores " in str(done.the(case).reason)
    assert run(2, [case], before=one_core).the(case).status is Status.ok
    alone = case_of(1)
    assert run(1, [alone], more=("--own-cores",), before=one_core).the(alone).status is Status.ok


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[{", "the cases are not JSON"),
        ("{}", "must be a JSON array"),
        ('[{"schema": "fftbench/case/2"}]', "case 0: the key 'id' is missing"),
    ],
)
def test_malformed_cases_are_a_usage_error(run: Callable[..., Run], text: str, words: str) -> None:
    done = run(2, text)
    assert done.code == USAGE
    assert done.stderr.count("error: ") == 1, done.stderr
    assert words in done.stderr
    assert not done.records


def test_a_misspelt_key_is_named(run: Callable[..., Run]) -> None:
    content = {**dump(case_of(2)), "sede": 1}
    done = run(2, json.dumps([content]))
    assert done.code == USAGE
    assert "unknown key 'sede' in a case: did you mean 'seed'?" in done.stderr


def test_an_mpi_without_threads_is_told_of(run: Callable[..., Run]) -> None:
    done = run(2, [case_of(2)], env={"FFTBENCH_LIES_NO_THREADS": "1"})
    assert (done.code, done.lines) == (USAGE, 0)
    assert "asks MPI for MPI_THREAD_FUNNELED, but gets MPI_THREAD_SINGLE" in done.stderr


def test_missing_cases_and_bad_arguments(tmp_path: Path) -> None:
    records = str(tmp_path / "records.jsonl")
    done = launch([str(PROGRAM), "--cases", "nowhere.json", "--records", records], 1)
    assert done.returncode == USAGE
    assert "cannot read nowhere.json" in done.stderr
    for words, expected in (([], "--cases"), (["--speed"], "--speed"), (["--describe", "x"], "x")):
        done = launch([str(PROGRAM), *words], None)
        assert done.returncode == USAGE
        assert expected in done.stderr


@pytest.mark.parametrize("place", ["missing/records.jsonl", "/dev/full"])
def test_records_that_cannot_be_written(
    run: Callable[..., Run], tmp_path: Path, place: str
) -> None:
    done = run(2, [case_of(2)], records=tmp_path / place)
    assert done.code == NO_RECORDS
    assert "cannot write" in done.stderr
    assert place in done.stderr
    assert "destroyed after MPI" not in done.stderr
