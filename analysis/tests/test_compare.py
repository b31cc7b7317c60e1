"""Two sets of results compared: statistics, matching of cases, and what is printed."""

from __future__ import annotations

import json
import math
import sys
from dataclasses import replace
from io import StringIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from fftbench import cli
from fftbench.analysis.model.sources import ResultsFolder, assemble, load
from fftbench.analysis.model.statistics import MIN_LAUNCHES
from fftbench.analysis.plots.look.style import paper_style
from fftbench.analysis.plots.times.compare import compare_figure
from fftbench.analysis.questions.compare import (
    Judgement,
    compare,
    differences,
    holm,
    launches_needed,
    rank_test,
)
from fftbench.analysis.tables.compare import comparison_content, summary
from fftbench.analysis.terminal.compare import print_comparison
from fftbench.core.contracts.case import Measure
from fftbench.core.contracts.plan import Plan
from fftbench.core.contracts.record import Status, Warning
from fftbench.core.errors import UserError

times = st.floats(min_value=1e-6, max_value=1e3)
launches = st.lists(st.lists(times, min_size=1, max_size=20), min_size=1, max_size=12)
quick = settings(max_examples=60)


def study(*records):
    return assemble([ResultsFolder(tuple(records), None)])


def scaled(record, factor: float, **more: object):
    """The same record, every sample `factor` times as long."""
    sides = {
        name: replace(part, max_s=tuple(factor * value for value in part.max_s))
        for name, part in (("forward", record.forward), ("backward", record.backward))
    }
    return record.model_copy(update=sides | more)


def timed(factory, of, seconds, launch=0):
    """A record of exactly these samples, forward and backward alike."""
    record = factory.ok(of, launch=launch)
    same = replace(record.forward, max_s=tuple(seconds))
    return record.model_copy(update={"forward": same, "backward": same})


def only(comparison):
    (contrast,) = comparison.contrasts
    return contrast


@quick
@given(launches)
def test_a_set_is_no_different_from_itself(factory, case, seconds) -> None:
    records = [timed(factory, case(), values, n) for n, values in enumerate(seconds)]
    found = only(compare(study(*records), study(*records)))
    assert found.ratio.median == 1
    assert found.ratio.lo <= 1 <= found.ratio.hi
    assert found.judgement in (Judgement.noise, Judgement.few)
    assert found.p is None or found.p == 1
    assert found.test is None or found.test.delta == 0


@quick
@given(launches, st.floats(min_value=0.01, max_value=100))
def test_scaling_all_times_gives_the_factor(factory, case, seconds, factor) -> None:
    records = [timed(factory, case(), values, n) for n, values in enumerate(seconds)]
    new = [scaled(record, factor) for record in records]
    found = only(compare(study(*records), study(*new)))
    assert found.ratio.median == pytest.approx(factor)
    assert found.ratio.lo <= found.ratio.median <= found.ratio.hi
    wrong_way = Judgement.slower if factor < 1 else Judgement.faster
    assert found.judgement is not wrong_way


@given(st.lists(st.floats(min_value=0, max_value=1), max_size=30))
def test_corrected_values_are_never_smaller_and_keep_their_order(ps) -> None:
    corrected = holm(ps)
    assert all(p <= q <= 1 for p, q in zip(ps, corrected, strict=True))
    order = sorted(range(len(ps)), key=ps.__getitem__)
    assert [corrected[n] for n in order] == sorted(corrected)


def test_the_correction_is_that_of_a_worked_example() -> None:
    """Four tests: 4 x 0.01, 3 x 0.013, 2 x 0.02 and 0.5, none below the one before."""
    assert holm([0.02, 0.01, 0.5, 0.013]) == pytest.approx([0.04, 0.04, 0.5, 0.04])


def test_the_rank_test_is_that_of_a_worked_example() -> None:
    """Six against six without an overlap: two of C(12, 6) = 924 orders are as extreme."""
    base, new = [float(n) for n in range(6)], [10.0 + n for n in range(6)]
    found = rank_test(base, new)
    assert found.delta == 1
    assert found.p == pytest.approx(2 / 924)
    assert rank_test(new, base).delta == -1
    assert rank_test(base[:5], new) is None


def test_repetitions_are_no_launches(factory, case) -> None:
    """A thousand repetitions a launch make no launch more."""
    record = factory.ok(case(), n=1000)
    found = compare(study(record), study(scaled(record, 10)))
    assert only(found).judgement is Judgement.few
    assert not found.slower


