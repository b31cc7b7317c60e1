"""Measure a plan on this machine: resumable, interruptible, and every case ends in a record."""

from __future__ import annotations

from collections import Counter

from fftbench.core.errors import UserError
from fftbench.core.scaling import Place
from fftbench.core.store import make_directory, read_plan, read_records, write_plan
from fftbench.jobs.interrupt import Interrupt
from fftbench.jobs.launchers import choose_launcher, is_oversubscribed
from fftbench.jobs.lock import locked
from fftbench.jobs.progress import Reporter
from fftbench.jobs.runner import Runner
from fftbench.jobs.work import Options, Outcome, Work


def run_plan(work: Work, options: Options, reporter: Reporter) -> Outcome:
    """Measure what the results directory does not hold yet of a plan.

    Raises UserError before anything runs where the plan does not fit the site or the directory
    belongs to another campaign, and later where records can't be written; what is measured by
    then is kept.
    """
    check_fits(work, options)
    launcher = choose_launcher(work.site)
    make_directory(work.directory / "records")
    make_directory(work.directory / "logs")
    with locked(work.directory) as lock, Interrupt() as stop:
        check_owner(work)
        write_plan(work.directory, work.plan)
        runner = Runner(work, options, launcher, lock)
        try:
            runner.run(reporter, stop)
        finally:
            reporter.end()
    return _outcome(work, stop.requested)


def check_fits(work: Work, options: Options) -> None:
    """Raise UserError where a case needs more nodes or cores than the site has."""
    site = work.site
    for case in work.plan.cases:
        place = Place(case.ranks, case.nodes, case.threads)
        if place.nodes > site.nodes:
            raise UserError(
                f"{place.nodes} nodes are asked for; site '{site.name}' has {site.nodes}",
                "choose fewer `scale.nodes`, or another --site",
            )
        if is_oversubscribed(place, site) and not (options.oversubscribe or site.oversubscribe):
            raise UserError(
                f"{place.ranks_per_node} ranks x {place.threads} threads need "
                f"{place.cores_per_node} cores on a node; site '{site.name}' has "
                f"{site.cores_per_node}",
                "to try it anyway (the times will mean little): --oversubscribe, or "
                "`oversubscribe: true` in the site file; else correct its `cores_per_node`, or "
                "choose fewer `scale.ranks`",
            )


def check_owner(work: Work) -> None:
    """Raise UserError where the results directory holds another campaign."""
    earlier = read_plan(work.directory)
    if earlier is not None and earlier.campaign != work.plan.campaign:
        raise UserError(
            f"{work.directory} holds the campaign '{earlier.campaign}', not '{work.plan.campaign}'",
            "choose another --out",
        )


def _outcome(work: Work, interrupted: bool) -> Outcome:
    loaded = read_records([work.directory])
    ended = {record.key: record.status for record in loaded.records}
    keys = [(case.id, n) for case in work.plan.cases for n in range(work.plan.launches)]
    statuses = Counter(ended[key] for key in keys if key in ended)
    missing = sum(key not in ended for key in keys)
    return Outcome(statuses, missing, interrupted and missing > 0, loaded.problems)
