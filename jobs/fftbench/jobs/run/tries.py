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
            raise self._over(trouble, ended, "when its last command works again, run the same")
        seconds = self._left.pop(0)
        say(f"{self._name}: {trouble}; next try in {seconds:g} s")
        give_up = time.monotonic() + seconds
        while time.monotonic() < give_up and not stop.requested:
            time.sleep(POLL_SECONDS)

    def check_ranks(self, ended: Ended, ranks: int) -> None:
        """Raise LauncherError where a program ran as another number of ranks: it always would."""
        if not ended.recorded and ended.ranks not in (None, ranks):
            many = "1 rank" if ended.ranks == 1 else f"{ended.ranks} ranks"
            trouble = f"the launcher started programs of {many} each, instead of one of {ranks}"
            todo = (
                "give the site the `launcher` and `mpi` that belong to the program's MPI library "
                "(Open MPI: pmix; MPICH: pmi2), write the jobs again, and run the same"
            )
            raise self._over(trouble, ended, todo)

    def _over(self, trouble: str, ended: Ended, todo: str) -> LauncherError:
        return LauncherError(
            with_output(f"{self._name}: {trouble}", ended.output),
            f"see {self._log}; {todo} command: finished cases are kept, and these are missing, "
            "not failed",
        )


def trouble_of(
    ended: Ended, failure: Failure | None, launch: Launch, stop: Interrupt
) -> str | None:
    """Say why a launch came to nothing where the program is not to blame; None where it is."""
    if not ended.alive:
        return "the launcher did not start the program"
    if failure is not None and not launcher_works(launch, lambda: stop.requested):
        return "the program ended early, and the launcher can't start anything now"
    return None
