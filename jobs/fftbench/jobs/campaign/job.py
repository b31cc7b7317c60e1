"""Measure one job of a campaign: what a job's script runs inside its allocation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from fftbench.core.contracts.catalogue import Catalogue
from fftbench.core.contracts.resources import Resources
from fftbench.core.errors import UserError
from fftbench.jobs.campaign.locks import lock_of
from fftbench.jobs.campaign.provenance import check_inside, provenance
from fftbench.jobs.campaign.stopped import SIGNALLED, note_stop, stop_noted
from fftbench.jobs.launch.interrupt import Interrupt
from fftbench.jobs.launch.launchers import LaunchPrefix
from fftbench.jobs.packing.joblist import read_job, read_site
from fftbench.jobs.run.batches import Batch
from fftbench.jobs.run.checks import make_directories
from fftbench.jobs.run.inputs import Measurements, RunOptions
from fftbench.jobs.run.lock import locked
from fftbench.jobs.run.outcome import Outcome
from fftbench.jobs.run.progress import Reporter
from fftbench.jobs.run.runner import Runner
from fftbench.jobs.run.together import room_for_turns

LAUNCH_PAUSES_SECONDS = (5.0, 15.0, 40.0)
"""Before another try to start a program: a controller may be away, a node about to be given up."""
SIGNAL_WAIT_SECONDS = 3.0
"""How much later than to its steps a batch system may signal to the script of a job."""


def measure_job(  # noqa: PLR0913, PLR0917 (what the command line says)
    directory: Path,
    name: str,
    words: Sequence[str],
    catalogue: Catalogue,
    options: RunOptions,
    reporter: Reporter,
) -> Outcome:
    """Measure what has no record yet of a job, each program behind the launcher's `words`.

    The environment is that of the script. Raises UserError as run_plan does.
    """
    mine, site = read_job(directory, name), read_site(directory)
    where = directory.absolute()
    check_inside(site)
    if not words:
        raise UserError(
            "no launcher is given", "put its words after --, as the job's script does: -- srun ..."
        )
    make_directories(where)

    def prefix(resources: Resources) -> LaunchPrefix:
        del resources  # all measurements of a job have the same
        return LaunchPrefix(tuple(words), {})

    options = replace(
        options,
        oversubscribe=site.oversubscribe,
        in_job=True,
        signal_wait_s=SIGNAL_WAIT_SECONDS,
        launch_pauses_s=LAUNCH_PAUSES_SECONDS,
    )
    folder = where / "jobs"
    with locked(lock_of(folder, name)) as lock, stop_noted(folder, name), Interrupt() as stop:
        for line in provenance(mine.job, catalogue):
            reporter.note(line)
        room = room_for_turns(site, catalogue)
        batches = mine.job.batches(mine.by_id)
        measurements = Measurements(where, batches, catalogue, prefix, room, name)
        outcome = Runner(measurements, options, lock).run(reporter, stop)
        if (why := _why_not_all(outcome, batches, catalogue)) is not None:
            note_stop(folder, name, why)
        return outcome


def _why_not_all(outcome: Outcome, batches: Sequence[Batch], catalogue: Catalogue) -> str | None:
    """Say what came in between: a signal, or a program that was built and does not start here."""
    if outcome.interrupted:
        return SIGNALLED
    drivers = {batch.driver for batch in batches}
    built = (one for one in catalogue.drivers if one.name in drivers and one.command)
    return next((f"{one.name}: {one.why_not}" for one in built if not one.available), None)
