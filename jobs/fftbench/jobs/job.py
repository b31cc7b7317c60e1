"""Measure one job of a campaign: what a job's script runs inside its allocation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from fftbench.core.catalogue import Catalogue
from fftbench.core.errors import UserError
from fftbench.core.resources import Resources
from fftbench.jobs.interrupt import Interrupt
from fftbench.jobs.joblist import read_jobs
from fftbench.jobs.launchers import Start
from fftbench.jobs.lock import locked
from fftbench.jobs.progress import Reporter
from fftbench.jobs.run import carry_out, make_directories
from fftbench.jobs.runner import Runner
from fftbench.jobs.work import Options, Outcome, Task

LAG_SECONDS = 3.0
"""Between the signals of a batch system to the steps of a job and to its script."""


def measure_job(  # noqa: PLR0913, PLR0917 (what the command line says)
    directory: Path,
    name: str,
    words: Sequence[str],
    catalogue: Catalogue,
    options: Options,
    reporter: Reporter,
) -> Outcome:
    """Measure what has no record yet of a job, each program behind the launcher's `words`.

    The environment is that of the script. Raises UserError as run_plan does.
    """
    jobs = read_jobs(directory)
    job = jobs.list.find(name)
    if not words:
        raise UserError(
            "no launcher is given", "put its words after --, as the job's script does: -- srun ..."
        )
    make_directories(jobs.directory)

    def start(resources: Resources) -> Start:
        del resources  # a job has one
        return Start(tuple(words), {})

    with locked(jobs.folder / f".{name}.lock") as lock, Interrupt() as stop:
        task = Task(jobs.directory, jobs.batches(job), catalogue, start, name)
        return carry_out(Runner(task, replace(options, lag_s=LAG_SECONDS), lock), reporter, stop)
