"""A program and all the processes that it starts, which can be ended for certain."""

from __future__ import annotations

import contextlib
import ctypes
import os
import select
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, BinaryIO

from fftbench.core.errors import UserError

GRACE_SECONDS = 10.0
"""Between SIGTERM, which lets a launcher clean up, and SIGKILL."""
PR_SET_PDEATHSIG = 1


class Process:
    """A program in a session of its own, so that a terminal's Ctrl-C does not reach it."""

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        log: BinaryIO,
        keep: int,
        talks: bool = False,
    ) -> None:
        """Start `command` with its output in `log`; it inherits the file descriptor `keep`.

        One that `talks` is told something by `say`, and its standard output is what was `heard`.
        Raises UserError where it does not start.
        """
        libc = ctypes.CDLL(None)

        def end_with_parent() -> None:
            libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)

        try:
            self._child = subprocess.Popen(
                command,
                env={**os.environ, **environment},
                stdin=subprocess.PIPE if talks else subprocess.DEVNULL,
                stdout=subprocess.PIPE if talks else log,
                stderr=log,
                bufsize=0,
                start_new_session=True,
                pass_fds=(keep,),
                preexec_fn=end_with_parent,  # noqa: PLW1509 (only one thread ever starts programs)
            )
        except OSError as error:
            raise UserError(
                f"{command[0]} does not start: {error.strerror}", "see `launcher` of the site"
            ) from error

    def say(self, line: str) -> None:
        """Write a line to its standard input; one that has ended does not hear it."""
        with contextlib.suppress(BrokenPipeError):
            _pipe(self._child.stdin).write(f"{line}\n".encode())

    def heard(self, seconds: float) -> bytes | None:
        """Wait for something on its standard output; None if nothing came, empty at its end."""
        output = _pipe(self._child.stdout)
        if not select.select([output], [], [], seconds)[0]:
            return None
        return os.read(output.fileno(), 1 << 16)

    def poll(self) -> int | None:
        """Return the exit code, negative for a signal; None while it runs."""
        return self._child.poll()

    def end(self, hurry: Callable[[], bool]) -> int:
        """End the program and all it started, at once when in a `hurry`; returns its exit code."""
        if self._child.poll() is None:
            _signal_group(self._child.pid, signal.SIGTERM)
            deadline = time.monotonic() + GRACE_SECONDS
            while self._child.poll() is None and time.monotonic() < deadline and not hurry():
                time.sleep(0.02)
        for process in _session_members(self._child.pid):
            _signal(process, signal.SIGKILL)
        for pipe in (self._child.stdin, self._child.stdout):
            if pipe is not None:
                pipe.close()
        return self._child.wait()


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None  # of a program that talks
    return pipe


def _signal_group(group: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group, number)


def _signal(process: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(process, number)


def _session_members(session: int) -> list[int]:
    """Find the processes of a session: launchers put ranks into process groups of their own."""
    members = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                # The name, in parentheses, may hold anything; the fields after it are numbers.
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == session:
                members.append(int(folder.name))
    return members
