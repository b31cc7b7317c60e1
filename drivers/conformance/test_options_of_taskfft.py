"""Every option of taskfft has its place in the table of its README."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TASKFFT = Path(__file__).parents[1] / "taskfft"
NAME = re.compile(r"visit\(\s*Option\{\s*\"(?P<name>\w+)\"")


def options() -> list[str]:
    """As the list at the end of options.hpp has them."""
    header = TASKFFT / "library" / "include" / "taskfft" / "options.hpp"
    return NAME.findall(header.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", options())
def test_the_readme_says_what_an_option_decides(name: str) -> None:
    page = (TASKFFT / "README.md").read_text(encoding="utf-8")
    table = page.split("\n## Options\n")[1].split("\n## ")[0]
    first_cells = [line.split("|")[1] for line in table.splitlines() if line.startswith("| ")]
    assert any(f"`{name}`" in cell for cell in first_cells)


def test_there_are_options() -> None:
    assert len(options()) >= 20
