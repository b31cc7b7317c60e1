"""Launches added to what there is: as many as asked for, or until it is clear who is fastest."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

from fftbench.core.files.results import read_plan, read_records

Words = Callable[..., list[str]]

CLEAR = {"fake": {"mode": "timed", "number": 0}, "other": {"mode": "timed", "number": 1}}
"""Six launches do not settle it, for the first one says otherwise; seven do."""
TIED = {"fake": {"mode": "tied", "number": 0}, "other": {"mode": "tied", "number": 1}}
SIX = {"launches": 6}


def run(words: list[str]) -> str:
    done = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stderr


def launches(out: Path) -> tuple[int, list[int]]:
    """Launches of the plan, and those that there are records of."""
    plan = read_plan(out)
    assert plan is not None
    return plan.launches, sorted({record.launch for record in read_records([out]).records})


def test_launches_are_added_and_finished_ones_stay(command_line: Words, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run(command_line(CLEAR))
    first = (out / "records" / "fake.jsonl").read_bytes()
    error = run(command_line(CLEAR, "--launches", "3"))
    assert "4 of 6 measurements to be made" in error
    assert launches(out) == (3, [0, 1, 2])
    assert (out / "records" / "fake.jsonl").read_bytes().startswith(first)
    assert "0 of 6 measurements" in run(command_line(CLEAR, "--launches", "3"))


def test_launches_are_added_until_it_is_settled(command_line: Words, tmp_path: Path) -> None:
    words = command_line(CLEAR, "--until-settled", measure=SIX)
    error = run(words)
    assert "1 of 1 claim of who is fastest are open after 6 launches" in error
    assert error.splitlines()[-1] == "settled after 13 launches: 1 claim of who is fastest"
    assert launches(tmp_path / "out") == (13, list(range(13)))
    # Once settled, there is nothing to do.
    again = run(words)
    assert "0 of 26 measurements to be made" in again
    assert again.splitlines()[-1] == "settled after 13 launches: 1 claim of who is fastest"


def test_or_until_the_budget_is_spent(command_line: Words, tmp_path: Path) -> None:
    words = command_line(TIED, "--until-settled", "--budget", "0", measure=SIX)
    *_, said, which = run(words).splitlines()
    assert said == "the budget is spent after 6 launches: 1 of 1 claim of who is fastest are open"
    assert "fake and other are not distinguishable on 2 ranks" in which
    assert launches(tmp_path / "out")[0] == 6


def test_where_nobody_competes_nothing_is_open(command_line: Words) -> None:
    error = run(command_line({"fake": {"mode": "timed"}}, "--until-settled"))
    assert error.splitlines()[-1] == "settled after one launch: 0 claims of who is fastest"
