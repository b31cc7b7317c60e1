"""Where a campaign's jobs stand, as a table or for programs to read."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Container, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.live import Live
from rich.markup import escape
from rich.table import Table

from fftbench.core.contracts.record import Status
from fftbench.jobs.campaign.accounting import accounted
from fftbench.jobs.campaign.reasons import explained
from fftbench.jobs.campaign.state import CampaignState, JobState, ask_queue, campaign_state, me
from fftbench.jobs.campaign.submit import check_slurm
from fftbench.jobs.packing.joblist import CampaignJobs
from fftbench.jobs.schedulers import slurm
from fftbench.jobs.schedulers.quoting import log_of

WATCH_SECONDS = 10.0
MOST_HINTS = 3
BAD = (Status.failed, Status.timeout, Status.wrong)


def current_state(jobs: CampaignJobs, available: Container[str] = ()) -> CampaignState:
    """Join ledger, records, Slurm's queue and its accounting: a few calls for all jobs at once.

    What failed for want of an `available` driver is missing, as it is for `resume`.
    """
    check_slurm(jobs)
    queue = ask_queue(jobs)
    kept = accounted(jobs)
    # The queue is newer; accounting knows what the queue has forgotten, and the energy.
    known = [
        replace(one, energy_j=kept[one.id].energy_j) if one.id in kept else one for one in queue
    ]
    ids = {one.id for one in queue}
    forgotten = (one for one in kept.values() if one.id not in ids)
    return campaign_state(jobs, [*known, *forgotten], available)


def status_json(found: CampaignState) -> str:
    """Write the state of a campaign as JSON."""
    content = {
        "campaign": found.jobs.job_list.campaign,
        "site": found.jobs.site.name,
        "cases": _totals(found),
        "jobs": [_row(one) for one in found.states],
        "problems": list(found.problems),
    }
    return json.dumps(content, indent=1)


def print_status(found: CampaignState, console: Console) -> None:
    """Print the table, where to look for what went wrong, and what could not be read."""
    console.print(_table(found))
    for reason, names in _stuck(found).items():
        meaning = explained(reason)
        many = f" and {len(names) - 1} more" if names[1:] else ""
        console.print(
            f"{names[0]}{many}: Slurm says {reason}: {meaning}",
            markup=False,
            highlight=False,
            soft_wrap=True,
        )
    unfinished = [
        one for one in found.states if one.slurm_job and not one.slurm_job.live and one.missing
    ]
    for one in unfinished[:MOST_HINTS]:
        if one.stopped:
            console.print(f"{one.job.name}: {one.stopped}", markup=False, highlight=False)
        console.print(_where_to_look(found, one), markup=False, highlight=False, soft_wrap=True)
    if unfinished:
        console.print(f"{len(unfinished)} ended before all was measured: `fftbench resume` goes on")
    if bad := sum(map(_bad, found.states)):
        console.print(
            f"{bad} failed or wrong: `fftbench report` says why, and `fftbench resume "
            "--retry-failed` measures failures once more",
            soft_wrap=True,
        )
    for problem in found.problems:
        console.print(f"warning: {problem}", markup=False, highlight=False, soft_wrap=True)


def watch(jobs: CampaignJobs, console: Console, available: Container[str] = ()) -> None:
    """Show the table anew every few seconds until nothing is queued or running."""
    with Live(console=console, auto_refresh=False, transient=True) as screen:
        for found in _states_until_done(jobs, available):
            screen.update(_table(found), refresh=True)
    print_status(found, console)


def _states_until_done(jobs: CampaignJobs, available: Container[str]) -> Iterator[CampaignState]:
    found: CampaignState | None = None
    while True:
        try:
            found = current_state(jobs, available)
            yield found
            if not found.live:
                return
        except slurm.UnreachableError:
            if found is None:
                raise  # whoever begins to watch wants to know; later the next look may succeed
        time.sleep(WATCH_SECONDS)


def _stuck(found: CampaignState) -> dict[str, list[str]]:
    """Find the jobs that may never start, by Slurm's reason."""
    stuck: dict[str, list[str]] = {}
    for one in found.live:
        reason = one.slurm_job.reason if one.slurm_job else ""
        if explained(reason):
            stuck.setdefault(reason, []).append(one.job.name)
    return stuck


def _state(one: JobState) -> str:
    """Return Slurm's word where it has one; else what ledger and records say.

    `gone` are jobs that ended before all was measured, and so long ago that Slurm forgot them;
    `incomplete` are those that Slurm calls COMPLETED although they did not measure all.
    """
    if one.slurm_job is not None:
        if one.slurm_job.state == "COMPLETED" and one.missing:
            return "incomplete"
        return one.slurm_job.state
    if not one.missing:
        return "complete"
    if one.id is None:
        return "not submitted"
    return "cancelled" if one.cancelled else "gone"


def _log(found: CampaignState, one: JobState) -> str:
    """Return the log that the job's script asks for."""
    jobs = found.jobs
    return log_of(jobs.site.scheduler, jobs.directory / "logs", one.job.script, one.id or "")


def _where_to_look(found: CampaignState, one: JobState) -> str:
    log = _log(found, one)
    if Path(log).exists():
        return f"{one.job.name}: see {log}"
    reason = one.slurm_job.reason if one.slurm_job else ""
    if meaning := explained(reason):
        return f"{one.job.name}: Slurm says {reason}: {meaning}"
    if one.slurm_job and one.slurm_job.state == "CANCELLED" and not one.slurm_job.nodes:
        return f"{one.job.name}: it was cancelled before it began"
    return f"{one.job.name}: no log: is this directory visible and writable on the nodes? ({log})"


def _reason(one: JobState) -> str:
    """Say why a job waits or ended: in the job's own words where it has left some."""
    return one.stopped or (one.slurm_job.reason if one.slurm_job else "")


def _row(one: JobState) -> dict[str, Any]:
    slurm_job = one.slurm_job
    return {
        "name": one.job.name,
        "state": _state(one),
        "id": one.id,
        "user": slurm_job.user if slurm_job else "",
        "nodes": slurm_job.nodes if slurm_job else "",
        "elapsed": slurm_job.elapsed if slurm_job else "",
        "reason": _reason(one),
        "energy_j": slurm_job.energy_j if slurm_job else None,
        "cases": one.total,
        "done": one.total - one.left,
        "statuses": {status.value: number for status, number in sorted(one.statuses.items())},
    }


def _bad(one: JobState) -> int:
    return sum(one.statuses.get(status, 0) for status in BAD)


def _totals(found: CampaignState) -> dict[str, int]:
    totals = Counter[str]()
    for one in found.states:
        totals.update({status.value: number for status, number in one.statuses.items()})
        totals["missing"] += one.left
    return dict(totals)


def _table(found: CampaignState) -> Table:
    totals = _totals(found)
    caption = ", ".join(f"{totals[name]} {name}" for name in sorted(totals))
    table = Table(caption=f"cases: {caption}", caption_justify="left", box=None, pad_edge=False)
    for title in ("job", "state", "id", "nodes", "elapsed"):
        table.add_column(title)
    table.add_column("cases", justify="right")
    table.add_column("failed, wrong", justify="right")
    table.add_column("reason")
    for one in found.states:
        row = _row(one)
        bad = _bad(one)
        whose = f" (of {row['user']})" if row["user"] not in ("", me()) else ""
        cells = [row["name"], row["state"] + whose, row["id"] or "", row["nodes"], row["elapsed"]]
        table.add_row(
            *cells,
            f"{row['done']}/{row['cases']}",
            str(bad or ""),
            escape(row["reason"].partition("\n")[0]),
        )
    return table
