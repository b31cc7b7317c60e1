"""A handful of cases measured on this machine, whatever the number of its cores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from fftbench.core.campaigns.site import Site
from fftbench.core.contracts.case import Case
from fftbench.core.contracts.catalogue import Catalogue
from fftbench.core.contracts.plan import Plan
from fftbench.core.contracts.record import Record
from fftbench.core.files.results import read_records
from fftbench.jobs.run.inputs import PlannedRun, RunOptions
from fftbench.jobs.run.local import run_plan
from fftbench.jobs.run.progress import choose_reporter


def measure(
    cases: Sequence[Case], catalogue: Catalogue, folder: Path, env: Mapping[str, str] | None = None
) -> tuple[Record, ...]:
    """Measure each case once in a new folder and return the records in the order of the cases."""
    plan = Plan(campaign="conformance", site="local", launches=1, seed=1, cases=tuple(cases))
    # Nothing that FFTW learns in a test may be found by a measurement.
    # Nothing is compared, so programs need not live at the same time: one does all cases.
    wisdom = {"FFTBENCH_WISDOM": str(folder / "wisdom")}
    site = Site(name="local", turns=False, env={**wisdom, **(env or {})})
    work = PlannedRun(plan, catalogue, site.resolved(folder), folder)
    run_plan(work, RunOptions(oversubscribe=True), choose_reporter())
    records = {record.case.id: record for record in read_records([folder]).records}
    assert len(records) == len(plan.cases), "a case ended without a record"
    return tuple(records[case.id] for case in plan.cases)
