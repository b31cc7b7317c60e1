"""From a schedule to jobs: nothing is lost, nothing is measured twice, comparisons stay whole."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fftbench.core.contracts.case import Case, Measure, Repetitions
from fftbench.core.contracts.catalogue import Catalogue, Entry
from fftbench.core.contracts.plan import Plan
from fftbench.core.contracts.problem import Problem, Workload
from fftbench.core.contracts.record import Status
from fftbench.jobs.packing.durations import CASE_SECONDS, START_SECONDS, Durations
from fftbench.jobs.packing.joblist import CampaignJobs, Job, TimeLimit
from fftbench.jobs.packing.pack import make_jobs, too_long
from fftbench.jobs.run.batches import Batch, schedule
from fftbench.jobs.run.outlines import Outline
from fftbench.jobs.run.unfinished import drivers_not_built

DRIVERS = ("a", "b", "c")


def a_case(  # noqa: PLR0917 (one argument per part of a case)
    number: int, driver: str, size: int, ranks: int, seconds: float, seed: int = 1
) -> Case:
    problem = Problem(shape=(size, 8), transform="c2c", precision="double", placement="in_place")
    # A case of a tiny problem takes hardly longer than its timed loop.
    return Case(
        id=f"{number:016x}",
        driver=driver,
        problem=problem,
        ranks=ranks,
        nodes=ranks,
        seed=seed,
        measure=Measure(max_seconds=seconds - CASE_SECONDS, repetitions={"min": 1, "max": 10**9}),
    )


def a_plan(problems: int, sizes: int, launches: int, seconds: float, seeds: int = 1) -> Plan:
    combinations = itertools.product(DRIVERS, range(problems), range(sizes), range(1, seeds + 1))
    cases = tuple(
        a_case(number, driver, 8 + n, r + 1, seconds, seed)
        for number, (driver, n, r, seed) in enumerate(combinations)
    )
    return Plan(campaign="c", site="s", launches=launches, seed=1, cases=cases)


def batches_of(plan: Plan, jobs: tuple[Job, ...]) -> dict[str, tuple[Batch, ...]]:
    cases = {case.id: case for case in plan.cases}
    return {job.name: job.batches(cases) for job in jobs}


plans = st.builds(
    a_plan,
    *(st.integers(1, 4), st.integers(1, 3), st.integers(1, 3), st.floats(1, 400)),
    seeds=st.integers(1, 2),
)
time_limits = st.builds(TimeLimit, minutes=st.none() | st.integers(1, 120), safety=st.floats(1, 3))


@given(plans, time_limits, st.none() | st.integers(1, 5))
def test_every_measurement_is_in_one_job(plan: Plan, limit: TimeLimit, tasks: int | None) -> None:
    jobs = make_jobs(schedule(plan), Durations(), limit, tasks)
    found = batches_of(plan, jobs)
    assert len(found) == len(jobs)
    keys = Counter(
        (case.id, batch.launch) for mine in found.values() for batch in mine for case in batch.cases
    )
    assert keys == Counter((case.id, n) for case in plan.cases for n in range(plan.launches))
    for job in jobs:
        assert {batch.resources for batch in found[job.name]} == {job.resources}
        # A program is started for data of one seed only, and once in a round.
        assert all({case.seed for case in b.cases} == {b.seed} for b in found[job.name])
        starts = Counter((b.launch, b.round, b.driver, b.seed) for b in found[job.name])
        assert set(starts.values()) == {1}
        assert limit.minutes is None or job.minutes <= limit.minutes
        # What exceeds the budget is a single case: nothing is left to split.
        alone = sum(len(part.cases) for part in job.parts) == 1
        assert job.seconds <= limit.budget + 0.1 or alone
    scripts = Counter((job.script, job.array_index) for job in jobs)
    assert set(scripts.values()) <= {1}
    most = Counter(job.script for job in jobs if job.array_index is not None)
    assert all(number <= (tasks or 0) for number in most.values())


def test_without_a_limit_a_shape_is_one_job_in_the_order_of_the_schedule() -> None:
    plan = a_plan(problems=2, sizes=2, launches=3, seconds=10)
    jobs = make_jobs(schedule(plan), Durations(), TimeLimit())
    assert [(job.name, job.nodes) for job in jobs] == [("1n-1r-1t", 1), ("2n-2r-1t", 2)]
    for job in jobs:
        wanted = [batch for batch in schedule(plan) if batch.resources == job.resources]
        assert list(batches_of(plan, jobs)[job.name]) == wanted
    # 3 launches of 3 programs, each with 2 cases of 10 s.
    assert jobs[0].seconds == pytest.approx(9 * (START_SECONDS + 2 * 10), rel=0.01)
    assert jobs[0].minutes == 10  # 270 s x 1.5 and 3 min


def test_a_launch_of_all_drivers_stays_together_if_it_fits() -> None:
    plan = a_plan(problems=2, sizes=1, launches=3, seconds=60)
    # A launch takes 3 x (10 + 2 x 60) = 390 s: 20 min hold two of them, 15 min one.
    for minutes, launches in [(20, [{0, 1}, {2}]), (13, [{0}, {1}, {2}])]:
        jobs = make_jobs(schedule(plan), Durations(), TimeLimit(minutes=minutes, safety=1.25))
        assert [{part.launch for part in job.parts} for job in jobs] == launches
        assert all({part.driver for part in job.parts} == set(DRIVERS) for job in jobs)


def test_else_all_drivers_on_a_problem_stay_together() -> None:
    plan = a_plan(problems=4, sizes=1, launches=1, seconds=60)
    # On one problem they take 3 x (10 + 60) = 210 s, on two 390 s, on all four 750 s.
    jobs = make_jobs(schedule(plan), Durations(), TimeLimit(minutes=10, safety=1))
    found = batches_of(plan, jobs)
    assert len(jobs) == 2
    for job in jobs:
        assert [batch.driver for batch in found[job.name]] == [
            batch.driver for batch in schedule(plan)
        ]
        problems = [{case.problem for case in batch.cases} for batch in found[job.name]]
        assert len(problems[0]) == 2
        assert problems == [problems[0]] * 3


def test_what_may_never_fit_is_said_and_tried() -> None:
    plan = a_plan(problems=1, sizes=1, launches=1, seconds=500)
    limit = TimeLimit(minutes=5)
    jobs = make_jobs(schedule(plan), Durations(), limit)
    assert [job.minutes for job in jobs] == [5, 5, 5]
    said = too_long(jobs, limit)
    assert len(said) == 3
    assert "its one case is estimated at 8.5 min, which with the safety factor 1.5" in said[0]
    assert too_long(jobs, TimeLimit()) == []


def test_arrays_hold_no_more_tasks_than_allowed() -> None:
    plan = a_plan(problems=1, sizes=1, launches=5, seconds=60)
    jobs = make_jobs(schedule(plan), Durations(), TimeLimit(minutes=9), max_array=2)
    assert [(job.script, job.array_index) for job in jobs] == [
        ("1n-1r-1t-array1", 0),
        ("1n-1r-1t-array1", 1),
        ("1n-1r-1t-array2", 0),
        ("1n-1r-1t-array2", 1),
        ("1n-1r-1t-array3", 0),
    ]
    (alone,) = make_jobs(schedule(plan), Durations(), TimeLimit(), max_array=2)
    assert (alone.script, alone.array_index) == ("1n-1r-1t", None)


def test_an_estimate_is_bounded_and_learns() -> None:
    case = a_case(1, "a", 8, 1, seconds=20)
    large = case.model_copy(
        update={
            "problem": case.problem.model_copy(update={"shape": (4096, 4096, 4096)}),
            "id": "f" * 16,
        }
    )
    durations = Durations()
    assert durations.of_case(case) == pytest.approx(20, rel=0.01)
    assert durations.of_case(large) == large.measure.timeout_seconds
    few = case.model_copy(update={"measure": Measure(max_seconds=20), "id": "e" * 16})
    assert durations.of_case(few) == pytest.approx(CASE_SECONDS, rel=0.01)
    slow = [
        Outline(case.id, n, status, case.driver, "2025-01-01T00:00:00Z", took)
        for n, status, took in [(0, Status.ok, 33), (1, Status.ok, 31), (2, Status.failed, 90)]
    ]
    assert Durations(slow).of_case(case) == 33


def test_what_is_not_built_takes_no_time_and_what_does_not_start_here_does(
    write: Callable[..., CampaignJobs],
) -> None:
    def seconds(out: str, drivers: dict[str, Any]) -> float:
        (job,) = write(drivers, out=out).job_list.jobs
        return job.seconds

    assert seconds("with", {"fake": {}, "absent": {"x": [1, 2]}}) == seconds(
        "without", {"fake": {}}
    )
    gone = Entry(name="gone", command=("fftbench-gone",), reason="libgone.so: cannot open")
    absent = Entry(name="absent", reason="libabsent not found")
    assert drivers_not_built(Catalogue(drivers=(gone, absent))) == {"absent"}


def test_a_planner_that_tries_things_takes_longer() -> None:
    case = a_case(1, "a", 1024, 1, seconds=1)
    problem = case.problem.model_copy(update={"shape": (256, 256, 256)})
    took = [
        Durations().of_case(case.model_copy(update={"settings": settings, "problem": problem}))
        for settings in ({}, {"planner": "estimate"}, {"planner": "measure"})
    ]
    assert took[0] == took[1] < took[2]


def test_a_workload_takes_its_transforms_and_its_checks() -> None:
    case = a_case(1, "a", 1024, 1, seconds=1)

    def took(workload: Workload, least: int) -> float:
        update = {"shape": (128, 128, 128), "workload": workload}
        problem = case.problem.model_copy(update=update)
        how = Measure(warmup=0, profile=0, repetitions=Repetitions(min=least, max=least))
        one = case.model_copy(update={"problem": problem, "measure": how, "id": f"{least:016x}"})
        return Durations().of_case(one)

    bare, poisson, gradient = (
        took(workload, 200) - took(workload, 100)
        for workload in (Workload.none, Workload.poisson, Workload.gradient)
    )
    assert (poisson, gradient) == (pytest.approx(bare), pytest.approx(2 * bare))
    assert took(Workload.poisson, 100) > took(Workload.none, 100)


def test_limits_leave_time_to_end() -> None:
    assert TimeLimit().ask_for(10_000) == 253
    assert TimeLimit(minutes=60).ask_for(10_000) == 60
    assert TimeLimit(minutes=63, safety=1).budget == 3600
    assert TimeLimit(minutes=2, safety=1).budget == 60
