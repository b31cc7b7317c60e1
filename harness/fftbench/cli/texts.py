"""Plain-text answers of the command line: the catalogue, the plan and the jobs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from fftbench.core.campaigns.expand import Expansion
from fftbench.core.campaigns.site import Site
from fftbench.core.contracts.catalogue import NOT_BUILT, Catalogue, Description, Entry, Role
from fftbench.core.contracts.labels import case_text, setting_text
from fftbench.core.errors import UserError
from fftbench.jobs.packing.joblist import CampaignJobs
from fftbench.jobs.run.batches import schedule_launch
from fftbench.jobs.run.checks import check_fits
from fftbench.jobs.run.together import room_for_turns, together


def catalogue_text(catalogue: Catalogue) -> str:
    """List every driver with what it can do and its options, or why it is not available."""
    return "\n".join(line for entry in catalogue.drivers for line in _entry(entry))


def plan_text(expansion: Expansion, catalogue: Catalogue, site: Site) -> str:
    """List every case under its id, then how many there are and which can't run."""
    plan = expansion.plan
    lines = [f"{case.id}  {case_text(case)}" for case in plan.cases]
    companies = together(schedule_launch(plan, 0), room_for_turns(site, catalogue))
    starts = sum(map(len, companies))
    lines += [
        "",
        f"campaign '{plan.campaign}' on site '{plan.site}': {len(plan.cases)} cases x "
        f"{plan.launches} launches = {len(plan.cases) * plan.launches} measurements "
        f"({starts} program starts a launch, {expansion.excluded} cases excluded)",
    ]
    for name, number in Counter(case.driver for case in plan.cases).items():
        entry = catalogue.find(name)
        state = (
            ""
            if entry and entry.available
            else f", unavailable: {entry.why_not if entry else NOT_BUILT}"
        )
        lines.append(f"  {name}: {number} cases{state}")
    try:
        check_fits(plan, site, oversubscribe=False)
    except UserError as error:
        lines.append(f"as it is, `run` and `jobs` refuse it: {error}; {error.hint}")
    return "\n".join(lines)


def jobs_text(jobs: CampaignJobs, folder: Path) -> str:
    """List every job with its shape, size and time; `folder`: where they are, as it is shown."""
    lines = [f"{'job':<24} {'nodes':>5} {'ranks':>6} {'threads':>7} {'cases':>6} {'minutes':>7}"]
    for job in jobs.job_list.jobs:
        cases = sum(len(part.cases) for part in job.parts)
        lines.append(
            f"{job.name:<24} {job.nodes:>5} {job.ranks:>6} {job.threads:>7} {cases:>6} "
            f"{job.minutes:>7}"
        )
    total = sum(job.minutes * job.nodes for job in jobs.job_list.jobs) / 60
    lines.append(f"{len(jobs.job_list.jobs)} jobs, at most {total:.1f} node hours, in {folder}")
    return "\n".join(lines)


def _entry(entry: Entry) -> Iterator[str]:
    if entry.description is None:
        yield f"{entry.name}: not available: {entry.why_not}"
        if entry.hint:
            yield f"    {entry.hint}"
        return
    description = entry.description
    role = ""
    if description.role is not Role.library:
        role = f" (a {description.role.value}, not a library: never checked or ranked)"
    elif description.unranked:
        role = f" (never ranked: {description.unranked})"
    yield f"{entry.name}: {description.library} {description.version}{role}"
    yield f"    {_abilities(description)}"
    for option in description.options:
        values = [setting_text(value) for value in option.values]
        yield f"    {option.name}: {' | '.join(values)}  ({option.help}; default {values[0]})"


def _mixes(description: Description) -> str:
    if set(description.mixes) == set(description.transforms):
        return "any"
    return ", ".join(kind.value for kind in description.mixes)


def _abilities(description: Description) -> str:
    groups: list[Sequence[str]] = [
        [f"{dims}-D" for dims in description.dims],
        [transform.value for transform in description.transforms],
        *([["kinds per axis: " + _mixes(description)]] if description.mixes else []),
        [precision.value for precision in description.precisions],
        [placement.value for placement in description.placements],
        [memory.value for memory in description.memories],
        description.decompositions or ["one rank"],
        ["threads"] if description.threaded else ["no threads"],
        *([["several fields"]] if description.batches else []),
    ]
    return "; ".join(", ".join(group) for group in groups)
