"""The catalogue: whatever a program does, its driver is listed, with the reason."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import pytest

from fftbench.cli.texts import catalogue_text
from fftbench.core import programs
from fftbench.core.contracts.catalogue import Catalogue, Entry, Role
from fftbench.core.errors import UserError
from fftbench.core.files.locate import build_folder, find_config
from fftbench.core.programs import ending, load_catalogue

DESCRIPTION = {
    "name": "one",
    "library": "ONE",
    "version": "1",
    "dims": [3],
    "transforms": ["c2c"],
    "precisions": ["double"],
    "placements": ["in_place"],
    "memories": ["host"],
    "decompositions": ["slab"],
    "threaded": False,
    "options": [],
}


def entry(build: Path, script: str, **listed: Any) -> Entry:
    """Build a driver `one` whose program is a shell script, and ask it."""
    program = build / "bin" / "one"
    program.parent.mkdir(exist_ok=True)
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    driver = {"name": "one", "program": "bin/one", **listed}
    (build / "drivers.json").write_text(json.dumps({"drivers": [driver]}))
    (found,) = load_catalogue(build).drivers
    return found


def test_the_list_of_drivers_says_what_is_no_library(tmp_path: Path) -> None:
    for role in Role:
        found = entry(tmp_path, f"echo '{json.dumps({**DESCRIPTION, 'role': role.value})}'")
        text = catalogue_text(Catalogue(drivers=(found,)))
        assert (f"(a {role.value}, not a library" in text) == (role is not Role.library)


def test_the_list_of_drivers_says_what_is_never_ranked(tmp_path: Path) -> None:
    why = "it has no way back"
    found = entry(tmp_path, f"echo '{json.dumps({**DESCRIPTION, 'unranked': why})}'")
    assert f"(never ranked: {why})" in catalogue_text(Catalogue(drivers=(found,)))


def test_a_program_describes_itself(tmp_path: Path) -> None:
    other = json.dumps({**DESCRIPTION, "name": "two"})
    found = entry(tmp_path, f"echo '{other}'; echo '{json.dumps(DESCRIPTION)}'")
    assert found.available
    assert found.command == (str(tmp_path / "bin" / "one"),)
    assert found.description is not None
    assert found.description.library == "ONE"


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("echo oops >&2; echo more >&2; exit 3", "exited with code 3: oops"),
        ("kill -SEGV $$", "was killed by SIGSEGV"),
        ("echo garbage", "describes itself in a way not understood: Invalid JSON"),
        ("echo '{}'", "describes itself in a way not understood: name: Field required"),
        ("true", "describes nothing instead of one"),
        (f"echo '{json.dumps({**DESCRIPTION, 'name': 'two'})}'", "describes two instead of one"),
        ("sleep 60", "did not describe itself in 0.2 s"),
    ],
)
def test_a_program_that_does_not_is_not_available(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, reason: str
) -> None:
    monkeypatch.setattr(programs, "DESCRIBE_SECONDS", 0.2 if "sleep" in script else 30.0)
    found = entry(tmp_path, f"exec {script}" if "sleep" in script else script)
    assert not found.available
    assert reason in str(found.reason)
    assert found.hint == f"try it: {tmp_path / 'bin' / 'one'} --describe"


def test_a_missing_program_is_not_available(tmp_path: Path) -> None:
    found = entry(tmp_path, "true", program="bin/none")
    assert "bin/none does not start: No such file or directory" in str(found.reason)
    assert "`./bench build`" in str(found.hint)


def test_a_driver_that_was_not_built_has_its_reason(tmp_path: Path) -> None:
    found = entry(tmp_path, "true", program=None, reason="libone not found", hint="set ONE_ROOT")
    assert (found.available, found.command) == (False, None)
    assert (found.reason, found.hint) == ("libone not found", "set ONE_ROOT")


def test_a_program_in_another_language_is_a_command(tmp_path: Path) -> None:
    (tmp_path / "one.sh").write_text(f"echo '{json.dumps(DESCRIPTION)}'")
    found = entry(tmp_path, "true", program=None, command=["sh", "one.sh"])
    assert found.command == ("sh", str(tmp_path / "one.sh"))
    assert found.available


def test_a_broken_list_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "drivers.json").write_text("{")
    with pytest.raises(UserError, match=r"drivers.json: not a list of drivers"):
        load_catalogue(tmp_path)


def test_the_build_is_found_or_its_absence_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FFTBENCH_BUILD", str(tmp_path))
    with pytest.raises(UserError, match=r"there is no drivers\.json in it"):
        build_folder()
    (tmp_path / "drivers.json").touch()
    assert build_folder() == tmp_path
    monkeypatch.delenv("FFTBENCH_BUILD")
    monkeypatch.setattr("fftbench.core.files.locate.source_tree", lambda: tmp_path)
    monkeypatch.setattr("fftbench.core.files.locate.INSTALLED", tmp_path / "installed")
    with pytest.raises(UserError, match="no driver programs") as caught:
        build_folder()
    assert "./bench build" in str(caught.value.hint)
    release = tmp_path / "build" / "release"
    release.mkdir(parents=True)
    (release / "drivers.json").touch()
    assert build_folder() == release


def test_campaigns_are_found_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "configs" / "campaigns"
    folder.mkdir(parents=True)
    (folder / "mine.yaml").touch()
    assert find_config("campaign", "mine") == Path("configs/campaigns/mine.yaml")
    assert find_config("campaign", str(folder / "mine.yaml")) == folder / "mine.yaml"
    (folder / "others").mkdir()
    (folder / "others" / "theirs.yaml").touch()
    (folder / "others" / "mine.yaml").touch()
    assert find_config("campaign", "theirs") == Path("configs/campaigns/others/theirs.yaml")
    assert find_config("campaign", "mine") == Path("configs/campaigns/mine.yaml")
    monkeypatch.chdir(tmp_path / "configs")
    monkeypatch.setattr("fftbench.core.files.locate.source_tree", lambda: None)
    monkeypatch.setenv("FFTBENCH_BUILD", str(tmp_path))
    assert find_config("campaign", "mine") == folder / "mine.yaml"
    with pytest.raises(UserError, match=r"unknown campaign 'mne': did you mean 'mine'\?"):
        find_config("campaign", "mne")
    with pytest.raises(UserError, match=r"mne.yaml: no such file") as caught:
        find_config("campaign", "mne.yaml")
    assert caught.value.hint == "did you mean 'mine'?"
    with pytest.raises(UserError, match="others: a folder, and no file"):
        find_config("campaign", str(folder / "others"))


def test_endings_in_words() -> None:
    assert ending(1) == "exited with code 1"
    assert ending(-signal.SIGSEGV) == "was killed by SIGSEGV"
    assert ending(128 + signal.SIGKILL) == "was killed by SIGKILL"
    assert ending(255) == "exited with code 255"
