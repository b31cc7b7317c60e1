"""Every driver that is built, at every number of ranks: one campaign each, run once."""

from __future__ import annotations

from pathlib import Path

import pytest
from claims import cases_for

from fftbench.core.catalogue import Catalogue, Description
from fftbench.core.errors import UserError
from fftbench.core.plan import Plan
from fftbench.core.programs import load_catalogue
from fftbench.core.record import Record
from fftbench.core.site import Site
from fftbench.core.store import read_records
from fftbench.jobs.progress import choose_reporter
from fftbench.jobs.run import run_plan
from fftbench.jobs.work import Options, Work

RANKS = (1, 2, 3, 4, 6)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make each test once per driver and number of ranks."""
    if "records" not in metafunc.fixturenames:
        return
    try:
        catalogue = load_catalogue()
    except UserError as error:
        raise pytest.UsageError(f"{error}: {error.hint}") from error
    pairs = [(entry.name, n) for entry in catalogue.drivers if entry.available for n in RANKS]
    ids = [f"{name}-{ranks}_ranks" for name, ranks in pairs]
    metafunc.parametrize("driver_and_ranks", pairs, ids=ids, scope="session")


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    return load_catalogue()


@pytest.fixture
def description(driver_and_ranks: tuple[str, int], catalogue: Catalogue) -> Description:
    found = {entry.name: entry.description for entry in catalogue.drivers}[driver_and_ranks[0]]
    assert found is not None
    return found


@pytest.fixture
def ranks(driver_and_ranks: tuple[str, int]) -> int:
    return driver_and_ranks[1]


@pytest.fixture(scope="session")
def campaigns() -> dict[tuple[str, int], tuple[Record, ...]]:
    """The records of the campaigns that ran already."""
    return {}


@pytest.fixture
def records(
    description: Description,
    ranks: int,
    catalogue: Catalogue,
    campaigns: dict[tuple[str, int], tuple[Record, ...]],
    tmp_path: Path,
) -> tuple[Record, ...]:
    """The record of every case of the driver at this number of ranks."""
    key = description.name, ranks
    if key not in campaigns:
        plan = Plan(
            campaign="conformance",
            site="local",
            launches=1,
            seed=1,
            cases=cases_for(description, ranks),
        )
        work = Work(plan, catalogue, Site(name="local").resolved(), tmp_path)
        run_plan(work, Options(oversubscribe=True), choose_reporter())
        campaigns[key] = read_records([tmp_path]).records
        assert len(campaigns[key]) == len(plan.cases), "a case ended without a record"
    return campaigns[key]
