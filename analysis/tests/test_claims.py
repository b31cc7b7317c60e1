"""Claims of papers: which cases count as evidence, and what is said about them."""

from __future__ import annotations

import io
import random
from dataclasses import is_dataclass, replace

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError
from rich.console import Console

from fftbench import cli
from fftbench.analysis.model.merge import merge, merge_checked
from fftbench.analysis.model.sources import ResultsFolder, assemble
from fftbench.analysis.model.statistics import MIN_LAUNCHES, NEGLIGIBLE
from fftbench.analysis.page.report import write_report
from fftbench.analysis.questions.claims import FILE, Claim, Literature, Paper, Side, literature
from fftbench.analysis.questions.evidence import ALIKE, Answer, examine, examine_study
from fftbench.analysis.tables.claims import claims_table, sentence
from fftbench.analysis.terminal.claims import print_claims
from fftbench.core.contracts.record import Effective, Warning

CLAIM = {
    "id": "it",
    "paper": "they",
    "where": "table 1",
    "says": "Fast is faster.",
    "one": {"driver": "a", "settings": {"how": "fast"}},
    "other": {"driver": "a", "settings": {"how": "slow"}},
    "scale": "a large machine",
}


FAST, SLOW = slice(MIN_LAUNCHES), slice(MIN_LAUNCHES, None)
"""The records of each side, in what `pair` makes."""


def say(**changes):
    claim = Claim.model_validate({**CLAIM, **changes})
    return Literature(papers={"they": Paper(name="They", citation="Them")}, claims=(claim,))


def find(records, **changes):
    (found,) = examine(say(**changes), merge(assemble([ResultsFolder(tuple(records), None)])))
    return found


@pytest.fixture
def pair(factory, case):
    """Both sides of the claim: seconds of `one` and of `other`, and what else the cases have."""

    def make(fast, slow, *, launches=MIN_LAUNCHES, **more):
        rest = more.pop("rest", {})
        sides = (("fast", fast), ("slow", slow))
        return [
            factory.timed(case("a", settings={"how": how, **rest}, **more), seconds, launch)
            for how, seconds in sides
            for launch in range(launches)
        ]

    return make


@settings(max_examples=30)
@given(st.floats(0.2, 5), st.booleans())
def test_the_answer_follows_the_ratio(pair, slow, alike) -> None:
    found = find(pair(1.0, slow), alike=alike)
    assert found.mean.value == pytest.approx(slow)
    if alike:
        expected = Answer.holds if 1 / ALIKE <= slow <= ALIKE else Answer.fails
    else:
        equal = 1 / NEGLIGIBLE <= slow <= NEGLIGIBLE
        expected = Answer.open if equal else Answer.holds if slow > 1 else Answer.fails
    assert found.answer is expected
    assert sentence(found).startswith(expected.value.capitalize())
    assert "The paper's scale is another: a large machine." in sentence(found)


def test_uneven_work_is_evidence_only_for_claims_about_it(pair) -> None:
    def answer(percent, **named):
        records = tuple(pair(1.0, 2.0, rest={"skew": percent}))
        sides = {
            side: {"driver": "a", "settings": {"how": how, **named}}
            for side, how in (("one", "fast"), ("other", "slow"))
        }
        results = merge_checked(assemble([ResultsFolder(records, None)]))
        (found,) = examine(say(**sides), results)
        return found.answer

    assert answer(0) is Answer.holds
    assert answer(160) is Answer.missing
    assert answer(160, skew=160) is Answer.holds


@pytest.mark.parametrize(
    ("times", "start"),
    [
        ((1.5, 2.5), "Holds here: "),
        ((2.5, 3.0), "Holds here, but by less: "),
        ((1.1, 1.5), "Holds here, and by more: "),
        (None, "Holds here: "),
    ],
)
def test_a_difference_of_another_size_than_the_papers_is_said(pair, times, start) -> None:
    assert sentence(find(pair(1.0, 2.0), times=times)).startswith(start)


