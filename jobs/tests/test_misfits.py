"""Programs of several MPIs, of which the launcher suits one: the others do not stand in its way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from fftbench.core.files.results import read_records
from fftbench.jobs.run.inputs import RunOptions
from fftbench.jobs.run.outcome import Outcome
from fftbench.jobs.run.tries import LauncherError

Measure = Callable[..., Outcome]
AT_ONCE = RunOptions(launch_pauses_s=())


@pytest.fixture
def starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """How many starts of programs shall still come to nothing."""
    file = tmp_path / "starts"
    file.write_text("99")
    monkeypatch.setenv("FAKE_UNSTARTED", str(file))
    return file


def measured(folder: Path) -> Counter[str]:
    return Counter(record.case.driver for record in read_records([folder / "out"]).records)


def test_a_library_that_the_launcher_does_not_start_leaves_the_others_be(
    measure: Measure, tmp_path: Path, starts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_ONLY", "fake")
    drivers, launches = {"fake": {}, "other": {}}, {"launches": 4}
    with pytest.raises(LauncherError, match=r"fake-.*: the launcher did not start the program"):
        measure(drivers, AT_ONCE, measure=launches)
    assert measured(tmp_path) == {"other": 4}
    assert starts.read_text() == "98"  # it was tried once
    # With the first trouble gone, the same command goes on.
    starts.write_text("0")
    measure(drivers, AT_ONCE, measure=launches)
    assert measured(tmp_path) == {"other": 4, "fake": 4}


def test_several_libraries_of_another_mpi_leave_the_others_be(
    measure: Measure, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two of them in a row do not say that nothing starts: they did, each rank alone."""
    monkeypatch.setenv("FAKE_ONLY", "fake,other")
    monkeypatch.setenv("FAKE_RANKS", "1")
    drivers, launches = {"fake": {}, "other": {}, "one": {}}, {"launches": 4}
    with pytest.raises(LauncherError, match="programs of 1 rank each, instead of one of 2"):
        measure(drivers, AT_ONCE, measure=launches)
    assert measured(tmp_path) == {"one": 4}


def test_on_other_resources_a_program_may_start(
    measure: Measure, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ranks that each run alone are right where one is asked for."""
    monkeypatch.setenv("FAKE_RANKS", "1")
    with pytest.raises(LauncherError, match="programs of 1 rank each, instead of one of 2"):
        measure({"fake": {}}, AT_ONCE, measure={"launches": 3}, scale={"ranks": [1, 2]})
    assert measured(tmp_path) == {"fake": 3}


def test_where_two_programs_do_not_start_no_third_is_tried(measure: Measure, starts: Path) -> None:
    with pytest.raises(LauncherError, match="did not start the program"):
        measure({"fake": {}, "other": {}, "one": {}}, AT_ONCE)
    assert starts.read_text() == "97"
