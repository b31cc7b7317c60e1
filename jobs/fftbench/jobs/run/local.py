"""Measure a plan on this machine: resumable, interruptible, and every case ends in a record."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from fftbench.core.files.results import write_plan
from fftbench.jobs.launch.interrupt import Interrupt
from fftbench.jobs.launch.launchers import choose_launcher, launch_prefix
from fftbench.jobs.run.batches import schedule
from fftbench.jobs.run.checks import check_fits, check_owner, make_directories
from fftbench.jobs.run.inputs import Measurements, PlannedRun, RunOptions
from fftbench.jobs.run.lock import locked
from fftbench.jobs.run.outcome import Outcome
from fftbench.jobs.run.progress import Reporter
from fftbench.jobs.run.runner import Runner
from fftbench.jobs.run.together import room_for_turns


def run_plan(planned: PlannedRun, options: RunOptions, reporter: Reporter) -> Outcome:
    """Measure what the results directory does not hold yet of a plan.

    Raises UserError before anything runs where the plan does not fit the site or the directory
    belongs to another campaign, and later where records can't be written; what is measured by
    then is kept.
    """
    plan, directory = planned.plan, planned.directory
    options = replace(options, oversubscribe=options.oversubscribe or planned.site.oversubscribe)
    check_fits(plan, planned.site, options.oversubscribe)
    prefix = partial(launch_prefix, planned.site, choose_launcher(planned.site))
    make_directories(directory)
    with locked(directory / ".lock") as lock, Interrupt() as stop:
        check_owner(directory, plan)
        write_plan(directory, plan)
        room = room_for_turns(planned.site, planned.catalogue)
        measurements = Measurements(directory, schedule(plan), planned.catalogue, prefix, room)
        return Runner(measurements, options, lock).run(reporter, stop)
