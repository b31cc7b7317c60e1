"""How small a difference can be told: from equal work measured twice, and from work slowed."""

from __future__ import annotations

import io
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.backends.backend_agg import FigureCanvasAgg
from rich.console import Console

from fftbench import cli
from fftbench.analysis.model.layouts import LayoutClass
from fftbench.analysis.model.measured import read_measured
from fftbench.analysis.model.merge import merge
from fftbench.analysis.model.sources import ResultsFolder, assemble
from fftbench.analysis.model.statistics import MIN_LAUNCHES, paired_ratio
from fftbench.analysis.page.report import answered, report_measured, write_report
from fftbench.analysis.plots.look.style import EDGE, paper_style
from fftbench.analysis.plots.times.noise import noise_figure
from fftbench.analysis.questions.coverage import cover
from fftbench.analysis.questions.noise import SAMPLES, again, joined, noise, powers
from fftbench.analysis.tables.load import load_table
from fftbench.analysis.tables.noise import advice, again_sentence, sentence
from fftbench.analysis.terminal.compare import print_comparison
from fftbench.analysis.terminal.noise import print_noise
from fftbench.core.errors import UserError

LAUNCHES = 8
MANY = settings(max_examples=30, deadline=None)
seconds = st.floats(0.5, 2.0)


def of_another_machine(record):
    environment = record.environment.model_copy(update={"cpu_model": "another"})
    return record.model_copy(update={"environment": environment})


def study(records):
    return assemble([ResultsFolder(tuple(records), None)])


@pytest.fixture
def measured(factory, case):
    """Make the records of a case: one of each of some seconds, a launch each."""

    def make(times, seed=1, driver="alpha", of=None, **settings):
        own = case(driver, 2, settings, of, seed=seed)
        return [factory.timed(own, time, launch) for launch, time in enumerate(times)]

    return make


@pytest.fixture
def sample(measured, problem):
    """A machine whose launches differ by 1 %: 12 equal pairs of two sizes, slowed by 0 and 5 %."""
    noisy = random.Random(3)
    records = []
    for size in (64, 128):
        for driver, percents in (("alpha", [None]), ("beta", [None]), ("slowed", [0, 5])):
            for transform in ("c2c", "r2c"):
                of = problem(shape=(size, size, size), transform=transform)
                for percent in percents:
                    settings = {} if percent is None else {"percent": percent}
                    factor = 1 + (percent or 0) / 100
                    for seed in (1, 2):
                        times = [factor * noisy.lognormvariate(0, 0.01) for _ in range(LAUNCHES)]
                        records += measured(times, seed, driver, of, **settings)
    return records


def test_twins_differ_in_nothing_but_the_seed(measured, problem) -> None:
    times = [1.0 + n / 100 for n in range(LAUNCHES)]
    records = measured(times) + measured(times, seed=2) + measured(times, seed=3)
    records += measured(times, seed=2, driver="beta")
    records += measured(times, seed=2, planner="measure")
    records += measured(times, seed=2, of=problem(shape=(8, 8, 8)))
    (found,) = noise(study(records))
    seeds = [(pair.first.case.seed, pair.second.case.seed) for pair in found.twins]
    assert seeds == [(1, 2), (1, 3), (2, 3)]
    assert {pair.first.case.driver for pair in found.twins} == {"alpha"}
    assert (found.different, found.slowed, found.launches) == (0, (), LAUNCHES)


def test_launches_of_two_sets_count_together(sample) -> None:
    (once,), (twice,) = noise(study(sample)), noise(joined(study(sample), study(sample)))
    assert (once.launches, twice.launches) == (LAUNCHES, 2 * LAUNCHES)
    assert twice.powers[-1].smallest < once.powers[-1].smallest


def test_slowed_cases_are_set_against_another_seed(sample) -> None:
    (found,) = noise(study(sample))
    assert len(found.twins) == 16
    assert len(found.slowed) == 8
    for pair in found.slowed:
        assert pair.first.case.seed != pair.second.case.seed
        assert pair.percent == 5
        assert pair.ratio.median == pytest.approx(1.05, rel=0.03)


def test_what_is_slowed_on_purpose_is_no_library(tmp_path, sample, write) -> None:
    write(tmp_path, sample)
    found = read_measured([tmp_path])
    assert {result.case.driver for result in found.results} == {"alpha", "beta"}
    assert found.study.drivers == ("alpha", "beta")
    known = [one.answers[LayoutClass.any] for _, one in answered(found)]
    assert {answer.drivers for by_cores in known for answer in by_cores.values()} == {2}
    cases = load_table([tmp_path], "cases")
    assert set(cases.driver) == {"alpha", "beta", "slowed"}
    slowed = cases[cases.driver == "slowed"]
    assert slowed.pair_s.notna().all()
    assert slowed.ratio.isna().all()
    assert "slowed (it tests the benchmark)" in report_measured(found).read_text()


