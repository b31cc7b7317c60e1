"""What settings are worth: each change is compared with the defaults, and with nothing else."""

from __future__ import annotations

import csv
import io
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from fftbench import cli
from fftbench.analysis.model.merge import merge
from fftbench.analysis.model.sources import ResultsFolder, assemble
from fftbench.analysis.model.statistics import MIN_LAUNCHES
from fftbench.analysis.page.report import write_report
from fftbench.analysis.questions.ablation import changed_options, driver_effects, setting_effects
from fftbench.analysis.terminal.ablation import print_ablation
from fftbench.core.contracts.plan import Plan
from fftbench.core.contracts.record import Effective
from fftbench.core.errors import UserError

DEFAULTS = {"kernel": "auto", "chunks": 1, "stealing": True}
VALUES = {"kernel": ["auto", "fftw", "lanes"], "chunks": [1, 2, 4], "stealing": [True, False]}

MANY = settings(max_examples=40)
combinations = st.fixed_dictionaries({name: st.sampled_from(v) for name, v in VALUES.items()})


def study(*records, defaults=DEFAULTS):
    cases = {record.case.id: record.case for record in records}
    plan = Plan(
        campaign="c", site="s", launches=1, seed=1, cases=tuple(cases.values()),
        defaults={"a": defaults},
    )  # fmt: skip
    return assemble([ResultsFolder(tuple(records), plan)])


def found_in(*records, **more):
    found = study(*records, **more)
    return setting_effects(found, merge(found))


def test_each_change_is_set_against_the_defaults_on_its_instance(factory, case, problem) -> None:
    records = []
    for shape, slower in (((8, 8, 8), 2.0), ((16, 16, 16), 8.0)):
        of = problem(shape=shape)
        records += [
            factory.timed(case("a", of=of, settings={**DEFAULTS, **change}), seconds, launch)
            for change, seconds in (
                ({}, 1.0),
                ({"kernel": "fftw"}, slower),
                ({"stealing": False}, 0.5),
            )
            for launch in range(MIN_LAUNCHES)
        ]
    slow, fast = found_in(*records)
    assert (slow.name, slow.default, slow.mean.value) == ("kernel=fftw", "auto", pytest.approx(4.0))
    assert [trial.ratio.median for trial in slow.trials] == pytest.approx([2.0, 8.0])
    assert (fast.name, fast.default, fast.mean.value) == (
        "stealing=false",
        True,
        pytest.approx(0.5),
    )
    assert (slow.mean.side, fast.mean.side) == (1, -1)


def test_cases_elsewhere_say_nothing(factory, case, problem) -> None:
    changed = {**DEFAULTS, "kernel": "fftw"}
    base = factory.timed(case("a", 2, settings=DEFAULTS, of=problem(), grid=(2, 1)), 1.0)
    elsewhere = [
        case("a", 4, settings=changed, of=problem(), grid=(2, 1)),
        case("a", 2, settings=changed, of=problem(), grid=(1, 2)),
        case("a", 2, settings=changed, of=problem(), grid=(2, 1), threads=2),
        case("a", 2, settings=changed, of=problem(placement="in_place"), grid=(2, 1)),
        case("b", 2, settings=changed, of=problem(), grid=(2, 1)),
    ]
    assert not found_in(base, *(factory.timed(of, 2.0) for of in elsewhere))
    assert found_in(base, factory.timed(case("a", 2, settings=changed, grid=(2, 1)), 2.0))


def test_a_setting_that_was_refused_or_replaced_has_no_effect(factory, case) -> None:
    base = factory.timed(case("a", settings=DEFAULTS), 1.0)
    changed = case("a", settings={**DEFAULTS, "kernel": "fftw"})
    assert not found_in(base, factory.bad(changed, "unsupported", "no"))
    used = Effective(grid=(2, 1), threads=1, settings={**DEFAULTS, "kernel": "lanes"})
    assert not found_in(base, factory.timed(changed, 2.0, effective=used))
    (effect,) = found_in(base, factory.timed(changed, 2.0))
    assert effect.mean.value == pytest.approx(2.0)


def test_the_choice_for_a_default_left_open_does_not_matter(factory, case) -> None:
    usual = {**DEFAULTS, "kernel": "lanes"}
    used = Effective(grid=(2, 1), threads=1, settings=usual)
    base = factory.timed(case("a", settings=usual), 1.0)
    left_open = factory.timed(case("a", settings=DEFAULTS), 2.0, effective=used)
    (effect,) = found_in(base, left_open, defaults=usual)
    assert effect.name == "kernel=auto"


