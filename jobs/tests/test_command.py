"""The command itself: stopped, killed, told to write where it can't; nothing is ever lost."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from processes import working_in

from fftbench.core.files.results import read_plan, read_records

Words = Callable[..., list[str]]
TEN = {"fake": {"number": list(range(8))}, "other": {"number": [1, 2]}}


def start(words: list[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(words, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def finish(words: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)


def finished(out: Path) -> set[tuple[str, int]]:
    if not (out / "records").exists():
        return set()
    return {r.key for r in read_records([out]).records if r.status.finished}


def wait_for_records(out: Path, number: int) -> None:
    give_up = time.monotonic() + 60
    while len(finished(out)) < number:
        assert time.monotonic() < give_up, "no records arrive"
        time.sleep(0.05)


def programs_of(out: Path) -> list[int]:
    """Fake programs that still run for a results directory."""
    return working_in(out, "fake_program.py")


def assert_complete(out: Path) -> None:
    plan = read_plan(out)
    assert plan is not None
    expected = {(case.id, launch) for case in plan.cases for launch in range(plan.launches)}
    loaded = read_records([out])
    assert [record.key for record in loaded.records if record.key not in expected] == []
    assert sorted(record.key for record in loaded.records) == sorted(expected)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_it_cleanly(
    command_line: Words, tmp_path: Path, hold: Path, number: signal.Signals
) -> None:
    out = tmp_path / "out"
    words = command_line(TEN)
    process = start(words)
    wait_for_records(out, 2)
    process.send_signal(number)
    _, error = process.communicate(timeout=60)
    assert process.returncode == 130
    kept = finished(out)
    assert len(kept) >= 2
    assert f"interrupted: {len(kept)} of 10 measurements are in {out}" in error
    last = error.splitlines()[-1]
    assert last.startswith("to go on: fftbench ")
    assert "Traceback" not in error
    assert programs_of(out) == []
    hold.unlink()
    again = finish(words)
    assert again.returncode == 0
    assert finished(out) >= kept
    assert_complete(out)


def test_under_nohup_it_outlives_its_terminal(
    command_line: Words, tmp_path: Path, hold: Path
) -> None:
    process = start(["nohup", *command_line(TEN)])
    wait_for_records(tmp_path / "out", 2)
    process.send_signal(signal.SIGHUP)
    hold.unlink()
    process.communicate(timeout=120)
    assert process.returncode == 0
    assert_complete(tmp_path / "out")


def test_it_measures_although_it_can_tell_nobody(command_line: Words, tmp_path: Path) -> None:
    """As where the disk is full that its messages go to, or who reads them has ended."""
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command_line(TEN), stderr=full, timeout=120, check=False)
    assert done.returncode == 0
    assert_complete(tmp_path / "out")


def test_nothing_is_converted_while_something_is_measured(
    command_line: Words, tmp_path: Path, hold: Path
) -> None:
    words = command_line(TEN)
    migrate = [*words[: words.index("run")], "migrate", str(tmp_path / "out")]
    process = start(words)
    wait_for_records(tmp_path / "out", 1)
    refused = finish(migrate)
    assert refused.returncode == 2
    assert f"another run (process {process.pid}) is writing there" in refused.stderr
    hold.unlink()
    process.communicate(timeout=120)
    assert finish(migrate).returncode == 0


@pytest.mark.usefixtures("hold")
def test_the_message_names_the_command_as_it_was_given(
    command_line: Words, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FFTBENCH_COMMAND", "./bench")
    process = start(command_line(TEN, "--oversubscribe"))
    wait_for_records(tmp_path / "out", 1)
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=60)
    site, campaign = tmp_path / "site.yaml", tmp_path / "campaign.yaml"
    assert error.splitlines()[-1] == (
        f"to go on: ./bench run {campaign} --site {site} --out {tmp_path / 'out'} --no-report "
        "--oversubscribe"
    )


def test_twenty_kills_lose_nothing(command_line: Words, tmp_path: Path) -> None:
    out = tmp_path / "out"
    drivers = {"fake": {"mode": "slow", "number": list(range(20))}, "other": {"number": [1, 2]}}
    words = command_line(drivers, measure={"launches": 3})
    order = random.Random(1)
    kept: set[tuple[str, int]] = set()
    for _ in range(20):
        process = start(words)
        time.sleep(order.uniform(0.0, 1.2))
        process.kill()
        process.communicate()
        now = finished(out)
        assert now >= kept
        kept = now
    last = finish(words)
    assert last.returncode == 0, last.stderr
    assert finished(out) >= kept
    assert_complete(out)
    assert not any(r.status.value == "failed" for r in read_records([out]).records)


def test_a_killed_command_takes_its_program_along(command_line: Words, tmp_path: Path) -> None:
    out = tmp_path / "out"
    process = start(command_line({"fake": {"mode": ["hang"]}}))
    give_up = time.monotonic() + 60
    while not programs_of(out):
        assert time.monotonic() < give_up
        time.sleep(0.05)
    process.kill()
    process.communicate()
    while programs_of(out):
        assert time.monotonic() < give_up
        time.sleep(0.05)


def test_two_runs_do_not_mix(command_line: Words, tmp_path: Path, hold: Path) -> None:
    words = command_line(TEN)
    process = start(words)
    wait_for_records(tmp_path / "out", 1)
    second = finish(words)
    assert second.returncode == 2
    assert f"another run (process {process.pid}) is writing there" in second.stderr
    hold.unlink()
    process.communicate(timeout=120)
    assert process.returncode == 0
    assert_complete(tmp_path / "out")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount")
def test_a_full_disk_stops_it_and_loses_nothing(command_line: Words, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(out)]
    if subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("can't mount a tmpfs here")
    try:
        words = command_line({"fake": {"number": list(range(20))}}, measure={"launches": 9})
        full = finish(words)
        kept = finished(out)
        assert full.returncode == 2, full.stderr
        assert "No space left on device" in full.stderr
        assert "Traceback" not in full.stderr
        assert kept
        remount = ["mount", "-o", "remount,size=8m", str(out)]
        assert subprocess.run(remount, capture_output=True, check=False).returncode == 0
        again = finish(words)
        assert again.returncode == 0, again.stderr
        assert finished(out) >= kept
        assert_complete(out)
    finally:
        subprocess.run(["umount", "-l", str(out)], check=False)


def test_jobs_are_written_to_where_a_run_would_measure(
    command_line: Words, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the campaigns of papers say: `fftbench jobs NAME --site SITE`."""
    monkeypatch.chdir(tmp_path)
    words = command_line({"fake": {}})
    site = tmp_path / "site.yaml"
    site.write_text(json.dumps({**json.loads(site.read_text()), "scheduler": "slurm"}))
    campaign, program = tmp_path / "campaign.yaml", words[: words.index("run")]
    done = finish([*program, "jobs", str(campaign), "--site", str(site)])
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "to go on: fftbench submit results/fake/small"
    assert (tmp_path / "results/fake/small/jobs/1n-2r-1t.sh").exists()


