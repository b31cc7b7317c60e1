"""Drivers that lie about the answer: the program must say so, by status and exit code."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest
from lying import OK, PROGRAM, WRONG, Run, case_of, launch, lie

from fftbench.core.contracts.case import Case
from fftbench.core.contracts.catalogue import Description, Role
from fftbench.core.contracts.problem import Transform
from fftbench.core.contracts.record import Status

pytestmark = pytest.mark.mpi

LATE = "where a rank looks at once"
"""The reason where a result is right as soon as MPI goes on."""

SLEEP = 0.02
"""Seconds of each time that "plans when asked" plans."""

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
    "wrong later": "repetitions",
    "lazy later": "repetitions",
    "forward lazy later": "repetitions",
    "backward lazy later": "repetitions",
    "field kept later": "repetitions",
    "stale": "repetitions",
    "stale from others": "repetitions",
    "stale backward": "repetitions",
    "kept and scaled": "repetitions",
    "field kept and scaled": "repetitions",
    "field kept and scaled as nine elements are": "repetitions",
    "wrong once": "repetitions",
    "zero once": "repetitions",
    "one float later": "repetitions",
    "planes swapped later": "repetitions",
    "sign later": "repetitions",
    "lazy": "repetitions",
    "spectrum not waited for": LATE,
    "field not waited for": LATE,
    "writes behind": "memory beside",
    "writes before": "memory beside",
}
TRANSFORMS = ("c2c", "r2c", "dct2")
ONLY_FOR = {
    "identity": ("c2c", "dct2"),
    "conjugate": ("c2c", "r2c"),
    "dct3 instead": ("dct2",),
    "dst1 instead": ("dct2",),
}
"""Lies that some transforms have no room for."""
TIMED = {
    name for name, reason in SILENT.items() if reason in ("repetitions", LATE, "memory beside")
}
"""Right at first, so that only what is looked at in the repetitions and after them can tell."""


ABOUT_ITSELF = {
    "another grid": "tells of the grid",
    "larger grid": "tells of the grid",
    "secret thread": "tells of 1 threads a rank",
    "secret worker": "tells of 1 threads a rank",
    "early worker": "tells of 1 threads a rank",
    "more threads": "tells of 2 threads a rank, of 1 that it may use",
}
"""A right answer that was not computed in the way that the library tells."""


@pytest.mark.parametrize("ranks", [1, 2, 3, 6])
def test_honest_answers_are_ok(run: Callable[..., Run], ranks: int) -> None:
    """On six ranks, which take their time, every other one."""
    kinds = (("double", "out_of_place"), ("single", "in_place"))
    cases = [
        case_of(ranks, shape=shape, transform=transform, precision=precision, placement=placement)
        for row, shape in enumerate(([12], [7, 5], [4, 6, 5], [1, 9, 2]))
        for column, transform in enumerate(Transform)
        if transform is not Transform.dct1 or min(shape) > 1
        for turn, (precision, placement) in enumerate(kinds)
        if ranks < 6 or (row + column + turn) % 2 == 0
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


@pytest.fixture(scope="module", params=[2, 3], ids=["2 ranks", "3 ranks"])
def silent_lies(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Run, list[Case]]:
    """All of them in one program, with an honest case at the end."""
    ranks: int = request.param
    cases = [
        lie(ranks, name, transform=transform, placement=placement)
        for name in SILENT
        for transform in ONLY_FOR.get(name, TRANSFORMS)
        for placement in ("out_of_place", "in_place")
        if name != "lazy" or placement == "out_of_place"  # in place nothing is poisoned
    ]
    cases.append(case_of(ranks))
    return Run(tmp_path_factory.mktemp("lies"), ranks, cases), cases


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
        if SILENT[name] == "memory beside":
            continue
        assert record.check.error is None or record.check.error > record.check.tolerance
        assert (record.forward is not None) == (name in TIMED)


def test_the_data_are_others_in_every_launch(run: Callable[..., Run]) -> None:
    case = case_of(2)
    checks = [
        run(2, [case], more=("--launch", launch)).the(case).check for launch in ("0", "0", "1")
    ]
    errors = [check and (check.spectrum_l2, check.sampled, check.round_trip_l2) for check in checks]
    assert errors[0] == errors[1]
    assert errors[0] != errors[2]


@pytest.mark.parametrize("ranks", [1, 3])
def test_every_field_of_a_batch_is_checked(run: Callable[..., Run], ranks: int) -> None:
    honest = [
        case_of(ranks, fields=3, shape=[5, 4, 6], transform=transform, placement=placement)
        for transform in TRANSFORMS
        for placement in ("out_of_place", "in_place")
    ]
    lies = [
        lie(ranks, name, fields=3, placement=placement)
        for name in ("first field only", "swapped fields")
        for placement in ("out_of_place", "in_place")
    ]
    done = run(ranks, [*honest, *lies])
    for case in honest:
        record = done.the(case)
        assert record.status is Status.ok, record.reason
        assert record.layouts is not None
        assert not record.layouts.input.interleaved
        assert record.layouts.output.interleaved
    for case in lies:
        record = done.the(case)
        assert record.status is Status.wrong, case.settings
        assert "spectrum L2" in (record.reason or "")


@pytest.mark.parametrize("transform", TRANSFORMS)
def test_no_field_of_a_batch_changes_as_another_does(
    run: Callable[..., Run], transform: str
) -> None:
    case = lie(2, "changed as the first field", fields=3, transform=transform)
    record = run(2, [case]).the(case)
    assert record.status is Status.wrong
    assert "repetitions" in (record.reason or "")


MIXED = ("dct2-dst2-r2c", "dst1-c2c-r2c", "c2c-dct3-c2c", "c2c-dst4-r2c", "dct1-dst3-dct4")


@pytest.mark.parametrize("ranks", [1, 3])
def test_the_kind_of_every_axis_is_checked(run: Callable[..., Run], ranks: int) -> None:
    honest = [
        case_of(ranks, shape=[5, 4, 6], transform=transform, placement=placement, fields=fields)
        for transform in MIXED
        for placement in ("out_of_place", "in_place")
        for fields in (1, 2)
    ]
    lies = [lie(ranks, "swapped kinds", transform=transform) for transform in MIXED]
    done = run(ranks, [*honest, *lies])
    for case in honest:
        record = done.the(case)
        assert record.status is Status.ok, record.reason
        assert record.case == case
    for case in lies:
        record = done.the(case)
        assert record.status is Status.wrong, case.problem
        assert "spectrum L2" in (record.reason or "")


@pytest.mark.parametrize("ranks", [2, 3])
def test_a_library_that_tells_a_lie_about_itself_is_wrong(
    run: Callable[..., Run], ranks: int
) -> None:
    cases = [lie(ranks, name) for name in ABOUT_ITSELF]
    done = run(ranks, [*cases, case_of(ranks)])
    assert done.code == WRONG
    for case, reason in zip(cases, ABOUT_ITSELF.values(), strict=True):
        record = done.the(case)
        assert record.status is Status.wrong, case.settings
        assert record.reason is not None
        assert reason in record.reason
        assert record.check is None or record.check.error is not None
    assert sum(record.status is Status.ok for record in done.records.values()) == 1


@pytest.mark.parametrize("ranks", [2, 3])
def test_threads_are_those_of_the_rank_that_tells_of_most(
    run: Callable[..., Run], ranks: int
) -> None:
    """All ranks judge alike: one that takes another for wrong would wait for it in vain."""
    case = lie(ranks, "told by one", threads=2, measure={"timeout_seconds": 30.0})
    record = run(ranks, [case]).the(case)
    assert record.status is Status.ok, record.reason
    assert record.effective is not None
    assert record.effective.threads == 2


def processors_at_hand(programs: int) -> float:
    """How many processors so many programs get that compute at the same time, in the mean."""
    seconds = 0.25
    compute = f"""