def test_nothing_is_claimed_within_the_noise_or_in_few_launches(factory, case) -> None:
    sides = [case("a", settings={"how": how}) for how in ("fast", "slow")]
    noisy = [factory.ok(side, launch=n) for side in sides for n in range(MIN_LAUNCHES)]
    assert find(noisy).answer is Answer.open
    few = [
        factory.ok(side, seconds, launch, n=1000)
        for side, seconds in zip(sides, (1, 2), strict=True)
        for launch in range(MIN_LAUNCHES - 1)
    ]
    assert find(few).answer is Answer.few
    assert sentence(find(few)).startswith("No claim: a how=slow takes ~2.0")
    assert find(few, alike=True).answer is Answer.few


@pytest.mark.parametrize("alike", [False, True])
def test_what_holds_in_one_instance_and_fails_in_another_is_mixed(pair, problem, alike) -> None:
    records = [*pair(1.0, 0.86), *pair(1.0, 1.51, of=problem((8, 8, 8)))]
    found = find(records, alike=alike)
    assert found.mean.value > 1
    assert found.answer is Answer.mixed
    assert sentence(found).startswith("Mixed: a how=slow takes")
    nearly = [*pair(1.0, 0.98), *pair(1.0, 1.51, of=problem((8, 8, 8)))]
    assert find(nearly).answer is not Answer.mixed


def test_many_noisy_instances_are_not_mixed_by_noise_alone(factory, case, problem) -> None:
    """Both sides are equal everywhere: some ratios lie above 1, and some below, all the same."""
    noise = random.Random(5)

    def seconds() -> float:
        return noise.lognormvariate(0, 0.15)

    records = [
        factory.timed(case("a", settings={"how": how}, of=of), seconds(), launch)
        for of in (problem((length, 8, 8)) for length in range(2, 22))
        for how in ("fast", "slow")
        for launch in range(MIN_LAUNCHES)
    ]
    found = find(records)
    assert found.mean.least < 1 / ALIKE
    assert found.mean.most > ALIKE
    assert found.answer is Answer.open
    assert "not the same everywhere" not in sentence(found)


def test_what_is_faster_here_and_slower_there_is_not_the_same_everywhere(pair, problem) -> None:
    nearly = [*pair(1.0, 0.98), *pair(1.0, 1.51, of=problem((8, 8, 8)))]
    assert "so not the same everywhere" in sentence(find(nearly))


def test_forward_alone_counts_where_the_paper_times_it(factory, case) -> None:
    records = []
    for how, forward, backward in (("fast", 1.0, 9.0), ("slow", 2.0, 1.0)):
        for launch in range(MIN_LAUNCHES):
            record = factory.timed(case("a", settings={"how": how}), forward, launch)
            back = replace(record.backward, max_s=(backward,) * 7)
            records.append(record.model_copy(update={"backward": back}))
    assert find(records).answer is Answer.fails
    found = find(records, metric="forward")
    assert (found.answer, found.mean.value) == (Answer.holds, pytest.approx(2.0))
    assert "forward alone, a how=slow takes" in sentence(found)


def put(model, path, value):
    """Copy a record with another value at a path of names."""
    name, *rest = path
    new = put(getattr(model, name), rest, value) if rest else value
    if is_dataclass(model):
        return replace(model, **{name: new})
    return model.model_copy(update={name: new})


@pytest.mark.parametrize(
    ("metric", "path", "words"),
    [
        ("planning", ("planning", "commit_s"), "planning of a how=slow takes 3.0"),
        ("memory", ("memory", "library_mb"), "times as much memory as a how=fast"),
        ("fft", ("profile", "forward", "fft_s", "mean"), "in the one-dimensional transforms of"),
    ],
)
def test_what_the_paper_compares_is_compared(pair, metric, path, words) -> None:
    records = pair(9.0, 1.0)  # by time it fails
    fast = [put(record, path, 1.0) for record in records[FAST]]
    slow = [put(record, path, 3.0) for record in records[SLOW]]
    found = find(fast + slow, metric=metric)
    assert (found.answer, found.mean.value) == (Answer.holds, pytest.approx(3.0, rel=0.01))
    assert words in sentence(found)
    untold = [put(record, path[:1], None) for record in slow]
    assert find(fast + untold, metric=metric).answer is Answer.missing


