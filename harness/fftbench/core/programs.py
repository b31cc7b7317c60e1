"""The driver programs of a build: which there are, by asking each of them, and how they end."""

from __future__ import annotations

import signal
import subprocess
from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum
from pathlib import Path

from pydantic import ValidationError

from fftbench.core.ask_program import ask_program
from fftbench.core.contracts.catalogue import Catalogue, Description, Entry
from fftbench.core.contracts.model import Model, first_problem
from fftbench.core.errors import UserError
from fftbench.core.files.locate import build_folder

DESCRIBE_SECONDS = 30.0
"""A program that takes longer to describe itself is not available."""


class ExitCode(IntEnum):
    """How a driver's program ends; of several, the highest but for `no_records`."""

    ok = 0
    usage = 2
    unsupported = 3
    wrong = 4
    failed = 5
    no_records = 7
    """Its records can't be written."""


HOW_TO_BUILD = "build it with `./bench build`, or install it with `cmake --install`"
"""What to do where a program is not there: the demo builds, and a component installs, only some."""


class BuiltDriver(Model):
    """A driver in drivers.json: a program to run, or the reason why there is none."""

    name: str
    program: str | None = None
    """Path of the program, relative to the folder of drivers.json."""
    command: tuple[str, ...] | None = None
    """Words of a command instead, for a program that needs an interpreter."""
    reason: str | None = None
    hint: str | None = None


class DriverList(Model):
    """What the build writes as drivers.json."""

    drivers: tuple[BuiltDriver, ...]


def load_catalogue(build: Path | None = None) -> Catalogue:
    """Ask every driver program of a build (by default the usual one) to describe itself.

    A program that does not start, or describes something else, is an entry with the reason.
    Raises UserError where there is no build or its drivers.json is broken.
    """
    folder = build_folder() if build is None else build
    file = folder / "drivers.json"
    try:
        listed = DriverList.model_validate_json(file.read_bytes())
    except (OSError, ValidationError) as error:
        raise UserError(f"{file}: not a list of drivers: {error}", "build again") from error
    with ThreadPoolExecutor(max_workers=8) as pool:
        entries = tuple(pool.map(lambda driver: _entry(driver, folder), listed.drivers))
    return Catalogue(drivers=tuple(sorted(entries, key=lambda entry: entry.name)))


def _entry(driver: BuiltDriver, folder: Path) -> Entry:
    if driver.command is not None:
        command = tuple(_absolute(word, folder) for word in driver.command)
    elif driver.program is not None:
        command = (str((folder / driver.program).resolve()),)
    else:
        reason = driver.reason or "not built"
        return Entry(name=driver.name, reason=reason, hint=driver.hint)
    try:
        description = _describe(command, driver.name, folder)
    except _NotDescribedError as why:
        missing = driver.program is not None and not Path(command[0]).is_file()
        usual = HOW_TO_BUILD if missing else f"try it: {' '.join(command)} --describe"
        hint = driver.hint or usual
        return Entry(name=driver.name, command=command, reason=str(why), hint=hint)
    return Entry(name=driver.name, command=command, description=description)


def _absolute(word: str, folder: Path) -> str:
    """Spell out a file of the build folder; other words of a command stay as they are."""
    return str((folder / word).resolve()) if (folder / word).is_file() else word


class _NotDescribedError(Exception):
    """A program that did not describe the driver it was built for, and why."""


def _describe(command: tuple[str, ...], name: str, folder: Path) -> Description:
    program = " ".join(command)
    try:
        done = ask_program([*command, "--describe"], DESCRIBE_SECONDS, folder)
    except OSError as error:
        raise _NotDescribedError(f"{program} does not start: {error.strerror}") from error
    except subprocess.TimeoutExpired as error:
        raise _NotDescribedError(
            f"{program} did not describe itself in {DESCRIBE_SECONDS:g} s"
        ) from error
    if done.returncode != 0:
        words = done.stderr.strip().splitlines()
        raise _NotDescribedError(": ".join([f"{program} {ending(done.returncode)}", *words[:1]]))
    described = [_parse(line, program) for line in done.stdout.splitlines() if line.strip()]
    for description in described:
        if description.name == name:
            return description
    others = ", ".join(description.name for description in described) or "nothing"
    raise _NotDescribedError(f"{program} describes {others} instead of {name}")


def _parse(line: str, program: str) -> Description:
    try:
        return Description.model_validate_json(line)
    except ValidationError as error:
        why = first_problem(error)
        raise _NotDescribedError(
            f"{program} describes itself in a way not understood: {why}"
        ) from error


def ending(code: int) -> str:
    """Say how a process ended: by an exit code, or by a signal (128 + n from a launcher)."""
    number = -code if code < 0 else code - 128
    if code < 0 or 0 < number <= signal.NSIG:
        try:
            return f"was killed by {signal.Signals(number).name}"
        except ValueError:
            pass
    return f"exited with code {code}"