@pytest.mark.parametrize(
    ("factor", "threshold", "judgement"),
    [
        (1.5, 1.05, Judgement.slower),
        (1.5, 1.6, Judgement.little),
        (1.0, 1.05, Judgement.noise),
        (0.5, 1.05, Judgement.faster),
        (0.5, 2.5, Judgement.little),
    ],
)
def test_judgements(factory, case, factor, threshold, judgement) -> None:
    records = [factory.ok(case(), launch=launch) for launch in range(MIN_LAUNCHES)]
    new = [scaled(record, factor) for record in records]
    found = compare(study(*records), study(*new), threshold)
    assert only(found).judgement is judgement
    assert found.slower == (judgement is Judgement.slower)


def test_few_launches_claim_nothing(factory, case) -> None:
    records = [factory.ok(case(), launch=launch) for launch in range(MIN_LAUNCHES)]
    found = compare(study(*records), study(*(scaled(record, 10) for record in records[1:])))
    assert only(found).judgement is Judgement.few
    assert not found.slower


def test_wrong_and_failed_cases_have_no_times(factory, case) -> None:
    names = ("fine", "turned", "mended", "dead")
    base = [factory.ok(case(name)) for name in names]
    base[2] = factory.wrong(case("mended"))
    base[3] = factory.bad(case("dead"), "failed", "boom")
    new = [factory.ok(case("fine")), factory.wrong(case("turned")), factory.ok(case("mended"))]
    found = compare(study(*base), study(*new, base[3]))
    assert [contrast.new.case.driver for contrast in found.contrasts] == ["fine"]
    worse = {item.new.case.driver: item.worse for item in found.untimed}
    assert worse == {"turned": True, "mended": False, "dead": False}
    assert found.slower
    assert "1 case no longer ok" in summary(found)


def test_what_is_lost_is_said_where_no_time_is_left(factory, case) -> None:
    found = compare(study(factory.ok(case())), study(factory.wrong(case())))
    assert summary(found) == "No case has a time on both sides. 1 case no longer ok."


def test_cases_match_by_what_they_ask_for_where_ids_differ(factory, case) -> None:
    """Ids hold the seed and the way to measure too."""
    before = [factory.ok(case("a", ranks, {"planner": "measure"})) for ranks in (1, 2)]
    after = [
        factory.ok(case("a", ranks, {"planner": "measure"}, seed=7)) for ranks in (2, 4)
    ]  # fmt: skip
    after.append(factory.ok(case("a", 1, {"planner": "measure"}, grid=(1, 1))))
    found = compare(study(*before), study(*after))
    assert [(c.base.case.ranks, c.new.case.ranks) for c in found.contrasts] == [(2, 2)]
    assert [result.case.ranks for result in found.only_base] == [1]
    assert [(result.case.ranks, result.case.grid) for result in found.only_new] == [
        (1, (1, 1)), (4, None),
    ]  # fmt: skip


def test_the_same_id_is_the_better_match(factory, case) -> None:
    plain = case("a")
    other = case("a").model_copy(update={"measure": Measure(max_seconds=1.0)})
    other = other.model_copy(update={"id": other.content_id()})
    base = [factory.ok(plain), factory.ok(other)]
    found = compare(study(*base), study(*reversed(base)))
    assert [c.base.case.id == c.new.case.id for c in found.contrasts] == [True, True]


def test_two_machines_can_be_compared(factory, case, environment) -> None:
    one = study(factory.ok(case(), environment=environment("left", "CPU one")))
    other = study(factory.ok(case(), environment=environment("right", "CPU two")))
    assert len(compare(one, other).contrasts) == 1
    told = {name: (old, new) for name, old, new in differences(one, other)}
    assert told == {
        "Machine": ("left (CPU one)", "right (CPU two)"),
        "CPU": ("CPU one", "CPU two"),
    }
    assert differences(one, one) == []


def test_sets_of_different_times_are_not_paired(factory, case) -> None:
    """Whatever the numbers of their launches: those of equal numbers did not run side by side."""
    before = [timed(factory, case(), [1.0 + n / 10] * 9, n) for n in range(6)]
    after = [timed(factory, case(), [1.02 * (1.0 + n / 10)] * 9, n) for n in range(6)]
    found = only(compare(study(*before), study(*after), 1.0))
    assert found.ratio.median == pytest.approx(1.02)
    assert found.judgement is Judgement.noise
    later = [record.model_copy(update={"launch": record.launch + 50}) for record in after]
    assert only(compare(study(*before), study(*later), 1.0)).ratio == found.ratio


