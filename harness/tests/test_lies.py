"""Drivers that lie: whatever they get wrong, the program must say so, by status and exit code."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from fftbench.core.case import Case, Transform
from fftbench.core.catalogue import Description
from fftbench.core.record import Record, Status
from fftbench.core.store import read_records

pytestmark = pytest.mark.mpi

BUILD = Path(os.environ.get("FFTBENCH_BUILD", Path(__file__).parents[2] / "build" / "ci"))
PROGRAM = BUILD.absolute() / "bin" / "fftbench-lies"
OK, USAGE, UNSUPPORTED, WRONG, FAILED = 0, 2, 3, 4, 5

CUBE = {"shape": [6, 6, 6], "transform": "c2c", "precision": "double", "placement": "out_of_place"}
MEASURE = {
    "warmup": 1,
    "repetitions": {"min": 6, "max": 8},
    "ci": 0.05,
    "max_seconds": 5.0,
    "timeout_seconds": 20.0,
    "trace": 1,
    "samples": "all",
}
numbers = count(1)

# A spectrum that is wrong although the way back undoes it, or that only the round trip shows.
SILENT = {
    "identity": "sampled wave numbers",
    "no backward": "round trip",
    "swapped axes": "spectrum L2",
    "wrong scale": "Parseval",
    "conjugate": "spectrum L2",
    "dct3 instead": "spectrum L2",
    "dst1 instead": "spectrum L2",
    "swapped blocks": "spectrum L2",
    "one element off": "spectrum L2",
    "row read twice": "spectrum L2",
    "no Nyquist": "spectrum L2",
    "float inside": "spectrum L2",
    "NaN on one rank": "spectrum L2 error nan",
    "wrong later": "after all repetitions",
    "lazy later": "sampled wave numbers",
}
TRANSFORMS = ("c2c", "r2c", "dct2")
ONLY_FOR = {
    "identity": ("c2c", "dct2"),
    "conjugate": ("c2c", "r2c"),
    "dct3 instead": ("dct2",),
    "dst1 instead": ("dct2",),
}
"""Lies that some transforms have no room for."""
TIMED = {"wrong later", "lazy later"}
"""Right at first, so that only the checks after the timed repetitions can tell."""


class Run:
    """One start of the program: its exit code, its messages and its records."""

    def __init__(
        self, folder: Path, ranks: int | None, cases: list[Case] | str, records: Path | None = None
    ) -> None:
        file = folder / f"cases-{next(numbers)}.json"
        lines = records or file.with_suffix(".jsonl")
        text = cases if isinstance(cases, str) else json.dumps([dump(case) for case in cases])
        file.write_text(text)
        words = [str(PROGRAM), "--cases", str(file), "--records", str(lines), "--grace", "1"]
        done = launch(words, ranks)
        self.code, self.stderr = done.returncode, done.stderr
        self.lines = len(lines.read_text().splitlines()) if lines.is_file() else 0
        self.records: dict[str, Record] = {}
        if lines.is_file():
            loaded = read_records([lines])
            assert loaded.problems == ()
            self.records = {record.case.id: record for record in loaded.records}

    def the(self, case: Case) -> Record:
        """Return the record of a case, which must be there."""
        return self.records[case.id]


@cache
def launcher() -> tuple[str, ...]:
    """The words of mpirun that all starts have in common."""
    mpirun = shutil.which("mpirun")
    assert mpirun, "there is no mpirun in the PATH"
    version = subprocess.run([mpirun, "--version"], capture_output=True, text=True, check=True)
    flags = ["--oversubscribe", "--bind-to", "none"] if "Open MPI" in version.stdout else []
    return (mpirun, *flags)


def launch(words: list[str], ranks: int | None) -> subprocess.CompletedProcess[str]:
    """Start a program on so many ranks; None: without a launcher."""
    if not PROGRAM.is_file():
        pytest.fail(f"{PROGRAM} is not built; set FFTBENCH_BUILD to a build folder with tests")
    environment = {
        **os.environ,
        "OMPI_ALLOW_RUN_AS_ROOT": "1",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
        "OMPI_MCA_mpi_yield_when_idle": "1",
    }
    return subprocess.run(
        words if ranks is None else [*launcher(), "-n", str(ranks), *words],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
        env=environment,
    )


def dump(case: Case) -> dict[str, Any]:
    return case.model_dump(mode="json", by_alias=True)


def case_of(
    ranks: int,
    driver: str = "honest",
    settings: dict[str, Any] | None = None,
    measure: dict[str, Any] | None = None,
    **problem: Any,
) -> Case:
    """Make a case under an id of its own."""
    return Case.model_validate(
        {
            "id": f"{next(numbers):016x}",
            "driver": driver,
            "problem": {**CUBE, **problem},
            "ranks": ranks,
            "settings": settings or {},
            "measure": {**MEASURE, **(measure or {})},
        }
    )


def lie(ranks: int, name: str, **keys: Any) -> Case:
    """Make a case of the lying driver; further settings and parts of the problem by name."""
    settings: dict[str, Any] = {"lie": name}
    settings.update((key, keys.pop(key)) for key in ("step", "who") if key in keys)
    return case_of(ranks, "liar", settings, **keys)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("lies")


@pytest.fixture
def run(folder: Path) -> Callable[..., Run]:
    return lambda ranks, cases, records=None: Run(folder, ranks, cases, records)


# The honest driver


@pytest.mark.parametrize("ranks", [1, 2, 3, 4, 6])
def test_honest_answers_are_ok(run: Callable[..., Run], ranks: int) -> None:
    cases = [
        case_of(ranks, shape=shape, transform=transform, precision=precision, placement=placement)
        for shape in ([12], [7, 5], [4, 6, 5], [1, 9, 2])
        for transform in Transform
        if transform is not Transform.dct1 or min(shape) > 1
        for precision, placement in (("double", "out_of_place"), ("single", "in_place"))
    ]
    done = run(ranks, cases)
    assert {done.the(case).status for case in cases} == {Status.ok}
    assert done.code == OK
    for case in cases:
        record = done.the(case)
        assert record.case == case
        assert record.check is not None and record.check.error is not None
        assert record.check.error <= record.check.tolerance
        assert record.forward is not None and record.forward.ranks_s is not None
        assert 6 <= len(record.forward.max_s) <= 8
        assert {len(seconds) for seconds in record.forward.ranks_s} == {ranks}
        assert record.environment is not None
        assert sum(host.ranks for host in record.environment.hosts) == ranks


@pytest.mark.parametrize("placement", ["in_place", "out_of_place"])
def test_what_a_library_holds_besides_the_arrays_is_recorded(
    run: Callable[..., Run], placement: str
) -> None:
    modest, hoarding = (
        case_of(2, driver, shape=[32, 32], placement=placement) for driver in ("honest", "hoarder")
    )
    done = run(2, [hoarding, modest, hoarding])
    for case, expected in ((modest, 0.0), (hoarding, 50.0)):
        memory = done.the(case).memory
        assert memory is not None and memory.library_mb is not None
        assert memory.library_mb == pytest.approx(expected, abs=6)


# Answers that are wrong


@pytest.fixture(scope="module", params=[2, 3], ids=["2 ranks", "3 ranks"])
def silent_lies(request: pytest.FixtureRequest, folder: Path) -> Iterator[tuple[Run, list[Case]]]:
    """All of them in one program, with an honest case at the end."""
    ranks: int = request.param
    cases = [
        lie(ranks, name, transform=transform, placement=placement)
        for name in SILENT
        for transform in ONLY_FOR.get(name, TRANSFORMS)
        for placement in ("out_of_place", "in_place")
    ]
    cases.append(case_of(ranks))
    yield Run(folder, ranks, cases), cases


@pytest.mark.parametrize("name", SILENT)
def test_wrong_answers_are_wrong(silent_lies: tuple[Run, list[Case]], name: str) -> None:
    done, cases = silent_lies
    lies = [case for case in cases if case.settings.get("lie") == name]
    assert lies
    for case in lies:
        record = done.the(case)
        assert record.status is Status.wrong, (case, record.check)
        assert record.reason is not None
        assert SILENT[name] in record.reason
        assert record.check is not None
        assert record.check.error is None or record.check.error > record.check.tolerance
        assert (record.forward is not None) == (name in TIMED)


def test_a_wrong_case_does_not_stop_the_program(silent_lies: tuple[Run, list[Case]]) -> None:
    done, cases = silent_lies
    assert done.code == WRONG
    assert len(done.records) == len(cases)
    assert done.the(cases[-1]).status is Status.ok


def test_an_undone_lie_shows_in_the_spectrum_alone(
    silent_lies: tuple[Run, list[Case]],
) -> None:
    done, cases = silent_lies
    for case in cases:
        name = case.settings.get("lie")
        if name in (
            "swapped axes",
            "wrong scale",
            "conjugate",
            "dct3 instead",
            "swapped blocks",
            "one element off",
        ):
            check = done.the(case).check
            assert check is not None and check.round_trip_l2 is not None
            assert check.round_trip_l2 <= check.tolerance, name


def test_who_claims_to_be_a_bound_has_no_answer_that_counts(run: Callable[..., Run]) -> None:
    case = case_of(2, "pretender")
    done = run(2, [case])
    record = done.the(case)
    assert record.status is Status.bound
    assert record.check is None
    assert record.forward is not None
    assert record.profile is not None
    assert done.code == OK


# Faults


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
    done = run(ranks, [case, case_of(ranks)])
    record = done.the(case)
    assert record.status is Status.failed
    assert record.reason is not None
    assert f"rank {ranks - 1}: first forward: out of luck" in record.reason
    assert "the other ranks did not return" in record.reason
    assert len(done.records) == 1
    assert done.code == FAILED
    assert "out of luck" in done.stderr


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
    case = lie(ranks, "hangs", who=who, measure={"timeout_seconds": 1.5})
    done = run(ranks, [case])
    record = done.the(case)
    assert record.status is Status.timeout
    assert record.reason == "no end after 1.5 s: rank 0 was in 'first forward'"
    assert record.elapsed_s >= 1.5
    assert done.code == FAILED


def test_a_plan_that_cannot_be_torn_down_keeps_its_record(run: Callable[..., Run]) -> None:
    case = lie(2, "hangs", step="destruct", measure={"timeout_seconds": 2})
    done = run(2, [case, case_of(2)])
    assert done.the(case).status is Status.ok
    assert done.lines == 1
    assert done.code == FAILED
    assert "no end after 2 s" in done.stderr


@pytest.mark.parametrize("ranks", [2, 3])
@pytest.mark.parametrize("placement", ["out_of_place", "in_place"])
def test_a_slow_rank_is_seen(run: Callable[..., Run], ranks: int, placement: str) -> None:
    """It sleeps 40 ms, so half of that is left even where the others wait for a core."""
    case = lie(ranks, "slow on one rank", placement=placement, shape=[4, 4])
    record = run(ranks, [case]).the(case)
    assert record.status is Status.ok
    forward, backward = record.forward, record.backward
    assert forward is not None and backward is not None
    assert set(forward.slowest_rank) == {ranks - 1}
    for slowest, fastest in zip(forward.max_s, forward.min_s, strict=True):
        assert slowest >= 0.040
        assert slowest - fastest >= 0.020
    assert min(backward.max_s) < 0.040


# Starts that are wrong


def test_another_number_of_ranks_than_the_case_is_for(run: Callable[..., Run]) -> None:
    case = case_of(2)
    done = run(3, [case])
    record = done.the(case)
    assert record.status is Status.failed
    assert record.reason is not None
    assert "the case is for 2 ranks, but this program was started as 3" in record.reason
    assert done.code == FAILED


def test_singletons_instead_of_ranks(run: Callable[..., Run], folder: Path) -> None:
    """What a launcher does that belongs to another MPI library: so many programs of one rank."""
    case = case_of(2)
    records = folder / "singletons.jsonl"
    for _ in range(2):
        done = run(None, [case], records)
        assert done.the(case).status is Status.failed
        assert "the launcher and the MPI library" in (done.the(case).reason or "")
        assert done.code == FAILED


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[{", "the cases are not JSON"),
        ("{}", "must be a JSON array"),
        ('[{"schema": "fftbench/case/1"}]', "case 0: the key 'id' is missing"),
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
def test_records_that_cannot_be_written(run: Callable[..., Run], folder: Path, place: str) -> None:
    done = run(2, [case_of(2)], folder / place)
    assert done.code == USAGE
    assert "cannot write" in done.stderr
    assert place in done.stderr
    assert "destroyed after MPI" not in done.stderr


def test_describe_prints_valid_descriptions() -> None:
    done = launch([str(PROGRAM), "--describe"], None)
    assert done.returncode == OK
    described = map(Description.model_validate_json, done.stdout.splitlines())
    honest, liar, pretender, hoarder = described
    assert (honest.name, liar.name) == ("honest", "liar")
    assert (honest.bound, liar.bound, pretender.bound) == (False, False, True)
    assert not hoarder.bound
    assert honest.options == ()
    assert set(SILENT) < set(liar.options[0].values)
