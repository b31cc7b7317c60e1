"""Metrics against worked examples, and verdicts that claim no more than the samples show."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from random import Random

import pytest

from fftbench.analysis.model.merge import merge
from fftbench.analysis.model.metrics import (
    amdahl_fraction,
    flops,
    gflops,
    measure,
    pays_after,
    rank_throughput,
    serial_fraction,
)
from fftbench.analysis.model.selection import main_resources
from fftbench.analysis.model.sources import ResultsFolder, assemble, load
from fftbench.analysis.model.statistics import MIN_LAUNCHES
from fftbench.analysis.questions.ranking import leaders, verdicts
from fftbench.analysis.tables.breakdown import planning_table
from fftbench.analysis.tables.ranking import claim, detail
from fftbench.core.contracts.problem import Workload
from fftbench.core.contracts.record import Warning


def rows_of(*records):
    return measure(merge(assemble([ResultsFolder(tuple(records), None)])))


def exact(factory, the_case, seconds, launch=0, n=10):
    """A record without noise: every sample is `seconds`."""
    record = factory.ok(the_case, launch=launch, n=n)
    same = replace(record.forward, max_s=(seconds,) * n)
    return record.model_copy(update={"forward": same, "backward": same})


def test_flops_follow_the_convention(problem) -> None:
    assert flops(problem((2, 4, 8))) == 5 * 64 * 6
    assert flops(problem((2, 4, 8), "r2c")) == 2.5 * 64 * 6
    assert flops(problem((2, 4, 8)).model_copy(update={"fields": 3})) == 3 * 5 * 64 * 6
    assert flops(problem((2, 4, 8), "dct2")) == 2.5 * 64 * 6
    assert flops(problem((1,))) == 0
    assert flops(problem((2048, 2048, 2048))) == 5 * 2048**3 * 33
    assert gflops(problem((2, 4, 8)), 2e-9) == pytest.approx(5 * 64 * 6)


def test_throughput_counts_the_input(problem) -> None:
    assert rank_throughput(problem((100, 100, 100)), 2, 1.0) == 8.0
    assert rank_throughput(problem((100, 100, 100), "r2c", "single"), 2, 1.0) == 2.0
    for fields in (1, 3):  # one component at a time, or three
        flow = {"fields": fields, "workload": Workload.navier_stokes}
        of_a_step = problem((100, 100, 100), "r2c").model_copy(update=flow)
        assert rank_throughput(of_a_step, 2, 1.0) == 12.0


def test_serial_fraction_inverts_amdahl() -> None:
    for s in (0.0, 0.1, 1.0):
        assert serial_fraction(1 / (s + (1 - s) / 8), 8) == pytest.approx(s)
        speedups = [1 / (s + (1 - s) / r) for r in (1, 2, 4)]
        assert amdahl_fraction([1, 2, 4], speedups) == pytest.approx(s)
    assert serial_fraction(1.0, 1) is None
    assert amdahl_fraction([1], [1.0]) is None


def test_efficiencies_against_itself_and_against_the_fastest(factory, case) -> None:
    rows = rows_of(
        exact(factory, case("fast", 1), 1.0),
        exact(factory, case("fast", 4), 0.5),
        exact(factory, case("slow", 1), 2.0),
        exact(factory, case("slow", 4), 0.5),
    )
    found = {(row.result.case.driver, row.result.case.ranks): row for row in rows}
    slow = found["slow", 4]
    assert slow.speedup == 4
    assert slow.efficiency.median == 1
    assert slow.icl_efficiency.median == 0.5
    assert found["fast", 4].efficiency.median == 0.5
    assert found["fast", 4].serial_fraction == pytest.approx((0.5 - 0.25) / 0.75)
    assert found["slow", 1].ratio.median == 2


def test_scaling_is_over_cores_whether_ranks_or_threads_grow(factory, case) -> None:
    """One driver loses nothing on more cores, the other a half on each doubling of the threads."""
    places = [(1, 1), (2, 1), (1, 2), (2, 2), (1, 4)]
    rows = rows_of(*(
        exact(factory, case(driver, ranks, threads=threads), seconds / ranks / threads**power)
        for driver, seconds, power in (("all", 1.0, 1), ("ranks", 2.0, 0))
        for ranks, threads in places
    ))  # fmt: skip
    found = {(row.result.case.driver, row.resources.ranks, row.resources.threads): row
             for row in rows}  # fmt: skip
    for ranks, threads in places:
        row, other = found["all", ranks, threads], found["ranks", ranks, threads]
        assert (row.speedup, row.efficiency.median) == pytest.approx((ranks * threads, 1))
        assert row.icl_efficiency.median == pytest.approx(1)
        serial = 0 if ranks * threads > 1 else None
        assert row.serial_fraction == pytest.approx(serial, abs=1e-12)
        assert (other.speedup, other.efficiency.median) == pytest.approx((ranks, 1 / threads))
        assert other.icl_efficiency.median == pytest.approx(0.5 / threads)


def test_of_many_equal_cases_hardly_one_is_shown_to_take_longer(factory, case) -> None:
    """The fastest of them is so by luck, over which the others' intervals would begin above 1."""
    noise = Random(13)
    trials, cases = 20, 24
    found = [
        row.ratio
        for _ in range(trials)
        for row in rows_of(*(
            exact(factory, case("a", settings={"n": n}), noise.lognormvariate(0.0, 0.1), launch)
            for n in range(cases)
            for launch in range(8)
        ))
    ]  # fmt: skip
    tests = trials * (cases - 1)
    slower = sum(one.side > 0 for one in found)
    assert slower / tests <= 0.025 + 3 * sqrt(0.025 * 0.975 / tests)


