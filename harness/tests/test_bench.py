"""`./bench` itself: what it installs, where, and that two of it do not build over each other."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from fftbench.core.campaigns.site import physical_cores

BENCH = Path(__file__).parents[2] / "bench"
PYTHON = """#!/bin/sh
case $* in
  --version) echo Python 3.11.0 ;;
  -c*) ;;
  *CMAKE_BIN_DIR*) echo "$PWD/newer" ;;
  *'-m venv'*) rm -rf .venv && mkdir -p .venv/bin && cp "$0" .venv/bin/python ;;
  *'pip install'*cmake*) [ -d newer ] ;;
  *'pip install'*)
    echo "#!$PWD/.venv/bin/python" >.venv/bin/fftbench
    chmod +x .venv/bin/fftbench ;;
  *) echo "$0" ;;
esac
"""
"""Plays Python, and what it installs: fftbench tells by which Python it runs, and CMake
comes from PyPI where there is a folder for it."""
CMAKE_LISTS = """cmake_minimum_required(VERSION 3.25)
project(sources NONE)
file(WRITE ${CMAKE_BINARY_DIR}/place ${CMAKE_SOURCE_DIR})
"""
PRESETS = """{
  "version": 6,
  "configurePresets": [
    {"name": "release", "generator": "Ninja", "binaryDir": "${sourceDir}/build/${presetName}"}
  ],
  "buildPresets": [{"name": "release", "configurePreset": "release"}]
}"""
STAMP = "{ python3 --version; cksum pyproject.toml; } >.venv/installed"


def _checkout(folder: Path) -> None:
    (folder / "build" / "release").mkdir(parents=True)
    shutil.copy(BENCH, folder)
    (folder / "pyproject.toml").write_text("")
    (folder / "CMakeLists.txt").write_text(CMAKE_LISTS)
    (folder / "CMakePresets.json").write_text(PRESETS)


def _environment(programs: Path) -> dict[str, str]:
    path = f"{programs}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "FFTBENCH_NO_APT": "1"}
    environment.pop("FFTBENCH_BUILD", None)
    return environment


def _program(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    file.chmod(0o755)


@pytest.mark.parametrize("variable", ["SPACK_ENV", "LOADEDMODULES", "FFTBENCH_NO_APT", None])
def test_packages_are_asked_for_where_nothing_else_brings_them(
    tmp_path: Path, variable: str | None
) -> None:
    """On a Debian that has none of them, nor Python, which is what is missed next."""
    programs, asked = tmp_path / "bin", tmp_path / "asked"
    for name in ("dpkg-query", "apt-get"):
        _program(programs / name, f"#!/bin/sh\necho {name} >>{asked}\n")
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
    script = f"#!/bin/sh\n# {fftbench.with_name('python')}\necho $$ $FFTBENCH_COMMAND $*\n"
    _program(fftbench, script)
    words = [str(tmp_path / "bench"), "status", "out"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        said, _ = process.communicate()
    assert said.split() == [str(process.pid), words[0], *words[1:]]


@pytest.mark.parametrize("command", ["run", "plan", "demo", "build"])
def test_help_builds_nothing(tmp_path: Path, command: str) -> None:
    _checkout(tmp_path)
    _program(tmp_path / "bin" / "python3", PYTHON)
    words = [str(tmp_path / "bench"), command, "--help"]
    environment = _environment(tmp_path / "bin")
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout
    assert not list((tmp_path / "build" / "release").iterdir())


@pytest.mark.skipif(
    not (shutil.which("cmake") and shutil.which("ninja")), reason="CMake or Ninja is not installed"
)
@pytest.mark.parametrize("way", [shutil.copytree, shutil.move])
def test_a_checkout_that_was_copied_or_moved_runs_its_own_code_and_build(
    tmp_path: Path, way: Callable[[Path, Path], object]
) -> None:
    """Its environment and its build folder name the place where they were made."""
    programs, old, new = (tmp_path / name for name in ("bin", "old", "new"))
    _checkout(old)
    _program(programs / "python3", PYTHON)
    environment = _environment(programs)

    def run(place: Path, *words: str) -> str:
        called = [str(place / "bench"), *words]
        return subprocess.run(called, env=environment, stdout=-1, text=True, check=True).stdout

    assert run(old, "run") == f"{old}/.venv/bin/python\n"
    (old / "build" / "release" / "program").touch()
    assert run(old, "run") == f"{old}/.venv/bin/python\n"
    assert (old / "build" / "release" / "program").exists()  # nothing was made anew
    way(old, new)
    assert run(new, "status") == f"{new}/.venv/bin/python\n"
    assert run(new, "run") == f"{new}/.venv/bin/python\n"
    assert (new / "build" / "release" / "place").read_text() == str(new)
    assert not (new / "build" / "release" / "program").exists()


@pytest.mark.parametrize("threads", ["1", "2"])
def test_the_demo_counts_cores_as_a_run_does(tmp_path: Path, threads: str) -> None:
    """With one core alone it shares that, whatever OMP_NUM_THREADS has nproc say."""
    _checkout(tmp_path)
    shutil.copytree(BENCH.parent / "configs", tmp_path / "configs")
    _program(tmp_path / ".venv" / "bin" / "python", f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    script = f"#!/bin/sh\n# {tmp_path}/.venv/bin/python\necho $*\n"
    _program(tmp_path / ".venv" / "bin" / "fftbench", script)
    subprocess.run(STAMP, shell=True, cwd=tmp_path, check=True)
    _program(tmp_path / "bin" / "cmake", "#!/bin/sh\necho cmake version 99\n")
    environment = {**_environment(tmp_path / "bin"), "OMP_NUM_THREADS": threads}
    one_core = ["taskset", "--cpu-list", str(min(os.sched_getaffinity(0)))]
    few = ["--oversubscribe"]
    for words, asked in ((one_core, few), ([], few if physical_cores() < 2 else [])):
        called = [*words, str(tmp_path / "bench"), "demo"]
        done = subprocess.run(called, env=environment, stdout=-1, text=True, check=True)
        assert done.stdout.split() == ["run", "quick", *asked]


@pytest.mark.parametrize("found", ["3.9.6", "3.22.1", "3.24.4", None])
@pytest.mark.parametrize("installable", [True, False])
def test_a_cmake_that_is_too_old_gives_its_place_to_that_of_pypi(
    tmp_path: Path, found: str | None, installable: bool
) -> None:
    """An older one would say no more of the presets than that it can't read them."""
    programs = tmp_path / "bin"
    _checkout(tmp_path)
    _program(programs / "python3", PYTHON)
    version = f"echo cmake version {found}" if found else "false"
    _program(programs / "cmake", f'#!/bin/sh\n{version}; [ "$1" = --version ]\n')
    if installable:
        _program(tmp_path / "newer" / "cmake", f"#!/bin/sh\necho $* >>{tmp_path}/asked\n")
    words = [str(tmp_path / "bench"), "build"]
    environment = _environment(programs)
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert f"CMake 3.25 or later is needed, and {found or 'none'} was found" in done.stderr
    if installable:
        assert done.returncode == 0
        assert "--build --preset release" in (tmp_path / "asked").read_text()
    else:
        assert done.returncode == 2
        assert "install CMake 3.25 or later, or load its module" in done.stderr