def test_what_is_uneven_on_purpose_is_never_ranked(factory, case, tmp_path, write) -> None:
    even, skewed = (case("alpha", settings={"skew": percent}) for percent in (0, 160))
    write(tmp_path, [factory.ok(even), factory.ok(skewed), factory.ok(case("beta"))])
    found = read_measured([tmp_path])
    assert [result.case for result in found.results if result.case.driver == "alpha"] == [even]
    cases = load_table([tmp_path], "cases")
    assert list(cases[cases.driver == "alpha"].ratio.isna()) == [False, True]
    assert "alpha with skew (its work is uneven on purpose)" in report_measured(found).read_text()


def test_what_is_slowed_and_fails_is_told(factory, case) -> None:
    bad = factory.bad(case("slowed", settings={"percent": 5}), "failed", "killed")
    known = study([factory.ok(case("alpha")), bad])
    assert cover(known, merge(known)).counts["slowed"]["failed"] == 1


def test_without_equal_pairs_there_is_nothing(measured) -> None:
    assert noise(study(measured([1.0] * LAUNCHES))) == ()
    few = measured([1.0] * 3) + measured([1.0] * 3, seed=2)
    (found,) = noise(study(few))
    assert (found.powers, found.enough, found.different) == ((), None, 0)
    assert "6 times at least" in sentence(found)
    assert not advice(found)


@MANY
@given(st.lists(st.tuples(seconds, seconds), min_size=MIN_LAUNCHES, max_size=9))
def test_what_is_told_would_be_seen(measured, times) -> None:
    """Slow down either side of a pair by a little more or less than what is told, and look."""
    one, other = zip(*times, strict=True)
    (found,) = noise(study(measured(one) + measured(other, seed=2)))
    told = found.powers[-1].told
    assert list(told) == sorted(told)
    seen = []
    for fast, slow in ((one, other), (other, one)):
        below = dict(enumerate(fast))
        for d in told:
            for factor, wanted in (((1 + d) * 1.001, True), ((1 + d) * 0.999, False)):
                ratio = paired_ratio({n: factor * time for n, time in enumerate(slow)}, below)
                assert ratio is not None
                seen.append((ratio.side > 0) == wanted)
    # Each of the two differences belongs to one of the two sides.
    assert seen.count(True) >= 2
    assert all(power.share(told[-1] * 1.01 + 1e-9) <= 1 for power in found.powers)
    assert found.powers[-1].share(told[-1] * 1.01 + 1e-9) == 1


@MANY
@given(st.integers(MIN_LAUNCHES, 14), st.integers(0, 99))
def test_fewer_launches_are_sub_samples(measured, number, seed) -> None:
    draw = random.Random(seed)
    times = [[draw.lognormvariate(0, 0.05) for _ in range(number)] for _ in range(2)]
    (found,) = noise(study(measured(times[0]) + measured(times[1], seed=2)))
    assert [power.launches for power in found.powers] == list(range(MIN_LAUNCHES, number + 1))
    for power in found.powers:
        assert 2 <= len(power.told) <= 2 * SAMPLES
        assert 0 <= power.different <= 1
        assert power.share(power.smallest + 1e-9) >= 0.8
        assert power.share(power.smallest) < 0.8
    last = found.powers[-1]
    assert last.different == float(found.twins[0].ratio.side != 0)
    assert powers(found.twins, ()) == powers(found.twins, ())


def test_a_case_that_failed_once_does_not_spoil_the_rest(sample) -> None:
    (whole,) = noise(study(sample))
    of_one = sample[0].case.id
    (found,) = noise(study(r for r in sample if (r.case.id, r.launch) != (of_one, 3)))
    assert (found.launches, len(found.twins)) == (whole.launches, len(whole.twins))
    assert [power.launches for power in found.powers] == [6, 7, 8]


def test_clear_differences_need_the_fewest_launches(measured) -> None:
    still = [1.0 + n / 1000 for n in range(LAUNCHES)]
    records = []
    for seed in (1, 2):
        records += measured(still, seed, "slowed", percent=0)
        records += measured([1.05 * time for time in still], seed, "slowed", percent=5)
    (found,) = noise(study(records))
    assert found.enough == MIN_LAUNCHES
    assert found.powers[0].slowed == {5: 1.0}
    wild = [1.0, 2.0, 0.5, 1.5, 0.7, 1.2, 0.9, 1.8]
    (found,) = noise(study(measured(wild) + measured(wild[::-1], seed=2)))
    assert found.enough is None
    assert advice(found) == "More than 8 launches are needed to tell 5 % in 80 % of equal pairs."


def test_what_slowed_cases_tell_and_what_equal_pairs_tell_is_said_apart(measured) -> None:
    """Equal pairs are noisier here than the slowed cases are: the sentences name whom they mean."""
    wild = [1.0, 1.2, 0.9, 1.1, 0.95, 1.15, 1.05, 1.0]
    still = [1.0 + n / 1000 for n in range(LAUNCHES)]
    records = measured(wild) + measured(wild[::-1], seed=2)
    records += measured(still, 1, "slowed", percent=0)
    records += measured([1.05 * time for time in still], 2, "slowed", percent=5)
    (found,) = noise(study(records))
    assert found.powers[-1].smallest > 0.05
    assert re.search(
        r"8 launches tell a difference of \d+ % in 80 % of equal pairs", sentence(found)
    )
    assert advice(found) == (
        "6 launches are enough to tell 5 % in 80 % of the cases slowed by so much."
    )


