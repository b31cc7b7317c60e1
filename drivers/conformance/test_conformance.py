"""What every driver must do: be right or say why not, keep its claims, and tell the truth."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict

import pytest
from claims import claims_of, kept_by, refused

from fftbench.core.contracts.catalogue import Catalogue, Description, Role
from fftbench.core.contracts.problem import Memory
from fftbench.core.contracts.profile import Breakdown
from fftbench.core.contracts.record import Record, Status

pytestmark = [pytest.mark.mpi, pytest.mark.timeout(3600)]  # a whole campaign in the first test

Records = tuple[Record, ...]


def ok(records: Iterable[Record]) -> Records:
    """Return those whose times count: of right answers, or of what has none."""
    return tuple(record for record in records if record.status.timed)


def transforms(records: Iterable[Record]) -> Records:
    """Of these, the ones that are profiled: a workload has parts instead."""
    return tuple(record for record in ok(records) if record.whole is None)


def test_every_program_that_was_built_starts(catalogue: Catalogue) -> None:
    broken = [entry for entry in catalogue.drivers if entry.command and not entry.available]
    assert not broken


def test_there_is_a_library_to_try(catalogue: Catalogue) -> None:
    libraries = [
        e for e in catalogue.drivers if e.description is None or e.description.role is Role.library
    ]
    if not any(entry.available for entry in libraries):
        missing = [f"{entry.name}: {entry.reason}; {entry.hint}" for entry in libraries]
        pytest.fail("\n".join(["no driver of a library was built:", *missing]), pytrace=False)


def test_every_available_driver_is_tried(catalogue: Catalogue, planned: set[str]) -> None:
    assert planned == {entry.name for entry in catalogue.drivers if entry.available}


def test_every_case_is_right_or_refused_with_a_reason(records: Records) -> None:
    faulty = [
        f"{record.status.value}: {record.case.model_dump_json(exclude={'measure'})} {record.reason}"
        for record in records
        if not (ok([record]) or (record.status is Status.unsupported and record.reason))
    ]
    assert not faulty, f"{len(faulty)} of {len(records)}:\n" + "\n".join(faulty[:20])


def test_only_what_is_no_library_goes_unchecked(description: Description, records: Records) -> None:
    for record in ok(records):
        library = description.role is Role.library
        assert record.status.value == ("ok" if library else description.role.value)
        assert (record.check is None) == (not library)


def _any_in(records: Records, memory: Memory) -> bool:
    """Whether there is one in this memory: none is where its device is missing."""
    return any(record.case.problem.memory is memory for record in records)


@pytest.mark.claims
def test_what_is_claimed_works(description: Description, records: Records) -> None:
    kept = {claim for record in ok(records) for claim in kept_by(record)}
    if description.role is Role.bound:
        kept.add("of=exchange")  # between nodes alone; all ranks of this test are on one
    kept.update(memory.value for memory in description.memories if not _any_in(records, memory))
    if Memory.host not in description.memories:
        kept |= refused(records)  # an MPI need not take device pointers, which some options want
    assert not set(claims_of(description)) - kept


def test_what_was_requested_is_what_ran(records: Records, ranks: int) -> None:
    for record in ok(records):
        effective, case = record.effective, record.case
        assert effective is not None
        assert effective.threads == case.threads
        assert effective.grid == case.grid
        for name, value in case.settings.items():
            if value != "auto":
                assert effective.settings[name] == value, (name, case.settings, effective)
        assert record.environment is not None
        assert sum(host.ranks for host in record.environment.hosts) == ranks
        devices = record.environment.devices
        assert {device.kind for device in devices} == {case.problem.memory} - {Memory.host}
        assert sum(device.ranks for device in devices) == (ranks if devices else 0)


TELLING = {"mkl": "MKL", "mkl_cdft": "MKL", "mkl_fft": "MKL", "taskfft": "taskfft's lanes"}
"""What transforms lines there besides FFTW, and can tell its vectors: MKL on Intel's processors."""


def test_what_transforms_lines_tells_its_vectors(
    description: Description, records: Records
) -> None:
    told: set[str] = set()
    expected: set[str] = set()
    for record in transforms(records):
        assert record.effective is not None
        assert record.profile is not None
        assert record.environment is not None
        names = {kernel.name for kernel in record.effective.kernels}
        calls = record.profile.forward.fft_calls
        assert calls == 0 or "FFTW" in names, (record.case.settings, names)
        told |= names
        telling = TELLING.get(description.name)
        if telling and (telling != "MKL" or "Intel" in (record.environment.cpu_model or "")):
            expected |= {telling}
    assert expected <= told


def test_the_breakdown_adds_up(records: Records) -> None:
    for record in transforms(records):
        assert record.profile is not None
        for part in (record.profile.forward, record.profile.backward):
            _adds_up(part)


def _adds_up(part: Breakdown) -> None:
    wall = part.wall_s.mean
    assert (part.exchange_s is None) == (part.local_s is None) == (part.exchange_bytes is None)
    assert (part.reorder_s is None) == (part.fft_s is None or part.exchange_s is None)
    if part.exchange_s is not None and part.local_s is not None:
        assert part.exchange_s.mean + part.local_s.mean == pytest.approx(wall, rel=1e-9)
        assert sum(use.bytes for use in part.mpi.values()) == part.exchange_bytes
        if part.fft_s is not None and part.reorder_s is not None:
            total = part.exchange_s.mean + part.fft_s.mean + part.reorder_s.mean
            assert total == pytest.approx(wall, rel=1e-9)
    if part.declared_s is not None:
        phases = asdict(part.declared_s).values()
        declared = [spread["mean"] for spread in phases if spread is not None]
        assert sum(declared) == pytest.approx(wall, rel=0.01)  # by two clocks


def test_nobody_guesses_where_the_time_goes(records: Records) -> None:
    """What interception can't see is None, whatever it counted."""
    for record in transforms(records):
        assert record.profile is not None
        for part in (record.profile.forward, record.profile.backward):
            if record.case.threads > 1:
                assert part.fft_s is None
            if part.fft_calls == 0:
                assert part.fft_s is None
