"""Measure a plan on this machine: resumable, interruptible, and every case ends in a record."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path

from fftbench.core.errors import UserError
from fftbench.core.plan import Plan
from fftbench.core.resources import Resources
from fftbench.core.site import Site
from fftbench.core.store import make_directory, read_plan, read_records, write_plan
from fftbench.jobs.batches import schedule
from fftbench.jobs.interrupt import Interrupt
from fftbench.jobs.launchers import choose_launcher, how_to_start, is_oversubscribed
from fftbench.jobs.lock import locked
from fftbench.jobs.progress import Reporter
from fftbench.jobs.runner import Runner
from fftbench.jobs.work import Options, Outcome, Task, Work


def run_plan(work: Work, options: Options, reporter: Reporter) -> Outcome:
    """Measure what the results directory does not hold yet of a plan.

    Raises UserError before anything runs where the plan does not fit the site or the directory
    belongs to another campaign, and later where records can't be written; what is measured by
    then is kept.
    """
    check_fits(work.plan, work.site, options.oversubscribe)
    start = partial(how_to_start, work.site, choose_launcher(work.site))
    make_directories(work.directory)
    with locked(work.directory / ".lock") as lock, Interrupt() as stop:
        check_owner(work.directory, work.plan)
        write_plan(work.directory, work.plan)
        task = Task(work.directory, schedule(work.plan), work.catalogue, start)
        return carry_out(Runner(task, options, lock), reporter, stop)


def carry_out(runner: Runner, reporter: Reporter, stop: Interrupt) -> Outcome:
    """Let a runner measure what has no record yet; returns where its task stands then."""
    try:
        runner.run(reporter, stop)
    finally:
        reporter.end()
    return _outcome(runner.task, stop.requested)


def make_directories(directory: Path) -> None:
    """Make the folders that measuring writes to; UserError where that is impossible."""
    make_directory(directory / "records")
    make_directory(directory / "logs")


def check_fits(plan: Plan, site: Site, oversubscribe: bool) -> None:
    """Raise UserError where a case needs more nodes or cores than the site has."""
    for resources in dict.fromkeys(Resources.of(case) for case in plan.cases):
        if resources.nodes > site.nodes:
            raise UserError(
                f"{resources.nodes} nodes are asked for; site '{site.name}' has {site.nodes}",
                "choose fewer `scale.nodes`, or another --site",
            )
        if is_oversubscribed(resources, site) and not (oversubscribe or site.oversubscribe):
            raise UserError(
                f"{resources.ranks_per_node} ranks x {resources.threads} threads need "
                f"{resources.cores_per_node} cores on a node; site '{site.name}' has "
                f"{site.cores_per_node}",
                "to try it anyway (the times will mean little): --oversubscribe, or "
                "`oversubscribe: true` in the site file; else correct its `cores_per_node`, or "
                "choose fewer `scale.ranks`",
            )


def check_owner(directory: Path, plan: Plan) -> None:
    """Raise UserError where the results directory holds another campaign."""
    earlier = read_plan(directory)
    if earlier is not None and earlier.campaign != plan.campaign:
        raise UserError(
            f"{directory} holds the campaign '{earlier.campaign}', not '{plan.campaign}'",
            "choose another --out",
        )


def _outcome(task: Task, interrupted: bool) -> Outcome:
    loaded = read_records([task.directory])
    ended = {record.key: record.status for record in loaded.records}
    keys = [(case.id, batch.launch) for batch in task.batches for case in batch.cases]
    statuses = Counter(ended[key] for key in keys if key in ended)
    missing = sum(key not in ended for key in keys)
    return Outcome(statuses, missing, interrupted and missing > 0, loaded.problems)
