"""Launches that come to nothing through no fault of the program: tried again, then given up."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from fftbench.core.errors import UserError
from fftbench.jobs.launch.failure import Failure, with_output
from fftbench.jobs.launch.interrupt import Interrupt
from fftbench.jobs.launch.probe import launcher_works
from fftbench.jobs.launch.program import POLL_SECONDS, Ended, Launch


class LauncherError(UserError):
    """The launcher is to blame, and no case: what it was to start has no record."""


class Tries:
    """How often the launches of a batch may still come to nothing."""

    def __init__(self, name: str, log: Path, pauses_s: tuple[float, ...]) -> None:
        self._name, self._log, self._pauses = name, log, pauses_s
        self._left = list(pauses_s)

    def renew(self) -> None:
        """Begin to count anew, after a launch that came to something."""
        self._left = list(self._pauses)

    def pause(
        self, trouble: str, ended: Ended, stop: Interrupt, say: Callable[[str], None]
    ) -> None:
        """Wait before the next try; LauncherError where there have been enough."""
        if not self._left:
            raise LauncherError(
                with_output(f"{self._name}: {trouble}", ended.output),
                f"see {self._log}; when its last command works again, run the same command: "
                "finished cases are kept, and these are missing, not failed",
            )
        seconds = self._left.pop(0)
        say(f"{self._name}: {trouble}; next try in {seconds:g} s")
        give_up = time.monotonic() + seconds
        while time.monotonic() < give_up and not stop.requested:
            time.sleep(POLL_SECONDS)


def trouble_of(
    ended: Ended, failure: Failure | None, launch: Launch, stop: Interrupt
) -> str | None:
    """Say why a launch came to nothing where the program is not to blame; None where it is."""
    if not ended.alive:
        return "the launcher did not start the program"
    if failure is not None and not launcher_works(launch, lambda: stop.requested):
        return "the program ended early, and the launcher can't start anything now"
    return None
