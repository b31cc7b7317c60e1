"""Arrays on a device: a pretended one, whose memory nobody reaches but through its own copies."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from lying import BUILD, FAILED, OK, UNSUPPORTED, Run, case_of
from test_lies import LATE, ONLY_FOR, SILENT, TRANSFORMS

from fftbench.core.contracts.case import Case
from fftbench.core.contracts.problem import Memory, Transform
from fftbench.core.contracts.record import Status

pytestmark = pytest.mark.mpi

PROGRAM = BUILD.absolute() / "bin" / "fftbench-pretended"
Measure = Callable[..., Run]


@pytest.fixture
def measure(tmp_path: Path) -> Measure:
    """Run cases on so many ranks: measure(ranks, cases, devices="P0,P1")."""

    def run(ranks: int, cases: list[Case], devices: str = "P0,P1") -> Run:
        env = {"FFTBENCH_PRETENDED": devices}
        return Run(tmp_path, ranks, cases, program=PROGRAM, env=env)

    return run


def on_device(ranks: int, lie: str = "none", how: str = "queues", **problem: Any) -> Case:
    settings = {"lie": lie, "how": how}
    return case_of(ranks, "pretended", settings, **{"memory": "hip", **problem})


@pytest.mark.parametrize("ranks", [1, 2, 3])
def test_honest_answers_are_ok(measure: Measure, ranks: int) -> None:
    cases = [
        on_device(ranks, shape=shape, transform=transform, precision=precision, placement=placement)
        for shape in ([12], [7, 5], [4, 6, 5], [1, 9, 2])
        for transform in Transform
        if transform is not Transform.dct1 or min(shape) > 1
        for precision, placement in (("double", "out_of_place"), ("single", "in_place"))
    ]
    done = measure(ranks, cases)
    assert [done.the(case).reason for case in cases] == [None] * len(cases)
    assert {done.the(case).status for case in cases} == {Status.ok}
    assert done.code == OK


def test_every_lie_is_told(measure: Measure) -> None:
    cases = [
        on_device(2, name, transform=transform, placement=placement)
        for name, reason in SILENT.items()
        if reason != LATE  # MPI itself would write to the device's memory
        for transform in ONLY_FOR.get(name, TRANSFORMS)
        for placement in ("out_of_place", "in_place")
        if name != "lazy" or placement == "out_of_place"
    ]
    done = measure(2, cases)
    for case in cases:
        record = done.the(case)
        assert record.status is Status.wrong, (case.settings, record.reason, record.check)
        assert SILENT[str(case.settings["lie"])] in (record.reason or "")


@pytest.mark.parametrize(
    ("devices", "sharing"), [("P0", [3]), ("P0,P1", [2, 1]), ("P0,P1,P2", [1, 1, 1])]
)
def test_ranks_take_devices_in_turn(measure: Measure, devices: str, sharing: list[int]) -> None:
    case = on_device(3)
    record = measure(3, [case], devices).the(case)
    assert record.status is Status.ok
    assert record.environment is not None
    found = record.environment.devices
    assert [(d.kind, d.name, d.ranks) for d in found] == [
        (Memory.hip, "pretended", ranks) for ranks in sharing
    ]
    assert [device.id for device in found] == [f"P{number}" for number in range(len(sharing))]
    assert {device.memory_mb for device in found} == {1000.0}
    shared = [w.text for w in record.warnings if w.code == "shared_device"]
    assert bool(shared) == (max(sharing) > 1)
    if shared:
        assert shared[0].startswith(f"{sharing[0]} ranks share the device pretended (P0) of ")


@pytest.mark.parametrize(
    "seen",
    [
        "P0,P1;P2,P3",  # as where each rank sees those closest to it
        "P0;P1;P2;P3",  # as with a device for each task
        "P1,P0;P0;P2,P1;P3,P1",
    ],
)
def test_ranks_that_see_others_share_none(measure: Measure, seen: str) -> None:
    case = on_device(4)
    record = measure(4, [case], seen).the(case)
    assert record.status is Status.ok
    assert record.environment is not None
    assert sorted(device.id for device in record.environment.devices) == ["P0", "P1", "P2", "P3"]


def test_no_device_is_unsupported(measure: Measure) -> None:
    case = on_device(2)
    done = measure(2, [case], "none")
    record = done.the(case)
    assert record.status is Status.unsupported
    assert record.reason == "rank 0: look for devices: there is no pretended device"
    assert record.environment is not None and record.environment.devices == ()
    assert done.code == UNSUPPORTED


def test_what_can_not_go_on_is_failed_with_the_reason(measure: Measure) -> None:
    large = on_device(1, shape=[5000, 15000])
    faulty = on_device(1, how="fails on the device")
    unlinked = case_of(1, "unlinked", memory="cuda")
    sound = on_device(1)
    done = measure(1, [large, faulty, unlinked, sound])
    assert done.code == FAILED
    for case, reason in (
        (large, "no memory on the device for an array of 1200 MB: 1000 MB are free"),
        (faulty, "an illegal address"),
        (unlinked, "this program has no cuda memory"),
    ):
        record = done.the(case)
        assert record.status is Status.failed
        assert reason in (record.reason or "")
    assert done.the(sound).status is Status.ok


@pytest.mark.parametrize("ranks", [1, 2, 3])
def test_a_copy_that_fails_between_steps_ends_the_case_on_all_ranks(
    measure: Measure, ranks: int
) -> None:
    """The others wait for a sum over ranks then, until the case's time is up."""
    case = on_device(ranks, how="breaks the last rank's copies")
    done = measure(ranks, [case])
    record = done.the(case)
    assert record.status is Status.failed
    told = f"rank {ranks - 1}: after 'first forward': a copy to the host failed"
    assert (record.reason or "").startswith(told)
    assert done.code == FAILED


