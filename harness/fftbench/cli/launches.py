"""Launches added until the claims of who is fastest are settled, or a budget is spent."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from fftbench.analysis.model.formats import count, problem_text
from fftbench.analysis.model.sources import load
from fftbench.analysis.questions.settled import Claim, claims
from fftbench.analysis.tables.cells import launches_text
from fftbench.analysis.tables.ranking import claim as claim_text
from fftbench.cli.common import say
from fftbench.core.contracts.plan import Plan
from fftbench.core.files.results import read_plan
from fftbench.jobs.run.batches import schedule_launch
from fftbench.jobs.run.inputs import PlannedRun, RunOptions
from fftbench.jobs.run.local import run_plan
from fftbench.jobs.run.outcome import Outcome
from fftbench.jobs.run.outlines import read_outlines
from fftbench.jobs.run.progress import choose_reporter
from fftbench.jobs.run.together import room_for_turns, together

START_SECONDS = 1.0
"""What the start of a program takes beside its cases."""


def run_until_settled(planned: PlannedRun, options: RunOptions, budget_s: float) -> Outcome:
    """Measure a plan, and add launches while a claim is open and so many seconds last.

    Each time half as many are added as there are: the fewer looks, the less noise looks like a
    difference (see `INTERIM` in fftbench.analysis.questions.ranking).
    """
    begun = time.monotonic()
    planned = replace(planned, plan=_longer(planned))
    while True:
        outcome = run_plan(planned, options, choose_reporter())
        if outcome.interrupted:
            return outcome
        found = claims(load([planned.directory]))
        launches = planned.plan.launches
        left = budget_s - (time.monotonic() - begun)
        more = min(int(left / _launch_seconds(planned)), max(1, launches // 2))
        is_open = [one for one in found if not one.settled]
        if not is_open or more < 1:
            _tell(found, is_open, launches)
            return outcome
        say(f"{len(is_open)} of {_number(found)} are open after {launches_text(launches)}")
        planned = replace(planned, plan=planned.plan.with_launches(launches + more))


def _longer(planned: PlannedRun) -> Plan:
    """Return the plan with the launches that an earlier run added."""
    plan, earlier = planned.plan, read_plan(planned.directory)
    if earlier is None or earlier.campaign != plan.campaign:
        return plan
    return plan.with_launches(max(plan.launches, earlier.launches))


def _launch_seconds(planned: PlannedRun) -> float:
    """Estimate a launch: as long as the latest one, and the starts of its programs."""
    last = planned.plan.launches - 1
    room = room_for_turns(planned.site, planned.catalogue)
    starts = sum(map(len, together(schedule_launch(planned.plan, last), room)))
    measured = read_outlines(planned.directory, lambda key: key[1] == last).by_key.values()
    return sum(one.elapsed_s for one in measured) + START_SECONDS * starts


def _tell(found: Sequence[Claim], is_open: Sequence[Claim], launches: int) -> None:
    if not is_open:
        say(f"settled after {launches_text(launches)}: {_number(found)}")
        return
    say(
        f"the budget is spent after {launches_text(launches)}: {len(is_open)} of "
        f"{_number(found)} are open"
    )
    for one in is_open:
        say(f"  {problem_text(one.problem)}: {claim_text(one.verdict)}")


def _number(found: Sequence[Claim]) -> str:
    return f"{count(len(found), 'claim')} of who is fastest"
