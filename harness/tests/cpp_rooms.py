"""Which rooms of C++ sources may include which: checks the includes against a table.

    python harness/tests/cpp_rooms.py [TABLE...]     (without a name: every table)

A table is a `rooms.yaml` beside the sources, and every path in it is relative to its folder:

    roots: [include, src]             # where files and what they include are looked for
    skip: ["src/generated/*"]         # files left alone
    rooms:
      support: {files: ["src/support/*"]}
      engine: {files: ["src/engine/*"], uses: [support]}
    folders: {of: src, uses: [support]}   # every other folder of `src` is a room of its own
    outside: [mpi.h, "fmt/*"]         # what may be included besides; anything where it is left out

Headers of the C++ standard (no dot in their names) need no entry in `outside`. These are problems:
a file of no room or of two, an include against the arrows, one in quotes that is not found, one
from outside that is not listed, and a cycle between rooms or between files.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from graphlib import CycleError, TopologicalSorter
from os.path import normpath, relpath
from pathlib import Path

from fftbench.core.contracts.model import Model
from fftbench.core.files.yaml_file import load_model

ENDINGS = (".cpp", ".hpp", ".h", ".c", ".cu")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


class Room(Model):
    """Files that belong together, and the rooms whose files they may include."""

    files: tuple[str, ...]
    """Patterns; `*` matches slashes too."""
    uses: tuple[str, ...] = ()


class Folders(Model):
    """Rooms that need no entry: each folder is one, and uses the same others."""

    of: str
    uses: tuple[str, ...] = ()


class Table(Model):
    """The rooms of one tree of sources."""

    roots: tuple[str, ...]
    rooms: dict[str, Room]
    folders: Folders | None = None
    skip: tuple[str, ...] = ()
    outside: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Include:
    """One line of a file."""

    line: int
    name: str
    quoted: bool


def check(path: Path) -> list[str]:
    """Return the problems of a table's sources, each with the file and line that has it."""
    table, _ = load_model(path, Table)
    sources = Sources(path.parent, table)
    return [f"{path.parent}/{text}" for text in sources.problems()]


class Sources:
    """The files that a table is about."""

    def __init__(self, base: Path, table: Table) -> None:
        self._base, self._table = base, table
        found = (file for root in table.roots for file in (base / root).rglob("*"))
        names = {relpath(file, base) for file in found if file.suffix in ENDINGS}
        self._files = sorted(name for name in names if not _any(name, table.skip))

    def problems(self) -> Iterator[str]:
        """Find everything that is wrong."""
        yield from self._unknown_rooms()
        yield from _cycles("rooms", {name: room.uses for name, room in self._table.rooms.items()})
        included: dict[str, list[str]] = {}
        for file in self._files:
            room, complaint = self._room_of(file)
            if complaint:
                yield complaint
            for include in _includes(self._base / file):
                where = f"{file}:{include.line}"
                target = self._find(file, include)
                if target is None:
                    yield from self._outside(where, include)
                    continue
                included.setdefault(file, []).append(target)
                other, _ = self._room_of(target)
                if room and other and other not in (room, *self._uses(room)):
                    yield f"{where}: room '{room}' may not include {target} of room '{other}'"
        yield from _cycles("files", included)

    def _unknown_rooms(self) -> Iterator[str]:
        known = set(self._table.rooms)
        used = {name: room.uses for name, room in self._table.rooms.items()}
        if self._table.folders:
            used["folders"] = self._table.folders.uses
        for name, others in used.items():
            for other in sorted(set(others) - known):
                yield f"rooms.yaml: '{name}' uses the room '{other}', which is not there"

    def _room_of(self, file: str) -> tuple[str | None, str | None]:
        """Return the room of a file, or what is wrong where there is not exactly one."""
        rooms = [name for name, room in self._table.rooms.items() if _any(file, room.files)]
        if not rooms and self._table.folders:
            within = relpath(file, self._table.folders.of).split("/")
            rooms = [within[0]] if len(within) > 1 and within[0] != ".." else []
        if len(rooms) == 1:
            return rooms[0], None
        which = f"two rooms: {', '.join(rooms)}" if rooms else "no room of rooms.yaml"
        return None, f"{file}: belongs to {which}"

    def _uses(self, room: str) -> Sequence[str]:
        if room in self._table.rooms:
            return self._table.rooms[room].uses
        return self._table.folders.uses if self._table.folders else ()

    def _find(self, file: str, include: Include) -> str | None:
        """Return the file of the table that is included, as the compiler would find it."""
        folders = [str(Path(file).parent)] if include.quoted else []
        for folder in (*folders, *self._table.roots):
            name = normpath(Path(folder, include.name))
            if name in self._files:
                return name
        return None

    def _outside(self, where: str, include: Include) -> Iterator[str]:
        """Tell what is wrong with an include of a file that is not of the table."""
        listed = self._table.outside
        if include.quoted:
            yield f'{where}: "{include.name}" is not among the sources'
        elif listed is not None and "." in include.name and not _any(include.name, listed):
            yield f"{where}: <{include.name}> is not in the table's list of what is outside"


def _any(name: str, patterns: Sequence[str]) -> bool:
    return any(fnmatch(name, pattern) for pattern in patterns)


def _includes(file: Path) -> Iterator[Include]:
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        if match := INCLUDE.match(line):
            yield Include(number, match[2], match[1] == '"')


def _cycles(what: str, arrows: Mapping[str, Sequence[str]]) -> Iterator[str]:
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as error:
        yield f"rooms.yaml: a cycle between {what}: {' -> '.join(reversed(error.args[1]))}"


def tables(project: Path) -> list[Path]:
    """Find the tables of a project."""
    folders = (project / "harness", project / "drivers")
    return sorted(table for folder in folders for table in folder.rglob("rooms.yaml"))


def main(names: Sequence[str]) -> int:
    """Check tables; returns the exit code."""
    chosen = [Path(name) for name in names] or tables(Path(__file__).parents[2])
    problems = [problem for table in chosen for problem in check(table)]
    print("\n".join(problems) or f"{len(chosen)} tables of rooms: all includes go with the arrows")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
