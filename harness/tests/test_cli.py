"""The command line: what it prints, and with which code it ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO

import pytest

from fftbench.core.contracts.plan import Plan

EXAMPLES = Path(__file__).parents[1] / "schema" / "examples"
Run = Callable[..., subprocess.CompletedProcess[str]]

CAMPAIGN = """\
name: tiny
problem: {shape: [8, 8, 8], transform: [c2c, r2c], precision: double}
drivers: [absent]
scale: {ranks: [1, 2]}
"""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run fftbench in an empty folder, with a build that has no program."""
    build = tmp_path / "build"
    build.mkdir()
    absent = {"name": "absent", "reason": "libabsent not found", "hint": "set ABSENT_ROOT"}
    (build / "drivers.json").write_text(json.dumps({"drivers": [absent]}))
    (tmp_path / "tiny.yaml").write_text(CAMPAIGN)
    monkeypatch.setenv("FFTBENCH_BUILD", str(build))

    def command(
        *words: str, stdout: int | IO[str] = subprocess.PIPE
    ) -> subprocess.CompletedProcess[str]:
        program = [sys.executable, "-c", "from fftbench.cli import main; main()", *words]
        streams = {"stdout": stdout, "stderr": subprocess.PIPE}
        return subprocess.run(program, cwd=tmp_path, **streams, text=True, check=False)

    return command


def test_help_names_every_command_and_code(run: Run) -> None:
    text = run("--help").stdout
    commands = "drivers plan run jobs submit status resume cancel measure report validate schema"
    for word in (*commands.split(), "130"):
        assert word in text
    assert "CAMPAIGN" in run("run", "--help").stdout


def test_help_imports_nothing_slow() -> None:
    # Seconds depend on the machine, modules do not.
    script = "import sys, fftbench.cli; print(*sys.modules)"
    words = [sys.executable, "-c", script]
    loaded = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()
    slow = {"pydantic", "numpy", "pandas", "matplotlib", "scipy", "yaml", "rich", "jinja2"}
    assert slow & set(loaded) == set()