@pytest.fixture
def sets(tmp_path, factory, write, case):
    """BASE, and NEW where one case is slower, one wrong and one missing."""
    records = [
        factory.ok(case(name, 2, {"planner": "measure"}), launch=launch)
        for name in ("alpha", "beta", "gamma", "delta")
        for launch in range(MIN_LAUNCHES)
    ]
    new = []
    for record in records:
        if record.case.driver == "beta":
            new.append(scaled(record, 1.5))
        elif record.case.driver == "gamma":
            new.append(record.model_copy(update={"status": Status.wrong, "reason": "[red] & bad"}))
        elif record.case.driver == "alpha":
            new.append(record)
    write(tmp_path / "base", records)
    write(tmp_path / "new", new)
    return tmp_path / "base", tmp_path / "new"


def test_the_terminal_tells_all_and_fits(sets, capsys, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    print_comparison(*sets, 1.05)
    text = capsys.readouterr().out
    assert max(len(line) for line in text.splitlines()) <= 80
    words = " ".join(text.split())
    assert "1.50 [1.4" in words
    assert "ok -> wrong: gamma" in words
    assert "[red] & bad" in words
    assert "1 case: ok delta" in words
    assert "Holm-corrected for 2 tests" in words
    assert "Of 2 cases, NEW is: 1 slower and 1 within noise. 1 case no longer ok." in words


def test_each_machine_of_several_is_named(tmp_path, factory, case, environment, write) -> None:
    """Both have the same cases: one that is compared, one that fails, and one of BASE alone."""
    places = [environment(cpu=f"CPU {name}") for name in ("one", "two")]
    base = [factory.ok(case(driver), environment=there)
            for there in places for driver in ("alpha", "beta", "gamma")]  # fmt: skip
    lost = {"status": Status.wrong, "reason": "no"}
    write(tmp_path / "base", base)
    write(tmp_path / "new", [
        one.model_copy(update=lost if one.case.driver == "beta" else {})
        for one in base if one.case.driver != "gamma"
    ])  # fmt: skip
    write(tmp_path / "one", base[:3])
    out = StringIO()
    found = print_comparison(tmp_path / "base", tmp_path / "new", 1.05, Console(file=out, width=99))
    text = " ".join(out.getvalue().split())
    content = comparison_content(found, [])
    with paper_style("test"):
        (axes,) = compare_figure(found.contrasts, 1.05).axes
    names = [label.get_text() for label in axes.get_yticklabels()]
    for name in ("one", "two"):
        where = f"node1 (CPU {name})"
        assert f"2 ranks, {where} [ms]" in text
        assert any(where in one for one in names)
        for kind, driver in (("cases", "alpha"), ("untimed", "beta")):
            assert any(where in one["case"] and driver in one["case"] for one in content[kind])
        assert any(where in one and "gamma" in one for one in content["only_base"])
    assert text.count("node1 (CPU one)") == 3  # of each of its cases
    alone = StringIO()
    print_comparison(tmp_path / "base", tmp_path / "one", 1.05, Console(file=alone, width=99))
    assert "2 ranks [ms]" in alone.getvalue()


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["BASE", "NEW"], 0),
        (["BASE", "NEW", "--fail-on-slower"], 6),
        (["BASE", "BASE", "--fail-on-slower"], 0),
        (["BASE", "NEW", "--threshold", "0.9"], 2),
        (["BASE", "nowhere"], 2),
        (["BASE", "PLANNED"], 0),
        (["BASE", "PLANNED", "--fail-on-slower"], 2),
        (["BASE", "PART"], 0),
        (["BASE", "PART", "--fail-on-slower"], 2),
        (["PART", "BASE", "--fail-on-slower"], 0),
    ],
)
def test_exit_codes(sets, write, case, monkeypatch, capsys, *, words, code) -> None:
    planned, part = sets[0].parent / "planned", sets[0].parent / "part"
    write(planned, [], Plan(campaign="c", site="s", launches=2, seed=1, cases=(case("alpha"),)))
    found = [record for records in load([sets[0]]).records.values() for record in records]
    write(part, [record for record in found if record.case.id != found[0].case.id])
    paths = {"BASE": str(sets[0]), "NEW": str(sets[1])}
    paths |= {"PLANNED": str(planned), "PART": str(part)}
    monkeypatch.setattr(sys, "argv", ["fftbench", "compare", *(paths.get(w, w) for w in words)])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == code
    assert ("error: " in capsys.readouterr().err) == (code == 2)