def test_efficiency_is_set_against_the_fewest_cores(pair) -> None:
    at_two = pair(1.0, 4.0, ranks=2)
    at_eight = pair(0.5, 4.0, ranks=8)
    found = find([*at_two, *at_eight], metric="efficiency")
    assert found.mean.number == 1  # two ranks are what efficiency is set against
    assert (found.answer, found.mean.value) == (Answer.holds, pytest.approx(2.0))
    assert "a how=fast is 2.00 [2.00" in sentence(found)
    assert find(at_two, metric="efficiency").answer is Answer.missing


def test_another_placement_than_the_paper_s_is_no_evidence(pair) -> None:
    found = find(pair(1.0, 2.0), of={"placement": "in_place"})
    assert found.answer is Answer.missing
    assert "a how=slow in place" in sentence(found)


def test_settings_of_a_driver_are_compared_with_all_else_equal(pair, problem) -> None:
    records = pair(1.0, 2.0, rest={"planner": "measure"})
    records += pair(0.1, 9.0, rest={"planner": "estimate"})[FAST]  # only the fast one
    found = find(records)
    assert (found.mean.number, found.mean.value) == (1, pytest.approx(2.0))
    assert not find(pair(1, 2)[FAST] + pair(1, 2, of=problem((8, 8, 8)))[SLOW]).pairs
    assert not find(pair(1, 2, grid=(2, 1))[FAST] + pair(1, 2, grid=(1, 2))[SLOW]).pairs
    assert not find(pair(1, 2, threads=2)[FAST] + pair(1, 2)[SLOW]).pairs


def test_drivers_are_compared_at_their_fastest(factory, case) -> None:
    records = [
        factory.timed(case("a", settings={"how": "fast", "more": n}), 3.0 - n) for n in (0, 1)
    ]
    records += [
        factory.timed(case("b", settings={"x": n}, grid=(n + 1, 2)), 5.0 - n) for n in (0, 1)
    ]
    found = find(records, other={"driver": "b"})
    assert (found.mean.number, found.mean.value) == (1, pytest.approx(2.0))


def test_a_setting_not_used_as_asked_is_no_evidence(factory, case, pair) -> None:
    used = Effective(grid=(1, 2), threads=1, settings={"how": "slow"})
    replaced = factory.timed(case("a", settings={"how": "fast"}), 1.0, effective=used)
    assert find([replaced, *pair(1.0, 2.0)[SLOW]]).answer is Answer.missing


def test_a_setting_left_open_counts_as_what_the_library_chose(factory, case, pair) -> None:
    used = Effective(grid=(1, 2), threads=1, settings={"how": "fast"})
    left_open = factory.timed(case("a", settings={"how": "auto"}), 1.0, effective=used)
    assert find([left_open, *pair(1.0, 2.0)[SLOW]]).mean.value == pytest.approx(2.0)


def test_shared_cores_are_no_evidence(factory, case, pair) -> None:
    of = case("a", settings={"how": "fast"})
    warning = Warning(code="oversubscribed", text="4 ranks x threads on 2 CPUs")
    shared = factory.timed(of, 1.0, warnings=(warning,))
    assert find([shared, *pair(1.0, 2.0)[SLOW]]).answer is Answer.missing


@pytest.mark.parametrize(
    ("of", "matches"),
    [
        ({}, True),
        ({"dims": 3, "transform": "c2c", "precision": "double", "ranks": [2, 2]}, True),
        ({"dims": 2}, False),
        ({"transform": ["r2c", "dct1"]}, False),
        ({"precision": "single"}, False),
        ({"nodes": [2, None]}, False),
        ({"ranks": [1, 1]}, False),
        ({"threads": [2, None]}, False),
        ({"layout": "any"}, True),
        ({"layout": "same"}, False),
    ],
)
def test_only_cases_that_the_paper_speaks_of_count(pair, of, matches) -> None:
    assert bool(find(pair(1.0, 2.0), of=of).pairs) is matches


@pytest.mark.parametrize(
    ("grid", "kind"),
    [
        ((4, 4), "near_square"),
        ((8, 4), "near_square"),
        ((4, 1, 4), "near_square"),
        ((8, 2), "elongated"),
        ((2, 32), "elongated"),
        ((16, 1), None),
        ((1, 16), None),
        (None, None),
    ],
)
def test_kinds_of_grids(grid, kind) -> None:
    kinds = ("near_square", "elongated")
    assert [one for one in kinds if Side(driver="a", grid=one).has(grid)] == [kind] * bool(kind)
    assert Side(driver="a").has(grid)


