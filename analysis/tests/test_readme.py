"""Every rule of the README's list names the tests that hold it, and these exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LINK = re.compile(r"\]\((?P<path>[^)#]+)\)")


def rules() -> list[str]:
    """The items of the list `What is measured, and how`."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    section = text.split("\n## What is measured, and how\n")[1].split("\n## ")[0]
    return re.split(r"^- ", section, flags=re.MULTILINE)[1:]


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.split("**")[1])
def test_every_rule_names_the_tests_that_hold_it(rule) -> None:
    held = rule.split("*Held by ")
    assert len(held) == 2, "a rule ends with `*Held by [test_name](path).*`"
    paths = [Path(path) for path in LINK.findall(held[1])]
    assert paths
    for path in paths:
        assert path.name.startswith("test_")
        assert (ROOT / path).is_file(), path


def test_there_are_rules() -> None:
    assert len(rules()) >= 15
