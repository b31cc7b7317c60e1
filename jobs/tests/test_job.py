"""A job's script, run by bash: what it measures, what it leaves alone, how it ends."""

from __future__ import annotations

import hashlib
import signal
import socket
import subprocess
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cluster import unshare_words, why_no_namespaces

from fftbench.core.contracts.catalogue import Catalogue, Entry
from fftbench.core.contracts.record import Status
from fftbench.core.errors import UserError
from fftbench.core.files.results import read_records
from fftbench.jobs.campaign.job import measure_job
from fftbench.jobs.campaign.locks import nobody_measures
from fftbench.jobs.campaign.state import campaign_state
from fftbench.jobs.campaign.stopped import SIGNALLED
from fftbench.jobs.launch.interrupt import Interrupt
from fftbench.jobs.packing.joblist import CampaignJobs, TimeLimit, read_jobs
from fftbench.jobs.run.inputs import RunOptions

Write = Callable[..., CampaignJobs]
PLACES = {"nodes": [1, 2], "ranks_per_node": 1}


def start(jobs: CampaignJobs, script: str) -> subprocess.Popen[str]:
    words = ["bash", str(jobs.folder / f"{script}.sh")]
    return subprocess.Popen(words, stderr=subprocess.PIPE, text=True)


def statuses(jobs: CampaignJobs) -> Counter[Status]:
    return Counter(record.status for record in read_records([jobs.directory]).records)


def lines(jobs: CampaignJobs) -> Counter[str]:
    files = (jobs.directory / "records").glob("*.jsonl")
    return Counter({file.name: len(file.read_bytes().splitlines()) for file in files})


def wait_for_records(jobs: CampaignJobs, number: int) -> None:
    give_up = time.monotonic() + 60
    while statuses(jobs).total() < number:
        assert time.monotonic() < give_up, "no records arrive"
        time.sleep(0.05)


def test_while_a_job_measures_it_is_known_that_somebody_does(write: Write, hold: Path) -> None:
    jobs = write({"fake": {"number": list(range(5))}}, scale=PLACES)
    process = start(jobs, "2n-2r-1t")
    wait_for_records(jobs, 3)
    with pytest.raises(UserError, match="another run"), nobody_measures(jobs.directory):
        pass
    hold.unlink()
    process.communicate(timeout=60)
    with nobody_measures(jobs.directory):
        assert statuses(jobs) == {Status.ok: 5}


