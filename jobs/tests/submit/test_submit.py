"""Submitting, resuming and cancelling, with commands that play Slurm."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from fakes import NAMES, PLACES, Fake, Submit, Write, ids, measured, states

from fftbench.core.contracts.catalogue import Catalogue
from fftbench.core.errors import UserError
from fftbench.jobs.campaign.ledger import read_ledger
from fftbench.jobs.campaign.submit import (
    SubmitCounts,
    SubmitOptions,
    ask_build,
    cancel_jobs,
    rehearse,
    submit_jobs,
)
from fftbench.jobs.packing.joblist import TimeLimit


def test_all_is_submitted_once(write: Write, submit: Submit, fake: Fake) -> None:
    jobs = write({"fake": {}}, scale=PLACES)
    assert states(jobs) == ["not submitted"] * 3
    assert submit(jobs) == SubmitCounts(submitted=3, live=0, complete=0, held_back=0)
    assert [job["comment"] for job in fake.jobs] == [
        f"{jobs.job_list.tag}/{name}" for name in NAMES
    ]
    assert submit(jobs) == SubmitCounts(submitted=0, live=3, complete=0, held_back=0)
    assert ids(jobs) == {name: (str(n + 1),) for n, name in enumerate(NAMES)}
    fake.now("RUNNING", "COMPLETED", "TIMEOUT")
    measured(jobs, NAMES[1], "ok")
    assert states(jobs) == ["RUNNING", "COMPLETED", "TIMEOUT"]
    # One runs, one is measured, one ended too early.
    assert submit(jobs) == SubmitCounts(submitted=1, live=1, complete=1, held_back=0)
    assert ids(jobs)[NAMES[2]] == ("3", "4")


def test_what_failed_is_submitted_again_on_request_only(write: Write, submit: Submit) -> None:
    jobs = write({"fake": {"number": [1, 2]}})
    measured(jobs, "1n-2r-1t", "ok", "failed")
    assert submit(jobs).complete == 1
    assert submit(jobs, retry_failed=True, rewrite=True).submitted == 1
    assert "--retry-failed" in (jobs.folder / "1n-2r-1t.sh").read_text()


def test_no_more_are_queued_than_allowed(write: Write, submit: Submit, fake: Fake) -> None:
    jobs = write({"fake": {}}, scale=PLACES, site={"max_queued": 2})
    assert submit(jobs) == SubmitCounts(submitted=2, live=0, complete=0, held_back=1)
    assert submit(jobs).held_back == 1
    fake.now("COMPLETED", "RUNNING")
    measured(jobs, NAMES[0], "ok")
    assert submit(jobs) == SubmitCounts(submitted=1, live=1, complete=1, held_back=0)


def test_a_chain_waits_for_what_went_before(write: Write, submit: Submit, fake: Fake) -> None:
    jobs = write({"fake": {}}, scale=PLACES)
    submit(jobs, max_queued=1)
    submit(jobs, chain=True)
    options = [job["options"] for job in fake.jobs]
    assert [one.get("dependency") for one in options] == [None, "afterany:1", "afterany:2"]
    assert [one.get("kill-on-invalid-dep") for one in options] == [None, "yes", "yes"]


def test_a_chain_that_is_submitted_again_waits_for_all_that_is_left_of_it(
    write: Write, submit: Submit, fake: Fake
) -> None:
    """Of which the last in the list need not be the last in the chain."""
    jobs = write({"fake": {}}, scale=PLACES)
    submit(jobs, chain=True)
    fake.now("PENDING", "PENDING", "FAILED")
    submit(jobs, chain=True)
    fake.now("FAILED", "PENDING", "FAILED", "PENDING")
    submit(jobs, chain=True)
    waits_for = [job["options"].get("dependency") for job in fake.jobs]
    assert waits_for[2:] == ["afterany:2", "afterany:1:2", "afterany:2:4"]


def test_the_tasks_of_an_array_are_a_chain_too(write: Write, submit: Submit, fake: Fake) -> None:
    limit = TimeLimit(minutes=2, safety=5)
    measure = {"launches": 3}
    jobs = write({"fake": {}}, arrays=True, time_limit=limit, scale=PLACES, measure=measure)
    submit(jobs, chain=True)
    options = [job["options"] for job in fake.jobs[::3]]
    assert [one["array"] for one in options] == ["0,1,2%1"] * 3
    assert [one.get("dependency") for one in options] == [None, "afterany:1", "afterany:2"]
    assert submit(jobs, chain=True).live == 9


def test_only_the_tasks_that_are_missing_are_submitted(
    write: Write, submit: Submit, fake: Fake
) -> None:
    limit = TimeLimit(minutes=2, safety=5)
    jobs = write({"fake": {}}, arrays=True, time_limit=limit, measure={"launches": 3})
    assert submit(jobs, max_queued=2).held_back == 1
    assert fake.jobs[0]["options"]["array"] == "0,1"
    measured(jobs, "1n-2r-1t-000", "ok")
    fake.now("COMPLETED", "NODE_FAIL")
    assert submit(jobs).submitted == 2
    assert fake.jobs[-1]["options"]["array"] == "1,2"
    assert ids(jobs) == {
        "1n-2r-1t-000": ("1_0",),
        "1n-2r-1t-001": ("1_1", "2_1"),
        "1n-2r-1t-002": ("2_2",),
    }


def test_the_cluster_of_an_id_is_kept(write: Write, submit: Submit, fake: Fake) -> None:
    fake.set("cluster", "big")
    jobs = write({"fake": {}}, scale=PLACES)
    submit(jobs)
    assert read_ledger(jobs.folder).clusters == ("big",)
    cancel_jobs(jobs)
    calls = (fake.folder / "calls").read_text()
    assert "scancel --quiet --clusters=big 1 2 3" in calls


def test_a_job_inherits_nothing_of_that_which_submits_it(
    write: Write, submit: Submit, fake: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    jobs = write({"fake": {}})
    for name in ("SLURM_JOB_ID", "SLURM_MEM_PER_CPU", "SLURM_HINT", "SLURM_CONF"):
        monkeypatch.setenv(name, "1")
    submit(jobs)
    monkeypatch.delenv("SLURM_JOB_ID")
    fake.now("FAILED")
    submit(jobs)
    inside, outside = (job["inherited"] for job in fake.jobs)
    assert inside == ["SLURM_CONF"]
    assert outside == ["SLURM_CONF", "SLURM_HINT", "SLURM_MEM_PER_CPU"]


def test_what_a_person_has_squeue_show_hides_no_job(
    write: Write, submit: Submit, monkeypatch: pytest.MonkeyPatch
) -> None:
    jobs = write({"fake": {}})
    monkeypatch.setenv("SQUEUE_STATES", "RUNNING")
    assert submit(jobs).submitted == 1
    assert (submit(jobs).submitted, submit(jobs).live) == (0, 1)


def test_a_script_holds_against_variables_of_the_shell(
    write: Write, catalogue: Catalogue, fake: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which sbatch itself prefers; those of which a script says nothing, a person expects to."""
    directives = ("-A mine", "--gpu-freq=low")
    jobs = write({"fake": {}}, site={"partition": "short", "directives": directives})
    kept = {"SBATCH_PARTITION": "short", "SBATCH_QOS": "high"}
    left_out = {
        "SBATCH_ACCOUNT": "theirs",
        "SBATCH_ARRAY_INX": "0-9",
        "SBATCH_GPU_FREQ": "high",
        "SBATCH_MEM_PER_CPU": "1G",
        "SBATCH_TIMELIMIT": "1",
        "SBATCH_WAIT": "1",
    }
    for name, value in (kept | left_out).items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("SLURM_JOB_ID")
    said: list[str] = []
    submit_jobs(jobs, catalogue, SubmitOptions(), said.append)
    (job,) = fake.jobs
    assert job["inherited"] == sorted(kept)
    assert said[0] == (
        "warning: variables of this shell that do not hold: SBATCH_ACCOUNT (the scripts say "
        "--account), SBATCH_GPU_FREQ (the scripts say --gpu-freq), SBATCH_MEM_PER_CPU (the scripts "
        "say --mem), SBATCH_TIMELIMIT (the scripts say --time)"
    )


