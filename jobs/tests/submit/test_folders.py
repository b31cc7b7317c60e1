"""A campaign's folder that was copied, moved, made anew or written by half."""

from __future__ import annotations

import shutil
from pathlib import Path

from fakes import PLACES, Fake, Submit, Write, states

from fftbench.core.contracts.catalogue import Catalogue
from fftbench.jobs.campaign.ledger import note, read_ledger
from fftbench.jobs.campaign.submit import (
    SubmitCounts,
    SubmitOptions,
    cancel_jobs,
    submit_jobs,
)
from fftbench.jobs.packing.joblist import read_jobs


def test_a_folder_made_anew_knows_live_jobs_only(write: Write, submit: Submit, fake: Fake) -> None:
    jobs = write({"fake": {}}, scale=PLACES)
    submit(jobs)
    (jobs.folder / "ledger.jsonl").unlink()
    fake.now("COMPLETED", "TIMEOUT", "RUNNING")
    assert states(jobs) == ["not submitted", "not submitted", "RUNNING"]


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


def test_a_broken_job_list_is_written_again(write: Write, submit: Submit, fake: Fake) -> None:
    jobs = write({"fake": {}}, scale=PLACES)
    submit(jobs)
    (jobs.folder / "jobs.json").write_text("{")
    assert write({"fake": {}}, scale=PLACES).job_list.tag == jobs.job_list.tag
    assert submit(jobs).live == 3
    assert len(fake.jobs) == 3


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


def test_a_copy_with_a_broken_job_list_has_jobs_of_its_own(
    write: Write, submit: Submit, fake: Fake, tmp_path: Path
) -> None:
    original = write({"fake": {}}, scale=PLACES)
    submit(original)
    shutil.copytree(original.directory, tmp_path / "copy")
    (tmp_path / "copy" / "jobs" / "jobs.json").write_text("{")
    copy = write({"fake": {}}, scale=PLACES, out="copy")
    assert copy.job_list.tag != original.job_list.tag
    assert cancel_jobs(copy) == ()
    assert submit(copy).submitted == 3
    (copy.folder / "jobs.json").write_text("{")
    assert write({"fake": {}}, scale=PLACES, out="copy").job_list.tag == copy.job_list.tag
    assert len(fake.jobs) == 6


def test_a_moved_folder_with_a_broken_job_list_keeps_its_jobs(
    write: Write, submit: Submit, tmp_path: Path
) -> None:
    old = write({"fake": {}}, scale=PLACES)
    submit(old)
    (old.folder / "jobs.json").write_text("{")
    old.directory.rename(tmp_path / "moved")
    moved = write({"fake": {}}, scale=PLACES, out="moved")
    assert moved.job_list.tag == old.job_list.tag
    assert submit(moved).live == 3


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


def test_half_a_line_of_the_ledger_is_no_event(tmp_path: Path) -> None:
    note(tmp_path, "submitting", ("a",))
    with (tmp_path / "ledger.jsonl").open("a") as ledger:
        ledger.write('{"time": "2025-01-01T00:00:00Z", "event": "subm')
    note(tmp_path, "submitted", ("a",), ids=("1",))
    assert [entry.event for entry in read_ledger(tmp_path).entries] == ["submitting", "submitted"]
    assert read_ledger(tmp_path).ids == {"a": ("1",)}