@MANY
@given(st.lists(combinations, min_size=1, max_size=12))
def test_effects_are_the_cases_one_change_away(factory, case, chosen) -> None:
    records = {
        record.case.id: record
        for record in (factory.timed(case("a", settings=one), 1.0) for one in chosen)
    }
    found = found_in(*records.values())
    base = {
        n: chosen[0][n] if len({one[n] for one in chosen}) == 1 else DEFAULTS[n] for n in VALUES
    }
    away = [one for one in chosen if sum(one[name] != base[name] for name in one) == 1]
    names = {f"{n}={str(v).lower()}" for one in away for n, v in one.items() if v != base[n]}
    assert {effect.name for effect in found} == (names if base in chosen else set())


def test_what_all_cases_share_is_no_change(factory, case) -> None:
    calm = {**DEFAULTS, "stealing": False}
    base = factory.timed(case("a", settings=calm), 1.0)
    changed = factory.timed(case("a", settings={**calm, "chunks": 2}), 2.0)
    (effect,) = found_in(base, changed)
    assert (effect.name, effect.default) == ("chunks=2", 1)


@MANY
@given(st.lists(st.floats(min_value=0.01, max_value=100), min_size=1, max_size=5))
def test_the_mean_is_geometric_and_in_its_interval(factory, case, problem, ratios) -> None:
    records = []
    for number, value in enumerate(ratios):
        of = problem(shape=(8 + number, 8, 8))
        records.append(factory.timed(case("a", of=of, settings=DEFAULTS), 1.0))
        records.append(factory.timed(case("a", of=of, settings={**DEFAULTS, "chunks": 2}), value))
    (effect,) = found_in(*records)
    assert effect.mean.value == pytest.approx(math.prod(ratios) ** (1 / len(ratios)))
    assert effect.mean.lo <= effect.mean.value * (1 + 1e-9)
    assert effect.mean.value <= effect.mean.hi * (1 + 1e-9)
    assert (effect.mean.least, effect.mean.most) == pytest.approx((min(ratios), max(ratios)))


@MANY
@given(combinations, combinations)
def test_changed_options_are_those_that_differ(case, one, other) -> None:
    changed = changed_options(case("a", settings=one), {"a": other})
    assert changed == tuple(name for name in one if one[name] != other[name])
    assert changed_options(case("a", settings=one), {"a": {**other, "new": 1}}) is None
    assert changed_options(case("b", settings=one), {"a": other}) is None


def test_noise_is_no_difference(factory, case) -> None:
    base = [factory.ok(case("a", settings=DEFAULTS), launch=n) for n in range(MIN_LAUNCHES)]
    same = case("a", settings={**DEFAULTS, "chunks": 2})
    (effect,) = found_in(*base, *(factory.ok(same, launch=n) for n in range(MIN_LAUNCHES)))
    assert effect.mean.side == 0
    (few,) = found_in(factory.ok(case("a", settings=DEFAULTS), n=4), factory.ok(same, 0.2, n=4))
    assert (few.mean.side, few.mean.confident) == (0, False)


def test_what_is_missing_is_said(factory, case) -> None:
    base = factory.timed(case("a", settings=DEFAULTS), 1.0)
    with pytest.raises(UserError, match="no driver 'b'"):
        driver_effects(study(base), "b")
    with pytest.raises(UserError, match="no setting of a was measured") as caught:
        driver_effects(study(base), "a")
    assert "[{}, {OPTION: VALUE}]" in caught.value.hint
    with pytest.raises(UserError, match="no plan of these results has the defaults of a"):
        driver_effects(assemble([ResultsFolder((base,), None)]), "a")


@pytest.fixture
def measured(factory, case, write, tmp_path):
    """A results directory with the defaults of a driver and two changes."""
    records = [
        factory.ok(case("a", settings=DEFAULTS)),
        factory.ok(case("a", settings={**DEFAULTS, "kernel": "fftw"}), 0.06),
        factory.ok(case("a", settings={**DEFAULTS, "chunks": 4}), 0.019),
    ]
    cases = tuple(record.case for record in records)
    plan = Plan(campaign="c", site="s", launches=1, seed=1, cases=cases, defaults={"a": DEFAULTS})
    write(tmp_path, records, plan)
    return tmp_path


def test_the_command_prints_the_table(measured, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    out = io.StringIO()
    print_ablation("a", [measured], Console(file=out, width=100))
    assert "kernel=fftw" in out.getvalue()
    monkeypatch.setattr("sys.argv", ["fftbench", "settings", "a", str(measured)])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 0
    assert "What each setting of a is worth" in capsys.readouterr().out


def test_the_report_has_the_table_and_the_figure(measured) -> None:
    page = write_report([measured])
    assert "What is each setting worth?" in page.read_text()
    assert (page.parent / "figures" / "a-settings.svg").is_file()
    with (page.parent / "settings.csv").open() as file:
        lines = list(csv.DictReader(file))
    assert [(line["setting"], line["value"], line["default"]) for line in lines] == [
        ("kernel", "fftw", "auto"),
        ("chunks", "4", "1"),
    ]
    assert float(lines[0]["ratio"]) == pytest.approx(3.0, rel=0.1)
