"""The jobs of a campaign, as DIR/jobs keeps them.

jobs.json lists them all, by the ids of their cases; NAME.cases.json has one with its cases, so that
measuring it takes no more than that.
"""

from __future__ import annotations

import math
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from pydantic import Field, ValidationError

from fftbench.core.campaigns.campaign import Name
from fftbench.core.campaigns.site import Site
from fftbench.core.contracts.case import Case
from fftbench.core.contracts.model import Model, Positive, first_problem
from fftbench.core.contracts.plan import Plan
from fftbench.core.contracts.problem import Memory
from fftbench.core.contracts.resources import Resources
from fftbench.core.errors import UserError, did_you_mean, file_error
from fftbench.core.files.writing import write_text
from fftbench.jobs.run.batches import Batch

JOBS_SCHEMA: Literal["fftbench/jobs/3"] = "fftbench/jobs/3"
SITE = Path("site.json")
JOBS = Path("jobs", "jobs.json")
CASES_SUFFIX = ".cases.json"

MARGIN_SECONDS = 180.0
"""Of a job's time that nothing is planned for: it takes a while to start, and ends early."""

M = TypeVar("M", bound=Model)


class Part(Model):
    """One start of one program: the ids of the cases that it measures."""

    launch: Annotated[int, Field(ge=0)]
    round: Annotated[int, Field(ge=0)] = 0
    driver: str
    cases: tuple[str, ...]


class Job(Model):
    """What one allocation measures; all of it at one resources, the allocation's shape."""

    name: Name
    script: Name
    """Of DIR/jobs/SCRIPT.sh; the job's own name, or that of the array it belongs to."""
    array_index: Annotated[int, Field(ge=0)] | None = None
    """Which job of that array it is."""
    ranks: Positive
    nodes: Positive
    threads: Positive
    memory: Memory = Memory.host
    """Where its cases have their arrays."""
    seconds: Annotated[float, Field(ge=0)]
    """Estimated, see fftbench.jobs.packing.durations."""
    minutes: Positive
    """Time limit to ask for: the estimate times the safety factor, within the site's limit."""
    parts: tuple[Part, ...]

    @property
    def resources(self) -> Resources:
        """Those of its allocation."""
        return Resources(self.nodes, self.ranks, self.threads, self.memory)

    def batches(self, cases: Mapping[str, Case]) -> tuple[Batch, ...]:
        """Return what it measures, in order; `cases` are those of the plan by id."""
        return tuple(
            Batch(
                part.launch,
                part.driver,
                self.resources,
                tuple(cases[id_] for id_ in part.cases),
                part.round,
            )
            for part in self.parts
        )


class TimeLimit(Model):
    """How long a job may take, and how far its estimate is trusted."""

    minutes: Positive | None = None
    """Of the longest job; None: there is no limit."""
    safety: Annotated[float, Field(ge=1)] = 1.5
    """Factor on the estimate."""

    @property
    def budget(self) -> float:
        """Estimated seconds that fit into the longest job."""
        if self.minutes is None:
            return math.inf
        # Where the limit is very short, half of it is left for measuring.
        return max(self.minutes * 60 - MARGIN_SECONDS, self.minutes * 30) / self.safety

    def ask_for(self, seconds: float, least: int = 0) -> int:
        """Return the minutes to ask for where so many seconds are estimated, at least so many."""
        minutes = max(math.ceil((seconds * self.safety + MARGIN_SECONDS) / 60), least)
        return minutes if self.minutes is None else min(minutes, self.minutes)


class JobList(Model):
    """All jobs of a campaign, and what else it takes to write their scripts again."""

    schema_: Literal["fftbench/jobs/3"] = Field(JOBS_SCHEMA, alias="schema")
    campaign: str
    directory: str
    """The results directory that their scripts name."""
    command: str
    """The fftbench that scripts call."""
    build: str
    """The build whose programs are measured."""
    tag: str
    """The comments of its jobs begin with it: so the batch system's list tells which they are."""
    time_limit: TimeLimit
    jobs: tuple[Job, ...]


