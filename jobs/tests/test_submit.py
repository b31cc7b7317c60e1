"""Submitting, following, resuming and cancelling, with commands that play Slurm."""

from __future__ import annotations

import io
import json
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from fftbench.core.contracts.catalogue import Catalogue
from fftbench.core.contracts.record import Record, Status
from fftbench.core.errors import UserError
from fftbench.core.files.results import append_record
from fftbench.jobs.campaign import status
from fftbench.jobs.campaign.ledger import note, read_ledger
from fftbench.jobs.campaign.state import CampaignState, me
from fftbench.jobs.campaign.submit import (
    SubmitCounts,
    SubmitOptions,
    cancel_jobs,
    rehearse,
    submit_jobs,
)
from fftbench.jobs.packing.joblist import CampaignJobs, TimeLimit, read_jobs
from fftbench.jobs.schedulers import slurm

Write = Callable[..., CampaignJobs]
PLACES = {"nodes": [1, 2, 4], "ranks_per_node": 1}
NAMES = ["1n-1r-1t", "2n-2r-1t", "4n-4r-1t"]
FAKE = Path(__file__).with_name("fake_slurm.py")


class Fake:
    """What happened in the pretended Slurm, and what shall happen."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def jobs(self) -> list[dict[str, Any]]:
        file = self.folder / "jobs.json"
        return json.loads(file.read_text()) if file.exists() else []

    @property
    def calls(self) -> list[str]:
        return [line.split()[0] for line in (self.folder / "calls").read_text().splitlines()]

    def now(self, *states: str) -> None:
        """Put the jobs into these states, in order."""
        jobs = [{**job, "state": state} for job, state in zip(self.jobs, states, strict=True)]
        (self.folder / "jobs.json").write_text(json.dumps(jobs))

    def set(self, name: str, text: str = "") -> None:
        (self.folder / name).write_text(text)


@pytest.fixture(autouse=True)
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fake:
    folder = tmp_path / "slurm"
    folder.mkdir()
    for name in ("sbatch", "squeue", "scontrol", "sacct", "scancel"):
        program = folder / name
        program.write_text(f"#!{sys.executable} -S\n{FAKE.read_text()}")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("FAKE_SLURM", str(folder))
    monkeypatch.setattr(slurm, "FIRST_PAUSE_SECONDS", 0.01)
    monkeypatch.setattr(slurm, "RETRY_SECONDS", 0.1)
    return Fake(folder)


@pytest.fixture
def submit(catalogue: Catalogue) -> Callable[..., SubmitCounts]:
    def run(jobs: CampaignJobs, **options: Any) -> SubmitCounts:
        return submit_jobs(jobs, catalogue, SubmitOptions(**options), say=lambda _: None)

    return run


Submit = Callable[..., SubmitCounts]


def measured(jobs: CampaignJobs, name: str, *states: str) -> None:
    """Make records of the first measurements of a job."""
    batches = jobs.batches(next(job for job in jobs.job_list.jobs if job.name == name))
    every = [(case, batch.launch) for batch in batches for case in batch.cases]
    for (case, launch), state in zip(every, states, strict=False):
        record = Record(
            case=case,
            launch=launch,
            status=Status(state),
            started="2025-01-01T00:00:00Z",
            elapsed_s=100,
        )
        append_record(jobs.directory / "records" / f"{name}.jsonl", record)


def states(jobs: CampaignJobs) -> list[str]:
    return [
        row["state"] for row in json.loads(status.status_json(status.current_state(jobs)))["jobs"]
    ]


def ids(jobs: CampaignJobs) -> dict[str, Sequence[str]]:
    return read_ledger(jobs.folder).ids


def printed(found: CampaignState) -> str:
    console = Console(width=200, file=io.StringIO(), record=True)
    status.print_status(found, console)
    return console.export_text()


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


def test_resuming_asks_for_the_time_that_is_left(write: Write, submit: Submit, fake: Fake) -> None:
    jobs = write({"fake": {"number": list(range(20))}}, measure={"launches": 2})
    script = jobs.folder / "1n-2r-1t.sh"
    submit(jobs)
    fake.now("TIMEOUT")
    # One launch is measured, 100 s a case, and one case of the other.
    measured(jobs, "1n-2r-1t", *["ok"] * 21)
    submit(jobs, rewrite=True)
    assert "#SBATCH --time=00:51:00" in script.read_text()  # 19 x 100 s, x 1.5, and 3 min


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


def test_a_folder_made_anew_knows_live_jobs_only(write: Write, submit: Submit, fake: Fake) -> None:
    jobs = write({"fake": {}}, scale=PLACES)
    submit(jobs)
    (jobs.folder / "ledger.jsonl").unlink()
    fake.now("COMPLETED", "TIMEOUT", "RUNNING")
    assert states(jobs) == ["not submitted", "not submitted", "RUNNING"]


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


def test_a_folder_removed_and_made_again_has_other_jobs(
    write: Write, submit: Submit, fake: Fake
) -> None:
    before = write({"fake": {}}, scale=PLACES)
    submit(before)
    shutil.rmtree(before.directory)
    jobs = write({"fake": {}}, scale=PLACES)
    assert states(jobs) == ["not submitted"] * 3
    assert cancel_jobs(jobs) == ()
    assert len(fake.jobs) == 3


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


def test_the_cluster_of_an_id_is_kept(write: Write, submit: Submit, fake: Fake) -> None:
    fake.set("cluster", "big")
    jobs = write({"fake": {}}, scale=PLACES)
    submit(jobs)
    assert read_ledger(jobs.folder).clusters == ("big",)
    cancel_jobs(jobs)
    calls = (fake.folder / "calls").read_text()
    assert "scancel --quiet --clusters=big 1 2 3" in calls


def test_a_broken_job_list_is_written_again(write: Write, submit: Submit, fake: Fake) -> None:
    jobs = write({"fake": {}}, scale=PLACES)
    submit(jobs)
    (jobs.folder / "jobs.json").write_text("{")
    assert write({"fake": {}}, scale=PLACES).job_list.tag == jobs.job_list.tag
    assert submit(jobs).live == 3
    assert len(fake.jobs) == 3


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


def test_of_an_array_as_much_is_queued_as_fits(write: Write, submit: Submit, fake: Fake) -> None:
    limit = TimeLimit(minutes=1, safety=1)
    problem = {"shape": [128, 128, 128], "transform": "c2c", "precision": "double"}
    drivers = {"fake": {"number": list(range(6))}}
    jobs = write(drivers, arrays=True, time_limit=limit, problem=problem)
    assert len(jobs.job_list.jobs) == 6
    fake.set("full", "4")
    assert submit(jobs) == SubmitCounts(submitted=3, live=0, complete=0, held_back=3)
    assert submit(jobs) == SubmitCounts(submitted=1, live=3, complete=0, held_back=2)


def test_a_copy_has_jobs_of_its_own(
    write: Write, submit: Submit, fake: Fake, tmp_path: Path
) -> None:
    original = write({"fake": {}}, scale=PLACES)
    submit(original)
    fake.set("accounting", "1|RUNNING|n1|0:01|0|root|fftbench-small-1n-1r-1t")
    shutil.copytree(original.directory, tmp_path / "copy")
    copy = read_jobs(tmp_path / "copy")
    assert states(copy) == ["not submitted"] * 3
    assert cancel_jobs(copy) == ()
    assert submit(copy) == SubmitCounts(submitted=3, live=0, complete=0, held_back=0)
    copy = read_jobs(tmp_path / "copy")
    assert submit(copy).live == 3
    assert all(str(copy.directory) in path.read_text() for path in copy.folder.glob("*.sh"))
    assert sorted(cancel_jobs(copy)) == ["4", "5", "6"]
    assert states(original) == ["PENDING"] * 3


def test_a_moved_folder_keeps_its_jobs(write: Write, submit: Submit, tmp_path: Path) -> None:
    old = write({"fake": {}}, scale=PLACES)
    submit(old, max_queued=1)
    old.directory.rename(tmp_path / "moved")
    (tmp_path / "link").symlink_to(tmp_path / "moved")
    moved = read_jobs(tmp_path / "moved")
    assert moved.job_list.tag == old.job_list.tag
    assert states(moved) == ["PENDING", "not submitted", "not submitted"]
    said: list[str] = []
    done = submit_jobs(moved, Catalogue(drivers=()), SubmitOptions(), said.append)
    assert (done.submitted, done.live) == (2, 1)
    assert f"{moved.directory} was {old.directory}: its scripts are written again" in said[0]
    for path in moved.folder.glob("*.sh"):
        assert str(moved.directory) in path.read_text()
        assert f"{old.directory}/" not in path.read_text()
    linked = read_jobs(tmp_path / "link")
    submit_jobs(linked, Catalogue(drivers=()), SubmitOptions(), said.append)
    assert not [text for text in said[1:] if "was" in text]


def test_a_job_that_ran_nothing_is_not_complete(write: Write, submit: Submit, fake: Fake) -> None:
    jobs = write({"fake": {}}, scale=PLACES)
    submit(jobs)
    fake.now(*["COMPLETED"] * 3)
    measured(jobs, NAMES[0], "ok")
    assert states(jobs) == ["COMPLETED", "incomplete", "incomplete"]


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


def test_the_status_of_many_jobs_takes_few_calls(write: Write, submit: Submit, fake: Fake) -> None:
    jobs = write({"fake": {}}, scale={"nodes": 1, "ranks_per_node": list(range(1, 40))})
    submit(jobs)
    measured(jobs, "1n-2r-1t", "wrong")
    before = len(fake.calls)
    found = status.current_state(jobs)
    assert len(fake.calls) - before == 2
    text = printed(found)
    assert text.count("PENDING") == 39
    assert "cases: 38 missing, 1 wrong" in text


def test_jobs_that_were_cut_off_are_pointed_at(write: Write, submit: Submit, fake: Fake) -> None:
    jobs = write({"fake": {}}, scale=PLACES)
    submit(jobs)
    fake.now("COMPLETED", "FAILED", "RUNNING")
    measured(jobs, NAMES[0], "ok")
    text = printed(status.current_state(jobs))
    assert "2n-2r-1t: no log: is this directory visible and writable on the nodes?" in text
    (jobs.directory / "logs" / "2n-2r-1t-2.out").touch()
    text = printed(status.current_state(jobs))
    assert text.count(": see ") == 1
    assert f"2n-2r-1t: see {jobs.directory}/logs/2n-2r-1t-2.out" in text
    assert "1 ended before all was measured: `fftbench resume` goes on" in text


def test_jobs_that_may_never_start_are_explained(write: Write, submit: Submit, fake: Fake) -> None:
    jobs = write({"fake": {}}, scale=PLACES)
    submit(jobs)
    reasons = ["Priority", "PartitionDown", "PartitionDown"]
    queued = [{**job, "reason": why} for job, why in zip(fake.jobs, reasons, strict=True)]
    (fake.folder / "jobs.json").write_text(json.dumps(queued))
    text = printed(status.current_state(jobs))
    assert "2n-2r-1t and 1 more: Slurm says PartitionDown: the partition takes jobs" in text
    assert "Slurm says Priority" not in text


def test_watching_outlasts_a_controller_that_is_away(
    write: Write, submit: Submit, fake: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    jobs = write({"fake": {}}, scale=PLACES)
    submit(jobs)
    looks = iter(["away", "back", "done"])

    def later(_: float) -> None:
        look = next(looks)
        if look == "away":
            fake.set("away")
        elif look == "back":
            (fake.folder / "away").unlink()
        else:
            fake.now("COMPLETED", "COMPLETED", "COMPLETED")

    monkeypatch.setattr(status, "time", SimpleNamespace(sleep=later))
    monkeypatch.setattr(slurm, "RETRY_SECONDS", 0.0)
    console = Console(width=200, file=io.StringIO(), record=True)
    status.watch(jobs, console)
    assert console.export_text().count("incomplete") == 3
    fake.set("away")
    with pytest.raises(UserError, match="does not answer"):
        status.watch(jobs, console)


def test_accounting_knows_what_the_queue_forgot(write: Write, submit: Submit, fake: Fake) -> None:
    jobs = write({"fake": {}}, scale=PLACES)
    submit(jobs)
    fake.now("GONE", "GONE", "RUNNING")
    kept = ["1|CANCELLED by 0|n1|1:00|0", "2|NODE_FAIL|n[1-2]|2:00|42", "3|RUNNING|||"]
    of = [f"{me()}|fftbench-small-{name}" for name in NAMES]
    fake.set("accounting", "\n".join(map("|".join, zip(kept, of, strict=True))))
    rows = json.loads(status.status_json(status.current_state(jobs)))["jobs"]
    assert [row["state"] for row in rows] == ["CANCELLED", "NODE_FAIL", "RUNNING"]
    assert [row["energy_j"] for row in rows] == [None, 42, None]
    assert "scontrol" in fake.calls
    # A controller that lost its state gives ids out again, to other jobs and to other people.
    fake.set("accounting", f"1|COMPLETED|n1|1:00|0|{me()}|other\n2|FAILED|n1|1:00|42|someone|x")
    assert states(jobs) == ["gone", "gone", "RUNNING"]


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


def test_half_a_line_of_the_ledger_is_no_event(tmp_path: Path) -> None:
    note(tmp_path, "submitting", ("a",))
    with (tmp_path / "ledger.jsonl").open("a") as ledger:
        ledger.write('{"time": "2025-01-01T00:00:00Z", "event": "subm')
    note(tmp_path, "submitted", ("a",), ids=("1",))
    assert [entry.event for entry in read_ledger(tmp_path).entries] == ["submitting", "submitted"]
    assert read_ledger(tmp_path).ids == {"a": ("1",)}
