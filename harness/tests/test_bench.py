"""`./bench` itself: what it installs, and that two of it do not build over each other."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
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
    for name in ("bash", "dirname", "env", "mkdir"):  # flock is not there
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


CMAKE = """#!/bin/sh
echo $PPID >>cmake.log
until [ -f go ]; do sleep 0.05; done
"""
STAMP = "{ python3 --version; cksum pyproject.toml; } >.venv/installed"


@pytest.mark.skipif(shutil.which("flock") is None, reason="flock is not installed (util-linux)")
def test_two_builds_in_one_clone_wait_for_each_other(tmp_path: Path) -> None:
    """The first one is in CMake when the second begins."""
    shutil.copy(BENCH, tmp_path)
    (tmp_path / "pyproject.toml").write_text("")
    for folder in (".venv", "bin", "build/release"):
        (tmp_path / folder).mkdir(parents=True)
    subprocess.run(STAMP, shell=True, cwd=tmp_path, check=True)
    (tmp_path / "bin" / "cmake").write_text(CMAKE)
    (tmp_path / "bin" / "cmake").chmod(0o755)
    path = f"{tmp_path / 'bin'}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "FFTBENCH_NO_APT": "1"}
    words = [str(tmp_path / "bench"), "build"]
    log = tmp_path / "cmake.log"
    with subprocess.Popen(words, env=environment, stderr=subprocess.DEVNULL) as first:
        try:
            while not log.exists():
                assert first.poll() is None
                time.sleep(0.05)
            second = subprocess.Popen(words, env=environment, stderr=subprocess.PIPE, text=True)
            assert second.stderr is not None
            said = second.stderr.readline()
        finally:
            (tmp_path / "go").touch()
    with second:
        second.communicate()
    assert f"waiting for {words[0]} build (process {first.pid} on " in said
    assert (first.returncode, second.returncode) == (0, 0)
    assert log.read_text().split() == [str(one.pid) for one in (first, first, second, second)]