def test_a_greeting_of_the_site_is_no_id(write: Write, submit: Submit, fake: Fake) -> None:
    fake.set("greeting", "Welcome to the machine\n--> Verifying account...OK")
    jobs = write({"fake": {}}, scale=PLACES)
    submit(jobs, chain=True)
    assert [ids(jobs)[name] for name in NAMES] == [("1",), ("2",), ("3",)]
    waits_for = [job["options"].get("dependency") for job in fake.jobs]
    assert waits_for == [None, "afterany:1", "afterany:2"]


@pytest.mark.parametrize("key", ["command", "build"])
def test_jobs_that_would_find_no_program_are_not_submitted(write: Write, key: str) -> None:
    """The checkout was moved, or its environment removed, since they were written."""
    jobs = write({"fake": {}})
    ask_build(jobs)
    gone = replace(jobs, job_list=jobs.job_list.model_copy(update={key: "/nowhere"}))
    with pytest.raises(UserError, match=r"/nowhere.* is not there, and the scripts in") as caught:
        ask_build(gone)
    assert "`fftbench jobs`" in str(caught.value.hint)


def test_a_full_queue_is_told_at_once(write: Write, submit: Submit, fake: Fake) -> None:
    jobs = write({"fake": {}}, scale=PLACES)
    fake.set("full", "2")
    said: list[str] = []
    done = submit_jobs(jobs, Catalogue(drivers=()), SubmitOptions(), said.append)
    assert done == SubmitCounts(submitted=2, live=0, complete=0, held_back=1)
    assert "the queue takes no more: sbatch: error: Slurm temporarily unable" in said[-1]
    assert submit(jobs) == SubmitCounts(submitted=0, live=2, complete=0, held_back=1)
    fake.set("full", "3")
    assert submit(jobs) == SubmitCounts(submitted=1, live=2, complete=0, held_back=0)


