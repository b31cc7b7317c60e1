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
TERMINATED = ("Terminated", "signal 15")
"""How they call an end by SIGTERM."""
TERMINATED_CODE = 128 + signal.SIGTERM
"""What they return for it; but MPICH's errors are numbers of which this may be the last byte."""

# YOUR APPLICATION TERMINATED WITH THE EXIT STRING: Terminated (signal 15)  (Intel's names each
# rank: =   KILLED BY SIGNAL: 15 (Terminated))
HYDRA_SIGNAL = re.compile(r"(?:EXIT STRING: .+ \(signal |KILLED BY SIGNAL: )(\d+)")
# =   EXIT CODE: 134  (of the first rank that died: a signal, or what the rank returned)
HYDRA_CODE = re.compile(r"=\s+EXIT CODE: (\d+)")
CLEANED_UP = {signal.SIGTERM, TERMINATED_CODE, signal.SIGKILL}
"""How ranks end where a batch system ends one by SIGTERM, and Hydra the others by SIGKILL."""
MPICH_ENDED = re.compile(r"\bAbort\(\d+\) on node|RUNNING AT")
"""What MPICH and its kin say of an end: of a fatal error, and of a rank that died."""


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
    where they name a rank that died first, of something else. And 15 is the class of an MPI error,
    too, which launchers return as well: so not where they return it and name no signal.
    """
    if signals := _numbers(HYDRA_SIGNAL, output):  # whatever Hydra returns; Intel's does 255
        return signal.SIGTERM in signals and signals | _numbers(HYDRA_CODE, output) <= CLEANED_UP
    how = next((death["how"] for death, _ in _deaths(output) if "how" in death), None)
    if how is not None and any(sign in how for sign in TERMINATED):
        return abs(code) in (signal.SIGTERM, TERMINATED_CODE)
    if code == TERMINATED_CODE and any(MPICH_ENDED.search(line) for line in output):
        return False
    by_code = code in (-signal.SIGTERM, TERMINATED_CODE)
    return by_code and (how is None or f"exit code {TERMINATED_CODE}" in how)


def _numbers(pattern: re.Pattern[str], output: Sequence[str]) -> set[int]:
    return {int(found[1]) for line in output if (found := pattern.search(line))}


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
