"""The jobs of a campaign, as DIR/jobs/jobs.json keeps them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from pydantic import Field, ValidationError

from fftbench.core.campaigns.campaign import Name
from fftbench.core.campaigns.site import Site
from fftbench.core.contracts.case import Case, Positive
from fftbench.core.contracts.model import Model, first_problem
from fftbench.core.contracts.plan import Plan
from fftbench.core.contracts.resources import Resources
from fftbench.core.errors import UserError, did_you_mean, file_error
from fftbench.core.files.results import read_plan, write_plan
from fftbench.core.files.writing import make_directory, write_text
from fftbench.jobs.run.batches import Batch

JOBS_SCHEMA: Literal["fftbench/jobs/2"] = "fftbench/jobs/2"
SITE = Path("site.json")
JOBS = Path("jobs", "jobs.json")

MARGIN_SECONDS = 180.0
"""Of a job's time that nothing is planned for: it takes a while to start, and ends early."""

M = TypeVar("M", bound=Model)


class Part(Model):
    """One start of one program: the ids of the cases that it measures."""

    launch: Annotated[int, Field(ge=0)]
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
    seconds: Annotated[float, Field(ge=0)]
    """Estimated, see fftbench.jobs.packing.durations."""
    minutes: Positive
    """Time limit to ask for: the estimate times the safety factor, within the site's limit."""
    parts: tuple[Part, ...]

    @property
    def resources(self) -> Resources:
        """Those of its allocation."""
        return Resources(self.nodes, self.ranks, self.threads)

    def batches(self, cases: Mapping[str, Case]) -> tuple[Batch, ...]:
        """Return what it measures, in order; `cases` are those of the plan by id."""
        return tuple(
            Batch(part.launch, part.driver, self.resources, tuple(cases[id_] for id_ in part.cases))
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

    def ask_for(self, seconds: float) -> int:
        """Return the minutes to ask for where so many seconds are estimated."""
        minutes = math.ceil((seconds * self.safety + MARGIN_SECONDS) / 60)
        return minutes if self.minutes is None else min(minutes, self.minutes)


class JobList(Model):
    """All jobs of a campaign, and what else it takes to write their scripts again."""

    schema_: Literal["fftbench/jobs/2"] = Field(JOBS_SCHEMA, alias="schema")
    command: str
    """The fftbench that scripts call."""
    build: str
    """The build whose programs are measured."""
    tag: str
    """The comments of its jobs begin with it: so the batch system's list tells which they are."""
    time_limit: TimeLimit
    jobs: tuple[Job, ...]

    def find(self, name: str) -> Job:
        """Return a job by name; UserError for an unknown one."""
        for job in self.jobs:
            if job.name == name:
                return job
        known = [job.name for job in self.jobs]
        raise UserError(f"unknown job '{name}': {did_you_mean(name, known)}")


@dataclass(frozen=True)
class CampaignJobs:
    """The plan, site and jobs of a results directory."""

    directory: Path
    plan: Plan
    site: Site
    job_list: JobList

    @cached_property
    def cases(self) -> dict[str, Case]:
        """The cases of the plan by id."""
        return {case.id: case for case in self.plan.cases}

    @property
    def folder(self) -> Path:
        """The folder of scripts, job list and ledger."""
        return self.directory / "jobs"

    def batches(self, job: Job) -> tuple[Batch, ...]:
        """Return what a job measures, in order."""
        return job.batches(self.cases)

    def write(self) -> None:
        """Write plan, site and job list."""
        make_directory(self.folder)
        write_plan(self.directory, self.plan)
        for path, model in ((SITE, self.site), (JOBS, self.job_list)):
            text = model.model_dump_json(by_alias=True, indent=1)
            write_text(self.directory / path, text + "\n")


def read_jobs(directory: Path) -> CampaignJobs:
    """Read what `fftbench jobs` wrote; UserError where it is missing or broken."""
    where = directory.absolute()
    plan = read_plan(where)
    if plan is None or not (where / JOBS).exists():
        raise UserError(
            f"{directory}: there are no jobs in it",
            f"write them with `fftbench jobs CAMPAIGN --site SITE --out {directory}`",
        )
    return CampaignJobs(where, plan, _read(where / SITE, Site), _read(where / JOBS, JobList))


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
