"""The rooms of the analysis: import-linter notices an import against the arrows, and any cycle."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PORTIONS = ("harness", "jobs", "analysis")


@pytest.fixture(scope="module")
def copy(tmp_path_factory) -> Path:
    """All Python of the project, to break."""
    path = tmp_path_factory.mktemp("house")
    shutil.copy(ROOT / "pyproject.toml", path)
    ignored = shutil.ignore_patterns("__pycache__")
    for portion in PORTIONS:
        shutil.copytree(ROOT / portion / "fftbench", path / portion / "fftbench", ignore=ignored)
    return path


def lint(path: Path) -> subprocess.CompletedProcess[str]:
    sources = os.pathsep.join(str(path / portion) for portion in PORTIONS)
    return subprocess.run(
        [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"],
        cwd=path, env={**os.environ, "PYTHONPATH": sources}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip


def test_the_house_stands(copy) -> None:
    assert "0 broken" in lint(copy).stdout


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("model.statistics", "questions.weak"),  # upwards
        ("tables.table", "plots.style"),  # between rooms that do not know each other
        ("model.statistics", "model.metrics"),  # a cycle within a room
        ("questions.weak", "stray"),  # to a file beside the rooms
    ],
)
def test_a_bad_import_is_found(copy, importer, imported) -> None:
    package = copy / "analysis" / "fftbench" / "analysis"
    (package / "stray.py").write_text("") if imported == "stray" else None
    file = package.joinpath(*importer.split(".")).with_suffix(".py")
    content = file.read_text()
    file.write_text(f"{content}\nimport fftbench.analysis.{imported}\n")
    try:
        found = lint(copy)
    finally:
        file.write_text(content)
        (package / "stray.py").unlink(missing_ok=True)
    assert found.returncode == 1
    assert "BROKEN" in found.stdout
    assert imported.rpartition(".")[2] in found.stdout