class JobCases(Model):
    """One job with its cases, in no order."""

    job: Job
    cases: tuple[Case, ...]

    @property
    def by_id(self) -> dict[str, Case]:
        """The cases by their ids."""
        return {case.id: case for case in self.cases}


@dataclass(frozen=True)
class CampaignJobs:
    """The site and jobs of a results directory."""

    directory: Path
    site: Site
    job_list: JobList

    @property
    def folder(self) -> Path:
        """The folder of scripts, job list and ledger."""
        return self.directory / "jobs"

    def batches(self, job: Job) -> tuple[Batch, ...]:
        """Read what a job, or what is left of it, measures, in order."""
        return job.batches(read_job(self.directory, job.name).by_id)

    def write(self) -> None:
        """Write site and job list."""
        for path, model in ((SITE, self.site), (JOBS, self.job_list)):
            text = model.model_dump_json(by_alias=True, indent=1)
            write_text(self.directory / path, text + "\n")

    def write_cases(self, plan: Plan) -> None:
        """Write each job with its cases."""
        cases = {case.id: case for case in plan.cases}
        for job in self.job_list.jobs:
            ids = dict.fromkeys(id_ for part in job.parts for id_ in part.cases)
            mine = JobCases(job=job, cases=tuple(cases[id_] for id_ in ids))
            write_text(_cases_file(self.directory, job.name), mine.model_dump_json(by_alias=True))


def new_tag(campaign: str) -> str:
    """Return what no jobs but those of one folder have in their comments."""
    return f"fftbench/{campaign}/{uuid.uuid4().hex[:16]}"


def read_jobs(directory: Path) -> CampaignJobs:
    """Read what `fftbench jobs` wrote; UserError where it is missing or broken."""
    where = directory.absolute()
    if not (where / JOBS).exists():
        raise _no_jobs(directory)
    listed = _read(where / JOBS, JobList)
    if _is_copy(where, listed):  # whose jobs are not those of the original
        listed = listed.model_copy(update={"tag": new_tag(listed.campaign)})
    return CampaignJobs(where, read_site(directory), listed)


def read_site(directory: Path) -> Site:
    """Read the site that jobs are written for; UserError where it is missing or broken."""
    return _read(directory.absolute() / SITE, Site)


def read_job(directory: Path, name: str) -> JobCases:
    """Read one job with its cases, and nothing else; UserError where it is missing or broken."""
    file = _cases_file(directory.absolute(), name)
    if not file.exists():
        found = file.parent.glob(f"*{CASES_SUFFIX}")
        known = [path.name.removesuffix(CASES_SUFFIX) for path in found]
        if not known:
            raise _no_jobs(directory)
        raise UserError(f"unknown job '{name}': {did_you_mean(name, known)}")
    return _read(file, JobCases)


def _is_copy(where: Path, listed: JobList) -> bool:
    """Whether a folder was copied: the jobs still are where their list says it was written."""
    home = Path(listed.directory)
    try:
        return not home.samefile(where) and _read(home / JOBS, JobList).tag == listed.tag
    except (FileNotFoundError, NotADirectoryError):
        return False  # it was moved
    except OSError:
        return True  # of another user, say: nothing must happen to their jobs
    except UserError:
        return (home / JOBS).exists()


def _cases_file(directory: Path, name: str) -> Path:
    return directory / "jobs" / f"{name}{CASES_SUFFIX}"


def _no_jobs(directory: Path) -> UserError:
    return UserError(
        f"{directory}: there are no jobs in it",
        f"write them with `fftbench jobs CAMPAIGN --site SITE --out {directory}`",
    )


def _read(path: Path, model: type[M]) -> M:
    try:
        return model.model_validate_json(path.read_bytes())
    except OSError as error:
        raise file_error(path, error) from error
    except ValidationError as error:
        raise UserError(
            f"{path}: not what fftbench wrote: {first_problem(error)}",
            "write it again with `fftbench jobs`: finished cases are kept",
        ) from error