def test_cases_that_are_not_ok_have_no_metrics(campaign) -> None:
    for row in measure(merge(load([campaign.path]))):
        known = (row.gflops, row.ratio, row.efficiency, row.speedup, row.rank_mb_s)
        assert (row.result.status.value == "ok") == all(value is not None for value in known)


def test_without_a_common_launch_ratios_are_unpaired(factory, case) -> None:
    rows = rows_of(exact(factory, case("a"), 1.0, 0), exact(factory, case("b"), 2.0, 1))
    assert sorted(row.ratio.median for row in rows) == [1.0, 2.0]


def test_longer_planning_pays_after_so_many_pairs(factory, case) -> None:
    quick = exact(factory, case("a", settings={"planner": "estimate"}), 2.0)
    slow = exact(factory, case("a", settings={"planner": "measure"}), 1.0)
    cost = replace(slow.planning, commit_s=20.3)
    results = merge(
        assemble([ResultsFolder((quick, slow.model_copy(update={"planning": cost})), None)])
    )
    assert pays_after(*results) == pytest.approx(10.0)
    assert pays_after(*reversed(results)) is None


def test_planning_pays_after_whole_pairs(factory, case) -> None:
    """After a part of one: after the first."""
    quick = exact(factory, case("a", settings={"planner": "estimate"}), 2.0)
    slow = exact(factory, case("a", settings={"planner": "measure"}), 1.0)
    told = []
    for seconds in (0.3, 2.2):
        cost = replace(slow.planning, commit_s=quick.planning.commit_s + seconds)
        table = planning_table(rows_of(quick, slow.model_copy(update={"planning": cost})))
        at = [column.name for column in table.columns].index("pays after")
        told.append(table.rows[1][at].text)
    assert told == ["~1 pair", "~2 pairs"]


def test_longer_planning_pays_only_for_a_gain_that_is_more_than_noise(factory, case) -> None:
    """Of three plans that take longer than the first, one is faster, one as fast, one slower."""

    def pays(launches):
        seconds = {"a": (2.0, 2.02), "b": (1.0, 1.01), "c": (1.99, 2.02), "d": (3.0, 3.03)}
        records = []
        for plan, (name, two) in enumerate(seconds.items()):
            for launch in range(launches):
                record = exact(factory, case("x", settings={"n": name}), two[launch % 2], launch)
                cost = replace(record.planning, commit_s=10.0 * plan)
                records.append(record.model_copy(update={"planning": cost}))
        table = planning_table(rows_of(*records))
        at = [column.name for column in table.columns].index("pays after")
        return [row[at].text for row in table.rows]

    assert pays(8) == ["quickest to plan", "5 pairs", "within noise", "never"]
    assert pays(2)[1].startswith("~")
    assert pays(2)[3] == "~never"


def test_memory_counts_in_arrays_of_the_problem(factory, case, problem) -> None:
    apart, within = case("a"), case("a", of=problem(placement="in_place"))
    rows = rows_of(exact(factory, apart, 1.0), exact(factory, within, 1.0))
    arrays = {row.result.case.problem.placement.value: row.result.arrays for row in rows}
    assert arrays == {"out_of_place": pytest.approx(2.5), "in_place": pytest.approx(1.25)}
    table = planning_table(rows)
    at = [column.name for column in table.columns].index("memory")
    assert {row[at].text for row in table.rows} == {"2.50 arrays", "1.25 arrays"}


