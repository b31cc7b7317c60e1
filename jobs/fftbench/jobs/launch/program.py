"""One start of a program: its cases go in, records come out, until it ends or falls silent."""

from __future__ import annotations

import json
import shlex
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from fftbench.core.contracts.case import Case
from fftbench.core.contracts.record import Record
from fftbench.core.errors import file_error
from fftbench.core.files.writing import mend
from fftbench.jobs.launch.interrupt import Interrupt
from fftbench.jobs.launch.process import Process
from fftbench.jobs.launch.tail import Tail

POLL_SECONDS = 0.1
MARGIN_SECONDS = 30.0
"""The program gives up a case by itself; only if it does not even do that is it ended from here."""


@dataclass(frozen=True)
class Launch:
    """What to start, and where its files are."""

    prefix: tuple[str, ...]
    """The launcher's words."""
    program: tuple[str, ...]
    """The program, without its arguments."""
    environment: dict[str, str]
    number: int
    """Which launch of the campaign this is, from 0."""
    records: Path
    log: Path
    cases_file: Path
    alive: Path
    """What the program writes the number of its ranks to as soon as they run."""
    lock: int
    """Descriptor of the directory's lock, for the program to inherit."""
    margin_s: float = MARGIN_SECONDS
    own_cores: bool = True
    """Whether ranks that share cores are no measurement: nobody asked for it."""


@dataclass(frozen=True)
class Ended:
    """How a launch ended."""

    how: Literal["exited", "silent", "interrupted"]
    code: int
    alive: bool
    """Whether the program ever ran; if not, the launcher is to blame, and no case."""
    ranks: int | None
    """As how many ranks it ran, by its first sign of life; None where it does not tell."""
    recorded: tuple[Record, ...]
    output: tuple[str, ...]
    """Lines of standard output and error together."""
    case_began: float
    """When the case began that has no record, in seconds of the Unix epoch."""


def measure(
    launch: Launch,
    cases: tuple[Case, ...],
    stop: Interrupt,
    on_record: Callable[[Record], None],
    on_wait: Callable[[Case], None],
) -> Ended:
    """Run a program on `cases` and pass on its records as they arrive.

    Returns when it has ended, by itself or from here: after too long without a record, or when a
    `stop` is requested. Raises UserError where it does not start or files can't be written.
    """
    mend(launch.records)
    tail = Tail(launch.records)
    command = [*launch.prefix, *launch.program, "--cases", str(launch.cases_file)]
    command += ["--records", str(launch.records), "--launch", str(launch.number)]
    command += ["--alive", str(launch.alive), *(["--own-cores"] if launch.own_cores else [])]
    content = [case.model_dump(mode="json", by_alias=True) for case in cases]
    try:
        # Made here and only read again: a network file system may hide for long what others make.
        launch.alive.write_bytes(b"")
        launch.cases_file.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
        with launch.log.open("ab", buffering=0) as log:
            log.write(f"$ {shlex.join(command)}\n".encode())
            start = log.tell()
            process = Process(command, launch.environment, log, launch.lock)
    except OSError as error:
        raise file_error(Path(error.filename or launch.log), error) from error
    monitor = _Monitor(process, tail, launch.margin_s, cases, stop)
    try:
        how = monitor.until_end(on_record, on_wait)
    finally:
        code = process.end(lambda: stop.urgent)
        monitor.collect(on_record)
    sign = launch.alive.read_bytes().strip()
    alive = bool(monitor.recorded) or bool(sign)
    ranks = int(sign) if sign.isdigit() else None
    recorded, output = tuple(monitor.recorded), _lines(launch.log, start)
    return Ended(how, code, alive, ranks, recorded, output, monitor.case_began)


class _Monitor:
    """Follows a running program record by record."""

    def __init__(
        self,
        process: Process,
        tail: Tail,
        margin_s: float,
        cases: tuple[Case, ...],
        stop: Interrupt,
    ) -> None:
        self.recorded: list[Record] = []
        self.case_began = time.time()
        self._process, self._tail, self._stop = process, tail, stop
        self._margin_s = margin_s
        self._pending = {case.id: case for case in cases}
        self._last_record = time.monotonic()

    def until_end(
        self, on_record: Callable[[Record], None], on_wait: Callable[[Case], None]
    ) -> Literal["exited", "silent", "interrupted"]:
        """Wait; the process may still run when this returns `silent` or `interrupted`."""
        while self._process.poll() is None:
            self.collect(on_record)
            if self._stop.requested:
                return "interrupted"
            current = next(iter(self._pending.values()), None)
            if current is not None:
                on_wait(current)
            if time.monotonic() - self._last_record > self._wait_limit(current):
                return "silent"
            time.sleep(POLL_SECONDS)
        return "interrupted" if self._stop.requested else "exited"

    def collect(self, on_record: Callable[[Record], None]) -> None:
        """Take in the records that have arrived; a second one of a case does not count."""
        for record in self._tail.new():
            if self._pending.pop(record.case.id, None) is not None:
                self.recorded.append(record)
                self.case_began, self._last_record = time.time(), time.monotonic()
                on_record(record)

    def _wait_limit(self, current: Case | None) -> float:
        """Seconds to wait for a record, or for the program to end after its last one."""
        return self._margin_s + (current.measure.timeout_seconds * 1.2 if current else 0.0)


def _lines(log: Path, start: int) -> tuple[str, ...]:
    with log.open("rb") as file:
        file.seek(start)
        return tuple(file.read().decode(errors="replace").splitlines())
