"""A driver is added by one folder; one whose library is missing or broken is listed with why."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from fftbench.core.contracts.catalogue import Description
from fftbench.core.programs import load_catalogue

pytestmark = pytest.mark.mpi

TESTS = Path(__file__).parent
BROKEN = {
    "no_symbol": ("", "nimble_fft"),
    "no_single": ("void nimble_fft(double *x) { (void)x; }", "nimble_fftf"),
    "other_mpi": (
        "void nimble_fft(double *x) { (void)x; }\nvoid nimble_fftf(float *x) { (void)x; }",
        "libmpich.so.999",
    ),
}
"""Libraries that are found but can't be used: their code, and what must be named."""


def cmake(*words: str) -> None:
    done = subprocess.run(["cmake", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def make_library(folder: Path, name: str, code: str, *flags: str) -> None:
    source = folder / "library.c"
    source.write_text(code + "\n")
    words = ["cc", "-shared", "-fPIC", "-o", str(folder / name), str(source), *flags]
    subprocess.run(words, check=True)


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the libraries of BROKEN, one of which brings an MPI of its own."""
    folder = tmp_path_factory.mktemp("broken")
    own = "libmpich.so.999"
    make_library(folder, own, "", f"-Wl,-soname,{own}")
    for name, (code, _) in BROKEN.items():
        mpi = ["-Wl,--no-as-needed", str(folder / own), f"-Wl,-rpath,{folder}"]
        make_library(folder, f"lib{name}.so", code, *(mpi if name == "other_mpi" else []))
    return folder


@pytest.fixture(scope="module")
def handy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A shared library under a prefix of the user's."""
    folder = tmp_path_factory.mktemp("prefix")
    make_library(folder, "libhandy.so", "")
    return folder / "libhandy.so"


@pytest.fixture(scope="module")
def fftmpi(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A prefix with files of fftMPI's names, to be removed."""
    prefix = tmp_path_factory.mktemp("fftmpi")
    (prefix / "include").mkdir()
    (prefix / "include" / "fft3d.h").touch()
    (prefix / "lib").mkdir()
    make_library(prefix, "lib/libfft3dmpi.so", "")
    return prefix


@pytest.fixture(scope="module")
def build(
    tmp_path_factory: pytest.TempPathFactory, broken: Path, handy: Path, fftmpi: Path
) -> Path:
    """The project with one more driver and without FFTW; only that driver is built."""
    folder = tmp_path_factory.mktemp("build")
    generator = ["-G", "Ninja"] if shutil.which("ninja") else []
    launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    cmake(
        *["-S", str(TESTS.parents[1]), "-B", str(folder), *generator, *launcher],
        *["-DBUILD_TESTING=OFF", "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0"],
        *["-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_UNITY_BUILD_BATCH_SIZE=18"],
        f"-DFFTBENCH_EXTRA_DRIVERS={TESTS / 'broken_libraries'};{TESTS / 'extra_driver'}",
        f"-DNIMBLE={broken}",
        f"-DHANDY={handy}",
        f"-DFFTMPI_ROOT={fftmpi}",
        "-DCMAKE_DISABLE_FIND_PACKAGE_FFTW3=ON",
    )
    cmake("--build", str(folder), "--target", "fftbench-copy", "-j", str(os.cpu_count() or 1))
    return folder


def listed(build: Path) -> dict[str, dict[str, Any]]:
    drivers = json.loads((build / "drivers.json").read_text())["drivers"]
    return {driver["name"]: driver for driver in drivers}


def test_a_folder_is_all_that_a_driver_needs(build: Path) -> None:
    assert listed(build)["copy"] == {"name": "copy", "program": "bin/fftbench-copy"}
    program = build / "bin" / "fftbench-copy"
    done = subprocess.run([program, "--describe"], capture_output=True, text=True, check=True)
    assert Description.model_validate_json(done.stdout).name == "copy"
    entry = load_catalogue(build).find("copy")
    assert entry is not None
    assert entry.available


def test_drivers_without_their_library_say_why_and_what_to_do(build: Path) -> None:
    for name in ("fftw_mpi", "fftw_threads", "taskfft"):
        driver = listed(build)[name]
        assert "program" not in driver
        assert "FFTW 3" in driver["reason"]
        assert "FFTW3_ROOT" in driver["hint"]
    catalogue = load_catalogue(build)
    missing = catalogue.find("fftw_mpi")
    assert missing is not None
    assert not missing.available


@pytest.mark.parametrize("name", BROKEN)
def test_a_library_that_is_found_but_broken_is_named_and_the_others_are_built(
    build: Path, broken: Path, name: str
) -> None:
    driver = listed(build)[name]
    assert "program" not in driver
    assert f"Nimble in {broken}/lib{name}.so can't be used" in driver["reason"]
    assert BROKEN[name][1] in driver["reason"]
    assert driver["hint"] == "set Nimble_ROOT"
    assert (build / "bin" / "fftbench-copy").is_file()


def test_a_library_that_was_removed_is_not_found_again(build: Path, fftmpi: Path) -> None:
    library = f"fftMPI in {fftmpi}/lib/libfft3dmpi.so"
    assert f"{library} can't be used" in listed(build)["fftmpi"]["reason"]
    (fftmpi / "include" / "fft3d.h").unlink()
    (fftmpi / "lib" / "libfft3dmpi.so").unlink()
    cmake(str(build))
    assert str(fftmpi) not in listed(build)["fftmpi"].get("reason", "")


def test_a_module_that_python_lacks_is_named(build: Path) -> None:
    driver = listed(build)["no_module"]
    assert "program" not in driver
    assert "No module named 'no_such_module'" in driver["reason"]
    assert "-m pip install nimble" in driver["hint"]


def test_an_installed_driver_in_python_is_complete(build: Path, tmp_path: Path) -> None:
    if "program" not in listed(build)["scipy"]:
        pytest.skip("there is no Python with SciPy")
    cmake("--build", str(build), "--target", "fftbench-scipy", "-j", str(os.cpu_count() or 1))
    cmake("--install", str(build), "--prefix", str(tmp_path), "--component", "scipy")
    program = tmp_path / "bin" / "fftbench-scipy"
    assert str(build) not in program.read_text()
    done = subprocess.run([program, "--describe"], capture_output=True, text=True, check=True)
    assert Description.model_validate_json(done.stdout).name == "scipy"


def test_an_installed_driver_finds_its_library_and_is_found(build: Path, tmp_path: Path) -> None:
    cmake("--install", str(build), "--prefix", str(tmp_path), "--component", "copy")
    installed = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert installed == [tmp_path / "bin" / "fftbench-copy"]
    subprocess.run([*installed, "--describe"], stdout=subprocess.DEVNULL, check=True)

    cmake("--install", str(build), "--prefix", str(tmp_path), "--component", "core")
    shared = tmp_path / "share" / "fftbench"
    assert (shared / "configs" / "campaigns" / "quick.yaml").is_file()
    assert (shared / "configs" / "sites" / "local.yaml").is_file()
    catalogue = load_catalogue(shared)
    entry = catalogue.find("copy")
    assert entry is not None
    assert entry.command == (str(installed[0]),)
    assert entry.available