def test_a_record_file_is_a_side_too(sets) -> None:
    file = next((sets[0] / "records").glob("*.jsonl"))
    assert len(compare(load([file]), load([sets[0]])).contrasts) == 4


@pytest.mark.parametrize("threshold", [0.9, math.nan, math.inf])
def test_a_threshold_that_is_no_ratio_from_one_on_is_a_mistake(factory, case, threshold) -> None:
    with pytest.raises(UserError, match=f"threshold {threshold:g} is no ratio from 1 on"):
        compare(study(factory.ok(case())), study(factory.ok(case())), threshold)


def test_shared_cores_are_compared_without_a_claim(factory, case) -> None:
    warning = Warning(code="oversubscribed", text="4 ranks on 2 CPUs")
    records = [factory.ok(case(), launch=n, warnings=(warning,)) for n in range(MIN_LAUNCHES)]
    found = compare(study(*records), study(*(scaled(record, 10) for record in records)))
    assert only(found).judgement is Judgement.shared
    assert (only(found).ratio.confident, only(found).test) == (False, None)
    assert not found.slower
    assert summary(found) == "Of 1 case, NEW is: 1 on shared cores."


def test_many_tests_at_once_need_more_launches(factory, case) -> None:
    """The smallest p of six launches a side is 2 / 924: of 23 tests one can be significant."""
    assert [launches_needed(tests) for tests in (1, 23, 24, 85, 86)] == [6, 6, 7, 7, 8]
    before = [
        factory.timed(case(f"d{number}"), 1.0 + launch / 100, launch)
        for number in range(24)
        for launch in range(6)
    ]
    found = compare(study(*before), study(*(scaled(record, 10) for record in before)))
    assert found.counts == {Judgement.few: 24}  # ten times as slow is no noise
    assert summary(found).startswith("6 launches: no claim on 24 cases.")
    assert summary(found).endswith("in so many cases at once takes 7 launches a side.")
    found = compare(study(*before[:-6]), study(*(scaled(record, 10) for record in before[:-6])))
    assert found.counts == {Judgement.slower: 23}
    assert summary(found) == "Of 23 cases, NEW is: 23 slower."


def test_the_verdict_comes_first(sets) -> None:
    out = StringIO()
    found = print_comparison(*sets, 1.05, Console(file=out, width=80))
    after_paths = out.getvalue().split(f"{sets[1].name}\n", 1)[1]
    verdict = summary(found).split()
    assert after_paths.split()[: len(verdict)] == verdict


def test_what_is_no_library_is_named_and_not_compared(factory, case, write, tmp_path) -> None:
    skewed = factory.ok(case("alpha", settings={"skew": 160}))
    for side, others in (("base", [factory.ok(case("slowed")), skewed]), ("new", [])):
        baseline = factory.baseline(case("passes"))
        write(tmp_path / side, [factory.ok(case("alpha")), baseline, *others])
    out = StringIO()
    print_comparison(tmp_path / "base", tmp_path / "new", 1.05, Console(file=out, width=80))
    apart = "Not compared, as they are never ranked: alpha with skew, passes and slowed."
    assert apart in " ".join(out.getvalue().split())
    assert "Only in" not in out.getvalue()


def test_json_holds_everything(sets) -> None:
    out = StringIO()
    found = print_comparison(*sets, 1.05, Console(file=out, width=20), as_json=True)
    content = json.loads(out.getvalue())
    assert next(iter(content)) == "verdict"
    assert len(content["cases"]) == len(found.contrasts)
    assert sum(content["counts"].values()) == len(found.contrasts)
    assert len(content["untimed"]) == len(found.untimed)
    assert len(content["only_new"]) == len(found.only_new)


def test_the_figure_is_drawn(sets, tmp_path) -> None:
    file = tmp_path / "compare.pdf"
    print_comparison(*sets, 1.05, Console(file=StringIO()), figure=file)
    assert file.read_bytes().startswith(b"%PDF")
    with pytest.raises(UserError, match="can't be written"):
        print_comparison(*sets, 1.05, Console(file=StringIO()), figure=tmp_path / "no" / "a.svg")


def test_nothing_to_compare_is_not_drawn() -> None:
    with pytest.raises(UserError, match="nothing to draw"):
        compare_figure([], 1.05)