import time
start = time.perf_counter()
while time.process_time() < {seconds}: pass
print(time.perf_counter() - start)
"""
    command = [sys.executable, "-c", compute]
    started = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(programs)]
    return programs * seconds / max(float(each.communicate()[0]) for each in started)


@pytest.mark.parametrize(("name", "threads"), [("four", 4), ("eight", 8)])
def test_threads_that_end_with_the_transform_are_seen(
    run: Callable[..., Run], name: str, threads: int
) -> None:
    """Only the clock tells of them, if other programs leave them two processors."""
    reasons = []
    for _ in range(10):
        if processors_at_hand(threads) < 1.8:
            continue
        case = lie(1, f"{name} secret threads")
        reasons.append(run(None, [case]).the(case).reason or "")
        if "the library tells of 1 threads a rank" in reasons[-1]:
            return
    if len(reasons) < 5:
        pytest.skip("other programs want the processors")
    pytest.fail(f"never seen: {reasons}")


@pytest.mark.parametrize("ranks", [1, 2])
def test_arrays_of_a_library_s_own_are_placed_as_the_problem_has_it(
    run: Callable[..., Run], ranks: int
) -> None:
    inside, outside = lie(ranks, "misplaced", placement="in_place"), lie(ranks, "misplaced")
    done = run(ranks, [inside, outside])
    for case, reason in (
        (inside, "in place, but the library has two arrays"),
        (outside, "out of place, but the library has the spectrum where the input is"),
    ):
        record = done.the(case)
        assert record.status is Status.failed, (record.status, record.check)
        assert reason in (record.reason or "")


@pytest.mark.parametrize(("workload", "after_commit"), [("none", 2), ("poisson", 3)])
def test_whatever_is_asked_before_the_first_transform_is_planning(
    run: Callable[..., Run], workload: str, after_commit: int
) -> None:
    """The last rank sleeps whenever it is asked: for its layouts, arrays, scale, settings, way."""
    case = lie(2, "plans when asked", workload=workload)
    record = run(2, [case]).the(case)
    assert record.status is Status.ok, record.reason
    assert record.planning is not None
    assert record.planning.construct_s >= 2 * SLEEP
    assert record.planning.commit_s >= after_commit * SLEEP


def test_a_thread_that_idles_is_a_warning(run: Callable[..., Run]) -> None:
    idle, honest = lie(2, "idle thread", threads=2), case_of(2)
    busy = lie(2, "more threads", threads=2)
    done = run(2, [idle, busy, honest])
    assert done.the(busy).status is Status.ok, done.the(busy).reason
    assert done.the(idle).status is Status.ok
    (text,) = [w.text for w in done.the(idle).warnings if w.code == "idle_threads"]
    assert text == "the library tells of 2 threads a rank, but not more than 1 worked"
    assert "idle_threads" not in [warning.code for warning in done.the(honest).warnings]


def test_the_record_tells_where_the_transform_begins_and_ends(run: Callable[..., Run]) -> None:
    outside, inside = case_of(2), case_of(2, placement="in_place")
    done = run(2, [outside, inside])
    layouts = done.the(outside).layouts
    assert layouts is not None
    assert (layouts.input.order, layouts.input.pieces) == ((0, 1, 2), (2, 1, 1))
    assert (layouts.output.order, layouts.output.pieces) == ((2, 1, 0), (1, 1, 2))
    assert not layouts.same
    assert layouts.input_survives is True
    in_place = done.the(inside).layouts
    assert in_place is not None
    assert in_place.input_survives is None


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


def test_a_case_that_was_refused_leaves_fftw_alone(run: Callable[..., Run]) -> None:
    refused, honest = lie(2, "unsupported"), case_of(2)
    done = run(2, [refused, honest])
    assert done.the(refused).status is Status.unsupported
    assert done.the(honest).status is Status.ok, done.the(honest).reason


def test_who_claims_to_be_a_bound_has_no_answer_that_counts(run: Callable[..., Run]) -> None:
    case = case_of(2, "pretender")
    done = run(2, [case])
    record = done.the(case)
    assert record.status is Status.baseline
    assert record.check is None
    assert record.forward is not None
    assert record.profile is not None
    assert done.code == OK


def test_describe_prints_valid_descriptions() -> None:
    done = launch([str(PROGRAM), "--describe"], None)
    assert done.returncode == OK
    described = map(Description.model_validate_json, done.stdout.splitlines())
    honest, liar, pretender, hoarder = described
    assert (honest.name, liar.name) == ("honest", "liar")
    assert (honest.role, liar.role, pretender.role) == (Role.library, Role.library, Role.baseline)
    assert hoarder.role is Role.library
    assert honest.options == ()
    assert set(SILENT) < set(liar.options[0].values)