def test_packages_of_modules_do_not_take_the_place_of_its_own(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modules = tmp_path / "modules"
    modules.mkdir()
    for name in ("typer", "pydantic", "yaml"):
        (modules / f"{name}.py").write_text("raise ImportError('of another version')\n")
    monkeypatch.setenv("PYTHONPATH", str(modules))
    done = run("plan", "tiny.yaml")
    assert (done.returncode, done.stderr) == (0, "")


def test_an_absent_driver_is_listed_with_its_reason(run: Run) -> None:
    text = run("drivers").stdout
    assert "absent: not available: libabsent not found" in text
    assert "set ABSENT_ROOT" in text
    assert json.loads(run("drivers", "--json").stdout)["schema"] == "fftbench/catalogue/3"


def test_a_plan_is_shown_and_nothing_is_written(run: Run, tmp_path: Path) -> None:
    before = set(tmp_path.rglob("*"))
    text = run("plan", "tiny.yaml").stdout
    assert "absent 8x8x8 c2c double out_of_place 2 ranks grid 2x1" in text
    assert "4 cases x 8 launches = 32 measurements" in text
    assert "absent: 4 cases, unavailable: libabsent not found" in text
    plan = Plan.model_validate_json(run("plan", "tiny.yaml", "--json").stdout)
    assert len(plan.cases) == 4
    assert set(tmp_path.rglob("*")) == before


def test_a_plan_says_what_run_would_refuse(run: Run, tmp_path: Path) -> None:
    (tmp_path / "site.yaml").write_text("{name: small, cores_per_node: 2, nodes: 1}")
    fits = run("plan", "tiny.yaml", "--site", "site.yaml")
    assert "refuse" not in fits.stdout
    (tmp_path / "wide.yaml").write_text(CAMPAIGN.replace("[1, 2]}", "[1, 2], threads: 4}"))
    text = run("plan", "wide.yaml", "--site", "site.yaml").stdout
    assert "refuse it: 1 ranks x 4 threads need 4 cores on a node; site 'small' has 2" in text
    assert "exclude: [{ranks: 1, threads: 4}]" in text


def test_mistakes_end_in_a_message_and_code_2(run: Run, tmp_path: Path) -> None:
    (tmp_path / "wrong.yaml").write_text(CAMPAIGN.replace("shape", "shap"))
    done = run("plan", "wrong.yaml")
    assert done.returncode == 2
    assert "error: wrong.yaml:2: the key 'shape' is missing in problem" in done.stderr
    assert "wrong.yaml:2: unknown key 'shap' in problem: did you mean 'shape'?" in done.stderr
    assert "Traceback" not in done.stderr
    done = run("run", "quik")
    assert (done.returncode, done.stdout) == (2, "")
    assert "error: unknown campaign 'quik': did you mean 'quick'?" in done.stderr
    assert run("plan", "tiny.yaml", "--site", "nowhere").returncode == 2
    assert run("frobnicate").returncode == 2


@pytest.fixture(params=["", "1"], ids=["buffered", "unbuffered"])
def buffering(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what is printed go out late, at the end perhaps, or at once."""
    monkeypatch.setenv("PYTHONUNBUFFERED", request.param)


@pytest.fixture(params=[["drivers"], ["schema", "record"], ["--help"]], ids=" ".join)
def words(request: pytest.FixtureRequest, buffering: None) -> list[str]:
    """Each way in which commands print."""
    del buffering
    return request.param


def test_standard_output_may_be_on_a_full_disk(run: Run, words: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = run(*words, stdout=full)
    assert done.returncode == 2
    assert done.stderr.startswith("error: standard output: No space left on device\nhint: free")


def test_a_reader_that_has_enough_ends_it_quietly(run: Run, words: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = run(*words, stdout=writing)
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, "")


def test_letters_that_an_encoding_lacks_are_shown_as_question_marks(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    absent = {"name": "absent", "reason": "libgröße not found", "hint": "set ABSENT_ROOT"}
    (tmp_path / "build" / "drivers.json").write_text(json.dumps({"drivers": [absent]}))
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    done = run("drivers")
    assert (done.returncode, done.stderr) == (0, "")
    assert "libgr??e not found" in done.stdout


def test_a_missing_build_says_how_to_build(run: Run, tmp_path: Path) -> None:
    (tmp_path / "build" / "drivers.json").unlink()
    done = run("drivers")
    assert done.returncode == 2
    assert "hint: set it to a build folder of fftbench" in done.stderr


def test_files_are_recognised_and_checked(run: Run, tmp_path: Path) -> None:
    (tmp_path / "site.yaml").write_text("name: here\nlauncher: auto\n")
    (tmp_path / "cases.json").write_text(f"[{(EXAMPLES / 'case-full.json').read_text()}]")
    record = json.loads((EXAMPLES / "record-ok.json").read_text())
    (tmp_path / "records.jsonl").write_text(json.dumps(record) + "\n")
    (tmp_path / "plan.json").write_text(run("plan", "tiny.yaml", "--json").stdout)
    names = ["tiny.yaml", "site.yaml", "cases.json", "records.jsonl", "plan.json"]
    done = run("validate", *names, str(EXAMPLES / "catalogue.json"))
    assert done.returncode == 0, done.stderr
    kinds = ["campaign", "site", "1 case", "records", "plan", "catalogue"]
    assert [line.partition("(")[2][:-1] for line in done.stdout.splitlines()] == kinds


def test_what_is_wrong_with_files_is_said(run: Run, tmp_path: Path) -> None:
    case = json.loads((EXAMPLES / "case-full.json").read_text())
    (tmp_path / "edited.json").write_text(json.dumps({**case, "ranks": 99}))
    (tmp_path / "half.json").write_text('{"schema": ')
    (tmp_path / "foreign.json").write_text('{"schema": "x/1"}')
    (tmp_path / "records.jsonl").write_text("hello\n")
    (tmp_path / "unknown.yaml").write_text("colour: red\n")
    expected = {
        "edited.json": f"edited.json: the id {case['id']} is not that of the case's content",
        "half.json": "half.json:1:12: not JSON: Expecting value",
        "foreign.json": "foreign.json: its schema is 'x/1'; known: fftbench/case/2",
        "records.jsonl": "records.jsonl:1: not JSON: a foreign line",
        "unknown.yaml": "unknown.yaml:1: unknown key 'colour'",
        str(EXAMPLES / "invalid-case-unknown-key.json"): "unknown key 'thread': did you mean",
    }
    for name, message in expected.items():
        done = run("validate", name)
        assert done.returncode == 2
        assert message in done.stderr
    assert run("validate", "nothing.yaml").returncode == 2


def test_schemas_are_printed(run: Run) -> None:
    assert json.loads(run("schema", "site").stdout)["title"] == "Site"
    assert "did you mean 'case'" in run("schema", "caes").stderr


CONFIGS = Path(__file__).parents[2] / "configs"


def test_the_campaigns_and_sites_that_come_along_are_valid(run: Run) -> None:
    campaigns = sorted(map(str, (CONFIGS / "campaigns").rglob("*.yaml")))
    # Only the drivers are unknown here: the build of this test has none.
    complaints = run("validate", *campaigns).stderr.splitlines()
    assert [complaint.split(":")[0] for complaint in complaints] == campaigns
    assert all("unknown driver" in complaint for complaint in complaints)
    assert run("validate", str(CONFIGS / "sites" / "local.yaml")).returncode == 0
