"""`./bench` leaves a machine's packages alone where libraries come from elsewhere."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[2] / "bench"


@pytest.mark.parametrize("variable", ["SPACK_ENV", "LOADEDMODULES", "FFTBENCH_NO_APT", None])
def test_packages_are_asked_for_where_nothing_else_brings_them(
    tmp_path: Path, variable: str | None
) -> None:
    """On a Debian that has none of them, nor Python, which is what is missed next."""
    programs, asked = tmp_path / "bin", tmp_path / "asked"
    programs.mkdir()
    for name in ("dpkg-query", "apt-get"):
        (programs / name).write_text(f"#!/bin/sh\necho {name} >>{asked}\n")
        (programs / name).chmod(0o755)
    for name in ("bash", "dirname", "env"):
        (programs / name).symlink_to(shutil.which(name) or name)
    shutil.copy(BENCH, tmp_path)
    environment = {"PATH": str(programs), **({variable: "there"} if variable else {})}
    words = ["bash", str(tmp_path / "bench"), "build"]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert asked.exists() is (variable is None)
    if variable is None and os.geteuid() != 0:
        assert "as root: apt-get install -y python3" in done.stderr
        assert "FFTBENCH_NO_APT" in done.stderr
    else:
        assert "python3 was not found" in done.stderr


def test_a_signal_to_it_reaches_fftbench(tmp_path: Path) -> None:
    """`kill`, `timeout` and batch systems know of no process but the first."""
    shutil.copy(BENCH, tmp_path)
    fftbench = tmp_path / ".venv" / "bin" / "fftbench"
    fftbench.parent.mkdir(parents=True)
    fftbench.write_text("#!/bin/sh\necho $$ $FFTBENCH_COMMAND $*\n")
    fftbench.chmod(0o755)
    words = [str(tmp_path / "bench"), "status", "out"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        said, _ = process.communicate()
    assert said.split() == [str(process.pid), words[0], *words[1:]]
