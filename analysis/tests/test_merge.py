"""Launches merged into results: status, times, settings and grids that tell cases apart."""

from __future__ import annotations

from dataclasses import replace
from statistics import median

import pytest

from fftbench.analysis.model.merge import merge
from fftbench.analysis.model.parts import parts_of
from fftbench.analysis.model.sources import ResultsFolder, assemble
from fftbench.core.contracts.plan import Plan
from fftbench.core.contracts.record import Effective, Status


def merged(*records):
    (result,) = merge(assemble([ResultsFolder(tuple(records), None)]))
    return result


@pytest.mark.parametrize(
    ("others", "worst"),
    [
        (["failed", "timeout"], "failed"),
        (["timeout"], "timeout"),
        (["unavailable"], "unavailable"),
        (["unsupported"], "unsupported"),
    ],
)
def test_the_worst_launch_decides(factory, case, others, worst) -> None:
    records = [factory.ok(case(), launch=0)]
    records += [factory.bad(case(), name, "why", n) for n, name in enumerate(others, start=1)]
    result = merged(*records)
    assert result.status is Status(worst)
    assert result.reason == f"1 of {len(records)} launches: why"
    assert result.pair is None
    assert result.plan_s is None


def test_choices_of_the_library_are_shown_apart_from_settings_asked_for(factory, case) -> None:
    asked = case(settings={"exchange": "auto", "reorder": True})
    found = merged(
        *(
            factory.ok(asked, launch=n, effective=Effective(threads=1, settings=used))
            for n, used in enumerate(
                [
                    {"exchange": "p2p", "reorder": True, "planner": "estimate"},
                    {"exchange": "p2p", "reorder": True, "planner": "estimate"},
                    {"exchange": "alltoall", "reorder": True, "planner": "estimate"},
                ]
            )
        )
    )
    assert found.planner == "estimate"
    assert found.decided == "exchange=p2p planner=estimate; exchange=alltoall planner=estimate"


def test_a_library_that_does_as_it_is_told_decides_nothing(factory, case) -> None:
    result = merged(factory.ok(case(settings={"planner": "measure"})))
    assert (result.planner, result.decided) == ("measure", "")
    failed = merged(factory.bad(case(settings={"planner": "patient"}), "failed", "why"))
    assert (failed.planner, failed.decided) == ("patient", "")


def test_a_wrong_launch_leaves_the_error_but_no_time(factory, case) -> None:
    result = merged(factory.ok(case(), launch=0), factory.wrong(case(), launch=1))
    assert result.status is Status.wrong
    assert result.error == 0.7
    assert (result.forward, result.backward, result.pair, result.parts) == (None,) * 4


def test_an_error_that_is_not_finite_is_not_hidden_by_a_finite_one(factory, case) -> None:
    result = merged(factory.wrong(case(), 0), factory.wrong(case(), 1, error=None))
    assert result.error is None
    assert result.checked


@pytest.mark.parametrize("split", [True, False])
def test_the_breakdown_adds_up(factory, case, split) -> None:
    result = merged(*(factory.ok(case(), launch=launch, split=split) for launch in range(3)))
    parts = result.parts
    if split:
        assert parts.wall == pytest.approx(parts.exchange + parts.fft + parts.reorder)
    else:
        assert parts.wall == pytest.approx(parts.exchange + parts.rest)
        assert (parts.fft, parts.reorder) == (None, None)
    walls = sorted(parts_of(record.profile).wall for record in result.records)
    assert parts.wall == walls[1]


def test_the_pair_adds_the_same_repetition(factory, case) -> None:
    record = factory.ok(case())
    result = merged(record)
    sums = [f + b for f, b in zip(record.forward.max_s, record.backward.max_s, strict=True)]
    assert result.pair.median == median(sums)
    assert (result.pair.n, result.repetitions) == (1, 20)


def test_a_clock_too_coarse_gives_no_time(factory, case) -> None:
    record = factory.ok(case(), seconds=0.0)
    assert merged(record).pair is None


def test_only_settings_that_differ_are_shown(factory, case) -> None:
    settings = [{"exchange": how, "order": "natural", "fused": True} for how in ("a2a", "p2p")]
    records = [factory.ok(case("a", settings=chosen)) for chosen in settings]
    records += [factory.ok(case("b", ranks, {"planner": "measure"})) for ranks in (1, 2)]
    study = assemble([ResultsFolder(tuple(records), None)])
    shown = {result.settings: result.shown for result in merge(study)}
    assert shown == {
        "exchange=a2a fused=true order=natural": "exchange=a2a",
        "exchange=p2p fused=true order=natural": "exchange=p2p",
        "planner=measure": "",
    }
    assert study.common == {"a": {"order": "natural", "fused": True}, "b": {"planner": "measure"}}


def test_a_case_of_an_earlier_build_without_defaults_hides_nothing(factory, case) -> None:
    missing = factory.bad(case("a", 4), "unavailable", "not built")
    records = (factory.ok(case("a", settings={"planner": "measure"})), missing)
    assert [result.shown for result in merge(assemble([ResultsFolder(records, None)]))] == ["", ""]


def test_true_is_not_one(factory, case) -> None:
    records = tuple(factory.ok(case("a", settings={"packed": value})) for value in (True, 1))
    found = merge(assemble([ResultsFolder(records, None)]))
    assert {result.shown for result in found} == {"packed=true", "packed=1"}


def test_cases_that_differ_only_by_grid_are_named_by_it(factory, case) -> None:
    several = [factory.ok(case("a", 4, grid=grid)) for grid in ((1, 4), (2, 2))]
    records = (*several, factory.ok(case("b", 4, grid=(4, 1))))
    found = merge(assemble([ResultsFolder(records, None)]))
    assert [result.label for result in found] == ["grid=1x4", "grid=2x2", ""]


def test_imbalance_is_that_of_the_slowest_rank_to_the_median(factory, case) -> None:
    record = factory.ok(case(), n=3)
    times = {"max_s": (3.0, 2.0, 9.0), "median_s": (2.0, 2.0, 2.0)}
    uneven = replace(record.forward, **times)
    result = merged(record.model_copy(update={"forward": uneven, "backward": uneven}))
    assert result.imbalance == 1.5
    assert merged(factory.ok(case(ranks=1))).imbalance is None


def test_of_settings_only_those_that_differ_from_the_defaults_are_shown(factory, case) -> None:
    usual = {"a": 1, "b": 1}
    chosen = [usual, *({**usual, name: 2} for name in usual)]
    records = tuple(factory.ok(case("x", settings=settings)) for settings in chosen)
    plan = Plan(
        campaign="c", site="s", launches=1, seed=1, cases=tuple(r.case for r in records),
        defaults={"x": usual},
    )  # fmt: skip
    shown = [result.shown for result in merge(assemble([ResultsFolder(records, plan)]))]
    assert shown == ["defaults", "b=2", "a=2"]
    in_full = [result.shown for result in merge(assemble([ResultsFolder(records, None)]))]
    assert in_full[0] == "a=1 b=1"
