"""Whether a launcher can start anything now: what tells a lost node from a program that crashed."""

from __future__ import annotations

import time
from collections.abc import Callable

from fftbench.core.errors import UserError, file_error
from fftbench.jobs.launch.process import Process
from fftbench.jobs.launch.program import POLL_SECONDS, Launch

PROBE_SECONDS = 60.0
"""For a launcher to start so many `true` and to return."""


def launcher_works(launch: Launch, stop: Callable[[], bool]) -> bool:
    """Start `true` in place of the program, on all ranks; its output goes to the launch's log."""
    command = [*launch.prefix, "true"]
    try:
        with launch.log.open("ab", buffering=0) as log:
            log.write(f"$ {' '.join(command)}  # does the launcher work?\n".encode())
            try:
                process = Process(command, launch.environment, log, launch.lock)
            except UserError:
                return False
    except OSError as error:  # on a full disk no program fails by itself
        raise file_error(launch.log, error) from error
    give_up = time.monotonic() + PROBE_SECONDS
    try:
        while process.poll() is None and time.monotonic() < give_up and not stop():
            time.sleep(POLL_SECONDS)
        ended = process.poll()
    finally:
        process.end(lambda: True)
    return ended == 0
