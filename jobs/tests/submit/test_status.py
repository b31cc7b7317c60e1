"""What status tells of jobs, of cases, and of what keeps jobs from starting."""

from __future__ import annotations

import io
import json
import subprocess
from types import SimpleNamespace

import pytest
from fakes import NAMES, PLACES, Fake, Submit, Write, measured, printed, states
from rich.console import Console

from fftbench.core.errors import UserError
from fftbench.jobs.campaign import status
from fftbench.jobs.campaign.state import me
from fftbench.jobs.packing.joblist import TimeLimit
from fftbench.jobs.schedulers import slurm


def test_a_job_that_ran_nothing_is_not_complete(write: Write, submit: Submit, fake: Fake) -> None:
    jobs = write({"fake": {}}, scale=PLACES)
    submit(jobs)
    fake.now(*["COMPLETED"] * 3)
    measured(jobs, NAMES[0], "ok")
    assert states(jobs) == ["COMPLETED", "incomplete", "incomplete"]


def test_what_did_not_start_on_the_nodes_is_missing_where_it_starts_here(
    write: Write, submit: Submit, fake: Fake
) -> None:
    jobs = write({"fake": {}, "absent": {}}, scale=PLACES)
    submit(jobs)
    fake.now(*["COMPLETED"] * 3)
    for name in NAMES:
        measured(jobs, name, "unavailable", "unavailable")
    words = [jobs.job_list.command, "status", str(jobs.directory), "--json"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    rows = json.loads(done.stdout)["jobs"]
    assert [(row["state"], row["done"]) for row in rows] == [("incomplete", 1)] * 3
    # Without its build nobody knows better, and status still tells what there is.
    (jobs.folder / "jobs.json").write_text(
        jobs.job_list.model_copy(update={"build": "/gone"}).model_dump_json(by_alias=True)
    )
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert [row["state"] for row in json.loads(done.stdout)["jobs"]] == ["COMPLETED"] * 3


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


def test_a_job_that_was_cancelled_while_it_waited_had_no_log_to_write(
    write: Write, submit: Submit, fake: Fake
) -> None:
    jobs = write({"fake": {}}, scale=PLACES)
    submit(jobs)
    fake.now("CANCELLED", "FAILED", "RUNNING")
    waiting, *others = fake.jobs
    (fake.folder / "jobs.json").write_text(json.dumps([{**waiting, "nodes": ""}, *others]))
    text = printed(status.current_state(jobs))
    assert "1n-1r-1t: it was cancelled before it began" in text
    assert text.count("no log: is this directory visible") == 1


def test_failures_are_pointed_at(write: Write, submit: Submit, fake: Fake) -> None:
    jobs = write({"fake": {}}, scale=PLACES)
    submit(jobs)
    fake.now("COMPLETED", "FAILED", "FAILED")
    measured(jobs, NAMES[0], "ok")
    assert "--retry-failed" not in printed(status.current_state(jobs))
    measured(jobs, NAMES[1], "failed")
    measured(jobs, NAMES[2], "wrong")
    text = printed(status.current_state(jobs))
    assert "2 failed or wrong: `fftbench report` says why" in text
    assert "`fftbench resume --retry-failed` measures failures once more" in text


def test_jobs_that_may_never_start_are_explained(write: Write, submit: Submit, fake: Fake) -> None:
    jobs = write({"fake": {}}, scale=PLACES)
    submit(jobs)
    away = "Nodes required for job are DOWN, DRAINED or reserved for jobs in higher priority"
    queue_with(fake, ["Priority", away, "QOSMaxNodePerJobLimit"])
    text = printed(status.current_state(jobs))
    assert "2n-2r-1t: Slurm says Nodes required" in text
    assert "drained or reserved: see `sinfo -R`" in text
    assert "it asks for more than a job may have" in text
    queue_with(fake, ["Priority", "PartitionDown", "PartitionDown"])
    text = printed(status.current_state(jobs))
    assert "2n-2r-1t and 1 more: Slurm says PartitionDown: the partition takes jobs" in text
    assert "Slurm says Priority" not in text


def queue_with(fake: Fake, reasons: list[str]) -> None:
    """Let Slurm say why each job waits."""
    queued = [{**job, "reason": why} for job, why in zip(fake.jobs, reasons, strict=True)]
    (fake.folder / "jobs.json").write_text(json.dumps(queued))


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


def test_accounting_is_asked_for_whole_arrays(write: Write, submit: Submit, fake: Fake) -> None:
    limit = TimeLimit(minutes=2, safety=5)
    jobs = write({"fake": {}}, arrays=True, time_limit=limit, measure={"launches": 3})
    submit(jobs)
    fake.now("GONE", "GONE", "GONE")
    end = f"n1|1:00|0|{me()}|fftbench-small-1n-2r-1t"
    fake.set("accounting", f"Welcome to the machine\n1_0|FAILED|{end}\n1_2|NODE_FAIL|{end}")
    assert states(jobs) == ["FAILED", "gone", "NODE_FAIL"]
    assert "--jobs=1\n" in (fake.folder / "calls").read_text()


def test_where_sacct_is_not_installed_the_queue_is_enough(
    write: Write, submit: Submit, fake: Fake
) -> None:
    jobs = write({"fake": {}}, scale=PLACES)
    submit(jobs)
    fake.set("accounting", f"1|COMPLETED|n1|1:00|0|{me()}|fftbench-small-{NAMES[0]}")
    (fake.folder / "sacct").unlink()
    assert states(jobs) == ["PENDING"] * 3
