"""What is lost, refused or not ours: nothing is submitted twice, no job of others is touched."""

from __future__ import annotations

import json
import signal
import subprocess

import pytest
from fakes import NAMES, PLACES, Fake, Submit, Write, ids, printed, states

from fftbench.core.contracts.catalogue import Catalogue
from fftbench.core.errors import UserError
from fftbench.jobs.campaign import status
from fftbench.jobs.campaign.ledger import note, read_ledger
from fftbench.jobs.campaign.submit import (
    SubmitCounts,
    cancel_jobs,
    rehearse,
)
from fftbench.jobs.packing.joblist import TimeLimit
from fftbench.jobs.schedulers import slurm


@pytest.mark.parametrize("arrays", [False, True])
def test_a_submission_that_the_ledger_missed_is_found(
    write: Write, submit: Submit, fake: Fake, arrays: bool
) -> None:
    limit = TimeLimit(minutes=2, safety=5)
    jobs = write({"fake": {}}, arrays=arrays, time_limit=limit, measure={"launches": 2})
    submit(jobs)
    before = ids(jobs)
    # Killed after sbatch, in the middle of writing the line.
    ledger = jobs.folder / "ledger.jsonl"
    lines = [line for line in ledger.read_text().splitlines() if "submitted" not in line]
    ledger.write_text("\n".join([*lines, '{"time": "2025-01-01T00:0']))
    assert ids(jobs) == {}
    assert submit(jobs) == SubmitCounts(submitted=0, live=2, complete=0, held_back=0)
    assert ids(jobs) == before
    assert len(fake.jobs) == 2


def test_a_killed_command_submits_nothing_twice(write: Write, submit: Submit, fake: Fake) -> None:
    jobs = write({"fake": {}}, scale=PLACES)
    fake.set("kill")
    words = [jobs.job_list.command, "submit", str(jobs.directory)]
    assert subprocess.run(words, check=False).returncode == -signal.SIGKILL
    assert ids(jobs) == {}
    assert submit(jobs) == SubmitCounts(submitted=2, live=1, complete=0, held_back=0)
    assert len(fake.jobs) == 3
    assert ids(jobs).keys() == set(NAMES)


def test_a_job_taken_in_silence_is_not_submitted_twice(
    write: Write, submit: Submit, fake: Fake
) -> None:
    jobs = write({"fake": {}}, scale=PLACES)
    fake.set("deaf")
    assert submit(jobs).submitted == 3
    assert len(fake.jobs) == 3
    assert ids(jobs).keys() == set(NAMES)


def test_a_controller_that_is_away_loses_nothing(
    write: Write, submit: Submit, fake: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slurm, "RETRY_SECONDS", 1.0)  # a busy machine is slow to ask
    jobs = write({"fake": {}}, scale=PLACES)
    fake.set("away")
    for command in (lambda: submit(jobs), lambda: states(jobs), lambda: cancel_jobs(jobs)):
        with pytest.raises(UserError, match="controller does not answer: slurm_load") as caught:
            command()
        assert "nothing is lost" in str(caught.value.hint)
    assert fake.calls.count("squeue") > 3
    (fake.folder / "away").unlink()
    assert submit(jobs).submitted == 3


def test_a_refusal_is_passed_on(
    write: Write, submit: Submit, fake: Fake, catalogue: Catalogue
) -> None:
    jobs = write({"fake": {}}, scale=PLACES)
    fake.set("refuse", "invalid partition specified: nope")
    with pytest.raises(UserError, match="1n-1r-1t: sbatch: error: invalid partition"):
        submit(jobs)
    with pytest.raises(UserError, match="1n-1r-1t: sbatch: error: invalid partition"):
        rehearse(jobs, catalogue, say=print)
    events = [entry.event for entry in read_ledger(jobs.folder).entries]
    assert events == ["submitting", "refused"] * 3
    assert states(jobs)[0] == "not submitted"
    assert "invalid partition specified: nope" in printed(status.current_state(jobs))


def test_one_refusal_does_not_stop_the_others(write: Write, submit: Submit, fake: Fake) -> None:
    jobs = write({"fake": {}}, scale=PLACES)
    fake.set("refuse_second", "more nodes than there are")
    done = submit(jobs)
    assert (done.submitted, len(done.refused)) == (2, 1)
    assert "2n-2r-1t: sbatch: error: more nodes" in done.refused[0]
    assert "more nodes than there are" in printed(status.current_state(jobs))
    (fake.folder / "refuse_second").unlink()
    assert submit(jobs).submitted == 1
    assert "more nodes than there are" not in printed(status.current_state(jobs))


def test_an_id_that_was_given_out_twice_is_not_ours(
    write: Write, submit: Submit, fake: Fake
) -> None:
    """A controller lost its state: our ids now belong to other jobs, and ours have new ones."""
    jobs = write({"fake": {}}, scale=PLACES)
    submit(jobs)
    theirs = [{**job, "comment": "precious", "state": "RUNNING"} for job in fake.jobs]
    mine = {**fake.jobs[0], "id": "17", "state": "RUNNING"}
    (fake.folder / "jobs.json").write_text(json.dumps([*theirs, mine]))
    assert states(jobs) == ["RUNNING", "gone", "gone"]
    assert cancel_jobs(jobs) == ("17",)
    assert [job["state"] for job in fake.jobs] == ["RUNNING"] * 3 + ["CANCELLED"]
    assert submit(jobs).submitted == 3


def test_jobs_of_another_user_are_seen_and_left_alone(
    write: Write, submit: Submit, fake: Fake
) -> None:
    jobs = write({"fake": {}}, scale=PLACES)
    submit(jobs)
    theirs = [{**job, "state": "RUNNING", "user": "nobody"} for job in fake.jobs]
    (fake.folder / "jobs.json").write_text(json.dumps(theirs))
    note(jobs.folder, "submitting", (NAMES[0],), user="nobody")
    note(jobs.folder, "submitting", (NAMES[0],), user="who-has-left")
    assert printed(status.current_state(jobs)).count("RUNNING (of nobody)") == 3
    assert submit(jobs) == SubmitCounts(submitted=0, live=3, complete=0, held_back=0)
    assert cancel_jobs(jobs) == ()
    assert {job["state"] for job in fake.jobs} == {"RUNNING"}
