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


How = Literal["exited", "silent", "interrupted"]


@dataclass(frozen=True)
class Events:
    """What happens while programs run: what is told of them, and the wish to stop."""

    stop: Interrupt
    on_record: Callable[[Record], None]
    on_wait: Callable[[Case], None]
    """Called several times a second with the case that is measured."""


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

    how: How
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


class Program:
    """A program that was started on its cases, followed record by record."""

    def __init__(
        self, launch: Launch, cases: tuple[Case, ...], events: Events, in_turns: bool = False
    ) -> None:
        """Start it; `in_turns`: it does something only when told to.

        Raises UserError where it does not start or files can't be written.
        """
        self.launch, self.cases, self.recorded = launch, cases, list[Record]()
        self._events = events
        self._pending = {case.id: case for case in cases}
        mend(launch.records)
        self._tail = Tail(launch.records)
        content = [case.model_dump(mode="json", by_alias=True) for case in cases]
        command = _command(launch, in_turns)
        try:
            # Made here and only read again: a network file system may hide for long what others
            # make.
            launch.alive.write_bytes(b"")
            launch.cases_file.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
            with launch.log.open("ab", buffering=0) as log:
                log.write(f"$ {shlex.join(command)}\n".encode())
                self._output_begins = log.tell()
                self.process = Process(command, launch.environment, log, launch.lock, in_turns)
        except OSError as error:
            raise file_error(Path(error.filename or launch.log), error) from error
        self._case_began = time.time()
        self._spent, self._since = 0.0, time.monotonic()

    @property
    def current(self) -> Case | None:
        """The case that it measures now or next; None after the last one."""
        return next(iter(self._pending.values()), None)

    def pending(self) -> tuple[Case, ...]:
        """Return the cases without a record, in order."""
        return tuple(self._pending.values())

    def resume(self) -> None:
        """From now on it may do something: time counts again."""
        self._since = time.monotonic()

    def pause(self) -> None:
        """From now on it does nothing, until `resume`."""
        self._spent += time.monotonic() - self._since

    def ending(self) -> How | None:
        """Tell how it has ended or has to be ended; None while it may go on."""
        self.collect()
        if self.process.poll() is not None:
            return "interrupted" if self._events.stop.requested else "exited"
        if self._events.stop.requested:
            return "interrupted"
        if self.current is not None:
            self._events.on_wait(self.current)
        spent = self._spent + time.monotonic() - self._since
        return "silent" if spent > self._wait_limit() else None

    def until_end(self) -> How:
        """Wait; the process may still run when this returns `silent` or `interrupted`."""
        while (how := self.ending()) is None:
            time.sleep(POLL_SECONDS)
        return how

    def collect(self) -> None:
        """Take in the records that have arrived; a second one of a case does not count."""
        for record in self._tail.new():
            own = record.launch == self.launch.number
            if own and self._pending.pop(record.case.id, None) is not None:
                self.recorded.append(record)
                self._case_began = time.time()
                self._spent, self._since = 0.0, time.monotonic()
                self._events.on_record(record)

    def ended(self, how: How) -> Ended:
        """End it for certain, and tell all that came of it."""
        code = self.process.end(lambda: self._events.stop.urgent)
        self.collect()
        sign = self.launch.alive.read_bytes().strip()
        alive = bool(self.recorded) or bool(sign)
        ranks = int(sign) if sign.isdigit() else None
        output = _lines(self.launch.log, self._output_begins)
        return Ended(how, code, alive, ranks, tuple(self.recorded), output, self._case_began)

    def _wait_limit(self) -> float:
        """Seconds to wait for a record, or for the program to end after its last one."""
        current, margin = self.current, self.launch.margin_s
        return margin + (current.measure.timeout_seconds * 1.2 if current else 0.0)


def measure(launch: Launch, cases: tuple[Case, ...], events: Events) -> Ended:
    """Run a program on `cases` and pass on its records as they arrive.

    Returns when it has ended, by itself or from here: after too long without a record, or when a
    stop is requested. Raises UserError where it does not start or files can't be written.
    """
    program = Program(launch, cases, events)
    how: How = "interrupted"
    try:
        how = program.until_end()
    finally:
        ended = program.ended(how)
    return ended


def _command(launch: Launch, in_turns: bool) -> list[str]:
    command = [*launch.prefix, *launch.program, "--cases", str(launch.cases_file)]
    command += ["--records", str(launch.records), "--launch", str(launch.number)]
    command += ["--alive", str(launch.alive)]
    command += ["--own-cores"] if launch.own_cores else []
    return [*command, *(["--turns"] if in_turns else [])]


def _lines(log: Path, start: int) -> tuple[str, ...]:
    with log.open("rb") as file:
        file.seek(start)
        return tuple(file.read().decode(errors="replace").splitlines())
