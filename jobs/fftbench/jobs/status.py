"""Where a campaign's jobs stand, as a table or for programs to read."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.live import Live
from rich.table import Table

from fftbench.core.record import Status
from fftbench.jobs import slurm
from fftbench.jobs.joblist import Jobs
from fftbench.jobs.ledger import read_ledger
from fftbench.jobs.submit import check_slurm
from fftbench.jobs.survey import Standing, Survey, look, survey

WATCH_SECONDS = 10.0
MOST_HINTS = 3
BAD = (Status.failed, Status.timeout, Status.wrong)


def look_at(jobs: Jobs) -> Survey:
    """Join ledger, records, Slurm's queue and its accounting: a few calls for all jobs at once."""
    check_slurm(jobs)
    queue = look(jobs)
    kept = slurm.accounts([ids[-1] for ids in read_ledger(jobs.folder).ids.values()])
    # The queue is newer; accounting knows what the queue has forgotten, and the energy.
    known = dict(kept)
    for id_, one in queue.items():
        energy = kept[id_].energy_j if id_ in kept else None
        known[id_] = replace(one, energy_j=energy)
    return survey(jobs, known)


def status_json(found: Survey) -> str:
    """Write a survey for programs to read."""
    content = {
        "campaign": found.jobs.plan.campaign,
        "site": found.jobs.site.name,
        "cases": _totals(found),
        "jobs": [_row(one) for one in found.standings],
        "problems": list(found.loaded.problems),
    }
    return json.dumps(content, indent=1)


def print_status(found: Survey, console: Console) -> None:
    """Print the table, where to look for what went wrong, and what could not be read."""
    console.print(_table(found))
    cut = [one for one in found.standings if one.known and not one.known.live and one.missing]
    for one in cut[:MOST_HINTS]:
        console.print(f"{one.job.name}: see {_log(found, one)}", markup=False, highlight=False)
    if cut:
        console.print(f"{len(cut)} ended before all was measured: `fftbench resume` goes on")
    for problem in found.loaded.problems:
        console.print(f"warning: {problem}", markup=False, highlight=False, soft_wrap=True)


def watch(jobs: Jobs, console: Console) -> None:
    """Show the table anew every few seconds until nothing is queued or running."""
    with Live(console=console, auto_refresh=False, transient=True) as screen:
        for found in _surveys(jobs):
            screen.update(_table(found), refresh=True)
    print_status(found, console)


def _surveys(jobs: Jobs) -> Iterator[Survey]:
    while True:
        found = look_at(jobs)
        yield found
        if not found.live:
            return
        time.sleep(WATCH_SECONDS)


def _state(one: Standing) -> str:
    """Return Slurm's word where it has one; else what ledger and records say.

    `gone` are jobs that ended before all was measured, and so long ago that Slurm forgot them.
    """
    if one.known is not None:
        return one.known.state
    if not one.missing:
        return "complete"
    if one.id is None:
        return "not submitted"
    return "cancelled" if one.cancelled else "gone"


def _log(found: Survey, one: Standing) -> Path:
    """Return what the job printed; the scripts say so."""
    return found.jobs.directory / "logs" / f"{one.job.script}-{one.id}.out"


def _row(one: Standing) -> dict[str, Any]:
    known = one.known
    return {
        "name": one.job.name,
        "state": _state(one),
        "id": one.id,
        "nodes": known.nodes if known else "",
        "elapsed": known.elapsed if known else "",
        "reason": known.reason if known else "",
        "energy_j": known.energy_j if known else None,
        "cases": one.total,
        "done": one.total - sum(len(batch.cases) for batch in one.missing),
        "statuses": {status.value: number for status, number in sorted(one.statuses.items())},
    }


def _totals(found: Survey) -> dict[str, int]:
    totals = Counter[str]()
    for one in found.standings:
        totals.update({status.value: number for status, number in one.statuses.items()})
        totals["missing"] += sum(len(batch.cases) for batch in one.missing)
    return dict(totals)


def _table(found: Survey) -> Table:
    totals = _totals(found)
    caption = ", ".join(f"{totals[name]} {name}" for name in sorted(totals))
    table = Table(caption=f"cases: {caption}", caption_justify="left", box=None, pad_edge=False)
    for title in ("job", "state", "id", "nodes", "elapsed"):
        table.add_column(title)
    table.add_column("cases", justify="right")
    table.add_column("failed, wrong", justify="right")
    table.add_column("reason")
    for one in found.standings:
        row = _row(one)
        bad = sum(one.statuses.get(status, 0) for status in BAD)
        cells = [row["name"], row["state"], row["id"] or "", row["nodes"], row["elapsed"]]
        table.add_row(*cells, f"{row['done']}/{row['cases']}", str(bad or ""), row["reason"])
    return table
