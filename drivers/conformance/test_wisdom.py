"""What FFTW has learnt in one case serves no other one, whichever library made its plans."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from cases import make_case
from measuring import measure
from tried import PROBLEM

from fftbench.core.contracts.catalogue import Catalogue
from fftbench.core.contracts.record import Record, Status

pytestmark = pytest.mark.mpi

LIBRARIES = [
    ("fftw_mpi", {"planner": "patient"}),
    ("fftw_threads", {"planner": "patient"}),
    ("accfft", {"planner": "measure"}),
    ("decomp2d", {}),
    ("fluidfft", {}),
    ("flups_a2a", {}),
    ("mpi4py_fft", {"planner": "patient"}),
    ("p3dfft", {}),
    ("p3dfft2", {}),
    ("pfft", {"planner": "measure"}),
    ("pyfftw", {"planner": "patient"}),
    ("swfft", {}),
    ("taskfft", {"planner": "patient", "kernel": "fftw"}),
]
"""Those whose plans FFTW searches for; the others' it estimates, and learns nothing."""
LEAST_PART = 0.2
"""With wisdom FFTW plans in a small part of the time that it takes to learn it."""
RUNS = 4


def planning(record: Record) -> float:
    assert record.status is Status.ok, record.reason
    assert record.planning is not None
    return record.planning.construct_s + record.planning.commit_s


@pytest.mark.parametrize(("driver", "settings"), LIBRARIES, ids=[name for name, _ in LIBRARIES])
def test_a_case_is_not_planned_with_what_another_has_learnt(
    catalogue: Catalogue, tmp_path: Path, driver: str, settings: dict[str, str]
) -> None:
    entry = catalogue.find(driver)
    if entry is None or entry.description is None:
        pytest.skip(f"{driver} is not built")
    able = entry.description
    own = {"transform": able.transforms[0], "placement": able.placements[0]}
    once = make_case(able, PROBLEM.model_copy(update=own), 1, None, settings=settings)
    # In one program, which cases of several seeds would not share; in any order.
    measures = [once.measure.model_copy(update={"warmup": warmup}) for warmup in range(3)]
    drafts = [once.model_copy(update={"measure": how}) for how in measures]
    cases = [case.model_copy(update={"id": case.content_id()}) for case in drafts]
    # Whoever interrupts a planning that is short makes it look long; what was learnt always shows.
    least = [math.inf] * len(cases)
    for run in range(RUNS):
        records = measure(cases, catalogue, tmp_path / f"{run}")
        least = list(map(min, least, map(planning, records)))
        if min(least) > LEAST_PART * max(least):
            return
    pytest.fail(f"planning took {least} s")