@pytest.mark.parametrize("version", ["3.25", "3.25.1", "3.31.0-rc2", "4.0.0"])
def test_a_cmake_that_is_not_too_old_is_taken(tmp_path: Path, version: str) -> None:
    _checkout(tmp_path)
    _program(tmp_path / "bin" / "python3", PYTHON)
    _program(tmp_path / "bin" / "cmake", f"#!/bin/sh\necho cmake version {version}\n")
    words = [str(tmp_path / "bench"), "build"]
    environment = _environment(tmp_path / "bin")
    done = subprocess.run(words, env=environment, stderr=subprocess.PIPE, text=True, check=True)
    assert "PyPI" not in done.stderr


CMAKE = """#!/bin/sh
if [ "$1" = --version ]; then echo cmake version 99; exit; fi
echo $PPID >>cmake.log
until [ -f go ]; do sleep 0.05; done
"""


@pytest.mark.skipif(shutil.which("flock") is None, reason="flock is not installed (util-linux)")
def test_two_builds_in_one_clone_wait_for_each_other(tmp_path: Path) -> None:
    """The first one is in CMake when the second begins."""
    _checkout(tmp_path)
    (tmp_path / ".venv").mkdir()
    subprocess.run(STAMP, shell=True, cwd=tmp_path, check=True)
    _program(tmp_path / "bin" / "cmake", CMAKE)
    environment = _environment(tmp_path / "bin")
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