def test_seeds_are_named_only_where_there_are_several(measured) -> None:
    alone, *_ = merge(study(measured([1.0], seed=2)))
    assert not alone.label
    two = merge(study(measured([1.0], planner="measure") + measured([1.0], 2, planner="measure")))
    assert [result.label for result in two] == ["seed=1", "seed=2"]


def test_intervals_of_two_sets_overlap_or_not(measured) -> None:
    times = [1.0 + n / 100 for n in range(LAUNCHES)]
    first = study(measured(times) + measured(times, seed=2) + measured(times[:3], driver="few"))
    second = study(
        measured([time + 0.02 for time in times])
        + measured([2 * time for time in times], seed=2)
        + measured(times[:3], driver="few")
    )
    found = again(first, second)
    assert (found.cases, found.overlapping) == (2, 1)
    assert again_sentence(found) == (
        "Of 2 cases measured twice, the 95 % intervals over launches overlap in 1 (50 %)."
    )
    assert "nothing can be said" in again_sentence(again(first, study(measured(times[:3]))))
    elsewhere = [of_another_machine(record) for record in measured(times)]
    assert again(first, study(elsewhere)).cases == 0


def test_the_terminal_says_it_in_a_sentence(sample, write, tmp_path, monkeypatch, capsys) -> None:
    write(tmp_path / "noise", sample)
    out = io.StringIO()
    print_noise([tmp_path / "noise"], console=Console(file=out, width=80))
    assert max(len(line) for line in out.getvalue().splitlines()) <= 80
    words = " ".join(out.getvalue().split())
    assert words.startswith(GOLDEN)
    figure = tmp_path / "noise.svg"
    words = ["noise", str(tmp_path / "noise"), "--again", str(tmp_path / "noise")]
    monkeypatch.setattr("sys.argv", ["fftbench", *words, "--figure", str(figure)])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 0
    assert "<svg" in figure.read_text()
    assert "overlap in 32 (100 %)" in " ".join(capsys.readouterr().out.split())


def test_the_names_of_sizes_are_within_the_figure(measured, problem) -> None:
    """Of which the last may have a single pair."""
    times = [1.0 + n / 100 for n in range(LAUNCHES)]
    records = [record for size, seeds in ((64, 9), (128, 2)) for seed in range(seeds)
               for record in measured(times, seed, of=problem(shape=(size,) * 3))]  # fmt: skip
    (found,) = noise(study(records))
    with paper_style("test"):
        figure = noise_figure(found)
        renderer = FigureCanvasAgg(figure).get_renderer()
        figure.draw(renderer)
        texts = [*figure.axes[0].get_xticklabels(which="both")]
        boxes = {text.get_text(): text.get_window_extent(renderer) for text in texts}
    assert {"64\u00b3", "128\u00b3"} <= set(boxes)
    assert boxes["128\u00b3"].x1 <= figure.bbox.width - EDGE * figure.dpi
    assert boxes["64\u00b3"].x1 < boxes["128\u00b3"].x0


GOLDEN = (
    "On node1 (Sample CPU 9000), 8 launches tell a difference of 2.1 % in 80 % of equal pairs of "
    "128³ points and more; 1 of 16 equal pairs was called different. "
    "6 launches are enough to tell 5 % in 80 % of the cases slowed by so much. All of 8 launches"
)


def test_results_without_pairs_are_a_mistake(measured, write, tmp_path) -> None:
    write(tmp_path, measured([1.0] * LAUNCHES))
    with pytest.raises(UserError, match="nothing but the seed"):
        print_noise([tmp_path])
    write(tmp_path, measured([1.0]) + measured([1.0], seed=2))
    with pytest.raises(UserError, match="nothing to draw"):
        print_noise([tmp_path], figure=tmp_path / "figure.svg")


def test_reports_and_comparisons_quote_what_lies_beside(
    sample, measured, environment, write, tmp_path
) -> None:
    quoted = "8 launches tell a difference of 2.1 %"
    write(tmp_path / "noise", sample)
    write(tmp_path / "other", measured([1.0] * LAUNCHES))
    assert quoted in write_report([tmp_path / "other"]).read_text()
    assert quoted in write_report([tmp_path / "noise"]).read_text()
    out = io.StringIO()
    print_comparison(tmp_path / "other", tmp_path / "other", 1.05, Console(file=out, width=200))
    assert quoted in out.getvalue()
    # Not of another machine, and not of a set elsewhere.
    elsewhere = [r.model_copy(update={"environment": environment("b")}) for r in measured([1.0])]
    write(tmp_path / "elsewhere", elsewhere)
    assert quoted not in write_report([tmp_path / "elsewhere"]).read_text()
    (tmp_path / "noise").rename(tmp_path / "noise-of-may")
    assert quoted not in write_report([tmp_path / "other"]).read_text()
