"""Real programs of two MPIs on 1, 2 and 4 nodes, from the campaign to the report."""

from __future__ import annotations

import csv
import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from user import User

from fftbench.core.files.locate import build_folder, source_tree

pytestmark = pytest.mark.mpi
PROGRAM = "fftbench-taskfft"
# Ranks that spin while they wait would keep others of a small machine's cores.
YIELD = {"OMPI_MCA_mpi_yield_when_idle": "1"}


@pytest.fixture(scope="session")
def open_mpi(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The usual build, of which one program is enough."""
    return build_of(build_folder() / "bin" / PROGRAM, tmp_path_factory.mktemp("open_mpi"))


@pytest.fixture(scope="session")
def mpich(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build beside the usual one with the same program for MPICH, where serial FFTW is enough."""
    folder = build_folder().with_name("mpich")
    compilers = ["-DMPI_C_COMPILER=mpicc.mpich", "-DMPI_CXX_COMPILER=mpicxx.mpich"]
    quickly = ["-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0"]
    options = ["-DTASKFFT_DISPATCH=OFF", "-DTASKFFT_OTHER_EXECUTORS=OFF", *quickly, *compilers]
    if shutil.which("ccache"):
        options.append("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache")
    tree = source_tree()
    for words in (
        ["cmake", "--preset", "release", "-S", str(tree), "-B", str(folder), *options],
        ["cmake", "--build", str(folder), "--target", PROGRAM],
    ):
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return build_of(folder / "bin" / PROGRAM, tmp_path_factory.mktemp("mpich"))


@pytest.fixture
def real(user: User) -> Iterator[User]:
    user.campaign["drivers"] = {"taskfft": {}}
    user.campaign["problem"]["shape"] = [16, 16, 16]
    user.campaign["measure"] = {"launches": 1, "repetitions": {"min": 3, "max": 3}}
    user.site["env"] = YIELD
    return user


def build_of(program: Path, folder: Path) -> Path:
    drivers = [{"name": "taskfft", "program": str(program)}]
    (folder / "drivers.json").write_text(json.dumps({"drivers": drivers}))
    return folder


@pytest.mark.parametrize(
    ("build_name", "site"),
    [
        ("open_mpi", {"launcher": "srun", "mpi": "pmix"}),
        ("open_mpi", {"launcher": "openmpi"}),
        ("mpich", {"launcher": "srun", "mpi": "pmi2"}),
    ],
    ids=["open_mpi-srun-pmix", "open_mpi-mpirun", "mpich-srun-pmi2"],
)
def test_from_campaign_to_report(
    real: User, build_name: str, site: dict[str, str], request: pytest.FixtureRequest
) -> None:
    real.build = request.getfixturevalue(build_name)
    real.site |= site
    real.write_jobs()
    real.submit()
    real.wait()
    reasons = [record.reason for record in real.records()]
    assert real.statuses() == {"ok": 3}, f"{reasons}\n{logs(real)}"
    for record in real.records():
        assert record.environment is not None
        assert len({host.name for host in record.environment.hosts}) == record.case.nodes
    real.run("report", "out")
    with (real.out / "report" / "summary.csv").open() as file:
        assert sorted(int(row["nodes"]) for row in csv.DictReader(file)) == [1, 2, 4]
    assert list((real.out / "report" / "figures").glob("*scaling*.svg"))


def test_a_launcher_of_the_wrong_mpi(real: User, mpich: Path) -> None:
    """MPICH under pmix: srun starts so many programs of one rank each, and returns 0."""
    real.build = mpich
    real.site |= {"launcher": "srun", "mpi": "pmix"}
    real.campaign["scale"] = {"nodes": 2, "ranks_per_node": 1}
    real.write_jobs()
    real.submit()
    real.wait()
    assert not real.records()  # no case has failed
    (job,) = real.status()["jobs"]
    assert job["state"] == "FAILED"
    assert "programs of 1 rank each, instead of one of 2" in job["reason"]
    real.site["mpi"] = "pmi2"
    real.write_jobs()
    real.run("resume", "out")
    real.wait()
    assert real.statuses() == {"ok": 1}


def logs(user: User) -> str:
    files = sorted((user.out / "logs").glob("*"))
    return "\n".join(f"--- {file.name}\n{file.read_text(errors='replace')}" for file in files)