def test_trials_have_a_column_if_a_library_reports_them(factory, case) -> None:
    silent = exact(factory, case("a"), 2.0)
    cost = replace(silent.planning, trials=3, trials_s=0.25)
    frank = exact(factory, case("b"), 1.0).model_copy(update={"planning": cost})
    table = planning_table(rows_of(silent, frank))
    at = [column.name for column in table.columns].index("of which trials")
    assert [row[at].text for row in table.rows] == ["", "0.250 s"]
    silent_columns = planning_table(rows_of(silent)).columns
    assert "of which trials" not in [column.name for column in silent_columns]


def test_a_clear_lead_is_called_fastest(factory, case) -> None:
    (verdict,) = verdicts(
        rows_of(*(
            exact(factory, case(name), seconds, launch)
            for launch in range(MIN_LAUNCHES)
            for name, seconds in (("fast", 1.0), ("slow", 1.5))
        ))
    )  # fmt: skip
    assert verdict.clear
    assert claim(verdict) == "fast is fastest on 2 ranks"
    assert "slow, takes 1.50 [1.50 \N{EN DASH} 1.50] times as long" in detail(verdict)


def test_overlapping_intervals_are_not_distinguishable(campaign) -> None:
    rows = measure(merge(load([campaign.path])))
    verdict = verdicts(rows)[0]
    assert claim(verdict) == "alpha and gamma are not distinguishable on 1 rank"
    assert not verdict.clear


def test_one_launch_decides_nothing(factory, case) -> None:
    rows = rows_of(*(exact(factory, case(d), t) for d, t in (("a", 1.0), ("b", 2.0))))
    (verdict,) = verdicts(rows)
    assert not verdict.clear
    assert claim(verdict) == "One launch: no claim on 2 ranks"
    assert detail(verdict) == (
        f"Forward + backward: a 2.00 s and b 4.00 s; a claim needs {MIN_LAUNCHES} launches."
    )


def test_a_rival_with_fewer_launches_leaves_nothing_to_claim(factory, case) -> None:
    """To be the fastest takes a claim against every other."""
    records = [
        exact(factory, case(name), seconds, launch)
        for name, seconds in (("fast", 1.0), ("next", 2.0), ("last", 3.0))
        for launch in range(MIN_LAUNCHES)
    ]
    assert verdicts(rows_of(*records))[0].clear
    (verdict,) = verdicts(rows_of(*records[:-1]))
    assert (verdict.claims, verdict.clear, verdict.launches) == (False, False, MIN_LAUNCHES - 1)
    assert claim(verdict) == f"{MIN_LAUNCHES - 1} launches: no claim on 2 ranks"


@pytest.mark.parametrize("code", ["oversubscribed", "shared_cores", "few_cpus"])
def test_shared_cores_have_no_scaling_and_no_claim(factory, case, code) -> None:
    warning = Warning(code=code, text="two ranks on a CPU")
    rows = rows_of(
        *(
            exact(factory, case(name, ranks), seconds / ranks, launch).model_copy(
                update={"warnings": (warning,) if ranks == 4 else ()}
            )
            for name, seconds in (("fast", 1.0), ("slow", 2.0))
            for ranks in (1, 2, 4)
            for launch in range(MIN_LAUNCHES)
        )
    )
    for row in rows:
        known = (row.speedup, row.efficiency, row.icl_efficiency, row.serial_fraction)
        assert all(value is None for value in known) == (row.result.case.ranks == 4)
    found = {verdict.resources.ranks: verdict for verdict in verdicts(rows)}
    assert [found[ranks].clear for ranks in (1, 2, 4)] == [True, True, False]
    assert claim(found[4]) == "Shared cores: no claim on 4 ranks"
    assert main_resources(rows).ranks == 2
    assert {row.resources.ranks for row in leaders(rows)} == {1, 2}


def test_one_driver_has_no_rival(factory, case) -> None:
    (verdict,) = verdicts(rows_of(exact(factory, case("only"), 1.0)))
    assert claim(verdict) == "Only only was measured on 2 ranks"


def test_one_right_driver_among_faulty_ones_is_called_that(factory, case) -> None:
    rows = rows_of(exact(factory, case("right"), 1.0), factory.wrong(case("liar")))
    (verdict,) = verdicts(rows)
    assert claim(verdict) == "right is the only driver with a right answer on 2 ranks"
