"""What to think of a program that ended before all its cases were recorded."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from dataclasses import dataclass

from fftbench.core.programs import ending
from fftbench.core.record import Status

LAST_WORDS = 20
"""Lines of a dead program's output that go into the record."""
CANNOT_WRITE = "cannot write"
"""What a program prints, with exit code 2, when it can't append a record."""


@dataclass(frozen=True)
class Blame:
    """The case in hand gets a record with this status and reason."""

    status: Status
    reason: str


def cannot_write(code: int, output: Sequence[str]) -> str | None:
    """Return the program's complaint that its records can't be written, if that ended it."""
    if code != 2:
        return None
    return next((line for line in output if CANNOT_WRITE in line), None)


def judge(code: int, output: Sequence[str], recorded: Sequence[Status]) -> Blame | None:
    """Judge a program that left a case without a record; None where that case never began.

    `recorded` are the statuses that it did record, in order: after a timeout or a failure it may
    end on purpose, since its ranks can't go on together.
    """
    if recorded and recorded[-1] in (Status.timeout, Status.failed):
        return None
    reason = f"the program {ending(code)} before it recorded this case"
    if abs(code) in (signal.SIGKILL, 128 + signal.SIGKILL):
        reason += " (the system does this when memory runs out)"
    return Blame(Status.failed, with_output(reason, output))


def with_output(reason: str, output: Sequence[str]) -> str:
    """Add the last lines of a program's output to a reason."""
    last = [line.rstrip() for line in output if line.strip()][-LAST_WORDS:]
    return "\n".join([f"{reason}; its last words:", *last]) if last else reason
