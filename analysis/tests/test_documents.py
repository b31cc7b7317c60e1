"""Tables of documents are what the commands above them print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from fftbench import cli

ROOT = Path(__file__).parents[2]
DOCUMENTS = ("README.md", "drivers/taskfft/MEASURED.md")
TABLE = re.compile(r"<!-- \./bench (?P<command>.+) -->\n(?P<lines>(?:\|.*\n)+)")
TABLES = [
    (document, found["command"], found["lines"])
    for document in DOCUMENTS
    for found in TABLE.finditer((ROOT / document).read_text(encoding="utf-8"))
]


@pytest.mark.parametrize(("document", "command", "lines"), TABLES)
def test_a_table_is_what_its_command_prints(
    document: str,
    command: str,
    lines: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("sys.argv", ["fftbench", *shlex.split(command)])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 0
    assert lines == capsys.readouterr().out, f"{document} is not what ./bench {command} prints"


def test_every_table_against_others_names_its_command() -> None:
    texts = [(ROOT / document).read_text(encoding="utf-8") for document in DOCUMENTS]
    assert len(TABLES) == sum(text.count("\n| against |") for text in texts) > 10
