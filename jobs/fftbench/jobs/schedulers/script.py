"""The script of a job or of a job array: readable, and a pure function of plan and site."""

from __future__ import annotations

import re
import shlex
import subprocess
import textwrap
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

import jinja2

from fftbench.core.campaigns.site import Site
from fftbench.core.contracts.resources import Resources
from fftbench.core.errors import UserError
from fftbench.jobs.launch.launchers import choose_launcher, is_oversubscribed, launch_prefix
from fftbench.jobs.packing.durations import MODEL
from fftbench.jobs.packing.joblist import CampaignJobs, Job
from fftbench.jobs.schedulers.directives import options_of
from fftbench.jobs.schedulers.quoting import check_path, checked, directive_word, log_of
from fftbench.jobs.schedulers.scheduler import SCHEDULERS


def check_scheduler(site: Site, arrays: bool) -> None:
    """Raise UserError where no script can be written that does all that the site asks for."""
    if site.scheduler == "none":
        raise UserError(
            f"site '{site.name}' has no `scheduler`",
            f"give it one ({', '.join(SCHEDULERS)}), or measure here with `fftbench run`",
        )
    scheduler = SCHEDULERS[site.scheduler]
    if arrays and scheduler.array_index is None:
        able = " and ".join(name for name, one in SCHEDULERS.items() if one.array_index)
        raise UserError(f"--array is written for {able} only, not for {site.scheduler}")
    for key in scheduler.no_directive:
        if getattr(site, key) is not None:
            raise UserError(
                f"site '{site.name}': `{key}` has no directive for {site.scheduler}",
                "say it in the batch system's own words, in `directives`",
            )
    _check_shell(site)


def takes_arrays(site: Site) -> bool:
    """Whether jobs of a site can be tasks of arrays."""
    if site.scheduler == "none" or site.max_array == 1:
        return False
    return SCHEDULERS[site.scheduler].array_index is not None


def script_text(jobs: CampaignJobs, name: str, retry_failed: bool = False) -> str:
    """Return the text of the script `name` of a campaign's jobs."""
    mine = [job for job in jobs.job_list.jobs if job.script == name]
    paths = {
        "--out": jobs.directory,
        "the build": jobs.job_list.build,
        "fftbench": jobs.job_list.command,
    }
    for what, path in paths.items():
        check_path(jobs.site.scheduler, what, str(path))
    template = _templates().get_template(f"{jobs.site.scheduler}.sh.j2")
    text = template.render(_values(jobs, name, mine, retry_failed))
    if jobs.site.scheduler == "slurm":
        _check_said_once(jobs.site, text)
    return text


def _check_shell(site: Site) -> None:
    """Raise UserError where bash can't read what a site adds to scripts."""
    if not site.setup:
        return
    words, lines = ["/bin/bash", "-n"], "\n".join(site.setup)
    done = subprocess.run(words, input=lines, capture_output=True, text=True, check=False)
    if done.returncode:
        why = done.stderr.partition("\n")[0].partition(": ")[2]
        raise UserError(f"site '{site.name}': bash can't read `setup`: {why}")


def _check_said_once(site: Site, text: str) -> None:
    """Raise UserError for an option that stands in a script twice: of two sbatch takes the last."""
    for option, times in Counter(name for name, _ in options_of(text)).items():
        if times > 1:
            raise UserError(
                f"site '{site.name}': `directives` say --{option}, which the scripts say, too",
                "leave it out there, or in the site's own key if it has one",
            )


def by_hand(jobs: CampaignJobs, name: str) -> str:
    """Return the command by which a person submits a script."""
    return f"{SCHEDULERS[jobs.site.scheduler].submit} {shlex.quote(f'{jobs.folder / name}.sh')}"


def minutes_asked(jobs: CampaignJobs, name: str) -> int | None:
    """Read the time limit in a script of Slurm's, which a person may have edited; None: unknown."""
    try:
        text = (jobs.folder / f"{name}.sh").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    said = dict(options_of(text)).get("time", "")
    found = re.fullmatch(r"(\d+):(\d+):\d\d", said)
    return int(found[1]) * 60 + int(found[2]) if found else None


def job_name(jobs: CampaignJobs, script: str) -> str:
    """Return what the batch system calls the jobs of a script."""
    return f"fftbench-{jobs.job_list.campaign}-{script}"


def warning_seconds(minutes: int) -> int:
    """Return how long before its limit a job is told to end; a short one keeps time to measure."""
    return min(120, minutes * 15)


def _values(
    jobs: CampaignJobs, name: str, mine: Sequence[Job], retry_failed: bool
) -> dict[str, Any]:
    resources, site = mine[0].resources, jobs.site
    prefix = launch_prefix(site, choose_launcher(site), resources)
    minutes = max(job.minutes for job in mine)
    array = mine[0].array_index is not None
    return {
        "job": name,
        "job_name": job_name(jobs, name),
        "comment": f"{jobs.job_list.tag}/{name}",
        "campaign": jobs.job_list.campaign,
        "site": site,
        "resources": resources,
        **_gpus(resources, site),
        "scheduler": SCHEDULERS[site.scheduler],
        "oversubscribed": is_oversubscribed(resources, site),
        "minutes": minutes,
        "walltime": f"{minutes // 60:02d}:{minutes % 60:02d}:00",
        "warning_seconds": warning_seconds(minutes),
        "summary": _summary(mine),
        "by_hand": by_hand(jobs, name),
        "log": log_of(site.scheduler, jobs.directory / "logs", name, array=array),
        "exports": {**prefix.environment, "FFTBENCH_BUILD": jobs.job_list.build},
        "launch": prefix.words,
        "measure": [jobs.job_list.command, "measure", str(jobs.directory)],
        "retry_failed": retry_failed,
        "array": [job.name for job in mine] if array else [],
    }


def _gpus(resources: Resources, site: Site) -> dict[str, Any]:
    """Return what templates need to ask for GPUs: each rank's own, or all where ranks share."""
    gpus = min(resources.gpus_per_node, site.gpus)
    kind = f"{site.gpu_type}:" if site.gpu_type else ""
    of_gpus = [f"gpu:{kind}{gpus}"] if gpus and site.gpu_request == "gres" else []
    gres = [site.gres] if site.gres else []
    return {"gpus": gpus, "gpu_type": kind, "gres": ",".join([*gres, *of_gpus])}


def _summary(mine: Sequence[Job]) -> list[str]:
    resources, parts = mine[0].resources, [part for job in mine for part in job.parts]
    drivers = Counter[str]()
    for part in parts:
        drivers[part.driver] += len(part.cases)
    each = ", ".join(f"{driver} {drivers[driver]}" for driver in sorted(drivers))
    array = f", in an array of {len(mine)} jobs" if mine[0].array_index is not None else ""
    where = f", arrays in {resources.memory.value} memory" if resources.on_devices else ""
    longest = max(job.seconds for job in mine) / 60
    return [
        f"Nodes {resources.nodes}, ranks {resources.ranks}, "
        f"threads of each {resources.threads}{where}{array}.",
        f"{drivers.total()} measurements in {len(parts)} starts of programs: {each}.",
        *textwrap.wrap(f"Estimate: {longest:.1f} min, on the high side. {MODEL}", 96),
    ]


@cache
def _templates() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("fftbench.jobs.schedulers"),
        autoescape=False,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=checked,  # whatever a template prints comes by there
    )
    environment.filters["directive"] = lambda value, site: directive_word(site.scheduler, value)
    environment.filters["quote"] = lambda value: shlex.quote(str(value))
    environment.filters["words"] = lambda words: shlex.join(map(str, words))
    return environment
