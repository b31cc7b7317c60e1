"""Records as they arrive at the end of a file that a program writes."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from fftbench.core.contracts.record import RECORD_SCHEMA, Record
from fftbench.core.contracts.versions import is_newer, is_older
from fftbench.core.errors import UserError
from fftbench.core.files.results import schema_of


class Tail:
    """Reads what is appended to a record file after its construction."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._offset = path.stat().st_size if path.exists() else 0
        self._rest = b""

    def new(self) -> list[Record]:
        """Return the whole records that have arrived since the last call; others are passed over.

        They stay in the file, where fftbench.core.files.results reports them. Raises UserError
        where the program writes another version: it would seem to fail at every case.
        """
        try:
            with self._path.open("rb") as file:
                file.seek(self._offset)
                data = file.read()
        except FileNotFoundError:
            return []
        self._offset += len(data)
        *lines, self._rest = (self._rest + data).split(b"\n")
        return [record for line in lines if (record := self._parse(line)) is not None]

    def _parse(self, line: bytes) -> Record | None:
        try:
            return Record.model_validate_json(line)
        except ValidationError as error:
            schema = schema_of(line)
            if is_older(schema, RECORD_SCHEMA) or is_newer(schema, RECORD_SCHEMA):
                raise UserError(
                    f"{self._path}: the program writes {schema}, and this fftbench reads "
                    f"{RECORD_SCHEMA}",
                    "build the programs again, by `./bench build`, and run the same command",
                ) from error
            return None