@pytest.mark.parametrize("ranks", [1, 2])
def test_a_lost_device_leaves_the_next_cases_to_another_process(
    measure: Measure, ranks: int
) -> None:
    """In this one they could but fail, for no fault of theirs."""
    sound, losing = on_device(ranks), on_device(ranks, how="loses the last rank's device")
    next_one = on_device(ranks, shape=[4, 4])
    done = measure(ranks, [sound, losing, next_one])
    assert done.the(sound).status is Status.ok
    record = done.the(losing)
    assert record.status is Status.failed
    assert "the device is lost" in (record.reason or "")
    assert next_one.id not in done.records
    assert done.code == FAILED


def test_a_program_for_another_architecture_fails(measure: Measure) -> None:
    case = on_device(1)
    record = measure(1, [case], "other architecture").the(case)
    assert record.status is Status.failed
    assert "built for another architecture" in (record.reason or "")


def test_who_touches_the_arrays_past_the_device_crashes(measure: Measure) -> None:
    """What the other tests rely on: nothing reads or writes these arrays in the host's way."""
    case = on_device(1, how="touches the array")
    done = measure(1, [case])
    assert done.code not in (OK, UNSUPPORTED)
    assert done.records == {}


def test_memory_of_the_device_is_counted(measure: Measure) -> None:
    modest, hoarding = on_device(1, shape=[32, 32]), on_device(1, how="hoards", shape=[32, 32])
    done = measure(1, [modest, hoarding])
    for case, expected in ((modest, 0.0), (hoarding, 50.0)):
        memory = done.the(case).memory
        assert memory is not None
        assert memory.library_mb == pytest.approx(expected, abs=0.01)


def test_the_profile_tells_what_the_device_tells(measure: Measure) -> None:
    quiet, moving = on_device(2), on_device(2, how="moves")
    done = measure(2, [quiet, moving])
    for case, factor in ((quiet, 0), (moving, 1)):
        profile = done.the(case).profile
        assert profile is not None
        for part in (profile.forward, profile.backward):
            assert part.device_s is not None
            assert 0 < part.device_s.max <= part.wall_s.max
            assert part.transfers is not None
            assert part.transfers.to_device_bytes == factor * 2000
            assert part.transfers.to_host_bytes == factor * 1000


def test_energy_is_that_of_the_first_rank_s_device(measure: Measure) -> None:
    case = on_device(2, how="sleeps")  # more than a second in all
    record = measure(2, [case]).the(case)
    energy = record.energy
    assert energy is not None and record.forward is not None
    assert energy.device_j == 5.0  # as much as the pretended device tells at a time
    assert energy.transforms == 2 * (1 + len(record.forward.max_s))
    assert 1.0 <= energy.transforms_s <= energy.seconds
