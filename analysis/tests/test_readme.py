"""Every rule of measuring names the tests that hold it, which exist; README leads to the rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RULES = ROOT / "harness" / "README.md"
LINK = re.compile(r"\]\((?P<path>[^)#]+)\)")


def items(text: str) -> list[str]:
    """The items of all lists, each to the next one or to the next heading."""
    sections = re.split(r"^#+ ", text, flags=re.MULTILINE)
    return [
        item for section in sections for item in re.split(r"^- ", section, flags=re.MULTILINE)[1:]
    ]


def rules() -> list[str]:
    return items(RULES.read_text(encoding="utf-8"))


def lines_of_the_readme() -> list[str]:
    """The items of the list `What is measured, and how`."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return items(text.split("\n## What is measured, and how\n")[1].split("\n## ")[0])


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.split("**")[1])
def test_every_rule_names_the_tests_that_hold_it(rule) -> None:
    held = rule.split("*Held by ")
    assert len(held) == 2, "a rule ends with `*Held by [test_name](path).*`"
    paths = [Path(path) for path in LINK.findall(held[1])]
    assert paths
    for path in paths:
        assert path.name.startswith("test_")
        assert (RULES.parent / path).is_file(), path


def test_there_are_rules() -> None:
    assert len(rules()) >= 25


@pytest.mark.parametrize("line", lines_of_the_readme(), ids=lambda line: line.split("]")[0][1:])
def test_every_line_of_the_readme_leads_to_its_rules(line) -> None:
    assert "](harness/README.md#" in line


def test_the_readme_has_such_lines() -> None:
    assert len(lines_of_the_readme()) >= 8