@pytest.mark.parametrize(("kind", "grid"), [("pencils", (2, 4)), ("bricks", (2, 2, 2))])
def test_a_claim_of_pencils_or_bricks_is_tested_on_no_other_grid(pair, kind, grid) -> None:
    records = [*pair(1.0, 2.0, ranks=8, grid=grid), *pair(2.0, 1.0, ranks=8, grid=(1, 8))]
    found = find(records, of={"grid": kind})
    assert (found.answer, found.mean.value) == (Answer.holds, pytest.approx(2.0))
    assert f"in {kind}" in sentence(find(pair(1.0, 2.0, ranks=8, grid=(8, 1)), of={"grid": kind}))


def test_an_equal_layout_is_evidence_where_the_paper_has_it(pair, layouts) -> None:
    records = [one.model_copy(update={"layouts": layouts(True)}) for one in pair(1.0, 2.0)]
    others = [one.model_copy(update={"layouts": layouts(False)}) for one in pair(2.0, 1.0, ranks=4)]
    found = find([*records, *others], of={"layout": "same"})
    assert (found.answer, found.mean.value) == (Answer.holds, pytest.approx(2.0))
    transposed = sentence(find(others, of={"layout": "same"}))
    assert "with the spectrum like the input; here a only with the spectrum another" in transposed


def test_a_side_in_pencils_may_stand_beside_another_in_slabs(factory, case) -> None:
    sides = {"one": {"driver": "a", "grid": "pencils"}, "other": {"driver": "b"}}
    slabs = factory.timed(case("b", 4, grid=(4, 1)), 2.0)
    both = [factory.timed(case("a", 4, grid=grid), 1.0) for grid in ((2, 2), (4, 1))]
    assert find([both[0], slabs], **sides).mean.value == pytest.approx(2.0)
    assert "needs a in pencils; here not run; " in sentence(find([both[1], slabs], **sides))
    other = sentence(find([slabs], **{**sides, "other": {"driver": "b", "settings": {"x": 1}}}))
    assert "needs a in pencils and b x=1; here not run; " in other
    unbuilt = factory.bad(case("a", 4), "unavailable", "no A")
    other = sentence(find([slabs, unbuilt], **{**sides, "other": {"driver": "c"}}))
    assert "here not built: a; not run: c; " in other


def test_grids_are_compared_with_each_other(factory, case) -> None:
    records = [
        factory.timed(case("a", 16, grid=grid), seconds)
        for grid, seconds in (((4, 4), 1.0), ((8, 2), 3.0), ((2, 8), 2.0))
    ]
    sides = {
        "one": {"driver": "a", "grid": "near_square"},
        "other": {"driver": "a", "grid": "elongated"},
    }
    assert find(records, **sides).mean.value == pytest.approx(2.0)


def test_what_is_missing_is_said(pair) -> None:
    found = find(pair(1.0, 2.0)[FAST], of={"dims": 3, "threads": [1, 1]}, campaign="papers")
    assert sentence(found) == (
        "Not measured: needs a how=slow for 3-D on 1 thread; here not run; "
        "the campaign papers measures it."
    )
    assert "no campaign has it" in sentence(find([], of={"nodes": [64, None]}))
    assert "on 64 nodes or more; here nothing has a time" in sentence(
        find([], of={"nodes": [64, None]})
    )


@pytest.mark.parametrize(
    ("of", "needed", "here"),
    [
        ({"nodes": [32, None]}, "on 32 nodes or more", "only 1 node"),
        ({"nodes": [32, None], "grid": "pencils"}, "pencils on 32 nodes or more", "only 1 node"),
        ({"threads": [2, 4]}, "on 2 to 4 threads", "only 1 thread"),
        ({"grid": "bricks"}, "a how=slow in bricks on 8 ranks or more", "only 2 to 4 ranks"),
        ({"grid": "pencils", "ranks": [3, 8]}, "in pencils on 4 to 8 ranks", "a only in slabs"),
        ({"ranks": [3, 3]}, "on 3 ranks", "only 2 to 4 ranks"),
        ({"dims": 2, "transform": "r2c"}, "for 2-D r2c", "a only 3-D; a only c2c"),
        ({"placement": "in_place"}, "a how=slow in place", "a only out of place"),
        (
            {"layout": "same"},
            "the spectrum like the input",
            "a only with a spectrum of unknown layout",
        ),
    ],
)
def test_what_is_needed_stands_beside_what_is_here(pair, of, needed, here) -> None:
    records = [*pair(1.0, 2.0, grid=(2, 1)), *pair(1.0, 2.0, ranks=4, grid=(4, 1))]
    text = sentence(find(records, of=of))
    assert text.startswith("Not measured: needs a how=fast and a how=slow")
    assert f"{needed}; here {here}; no campaign has it." in text