@pytest.mark.skipif(why_no_namespaces() is not None, reason="mounts another /etc/profile")
def test_modules_are_found_where_the_submitting_shell_has_none(
    write: Write, tmp_path: Path
) -> None:
    """As csh, or a bash whose functions are not exported."""
    profile = tmp_path / "profile"
    profile.write_text('false\nmodule() { echo "module $*"; }\n')
    jobs = write({"fake": {}}, scale=PLACES, site={"modules": ("openmpi/4.1",)})
    script = f"mount --bind {profile} /etc/profile && exec bash {jobs.folder}/1n-1r-1t.sh"
    done = subprocess.run(
        [*unshare_words(), "sh", "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == ["module purge", "module load openmpi/4.1", "module list"]
    assert statuses(jobs) == {Status.ok: 1}


def test_two_jobs_at_once_measure_the_campaign(write: Write) -> None:
    jobs = write({"fake": {"number": [1, 2]}, "absent": {}}, scale=PLACES)
    running = [start(jobs, script) for script in ("1n-1r-1t", "2n-2r-1t")]
    for process in running:
        process.communicate(timeout=60)
        assert process.returncode == 0
    assert statuses(jobs) == {Status.ok: 4, Status.unavailable: 2}
    # No file has two writers.
    assert lines(jobs) == {
        f"{job}.{what}.jsonl": number
        for job in ("1n-1r-1t", "2n-2r-1t")
        for what, number in (("fake", 2), ("unavailable", 1))
    }


def test_a_second_submission_measures_nothing_twice(write: Write) -> None:
    jobs = write({"fake": {"mode": ["ok", "wrong"]}})
    for _ in range(2):
        process = start(jobs, "1n-2r-1t")
        process.communicate(timeout=60)
        assert process.returncode == 4
    assert lines(jobs).total() == 2


def test_what_the_signal_before_the_time_limit_cuts_off_has_not_failed(
    write: Write, hold: Path
) -> None:
    jobs = write({"fake": {"number": list(range(12))}})
    process = start(jobs, "1n-2r-1t")
    wait_for_records(jobs, 2)
    process.send_signal(signal.SIGTERM)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    kept = statuses(jobs)
    assert kept.keys() == {Status.ok}
    assert f"interrupted: {12 - kept.total()} measurements of 1n-2r-1t are missing" in said
    assert f"fftbench resume {jobs.directory}" in said
    (state,) = campaign_state(jobs, ()).states
    assert (state.stopped, state.cut_off) == (SIGNALLED, True)
    hold.unlink()
    process = start(jobs, "1n-2r-1t")
    process.communicate(timeout=60)
    assert (process.returncode, statuses(jobs)) == (0, {Status.ok: 12})
    (state,) = campaign_state(jobs, ()).states
    assert (state.stopped, state.cut_off) == (None, False)


@pytest.mark.parametrize(("asked", "kept"), [(True, Counter()), (False, Counter({"failed": 2}))])
def test_a_program_that_ends_with_its_job_has_not_failed(  # noqa: PLR0917
    write: Write,
    catalogue: Catalogue,
    listener: object,
    asked: bool,
    kept: Counter[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Slurm ends the program first; its signal to the script comes a moment later, or not at all.
    late = time.monotonic() + 1.0
    told = property(lambda _: asked and time.monotonic() > late)
    monkeypatch.setattr(Interrupt, "requested", told)
    monkeypatch.setattr("fftbench.jobs.campaign.job.SIGNAL_WAIT_SECONDS", 1.5)
    jobs = write({"fake": {"mode": "segv", "number": [1, 2]}})
    measure_job(jobs.directory, "1n-2r-1t", ["env"], catalogue, RunOptions(), listener)
    assert Counter(status.value for status in statuses(jobs).elements()) == kept


@pytest.mark.usefixtures("no_waits")
def test_a_job_whose_programs_never_start_says_so_in_status(
    write: Write,
    catalogue: Catalogue,
    listener: object,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FAKE_UNSTARTED", str(tmp_path / "starts"))
    (tmp_path / "starts").write_text("4")
    jobs = write({"fake": {}, "other": {}})
    measure = [jobs.directory, "1n-2r-1t", ["env"], catalogue, RunOptions(), listener]
    with pytest.raises(UserError, match="the launcher did not start the program"):
        measure_job(*measure)
    assert not statuses(jobs)
    (state,) = campaign_state(jobs, ()).states
    assert "Unable to confirm allocation" in (state.stopped or "")
    assert measure_job(*measure).statuses == {Status.ok: 2}
    (state,) = campaign_state(jobs, ()).states
    assert state.stopped is None


def test_a_program_that_does_not_start_on_the_nodes_is_named(
    write: Write, catalogue: Catalogue, listener: object
) -> None:
    jobs = write({"absent": {}, "fake": {}, "other": {}})
    why = "fftbench-fake exited with code 127: libgone.so: cannot open shared object file"
    gone = Entry(name="fake", command=("fftbench-fake",), reason=why)
    here = [gone if one.name == "fake" else one for one in catalogue.drivers]
    there = Catalogue(drivers=tuple(here))
    measure_job(jobs.directory, "1n-2r-1t", ["env"], there, RunOptions(), listener)
    (state,) = campaign_state(jobs, (), ["fake", "other"]).states
    assert (state.left, state.stopped) == (1, f"fake: {why}")
    measure_job(jobs.directory, "1n-2r-1t", ["env"], catalogue, RunOptions(), listener)
    (state,) = campaign_state(jobs, (), ["fake", "other"]).states
    assert (state.left, state.stopped) == (0, None)


@pytest.mark.parametrize("number", [signal.SIGUSR1, signal.SIGUSR2, signal.SIGXCPU])
def test_other_signals_of_batch_systems_leave_the_case_missing(
    write: Write, hold: Path, number: signal.Signals
) -> None:
    jobs = write({"fake": {"number": list(range(5))}})
    process = start(jobs, "1n-2r-1t")
    wait_for_records(jobs, 2)
    process.send_signal(number)
    process.communicate(timeout=60)
    assert (process.returncode, statuses(jobs).keys()) == (130, {Status.ok})
    assert hold.exists()


def test_a_launcher_that_starts_singletons_is_named(write: Write) -> None:
    jobs = write({"fake": {"mode": "singletons"}})
    process = start(jobs, "1n-2r-1t")
    process.communicate(timeout=60)
    (record,) = read_records([jobs.directory]).records
    assert (process.returncode, record.status) == (5, Status.failed)
    assert record.reason == "1 rank instead of 2"


def test_tasks_of_an_array_find_their_job(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    jobs = write(
        {"fake": {"number": [1, 2, 3]}},
        arrays=True,
        time_limit=TimeLimit(minutes=2, safety=5),
        measure={"launches": 2},
    )
    assert [job.array_index for job in jobs.job_list.jobs] == [0, 1]
    for task in ("0", "1"):
        monkeypatch.setenv("SLURM_ARRAY_TASK_ID", task)
        process = start(jobs, "1n-2r-1t")
        process.communicate(timeout=60)
        assert process.returncode == 0
        assert lines(jobs).total() == 3 * (int(task) + 1)


@pytest.mark.usefixtures("no_waits")
def test_a_program_that_a_batch_system_ends_has_not_failed(
    write: Write,
    catalogue: Catalogue,
    tmp_path: Path,
    listener: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of a preempted job, Slurm ends the steps first; the script hears of nothing."""
    monkeypatch.setenv("FAKE_DIE_ONCE", str(tmp_path / "once"))
    jobs = write({"fake": {"mode": ["ok", "term"]}, "other": {}})
    measure = (jobs.directory, "1n-2r-1t", ["env"], catalogue, RunOptions(), listener)
    (tmp_path / "once").write_text("term")
    with pytest.raises(UserError, match="SIGTERM ended the program") as caught:
        measure_job(*measure)
    assert "missing, not failed" in str(caught.value.hint)
    assert sum("; next try in 0 s" in note for note in listener.notes) == 2  # `once`, and the mode
    assert statuses(jobs) == {Status.ok: 2}
    (state,) = campaign_state(jobs, ()).states
    assert (state.left, "SIGTERM ended the program" in (state.stopped or "")) == (1, True)


def test_a_login_node_is_no_place_to_measure(
    write: Write, catalogue: Catalogue, listener: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    jobs = write({"fake": {}})
    measure = (jobs.directory, "1n-2r-1t", ["env"], catalogue, RunOptions(), listener)
    monkeypatch.delenv("SLURM_JOB_ID")
    with pytest.raises(UserError, match=r"no job of slurm: \$SLURM_JOB_ID is not set") as caught:
        measure_job(*measure)
    assert "`fftbench run`" in str(caught.value.hint)
    monkeypatch.setenv("SLURM_JOB_ID", "7")
    assert measure_job(*measure).statuses == {Status.ok: 1}
    # The log begins with when, where and what.
    program = Path(__file__).with_name("fake_program.py")
    digest = hashlib.sha256(program.read_bytes()).hexdigest()
    assert f"@{socket.gethostname()}" in listener.notes[0]
    assert f"fake: {program} sha256 {digest}" in listener.notes


def test_mistakes_are_named(write: Write, catalogue: Catalogue, listener: object) -> None:
    jobs = write({"fake": {}})
    measure = [jobs.directory, "1n-2r-2t", ["env"], catalogue, RunOptions(), listener]
    with pytest.raises(UserError, match="unknown job '1n-2r-2t': did you mean '1n-2r-1t'"):
        measure_job(*measure)
    with pytest.raises(UserError, match="no launcher is given"):
        measure_job(jobs.directory, "1n-2r-1t", [], *measure[3:])
    with pytest.raises(UserError, match="there are no jobs in it"):
        read_jobs(Path("nowhere"))
    (jobs.folder / "jobs.json").write_text("{}")
    with pytest.raises(UserError, match=r"jobs.json: not what fftbench wrote: campaign: Field"):
        read_jobs(jobs.directory)


def test_jobs_are_written_again_until_they_are_submitted(write: Write) -> None:
    write({"fake": {}}, scale=PLACES)
    jobs = write({"fake": {}})
    assert [path.name for path in jobs.folder.glob("*.sh")] == ["1n-2r-1t.sh"]
    (jobs.folder / "ledger.jsonl").write_text(
        '{"time": "t", "event": "submitted", "jobs": ["1n-2r-1t"], "ids": ["1"]}\n'
    )
    assert write({"fake": {}}) == jobs
    with pytest.raises(UserError, match="jobs of another plan were submitted"):
        write({"fake": {}}, scale=PLACES)
    with pytest.raises(UserError, match="holds the campaign 'small', not 'large'"):
        write({"fake": {}}, name="large")