def test_an_output_directory_that_can_not_be_is_named(command_line: Words, tmp_path: Path) -> None:
    (tmp_path / "out").touch()
    done = finish(command_line({"fake": {}}))
    assert done.returncode == 2
    assert done.stderr.splitlines()[0].startswith(f"error: {tmp_path / 'out'}")
    assert "hint: there is a file where a folder is needed" in done.stderr


@pytest.mark.skipif(not Path("/proc/self/attr").exists(), reason="needs /proc")
def test_a_read_only_place_is_named(command_line: Words) -> None:
    words = command_line({"fake": {}})
    words[words.index("--out") + 1] = "/proc/self/out"
    done = finish(words)
    assert done.returncode == 2
    assert done.stderr.startswith("error: /proc/self/out")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("mode", "code"), [("ok", 0), ("unsupported", 0), ("wrong", 4), ("fail", 5), ("segv", 5)]
)
def test_exit_codes(command_line: Words, mode: str, code: int) -> None:
    drivers = {"fake": {"mode": [mode, "wrong"] if code == 5 else [mode]}, "absent": {}}
    assert finish(command_line(drivers)).returncode == code


def test_progress_in_lines(command_line: Words) -> None:
    done = finish(command_line({"fake": {"mode": "segv"}, "absent": {}}))
    lines = done.stderr.splitlines()
    assert lines[0] == "2 of 2 measurements to be made"
    absent = "absent 8x8x8 c2c double out_of_place 2 ranks grid 2x1: unavailable"
    assert any(absent in x for x in lines)
    assert any("mode=segv number=0: failed" in x and "killed by SIGSEGV" in x for x in lines)


def test_progress_on_a_terminal(command_line: Words) -> None:
    script = [sys.executable, "-c", "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)"]
    done = finish([*script, *command_line({"fake": {"mode": ["slow", "wrong"]}})])
    assert "2/2" in done.stdout
    assert "mode=wrong number=0: wrong" in done.stdout
    assert done.returncode == 4
