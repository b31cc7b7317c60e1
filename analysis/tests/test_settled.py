"""Which claims of who is fastest more launches could still change."""

from __future__ import annotations

from math import exp
from random import Random

import pytest

from fftbench.analysis.model.sources import ResultsFolder, assemble
from fftbench.analysis.model.statistics import paired_ratio
from fftbench.analysis.questions.ranking import INTERIM
from fftbench.analysis.questions.settled import claims
from fftbench.core.contracts.record import Warning as Note

LAUNCHES = 12
STILL = [1.0 + n / 1000 for n in range(LAUNCHES)]
WILD = [1.0, 1.3, 0.8, 1.2, 0.9, 1.1, 0.7, 1.4, 1.0, 0.9, 1.1, 1.2]


@pytest.fixture
def settled(factory, case):
    """Tell of each claim whether it is settled, where alpha and beta took so many seconds."""

    def judge(alpha, beta, ranks=2, **more):
        records = [
            factory.timed(case(driver, ranks), time, launch, **more)
            for driver, times in (("alpha", alpha), ("beta", beta))
            for launch, time in enumerate(times)
        ]
        study = assemble([ResultsFolder(tuple(records), None)])
        return [claim.settled for claim in claims(study)]

    return judge


def test_a_clear_lead_is_settled(settled) -> None:
    assert settled(STILL, [1.1 * time for time in STILL]) == [True]


@pytest.mark.parametrize("launches", [5, 10])
def test_too_few_launches_settle_nothing(settled, launches: int) -> None:
    # Ten that agree are enough for a claim, but not to stop because of it.
    few = STILL[:launches]
    assert settled(few, [1.1 * time for time in few]) == [False]


def test_equal_drivers_are_hardly_ever_told_apart_by_looking_often() -> None:
    random = Random(1)
    early = late = 0
    for _ in range(400):
        above = {launch: exp(random.gauss(0, 0.1)) for launch in range(27)}
        below = {launch: exp(random.gauss(0, 0.1)) for launch in range(27)}
        looks = [dict(list(above.items())[:number]) for number in (8, 12, 18)]
        early += any(paired_ratio(seen, below, INTERIM).side != 0 for seen in looks)
        late += paired_ratio(above, below).side != 0
    assert early <= 4  # of 400; at 95 % it would be some 40
    assert early + late <= 32


def test_a_tie_is_settled_once_it_is_known_to_be_one(settled) -> None:
    assert settled(STILL, STILL[::-1]) == [True]
    assert settled(STILL, WILD) == [False]


def test_a_leader_that_pairs_show_to_be_slower_settles_nothing(settled) -> None:
    """Beta takes less in 11 of 12 launches, and alpha has the smaller median."""
    alpha, beta = [1.0] * 6 + [1.1] * 6, [0.97] * 5 + [1.06] + [1.07] * 6
    assert settled(alpha, beta) == [False]


def test_only_what_competes_on_cores_of_its_own_can_be_settled(settled) -> None:
    assert settled(STILL, []) == []
    shared = (Note(code="oversubscribed", text="4 ranks on 2 cores"),)
    assert settled(STILL, WILD, warnings=shared) == []