@pytest.mark.parametrize("limit", ["", " AssocGrpSubmitJobsLimit", " QOSMaxSubmitJobPerUserLimit"])
def test_of_an_array_as_much_is_queued_as_fits(
    write: Write, submit: Submit, fake: Fake, limit: str
) -> None:
    problem = {"shape": [128, 128, 128], "transform": "c2c", "precision": "double"}
    drivers = {"fake": {"number": list(range(6))}}
    short = TimeLimit(minutes=1, safety=1)
    jobs = write(drivers, arrays=True, time_limit=short, problem=problem)
    assert len(jobs.job_list.jobs) == 6
    fake.set("full", f"4{limit}")
    assert submit(jobs) == SubmitCounts(submitted=3, live=0, complete=0, held_back=3)
    assert submit(jobs) == SubmitCounts(submitted=1, live=3, complete=0, held_back=2)


def test_a_dry_run_submits_nothing(write: Write, catalogue: Catalogue, fake: Fake) -> None:
    jobs = write({"fake": {}}, scale=PLACES)
    said: list[str] = []
    rehearse(jobs, catalogue, said.append)
    assert said == [f"{name}: sbatch: Job 7 to start at once" for name in NAMES]
    assert (fake.jobs, read_ledger(jobs.folder).entries) == ([], ())


def test_cancelling_twice_cancels_once(write: Write, submit: Submit, fake: Fake) -> None:
    jobs = write({"fake": {}}, scale=PLACES)
    submit(jobs)
    fake.now("COMPLETED", "RUNNING", "PENDING")
    assert cancel_jobs(jobs) == ("2", "3")
    assert cancel_jobs(jobs) == ()
    assert states(jobs) == ["incomplete", "CANCELLED", "CANCELLED"]
    fake.now("GONE", "GONE", "GONE")
    assert states(jobs) == ["gone", "cancelled", "cancelled"]


def test_other_batch_systems_are_left_to_people(write: Write, submit: Submit) -> None:
    jobs = write({"fake": {}}, site={"scheduler": "flux"})
    for command in (lambda: submit(jobs), lambda: states(jobs)):
        with pytest.raises(UserError, match="fftbench talks to slurm only") as caught:
            command()
        assert f"flux batch {jobs.folder}/1n-2r-1t.sh" in str(caught.value.hint)


def test_where_there_is_no_slurm_it_says_so(
    write: Write, submit: Submit, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    jobs = write({"fake": {}})
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UserError, match="squeue was not found"):
        submit(jobs)
