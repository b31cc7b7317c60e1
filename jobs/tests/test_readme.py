"""The tests that the table of faults names are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

README = Path(__file__).parents[1] / "README.md"
LINK = re.compile(r"\[(test_\w+)\]\(([^)]+)\)")
ROWS = [line for line in README.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]


@pytest.mark.parametrize("row", ROWS[1:], ids=lambda row: row.split("|")[1].strip())
def test_every_fault_names_tests_that_exist(row: str) -> None:
    named = LINK.findall(row)
    assert named
    for test, file in named:
        assert f"\ndef {test}(" in (README.parent / file).read_text(encoding="utf-8"), test


def test_there_are_faults() -> None:
    assert len(ROWS) > 22
