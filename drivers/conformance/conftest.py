"""Every driver that is built, at every number of ranks: one campaign each, run once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from cases import cases_for, swept_on
from devices import present, without_device
from measuring import measure

from fftbench.core.contracts.catalogue import Catalogue, Description, Role
from fftbench.core.contracts.problem import Memory
from fftbench.core.contracts.record import Record, Status
from fftbench.core.errors import UserError
from fftbench.core.programs import load_catalogue

RANKS = (1, 2, 4, 6)
"""Six divide arrays by three, too."""
RANKS_WITHOUT_ANSWER = (1, 4)
"""Of what is no library: it is no answer that could be wrong, or another driver's."""
INSTRUMENTS = ("slowed",)
"""What transforms by another driver."""
Campaigns = dict[tuple[str, int], tuple[Record, ...]]
MEASURED = pytest.StashKey[Campaigns]()
"""The records of the campaigns that ran, by driver and number of ranks."""
PLANNED = pytest.StashKey[set[str]]()
"""The drivers that tests were made for, whichever of them are selected."""


def pytest_configure(config: pytest.Config) -> None:
    config.stash[MEASURED] = {}
    config.stash[PLANNED] = set()


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Say which drivers were tested, and why the others were not."""
    measured = config.stash[MEASURED]
    if not measured:
        return
    terminalreporter.section("drivers")
    for entry in load_catalogue().drivers:
        records = {ranks: some for (name, ranks), some in measured.items() if name == entry.name}
        found = _counted(records) if records else entry.reason or "not selected"
        terminalreporter.write_line(f"{entry.name}: {found}")


def _counted(records: Mapping[int, Sequence[Record]]) -> str:
    """Tell how many cases ended how, and on how many ranks: what READMEs of drivers cite."""
    words = {Status.ok: "right", Status.unsupported: "refused"}
    together = [record.status for some in records.values() for record in some]
    counts = ", ".join(
        f"{count} {words.get(status, status.value)}"
        for status, count in Counter(together).most_common()
    )
    return f"{counts} on {', '.join(map(str, sorted(records)))} rank{'s'[: max(records) > 1]}"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make each test once per driver and number of ranks."""
    if "records" not in metafunc.fixturenames:
        return
    try:
        catalogue = load_catalogue()
    except UserError as error:
        raise pytest.UsageError(f"{error}: {error.hint}") from error
    choose = _of_claims if metafunc.definition.get_closest_marker("claims") else _possible
    described = [entry.description for entry in catalogue.drivers if entry.description]
    pairs = [(one.name, n) for one in described for n in choose(one)]
    metafunc.config.stash[PLANNED].update(name for name, _ in pairs)
    ids = [f"{name}-{ranks}_ranks" for name, ranks in pairs]
    metafunc.parametrize("driver_and_ranks", pairs, ids=ids, scope="session")


def _possible(description: Description) -> Sequence[int]:
    """Leave out numbers of ranks on which a driver has nothing new to show."""
    if not description.decompositions:
        return (1, 2)
    if description.role is not Role.library or description.name in INSTRUMENTS:
        return RANKS_WITHOUT_ANSWER
    return RANKS


def _of_claims(description: Description) -> Sequence[int]:
    """Where slabs and pencils differ and settings are swept: all that is claimed is tried."""
    return (max(swept_on(description)) if description.decompositions else 1,)


@pytest.fixture
def planned(request: pytest.FixtureRequest) -> set[str]:
    return request.config.stash[PLANNED]


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    return load_catalogue()


@pytest.fixture
def description(driver_and_ranks: tuple[str, int], catalogue: Catalogue) -> Description:
    found = {entry.name: entry.description for entry in catalogue.drivers}[driver_and_ranks[0]]
    assert found is not None
    return found


@pytest.fixture
def taskfft(catalogue: Catalogue) -> Description:
    entry = catalogue.find("taskfft")
    if entry is None or entry.description is None:
        pytest.skip("taskfft is not built")
    return entry.description


@pytest.fixture
def ranks(driver_and_ranks: tuple[str, int]) -> int:
    return driver_and_ranks[1]


@pytest.fixture
def records(
    description: Description,
    ranks: int,
    catalogue: Catalogue,
    request: pytest.FixtureRequest,
    tmp_path: Path,
) -> tuple[Record, ...]:
    """The record of every case of the driver at this number of ranks, where its memory is."""
    key = description.name, ranks
    campaigns = request.config.stash[MEASURED]
    if key not in campaigns:
        cases = cases_for(description, ranks)
        if Memory.host not in description.memories:  # hundreds, which one without a device tells of
            campaigns[key] = measure(cases[:1], catalogue, tmp_path / "first")
            if any(map(without_device, campaigns[key])):
                return present(campaigns[key])
        campaigns[key] = measure(cases, catalogue, tmp_path)
    return present(campaigns[key])
