"""C++ sources keep to the rooms of their tables; a bad include does not go unseen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from cpp_rooms import check, main, tables

PROJECT = Path(__file__).parents[2]
TABLE = """
roots: [include, src]
rooms:
  public: {files: ["include/*"]}
  low: {files: ["src/low/*"], uses: [public]}
  high: {files: ["src/high/*"], uses: [low, public]}
outside: [mpi.h, "fmt/*"]
"""
FILES = {
    "include/lib/plan.hpp": "#include <mpi.h>\n#include <vector>\n",
    "src/low/array.hpp": "#pragma once\n#include <lib/plan.hpp>\n",
    "src/low/array.cpp": '#include "array.hpp"\n  #  include <fmt/core.h>\n',
    "src/high/run.cpp": '#include "low/array.hpp"\n',
}
Problems = Callable[..., list[str]]


@pytest.fixture
def problems(tmp_path: Path) -> Problems:
    """Return the problems of a small tree with some files changed, without the tree's name."""

    def find(changed: dict[str, str] | None = None, table: str = TABLE) -> list[str]:
        for name, text in {**FILES, **(changed or {}), "rooms.yaml": table}.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text)
        return [text.removeprefix(f"{tmp_path}/") for text in check(tmp_path / "rooms.yaml")]

    return find


@pytest.mark.parametrize("table", tables(PROJECT), ids=lambda path: path.parent.name)
def test_the_project_keeps_to_its_rooms(table: Path) -> None:
    assert check(table) == []


def test_includes_along_the_arrows_are_fine(problems: Problems) -> None:
    assert problems() == []


def test_an_include_against_the_arrows_is_named(problems: Problems) -> None:
    bad = {"src/low/array.cpp": '\n#include "high/run.hpp"\n', "src/high/run.hpp": ""}
    assert problems(bad) == [
        "src/low/array.cpp:2: room 'low' may not include src/high/run.hpp of room 'high'"
    ]


def test_a_cycle_between_rooms_is_named(problems: Problems) -> None:
    (problem,) = problems(
        table=TABLE.replace('["src/low/*"], uses: [', "[src/low/*], uses: [high, ")
    )
    assert problem.startswith("rooms.yaml: a cycle between rooms: ")
    assert {"low", "high"} <= set(problem.partition("rooms: ")[2].split(" -> "))


def test_a_cycle_between_files_is_named(problems: Problems) -> None:
    (problem,) = problems(
        {
            "src/low/array.hpp": '#include "low/box.hpp"\n',
            "src/low/box.hpp": '#include "array.hpp"\n',
        }
    )
    assert problem.startswith("rooms.yaml: a cycle between files: ")
    assert "src/low/array.hpp -> src/low/box.hpp" in problem + " -> src/low/box.hpp"


def test_a_file_belongs_to_one_room(problems: Problems) -> None:
    assert problems({"src/new.cpp": ""}) == ["src/new.cpp: belongs to no room of rooms.yaml"]
    both = TABLE.replace("src/high/*", "src/*")
    assert "src/low/array.cpp: belongs to two rooms: low, high" in problems(table=both)
    assert problems({"src/new.cpp": ""}, TABLE + "skip: [src/new.cpp]\n") == []


def test_what_is_outside_is_listed(problems: Problems) -> None:
    assert problems({"src/low/array.cpp": '#include <fftw3.h>\n#include "nowhere.hpp"\n'}) == [
        "src/low/array.cpp:1: <fftw3.h> is not in the table's list of what is outside",
        'src/low/array.cpp:2: "nowhere.hpp" is not among the sources',
    ]


def test_folders_can_be_rooms_without_an_entry(problems: Problems) -> None:
    table = """
roots: [., include]
rooms: {public: {files: ["include/*"]}}
folders: {of: src, uses: [public]}
"""
    assert problems({"src/high/run.cpp": "#include <lib/plan.hpp>\n"}, table) == []
    bad = {"src/high/run.cpp": '#include "../low/array.hpp"\n'}
    assert problems(bad, table) == [
        "src/high/run.cpp:1: room 'high' may not include src/low/array.hpp of room 'low'"
    ]


def test_a_room_that_is_not_there_is_named(problems: Problems) -> None:
    (problem,) = problems(table=TABLE.replace("uses: [low, public]", "uses: [low, public, attic]"))
    assert problem == "rooms.yaml: 'high' uses the room 'attic', which is not there"


def test_the_command_tells_and_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "rooms.yaml"
    table.write_text("roots: [.]\nrooms: {}\n")
    assert main([str(table)]) == 0
    (tmp_path / "a.cpp").touch()
    assert main([str(table)]) == 1
    assert "a.cpp: belongs to no room" in capsys.readouterr().out