def test_a_driver_that_is_not_built_or_fails_is_named(factory, case, pair) -> None:
    def here(*records):
        return sentence(find([*pair(1.0, 2.0)[FAST], *records], other={"driver": "b"}))

    reason = "B::B not found; set B_ROOT"
    warning = Warning(code="oversubscribed", text="4 ranks x threads on 2 CPUs")
    assert "needs b; here not run; " in here()
    assert "; here not built; " in here(factory.bad(case("b"), "unavailable", reason))
    refused = factory.bad(case("b"), "unsupported", "it can\n not")
    assert "; here b: unsupported, it can not; " in here(refused)
    shared = factory.timed(case("b"), 1.0, warnings=(warning,))
    assert "; here b: ranks or threads share cores; " in here(shared)
    untold = factory.timed(case("a", settings={"how": "slow"}), 1.0, memory=None)
    found = find([*pair(1.0, 2.0)[FAST], untold], metric="memory")
    assert "; here a how=slow: nothing tells of memory; " in sentence(found)


def test_needs_that_no_case_meets_at_once_are_said(factory, case, pair, problem) -> None:
    flat = problem((8, 8), "r2c")
    others = [factory.timed(case("b", of=one), 1.0) for one in (flat, problem())]
    of = {"dims": 2, "transform": "c2c"}
    found = find([*pair(1.0, 2.0)[FAST], *others], other={"driver": "b"}, of=of)
    assert "b: not all of this in one case" in sentence(found)
    found = find([*pair(1.0, 2.0, threads=2), *others], one={"driver": "b"}, of={"threads": [2, 2]})
    assert "here b only on 1 thread; " in sentence(found)


def test_unknown_papers_and_equal_ids_are_refused() -> None:
    content = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    content["claims"][0]["paper"] = "nobody"
    with pytest.raises(ValidationError, match="unknown paper 'nobody'"):
        Literature.model_validate(content)
    with pytest.raises(ValidationError, match="the same id"):
        Literature(papers=say().papers, claims=say().claims * 2)


@pytest.fixture
def measured(factory, case, write, tmp_path):
    """A results directory in which one claim can be tried."""
    drivers = (("accfft", (2, 2), 0.01), ("fftw_mpi", (4, 1), 0.02))
    write(
        tmp_path,
        [
            factory.ok(case(driver, 4, grid=grid), seconds, launch)
            for driver, grid, seconds in drivers
            for launch in range(MIN_LAUNCHES)
        ],
    )
    return tmp_path


def test_the_command_prints_every_claim(measured, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    out = io.StringIO()
    (found,) = print_claims([measured], Console(file=out, width=1000))
    assert sum(bool(finding.pairs) for finding in found.findings) == 1
    assert all(finding.claim.says in out.getvalue() for finding in found.findings)
    monkeypatch.setattr("sys.argv", ["fftbench", "claims", str(measured)])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 0
    assert "Holds here: fftw_mpi takes 2.0" in " ".join(capsys.readouterr().out.split())


def test_the_report_has_a_line_for_every_claim(measured) -> None:
    text = write_report([measured]).read_text()
    assert "What the papers say" in text
    for claim in literature().claims:
        assert claim.where in text


def test_without_a_pair_there_is_nothing_to_say(pair) -> None:
    study = assemble([ResultsFolder(tuple(pair(1.0, 2.0)), None)])
    (found,) = examine_study(study, merge(study))
    assert not found.any
    assert len(claims_table(found).rows) == len(literature().claims)
