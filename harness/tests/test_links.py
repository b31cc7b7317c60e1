"""Every link and picture of every document in the repository leads to a file in the repository."""

from __future__ import annotations

import re
import subprocess
from functools import lru_cache
from pathlib import Path
from urllib.parse import unquote

import pytest

ROOT = Path(__file__).parents[2]
LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\((?P<target>[^()\s]+(?:\([^()]*\))?)\)")
REFERENCE = re.compile(r"^\[[^\]^][^\]]*\]:\s*(?P<target>\S+)", re.MULTILINE)  # no footnotes
PICTURE = re.compile(r"<img[^>]*\bsrc=\"(?P<target>[^\"]+)\"")
FENCE = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ +(?P<title>.+?) *#*$", re.MULTILINE)


@lru_cache
def tracked() -> frozenset[str]:
    """Files that a fresh clone has."""
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if done.returncode != 0:
        pytest.skip("not a git repository: what a clone has is unknown")
    return frozenset(done.stdout.decode().split("\0")) - {""}


def documents() -> list[str]:
    found = (path.relative_to(ROOT) for path in ROOT.rglob("*.md"))
    hidden = {"build", "node_modules"}
    return sorted(
        str(path)
        for path in found
        if not hidden.intersection(path.parts) and not any(part[0] == "." for part in path.parts)
    )


def targets(text: str) -> list[str]:
    prose = FENCE.sub("", text)
    return [
        found["target"] for kind in (LINK, REFERENCE, PICTURE) for found in kind.finditer(prose)
    ]


def anchors(text: str) -> set[str]:
    """Names that a forge gives to headings: lower case, without punctuation, blanks as dashes."""
    titles = (found["title"] for found in HEADING.finditer(FENCE.sub("", text)))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def faults(document: str) -> list[str]:
    folder = (ROOT / document).parent
    wrong = []
    for target in targets((ROOT / document).read_text(encoding="utf-8")):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        file = (folder / unquote(name)).resolve() if name else ROOT / document
        inside = str(file.relative_to(ROOT)) if file.is_relative_to(ROOT) else ""
        there = inside in tracked() or any(one.startswith(f"{inside}/") for one in tracked())
        if not there:
            wrong.append(f"{target}: no such file in a fresh clone")
        elif anchor and file.suffix == ".md" and anchor not in anchors(file.read_text("utf-8")):
            wrong.append(f"{target}: no such heading")
    return wrong


@pytest.mark.parametrize("document", documents())
def test_links_and_pictures_are_there(document) -> None:
    assert faults(document) == []


def test_documents_are_found() -> None:
    assert "README.md" in documents()
    assert len(documents()) > 10
    assert len(targets((ROOT / "README.md").read_text(encoding="utf-8"))) > 50


def test_what_counts_as_a_link() -> None:
    text = 'a [b](c.md), ![d](e.svg) and [![f](g.png)](h)\n```\n[no](code)\n```\n<img src="i.png">'
    assert {"c.md", "e.svg", "h", "i.png"} <= set(targets(text))
    assert "code" not in targets(text)
    assert anchors("## What is measured, and how\n") == {"what-is-measured-and-how"}
