"""For how much time scripts ask when jobs go on."""

from __future__ import annotations

import pytest
from fakes import PLACES, Fake, Submit, Write, measured

from fftbench.jobs.campaign.state import me
from fftbench.jobs.campaign.stopped import SIGNALLED, note_stop
from fftbench.jobs.packing.joblist import CampaignJobs, TimeLimit
from fftbench.jobs.schedulers.script import minutes_asked

NAME = "1n-2r-1t"


def asked(jobs: CampaignJobs, script: str = NAME) -> int:
    minutes = minutes_asked(jobs, script)
    assert minutes is not None
    return minutes


def resumed(jobs: CampaignJobs, submit: Submit, **options: float) -> int:
    """Go on, and return the minutes asked for."""
    assert submit(jobs, rewrite=True, **options).submitted == 1
    return asked(jobs)


def test_resuming_asks_for_the_time_that_is_left(write: Write, submit: Submit, fake: Fake) -> None:
    jobs = write({"fake": {"number": list(range(20))}}, measure={"launches": 2})
    submit(jobs)
    fake.now("NODE_FAIL")
    # One launch is measured, 100 s a case, and one case of the other.
    measured(jobs, NAME, *["ok"] * 21)
    assert resumed(jobs, submit) == 51  # 19 x 100 s, x 1.5, and 3 min


def test_what_is_not_built_asks_for_no_time(write: Write, submit: Submit, fake: Fake) -> None:
    jobs = write({"fake": {}, "absent": {"x": list(range(100))}})
    submit(jobs)
    assert asked(jobs) == 4
    fake.now("NODE_FAIL")
    assert resumed(jobs, submit) == 4


def test_what_its_time_limit_cut_off_gets_twice_the_time(
    write: Write, submit: Submit, fake: Fake
) -> None:
    jobs = write({"fake": {}}, time_limit=TimeLimit(minutes=3 * 4 + 1))
    submit(jobs)
    assert asked(jobs) == 4
    fake.now("TIMEOUT")
    assert resumed(jobs, submit) == 8
    fake.now("TIMEOUT", "NODE_FAIL")
    assert resumed(jobs, submit) == 4  # it was not too short
    fake.now("TIMEOUT", "NODE_FAIL", "TIMEOUT")
    assert resumed(jobs, submit) == 8
    fake.now("TIMEOUT", "NODE_FAIL", "TIMEOUT", "TIMEOUT")
    assert resumed(jobs, submit) == 13  # as the site allows


@pytest.mark.parametrize(
    ("state", "minutes"), [("FAILED", 8), ("GONE", 8), ("NODE_FAIL", 4), ("CANCELLED", 4)]
)
def test_so_does_what_the_signal_before_it_ended(
    write: Write, submit: Submit, fake: Fake, state: str, minutes: int
) -> None:
    jobs = write({"fake": {}})
    submit(jobs)
    fake.now(state)
    assert resumed(jobs, submit) == 4
    note_stop(jobs.folder, NAME, SIGNALLED)
    fake.now(state, state)
    assert resumed(jobs, submit) == minutes


@pytest.mark.parametrize(("state", "minutes"), [("PREEMPTED", 4), ("FAILED", 8), ("RUNNING", 8)])
def test_what_slurm_forgot_accounting_remembers(
    write: Write, submit: Submit, fake: Fake, state: str, minutes: int
) -> None:
    """Who was preempted needs no more time. Nor is anything waited for that the queue has not."""
    jobs = write({"fake": {}})
    submit(jobs)
    fake.now("GONE")
    note_stop(jobs.folder, NAME, SIGNALLED)
    fake.set("accounting", f"1|{state}|n1|1:00|0|{me()}|fftbench-small-{NAME}")
    assert resumed(jobs, submit) == minutes


def test_a_time_that_a_person_wrote_counts(write: Write, submit: Submit, fake: Fake) -> None:
    jobs = write({"fake": {}})
    script = jobs.folder / f"{NAME}.sh"
    script.write_text(script.read_text().replace("--time=00:04:00", "--time=01:30:00"))
    submit(jobs)
    fake.now("TIMEOUT")
    assert resumed(jobs, submit) == 180


def test_of_an_array_those_count_that_are_submitted(
    write: Write, submit: Submit, fake: Fake
) -> None:
    limit = TimeLimit(minutes=60, safety=100)
    drivers = {"fake": {"number": list(range(20))}}
    jobs = write(drivers, arrays=True, time_limit=limit, measure={"launches": 3})
    assert len(jobs.job_list.jobs) == 3
    submit(jobs)
    assert asked(jobs) > 30
    fake.now("COMPLETED", "NODE_FAIL", "RUNNING")
    for index, count in enumerate((20, 19)):
        measured(jobs, f"{NAME}-{index:03d}", *["ok"] * count)
    assert resumed(jobs, submit, safety=1) == 5  # one case of 100 s, a start, and 3 min


def test_one_may_ask_for_more(write: Write, submit: Submit, fake: Fake) -> None:
    number = {"number": list(range(20))}
    jobs = write({"fake": number}, measure={"launches": 2}, time_limit=TimeLimit(minutes=600))
    measured(jobs, NAME, *["ok"] * 21)
    submit(jobs)
    fake.now("NODE_FAIL")
    assert resumed(jobs, submit, safety=4.5) == 147  # 19 x 100 s and a start, x 4.5, and 3 min
    fake.now("NODE_FAIL", "NODE_FAIL")
    assert resumed(jobs, submit, safety=99) == 600
    fake.now("NODE_FAIL", "NODE_FAIL", "NODE_FAIL")
    assert resumed(jobs, submit, safety=99, time_limit=1200) == 1200


def test_jobs_that_are_written_for_more_time_are_no_others(
    write: Write, submit: Submit, fake: Fake
) -> None:
    jobs = write({"fake": {}}, scale=PLACES)
    submit(jobs)
    before = asked(jobs, "1n-1r-1t")
    fake.now("TIMEOUT", "TIMEOUT", "TIMEOUT")
    again = write({"fake": {}}, scale=PLACES, time_limit=TimeLimit(safety=10))
    assert asked(again, "1n-1r-1t") > before
    assert submit(again).submitted == 3
