"""Why a case has no record of its own: what to make of a program that ended too early."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fftbench.core.contracts.record import Status
from fftbench.core.programs import ending

LAST_LINES = 20
"""Lines of a dead program's output that go into the record."""

DEATHS = (
    # srun: error: n1: task 1: Segmentation fault (core dumped)
    (
        re.compile(r"srun: error: (?P<node>\S+): tasks? (?P<rank>[\d,-]+): (?P<how>.+)"),
        "rank {rank} on {node}: {how}",
    ),
    # mpirun noticed that process rank 1 with PID 0 on node n1 exited on signal 11 (...).
    (
        re.compile(
            r"process rank (?P<rank>\d+) with PID \d+ on node (?P<node>\S+) (?P<how>.+?)\.?$"
        ),
        "rank {rank} on {node} {how}",
    ),
    # =   PID 1234 RUNNING AT n1  (Hydra does not tell the rank)
    (re.compile(r"PID (?P<pid>\d+) RUNNING AT (?P<node>\S+)"), "process {pid} on {node}"),
)
"""What launchers say of a rank that died, for people to read."""
TERMINATED = ("Terminated", "signal 15", "exit code 143")
"""How they call an end by SIGTERM."""


@dataclass(frozen=True)
class Failure:
    """Status and reason of the record that is made for a case in place of the program's."""

    status: Status
    reason: str


def failure_of(code: int, output: Sequence[str], recorded: Sequence[Status]) -> Failure | None:
    """Judge a program that left a case without a record; None where that case never began.

    `recorded` are the statuses that it did record, in order: after a timeout or a failure it may
    end on purpose, since its ranks can't go on together.
    """
    if recorded and recorded[-1] in (Status.timeout, Status.failed):
        return None
    reason = f"the program {ending(code)} before it recorded this case"
    if abs(code) in (signal.SIGKILL, 128 + signal.SIGKILL):
        reason += " (the system does this when memory runs out)"
    if (rank := dead_rank(output)) is not None:
        reason += f"; {rank}"
    return Failure(Status.failed, with_output(reason, output))


def was_terminated(code: int, output: Sequence[str]) -> bool:
    """Whether SIGTERM ended a program: nobody's own fault.

    Launchers end by it the other ranks of one that died, and may return the code of these: so not
    where they name a rank that died first, of something else.
    """
    by_signal = abs(code) in (signal.SIGTERM, 128 + signal.SIGTERM)
    how = next((death["how"] for death, _ in _deaths(output) if "how" in death), TERMINATED[0])
    return by_signal and any(sign in how for sign in TERMINATED)


def dead_rank(output: Sequence[str]) -> str | None:
    """Name the rank that died first, its node and its signal, where the launcher tells them."""
    return next((text.format(**death) for death, text in _deaths(output)), None)


def _deaths(output: Sequence[str]) -> Iterator[tuple[dict[str, str], str]]:
    """Yield what launchers tell of ranks that died, and the words to tell it by."""
    for line in output:
        for pattern, text in DEATHS:
            if found := pattern.search(line):
                yield found.groupdict(), text


def with_output(reason: str, output: Sequence[str]) -> str:
    """Add the last lines of a program's output to a reason."""
    last = [line.rstrip() for line in output if line.strip()][-LAST_LINES:]
    return "\n".join([f"{reason}; its output ends with:", *last]) if last else reason
