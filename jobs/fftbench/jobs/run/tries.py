"""Launches that come to nothing through no fault of the program: tried again, then given up."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from fftbench.core.contracts.resources import Resources
from fftbench.core.errors import UserError
from fftbench.jobs.launch.failure import Failure, was_terminated, with_output
from fftbench.jobs.launch.interrupt import Interrupt
from fftbench.jobs.launch.probe import launcher_works
from fftbench.jobs.launch.program import POLL_SECONDS, Ended, Launch
from fftbench.jobs.run.batches import Batch

Say = Callable[[str], None]


class LauncherError(UserError):
    """The launcher is to blame, and no case: what it was to start has no record."""


class WrongRanksError(LauncherError):
    """The launcher starts programs, but this one as another number of ranks: it always would."""


class Tries:
    """How often the launches of a batch may still come to nothing."""

    def __init__(self, name: str, log: Path, pauses_s: tuple[float, ...]) -> None:
        self._name, self._log, self._pauses = name, log, pauses_s
        self._left = list(pauses_s)

    def renew(self) -> None:
        """Begin to count anew, after a launch that came to something."""
        self._left = list(self._pauses)

    def pause(self, trouble: str, ended: Ended, stop: Interrupt, say: Say) -> None:
        """Wait before the next try; LauncherError where there have been enough."""
        if not self._left:
            todo = "when its last command works again, run the same"
            raise LauncherError(*self._over(trouble, ended, todo))
        seconds = self._left.pop(0)
        say(f"{self._name}: {trouble}; next try in {seconds:g} s")
        give_up = time.monotonic() + seconds
        while time.monotonic() < give_up and not stop.requested:
            time.sleep(POLL_SECONDS)

    def check_ranks(self, ended: Ended, ranks: int) -> None:
        """Raise WrongRanksError where a program ran as another number of ranks."""
        if not ended.recorded and ended.ranks not in (None, ranks):
            many = "1 rank" if ended.ranks == 1 else f"{ended.ranks} ranks"
            trouble = f"the launcher started programs of {many} each, instead of one of {ranks}"
            todo = (
                "give the site the `launcher` and `mpi` that belong to the program's MPI library "
                "(Open MPI: pmix; MPICH: pmi2; Intel MPI: mpich, or srun and pmi2 with "
                "I_MPI_PMI_LIBRARY in `env`), write the jobs again, and run the same"
            )
            raise WrongRanksError(*self._over(trouble, ended, todo))

    def _over(self, trouble: str, ended: Ended, todo: str) -> tuple[str, str]:
        return (
            with_output(f"{self._name}: {trouble}", ended.output),
            f"see {self._log}; {todo} command: finished cases are kept, and these are missing, "
            "not failed",
        )


class GivenUp:
    """Programs that could not be launched on some resources, and are not tried there again.

    Those of other drivers are: another library may be built with an MPI that the launcher suits.
    """

    def __init__(self) -> None:
        self.first: LauncherError | None = None
        self._programs: set[tuple[str, Resources]] = set()
        self._silent: set[str] = set()
        """Drivers whose programs did not start, since something was measured last."""

    def __contains__(self, batch: Batch) -> bool:
        """Whether its program was given up."""
        return (batch.driver, batch.resources) in self._programs

    def add(
        self, failed: Sequence[tuple[Batch, LauncherError]], measured: bool, all_failed: bool
    ) -> None:
        """Give up what failed of the programs of a turn, whether or not they measured some cases.

        Raises LauncherError where the program of a second driver does not start: none would.
        """
        if measured:
            self._silent.clear()
        for batch, error in failed:
            self.first = self.first or error
            self._programs.add((batch.driver, batch.resources))
            if all_failed and not isinstance(error, WrongRanksError):
                self._silent.add(batch.driver)
        if len(self._silent) > 1:
            raise failed[-1][1]


def trouble_of(
    ended: Ended, failure: Failure | None, launch: Launch, stop: Interrupt, in_job: bool
) -> str | None:
    """Say why a launch came to nothing where the program is not to blame; None where it is.

    Of a job that is preempted, Slurm ends the steps by SIGTERM and grants time, and the script
    hears nothing.
    """
    if not ended.alive:
        return "the launcher did not start the program"
    exited = failure is not None and ended.how == "exited"
    if in_job and exited and was_terminated(ended.code, ended.output):
        return "SIGTERM ended the program, as a batch system does that wants the nodes for others"
    if failure is not None and not launcher_works(launch, lambda: stop.requested):
        return "the program ended early, and the launcher can't start anything now"
    return None
