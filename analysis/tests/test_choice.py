"""The best of several cases: no side gains by having been chosen from many."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest

from fftbench.analysis.model.choice import choose, standings
from fftbench.analysis.model.merge import merge, ratio
from fftbench.analysis.model.sources import ResultsFolder, assemble


@pytest.fixture
def results(factory, case):
    """Results of a driver, a setting each, from their seconds by launch."""

    def make(driver, *settings):
        records = [
            factory.timed(case(driver, settings={"n": number}), seconds / 2, launch)
            for number, launches in enumerate(settings)
            for launch, seconds in enumerate(launches)
        ]
        return merge(assemble([ResultsFolder(tuple(records), None)]))

    return make


def test_a_single_case_is_chosen_as_it_is(results) -> None:
    (one,) = results("a", [3.0, 1.0, 2.0])
    assert choose([one]).best is one
    assert choose([one]).launches == one.pair_launches


def test_a_half_counts_with_what_the_other_half_chooses(results) -> None:
    """A stroke of luck in one half is not what that half counts with."""
    lucky, steady = [2.0, 1.0, 2.0, 1.0], [1.9, 1.9, 1.9, 1.9]
    cases = results("a", lucky, steady)
    assert choose(cases).launches == {0: 2.0, 1: 1.9, 2: 2.0, 3: 1.9}
    assert choose(cases).best.case.settings == {"n": 0}


def test_a_single_launch_counts_with_its_fastest(results) -> None:
    assert choose(results("a", [3.0], [2.0])).launches == {0: 2.0}


def test_more_settings_give_no_lead(results) -> None:
    """All settings of both drivers are equal; one driver has eight of them, the other one.

    By the fastest of all launches, the driver with eight would be called faster much too often.
    """
    noise = random.Random(7)
    trials, claimed, naively = 150, 0, 0

    def launches():
        return [noise.lognormvariate(0.0, 0.2) for _ in range(8)]

    for _ in range(trials):
        many, one = results("a", *(launches() for _ in range(8))), results("b", launches())
        mine, other = choose(many), choose(one)
        claimed += other.over(mine).side > 0
        naively += ratio(other.best, mine.best).side > 0
    assert claimed / trials <= 0.025 + 3 * math.sqrt(0.025 * 0.975 / trials)
    assert naively > 2 * claimed


def test_of_many_equal_drivers_hardly_one_is_called_slower(results) -> None:
    """The fastest of many is so by luck: over its own time, others that are equal look slower."""
    noise = random.Random(11)
    trials, drivers, slower, naively = 20, 24, 0, 0
    for _ in range(trials):
        found = standings(
            results(f"d{number}", [noise.lognormvariate(0.0, 0.1) for _ in range(8)])
            for number in range(drivers)
        )
        best, *others = found.choices
        slower += sum(found.over_fastest(one).side > 0 for one in others)
        naively += sum(one.over(best).side > 0 for one in others)
    tests = trials * (drivers - 1)
    assert slower / tests <= 0.025 + 3 * math.sqrt(0.025 * 0.975 / trials)
    assert naively > 2 * slower


def test_a_clear_lead_is_told_as_by_the_fastest_itself(results) -> None:
    fast, slow = [1.0, 1.1, 0.9, 1.0, 1.05, 0.95], [1.3, 1.2, 1.25, 1.3, 1.4, 1.2]
    found = standings([results("a", slow), results("b", fast), results("c", slow[::-1])])
    assert found.choices[0].best.case.driver == "b"
    assert found.leading == [found.choices[0]]
    for choice in found.choices:
        assert found.over_fastest(choice) == choice.over(found.choices[0])


def test_without_a_common_launch_with_the_fastest_nothing_is_claimed(results) -> None:
    def later(one):
        shifted = (r.model_copy(update={"launch": r.launch + 8}) for r in one.records)
        return replace(one, records=tuple(shifted))

    late = [later(one) for one in results("late", [2.0] * 8)]
    found = standings([results("early", [1.0] * 8), late])
    over = found.over_fastest(found.choices[1])
    assert (over.n, over.confident) == (0, False)
