"""Whatever lies in a results folder, the report has a clear word for it, and loses nothing."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from fftbench import cli
from fftbench.analysis.model.merge import merge
from fftbench.analysis.model.sources import load
from fftbench.analysis.model.statistics import MIN_LAUNCHES
from fftbench.analysis.page.report import write_report
from fftbench.analysis.page.site import write_site
from fftbench.analysis.terminal.results import print_results
from fftbench.core.contracts.plan import Plan
from fftbench.core.contracts.record import Check, Status
from fftbench.core.errors import UserError

PUBLISHED = Path(__file__).parents[2] / "results" / "published" / "flups-table-2.yaml"


def words(path: Path, capsys) -> str:
    """Text of the report's page, with what the terminal says after it."""
    page = re.sub(r"<svg.*?</svg>", "", write_report([path]).read_text(), flags=re.DOTALL)
    print_results([path])
    return " ".join(page.split()) + " ".join(capsys.readouterr().out.split())


def test_a_single_record_is_a_report_without_a_claim(
    tmp_path, factory, write, case, capsys
) -> None:
    write(tmp_path, [factory.ok(case("alpha"))])
    text = words(tmp_path, capsys)
    assert "only one was measured" in text
    assert "Only alpha was measured on 2 ranks" in text


def test_a_partly_measured_campaign_crowns_nobody(tmp_path, factory, write, case, capsys) -> None:
    cases = [case(driver, ranks) for driver in ("a", "b") for ranks in (1, 2, 4)]
    plan = Plan(campaign="c", site="s", launches=MIN_LAUNCHES, seed=1, cases=tuple(cases))
    write(tmp_path, [factory.ok(one) for one in cases[:2]], plan)
    text = words(tmp_path, capsys)
    assert "0 of 6 cases are right; 6 pending (2 of them right so far)" in text
    assert "is fastest on" not in text
    assert "1 of 2 timed" in text


def test_what_is_planned_alone_has_pages_that_say_so(tmp_path, write, case, capsys) -> None:
    plan = Plan(campaign="c", site="s", launches=1, seed=1, cases=(case("a"), case("b")))
    write(tmp_path, [], plan)
    text = words(tmp_path, capsys)
    assert "0 of 2 cases are right; 2 pending.</p>" in text
    assert "Nothing has been measured yet" in text
    text = write_site([tmp_path], tmp_path / "site").read_text()
    assert "0 of 2 cases are right; 2 pending.</p>" in text
    assert "Nothing has been measured yet" in text


def test_times_of_zero_are_no_times(tmp_path, factory, write, case, capsys) -> None:
    write(tmp_path, [factory.ok(case(driver), 0.0) for driver in ("a", "b")])
    text = words(tmp_path, capsys)
    assert "No right answer to time" in text
    assert "too short for the clock" in text


def test_markup_in_names_stays_text(tmp_path, factory, write, case, capsys) -> None:
    name = "<img src=x onerror=alert(1)>"
    write(tmp_path, [factory.ok(case("alpha", settings={"how": name})), factory.ok(case("alpha"))])
    assert "<img" not in words(tmp_path, capsys).partition("</html>")[0]


@pytest.mark.parametrize(
    ("check", "why"),
    [
        (None, "called ok without a check"),
        (Check(tolerance=1e-14), "called ok with an error above its tolerance"),
        (Check(tolerance=1e-14, error=2e-14), "called ok with an error above its tolerance"),
    ],
)
def test_who_calls_itself_right_and_does_not_show_it_is_wrong(
    tmp_path, factory, write, case, *, check, why
) -> None:
    write(tmp_path, [factory.ok(case("alpha")), factory.ok(case("beta"), check=check)])
    alpha, beta = merge(load([tmp_path]))
    assert (alpha.status, beta.status) == (Status.ok, Status.wrong)
    assert alpha.pair is not None
    assert (beta.pair, beta.reason) == (None, why)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-1"])
def test_times_that_are_no_numbers_are_told(tmp_path, factory, write, case, number) -> None:
    good, bad = factory.ok(case("good")), factory.ok(case("bad"))
    write(tmp_path, [good])
    content = json.loads(bad.model_dump_json(by_alias=True))
    content["forward"]["max_s"][3] = "NUMBER"
    line = json.dumps(content).replace('"NUMBER"', number)
    with (tmp_path / "records" / "all.jsonl").open("a") as file:
        file.write(f"{line}\n")
    study = load([tmp_path])
    assert [result.case.driver for result in merge(study)] == ["good"]
    (problem,) = study.problems
    assert "all.jsonl:2: not a valid record: forward.max_s.3" in problem


@pytest.mark.parametrize("cut", ["backward", "whole"])
def test_repetitions_without_their_like_are_told(tmp_path, factory, write, case, cut) -> None:
    bad = factory.ok(case("bad"), n=20)
    content = json.loads(bad.model_dump_json(by_alias=True, exclude_none=True))
    content["whole"] = content["forward"] if cut == "whole" else None
    content[cut]["median_s" if cut == "whole" else "max_s"].pop()
    write(tmp_path, [factory.ok(case("good"))])
    with (tmp_path / "records" / "all.jsonl").open("a") as file:
        file.write(f"{json.dumps(content)}\n")
    page = write_report([tmp_path]).read_text()
    assert "there must be as many repetitions of each" in page
    study = load([tmp_path])
    assert [result.case.driver for result in merge(study)] == ["good"]
    (problem,) = study.problems
    assert f" and 19 of {cut}" in problem


def test_a_broken_plan_does_not_hide_the_records(tmp_path, factory, write, case, capsys) -> None:
    write(tmp_path, [factory.ok(case("alpha"))])
    (tmp_path / "plan.json").write_text('{"schema": "fftbench/pl')
    text = words(tmp_path, capsys)
    assert "plan.json: not a plan of fftbench" in text
    assert "Only alpha was measured" in text


def test_a_folder_of_other_files_is_called_that(tmp_path) -> None:
    (tmp_path / "records").mkdir()
    (tmp_path / "records" / "a.jsonl").write_text('[1, 2]\n{"a": 1}\n')
    with pytest.raises(UserError, match="no records and no plan") as error:
        load([tmp_path])
    assert "foreign" in str(error.value.hint)


@pytest.fixture
def partly_left_out(tmp_path, factory, write, case) -> Path:
    """A set with a record that has a newer one, and a line of something else."""
    times = ("2025-01-02T03:04:01Z", "2025-01-02T03:04:02Z")
    write(tmp_path / "set", [factory.ok(case("alpha"), started=time) for time in times])
    with (tmp_path / "set" / "records" / "all.jsonl").open("a") as file:
        file.write('{"schema": "other/1"}\n')
    return tmp_path / "set"


@pytest.mark.parametrize(
    "command",
    ["figures {path} --out {out}", "export {path} --out {out}", "published {file} {path}"],
)
def test_whatever_reads_records_tells_what_it_left_out(
    partly_left_out, monkeypatch, capsys, command
) -> None:
    out = partly_left_out.with_name("out")
    words = command.format(path=partly_left_out, out=out, file=PUBLISHED)
    monkeypatch.setattr(sys, "argv", ["fftbench", *words.split()])
    monkeypatch.setenv("COLUMNS", "1000")
    with pytest.raises(SystemExit) as done:
        cli.main()
    assert done.value.code == 0
    told = capsys.readouterr().out
    assert "all.jsonl:3" in told
    assert "1 record has a newer one of the same case and launch" in told
