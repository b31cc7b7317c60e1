"""The arrows between the rooms of the Python code hold: a bad import is found, and any cycle."""

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
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All Python code of the project, to be spoilt."""
    folder = tmp_path_factory.mktemp("copy")
    shutil.copy(ROOT / "pyproject.toml", folder)
    without = shutil.ignore_patterns("__pycache__")
    for portion in PORTIONS:
        shutil.copytree(ROOT / portion / "fftbench", folder / portion / "fftbench", ignore=without)
    return folder


def check(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the check of imports as ./bench test does."""
    path = os.pathsep.join(str(folder / portion) for portion in PORTIONS)
    return subprocess.run(
        [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


def test_no_import_is_against_the_arrows(copy: Path) -> None:
    done = check(copy)
    assert (done.returncode, "0 broken" in done.stdout) == (0, True), done.stdout


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("harness/fftbench/core/errors.py", "fftbench.jobs.run.batches"),
        ("harness/fftbench/core/errors.py", "fftbench.cli.texts"),
        ("harness/fftbench/core/contracts/case.py", "fftbench.core.files.results"),
        ("jobs/fftbench/jobs/run/local.py", "fftbench.analysis"),
        ("jobs/fftbench/jobs/launch/launchers.py", "fftbench.jobs.run.batches"),
        ("jobs/fftbench/jobs/run/batches.py", "fftbench.jobs.run.runner"),
        ("analysis/fftbench/analysis/model/statistics.py", "fftbench.analysis.questions.weak"),
        ("analysis/fftbench/analysis/tables/table.py", "fftbench.analysis.plots.look.style"),
        ("analysis/fftbench/analysis/model/statistics.py", "fftbench.analysis.model.metrics"),
        (
            "analysis/fftbench/analysis/plots/times/ranking.py",
            "fftbench.analysis.plots.growth.weak",
        ),
    ],
    ids=[
        "core to jobs",
        "core to the command line",
        "room of core up",
        "jobs to analysis",
        "room of jobs up",
        "cycle in jobs",
        "room of analysis up",
        "tables to plots",
        "cycle in analysis",
        "room of figures beside",
    ],
)
def test_a_bad_import_is_found(copy: Path, importer: str, imported: str) -> None:
    file = copy / importer
    content = file.read_text()
    file.write_text(f"{content}\nimport {imported}\n")
    try:
        done = check(copy)
    finally:
        file.write_text(content)
    assert (done.returncode, "BROKEN" in done.stdout) == (1, True), done.stdout
