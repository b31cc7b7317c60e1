"""What the drivers of FFTW have in common: kept wisdom, and threads that really run."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from pathlib import Path

import pytest
from cases import cases_for, make_case
from measuring import measure
from tried import PROBLEM, THIN

from fftbench.core.contracts.case import Setting
from fftbench.core.contracts.catalogue import Catalogue
from fftbench.core.contracts.problem import MixedTransform, Transform
from fftbench.core.contracts.record import Effective, Record, Status

pytestmark = pytest.mark.mpi

PLACES = [("fftw_mpi", 1), ("fftw_mpi", 3), ("fftw_threads", 1)]
Run = Callable[..., Record]


@pytest.fixture(params=PLACES, ids=[f"{name}-{ranks}_ranks" for name, ranks in PLACES])
def run(request: pytest.FixtureRequest, catalogue: Catalogue, tmp_path: Path) -> Run:
    """Measure one case in a launch of its own: run(threads, environment, setting=value)."""
    name, ranks = request.param
    entry = catalogue.find(name)
    if entry is None or entry.description is None:
        pytest.skip(f"{name} is not built")
    description = entry.description

    def launch(threads: int = 1, env: dict[str, str] | None = None, **settings: Setting) -> Record:
        case = make_case(
            description, PROBLEM, ranks, (ranks, 1), settings=settings, threads=threads
        )
        number = sum(1 for _ in tmp_path.glob("launch-*"))
        folder = tmp_path / f"launch-{number}"
        (record,) = measure([case], catalogue, folder, env)
        return record

    return launch


def effective(record: Record) -> Effective:
    assert record.status is Status.ok, record.reason
    assert record.effective is not None
    return record.effective


def wisdom(record: Record) -> Setting:
    return effective(record).settings["wisdom"]


def about_wisdom(record: Record) -> list[str]:
    return [warning.text for warning in record.warnings if warning.code == "wisdom"]


def test_wisdom_is_new_once_and_found_from_then_on(run: Run, tmp_path: Path) -> None:
    env = {"FFTBENCH_WISDOM": str(tmp_path / "wisdom")}
    first, again = run(env=env, wisdom="auto"), run(env=env, wisdom="auto")
    assert (wisdom(first), wisdom(again)) == ("new", "found")
    assert wisdom(run(env=env)) == "none"
    assert wisdom(run(env=env, wisdom="auto", planner="estimate")) == "new"
    assert not about_wisdom(first)
    assert not about_wisdom(again)


def test_a_broken_file_of_wisdom_is_named_and_replaced(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "wisdom"
    env = {"FFTBENCH_WISDOM": str(folder)}
    run(env=env, wisdom="auto")
    (file,) = folder.iterdir()
    file.write_bytes(file.read_bytes()[:-100])
    told = run(env=env, wisdom="auto")
    assert wisdom(told) == "new"
    assert [str(file) in text for text in about_wisdom(told)] == [True]
    assert wisdom(run(env=env, wisdom="auto")) == "found"


@pytest.mark.parametrize(
    ("folder", "complaint"), [("/dev/null", "can't be read"), ("/proc/wisdom", "can't be kept")]
)
def test_wisdom_that_has_no_place_is_a_warning(run: Run, folder: str, complaint: str) -> None:
    told = run(env={"FFTBENCH_WISDOM": folder}, wisdom="auto")
    assert wisdom(told) == "new"
    (text,) = about_wisdom(told)
    assert complaint in text
    assert "FFTBENCH_WISDOM" in text


def test_threads_are_those_of_the_case_whatever_the_environment_says(run: Run) -> None:
    assert effective(run(2, env={"OMP_NUM_THREADS": "1"})).threads == 2


def test_a_limit_of_threads_shows(run: Run) -> None:
    assert effective(run(2, env={"OMP_THREAD_LIMIT": "1"})).threads == 1


TOO_LARGE: list[tuple[str, tuple[int, ...], int, str]] = [
    ("fftw_mpi", (2, 1), 2048, "c2c"),
    ("fftw_mpi", (3, 1), 2048, "c2c"),
    ("fftw_mpi", (3, 1), 2300, "r2c"),
    ("fftw_mpi", (4, 1), 2049, "c2c"),
    ("fftw_mpi", (3, 1), 3072, "dct2"),
    ("pfft", (2, 1), 2048, "c2c"),
    ("pfft", (1, 2), 2048, "c2c"),
    ("pfft", (2, 2), 2450, "c2c"),
    ("pfft", (2, 1, 1), 2048, "c2c"),
    ("fluidfft", (2, 1), 2048, "r2c"),
    ("fluidfft", (3, 1), 2300, "r2c"),
]


@pytest.mark.parametrize("too_large", TOO_LARGE, ids=str)
def test_what_fftw_can_not_count_is_refused(
    catalogue: Catalogue, tmp_path: Path, too_large: tuple[str, tuple[int, ...], int, str]
) -> None:
    name, grid, points, transform = too_large
    entry = catalogue.find(name)
    if entry is None or entry.description is None:
        pytest.skip(f"{name} is not built")
    large = {"shape": (points,) * 3, "transform": Transform(transform)}
    problem = PROBLEM.model_copy(update=large)
    case = make_case(entry.description, problem, prod(grid), grid)
    (record,) = measure([case], catalogue, tmp_path)
    assert record.status is Status.unsupported, record.reason
    assert record.reason is not None
    assert "counts what ranks exchange in int" in record.reason


@pytest.mark.parametrize("ranks", [1, 2])
def test_mixtures_of_real_kinds_work_where_axes_have_one_point(
    catalogue: Catalogue, tmp_path: Path, ranks: int
) -> None:
    """In the transposed order, the default, in which FFTW gets c2c wrong there."""
    entry = catalogue.find("fftw_mpi")
    if entry is None or entry.description is None:
        pytest.skip("fftw_mpi is not built")
    thin = [
        case
        for case in cases_for(entry.description, ranks)
        if isinstance(case.problem.transform, MixedTransform) and case.problem.shape in THIN
    ]
    assert {case.settings["order"] for case in thin} == {"transposed"}
    for record in measure(thin, catalogue, tmp_path):
        assert record.status is Status.ok, (record.case.problem, record.reason)
