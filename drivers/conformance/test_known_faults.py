"""What a driver refuses because its library gets it wrong: the library still does."""

from __future__ import annotations

from pathlib import Path

import pytest
from cases import make_case
from known_faults import FAULTS, UNREPORTED, Fault
from measuring import measure

from fftbench.core.contracts.case import Case
from fftbench.core.contracts.catalogue import Catalogue, Description
from fftbench.core.contracts.problem import Problem
from fftbench.core.contracts.record import Status

pytestmark = pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)


def case_of(fault: Fault, description: Description) -> Case:
    problem = Problem(
        shape=fault.shape,
        transform=fault.transform,
        precision=fault.precision,
        placement=fault.placement,
        fields=fault.fields,
    )
    return make_case(description, problem, fault.ranks, (fault.ranks, 1), settings=fault.settings)


def even_unsupported(catalogue: Catalogue) -> Catalogue:
    """Have each program run what its driver refuses."""
    entries = [
        entry.model_copy(update={"command": (*(entry.command or ()), "--even-unsupported")})
        for entry in catalogue.drivers
    ]
    return catalogue.model_copy(update={"drivers": tuple(entries)})


@pytest.mark.mpi
def test_a_refused_case_is_still_wrong(fault: Fault, catalogue: Catalogue, tmp_path: Path) -> None:
    entry = catalogue.find(fault.driver)
    if entry is None or entry.description is None:
        pytest.skip(f"{fault.driver} is not built")
    cases = [case_of(fault, entry.description)]
    (refused,) = measure(cases, catalogue, tmp_path / "refused")
    assert refused.status is Status.unsupported, "no longer refused: remove it from FAULTS"
    (shown,) = measure(cases, even_unsupported(catalogue), tmp_path / "shown")
    assert shown.status is not Status.ok, f"no longer: remove the refusal ({refused.reason})"
    assert shown.status is fault.status, shown.reason


def test_the_readme_tells(fault: Fault) -> None:
    drivers = Path(__file__).parents[1]
    library = fault.driver if (drivers / fault.driver).is_dir() else fault.driver.split("_")[0]
    readme = drivers / library / "README.md"
    text = " ".join(readme.read_text(encoding="utf-8").split())
    assert fault.readme in text
    assert fault.reference == UNREPORTED or fault.reference in text
