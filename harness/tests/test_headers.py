"""Every C++ header has its guard, says in a line what it is, and keeps its names in a namespace.

That each compiles alone is CMake's to check: fftbench_verify_headers, in the preset `ci`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
FOLDERS = ("harness/include", "harness/src", "harness/tests", "drivers")
HEADERS = [file for folder in FOLDERS for file in sorted((PROJECT / folder).rglob("*.hpp"))]


def complaints(text: str) -> list[str]:
    """Tell what a header lacks."""
    lines = [*text.splitlines(), "", ""]
    found = []
    if lines[0] != "#pragma once":
        found.append("no #pragma once in its first line")
    if not lines[1].startswith("/// "):
        found.append("no comment that says what it is, in its second line")
    code = [line for line in lines if line and not line.startswith(("#", "//", " ", "\t", "}"))]
    outside = [line for line in code if not line.startswith("namespace ")]
    if outside and "namespace " not in text:
        found.append("names outside of a namespace")
    return found


@pytest.mark.parametrize("header", HEADERS, ids=lambda path: str(path.relative_to(PROJECT)))
def test_headers_are_complete(header: Path) -> None:
    assert complaints(header.read_text()) == []


def test_what_is_missing_is_named() -> None:
    assert complaints("#pragma once\n/// A box.\n#define BOX 1\n") == []
    assert complaints("#pragma once\n/// A box.\nnamespace a {\nstruct Box;\n}\n") == []
    assert len(complaints("struct Box;\n")) == 3
