"""No name is executed, and none is lost: random names in every field, read as their readers do.

FFTBENCH_NAMES=10000 pytest jobs/tests/test_names.py     tries more of them; the default is 300
FFTBENCH_SEED=1                                          others
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import random
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from fftbench.core.campaigns.site import Site, control_character
from fftbench.core.contracts.case import Case
from fftbench.core.contracts.plan import Plan
from fftbench.core.contracts.problem import Problem
from fftbench.core.errors import UserError
from fftbench.jobs.packing.durations import Durations
from fftbench.jobs.packing.joblist import CampaignJobs, JobList, TimeLimit
from fftbench.jobs.packing.pack import make_jobs
from fftbench.jobs.run.batches import schedule
from fftbench.jobs.schedulers.quoting import check_path
from fftbench.jobs.schedulers.scheduler import SCHEDULERS
from fftbench.jobs.schedulers.script import script_text

NUMBER = int(os.environ.get("FFTBENCH_NAMES", "300"))
SEED = os.environ.get("FFTBENCH_SEED", "7")
PIECES = [
    *(chr(code) for code in range(32, 127)),
    *(
        "touch P",
        "$(touch P)",
        "`touch P`",
        "; touch P #",
        "& touch P",
        "| touch P",
        ">P",
        "${P:=x}",
    ),
    *("' touch P '", '" touch P "', "'; touch P; '", "\\", "\\\\", "\\'", '\\"', "%j", "%%", "%"),
    *(
        "{{id}}",
        "{{ 7*7 }}",
        "{%",
        "#",
        "# ",
        "\t",
        "  ",
        "é",
        "名",
        "!!",
        "~",
        "$HOME",
        "*",
        "$'\\n'",
    ),
    *("#SBATCH --wrap=x", "-", "--", "=", "\u00a0", "x", "name", "EOF", "]]", "))"),
]
BREAKS = ["\n", "\r", "\x00", "\x1b[2J", "\x7f", "\x85", "\u2028", "\udcff", "x\ntouch P #"]
WORDS = ("partition", "account", "qos", "constraint", "reservation", "switches", "gres", "hint")
OPTIONS = {
    "slurm": {key: f"--{key}=" for key in WORDS},
    "pbs": {"partition": "-q ", "account": "-A "},
    "flux": {"partition": "--queue=", "account": "--bank=", "constraint": "--requires="},
    "lsf": {"partition": "-q ", "account": "-P ", "reservation": "-U ", "constraint": "-R select["},
}
MARKS = {"slurm": "#SBATCH ", "pbs": "#PBS ", "flux": "# flux: ", "lsf": "#BSUB "}
FLUX_READER = Path(__file__).with_name("flux_words.py")
needs_flux = pytest.mark.skipif(
    not list(importlib.metadata.distributions(name="flux-python")),
    reason="flux-python is not installed (PyPI has it for some machines)",
)
STUB = """#!/bin/bash
printf '%s\\0' "${0##*/}" "$@" >>"$CALLS"
printf '\\n\\0' >>"$CALLS"
printf '%s\\0' "$FUZZ" >"$CALLS.env"
"""


def sbatch_words(line: str) -> list[str]:
    """Split a directive as sbatch does (get_argument in its sources)."""
    words, word, quote, place = [], "", "", 0
    while place < len(line):
        one = line[place]
        if one == "\\" and place + 1 < len(line):
            place += 1
            word += line[place]
        elif quote:
            quote, word = ("", word) if one == quote else (quote, word + one)
        elif one in "'\"":
            quote = one
        elif one == "#":
            break
        elif one.isspace():
            words, word = [*words, *([word] if word else [])], ""
        else:
            word += one
        place += 1
    assert not quote
    return [*words, *([word] if word else [])]


def flux_words(line: str) -> list[str]:
    """Split a directive as Flux does (Directive in its flux.job.directives)."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    lexer.escapedquotes = "\"'"
    return list(lexer)


def read_by_flux(scripts: list[Path]) -> list[dict[str, Any]]:
    """Return the options that `flux batch` finds in scripts."""
    words = [sys.executable, str(FLUX_READER), *map(str, scripts)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def random_name(order: random.Random, broken: bool = False) -> str:
    pieces = [order.choice(PIECES) for _ in range(order.randint(1, 6))]
    if broken:
        pieces.insert(order.randint(0, len(pieces)), order.choice(BREAKS))
    return "".join(pieces)


def random_site(order: random.Random, scheduler: str) -> dict[str, Any]:
    site: dict[str, Any] = {"name": "x", "scheduler": scheduler, "cores_per_node": 8, "nodes": 2}
    site["launcher"] = [random_name(order).replace("{", "{{").replace("}", "}}") for _ in range(3)]
    for key in OPTIONS[scheduler]:
        if order.random() < 0.7:
            site[key] = random_name(order)
    site["modules"] = [random_name(order) for _ in range(order.randint(0, 2))]
    site["env"] = {"FUZZ": random_name(order)}
    if order.random() < 0.5:
        site["spack_env"] = random_name(order)
    return site


def jobs_of(site: Site, directory: Path, command: str) -> CampaignJobs:
    problem = Problem(shape=(64, 64), transform="c2c", precision="double", placement="in_place")
    case = Case(id="0" * 16, driver="fake", problem=problem, ranks=4, nodes=2, threads=2)
    plan = Plan(campaign="names", site="x", launches=1, seed=1, cases=(case,))
    limit = TimeLimit()
    made = make_jobs(schedule(plan), Durations(), limit)
    listed = JobList(
        campaign=plan.campaign,
        directory=str(directory),
        command=command,
        build="b",
        tag="t",
        time_limit=limit,
        jobs=made,
    )
    return CampaignJobs(directory, site, listed)


@pytest.fixture
def stubs(tmp_path: Path) -> Path:
    """A folder of programs that only note how they were called."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("module", "spack", "scontrol"):
        (folder / name).write_text(STUB)
        (folder / name).chmod(0o755)
    return folder


def run_script(text: str, stubs: Path, here: Path) -> tuple[list[list[str]], str]:
    """Run a script; returns the calls of its programs, and what FUZZ was in the last one."""
    calls = stubs / "calls"
    calls.unlink(missing_ok=True)
    script = stubs / "script.sh"
    script.write_text(text)
    environment = {"PATH": f"{stubs}:/usr/bin:/bin", "CALLS": str(calls), "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        ["bash", str(script)], env=environment, cwd=here, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    assert not list(here.iterdir()), "a name was executed"
    found = [part.split("\0")[:-1] for part in calls.read_bytes().decode().split("\n\0")[:-1]]
    return found, Path(f"{calls}.env").read_text().rstrip("\0")


def test_names_are_read_back_as_they_were(stubs: Path, tmp_path: Path) -> None:
    order = random.Random(SEED)
    here = tmp_path / "here"
    here.mkdir()
    for _ in range(NUMBER):
        scheduler = order.choice(sorted(SCHEDULERS))
        content = random_site(order, scheduler)
        site = Site.model_validate(content)
        program = stubs / f"p{random_name(order)}".replace("/", "_")
        directory = Path("/scratch", random_name(order))
        try:
            check_path(site.scheduler, "--out", str(directory))
        except UserError as error:
            assert "in the path of a log" in str(error)
            directory = Path("/scratch")
        program.write_text(STUB)
        program.chmod(0o755)
        jobs = jobs_of(site, directory, str(program))
        text = script_text(jobs, "2n-4r-2t")
        check_directives(scheduler, text, content)
        calls, fuzz = run_script(text, stubs, here)
        launch = [word.format() for word in content["launcher"]]
        measure = [program.name, "measure", str(directory), "--job", "2n-4r-2t", "--", *launch]
        assert calls[-1] == measure, text
        assert fuzz == content["env"]["FUZZ"], text
        load = ["module", "load", *content["modules"]]
        loads = [["module", "purge"], load, ["module", "list"]] if content["modules"] else []
        assert [call for call in calls if call[0] == "module"] == loads
        if "spack_env" in content:
            assert calls[-2] == ["spack", "env", "activate", "--sh", content["spack_env"]]
        program.unlink()


def check_directives(scheduler: str, text: str, content: dict[str, Any]) -> None:
    """Every name is one word of one directive, as the batch system's parser reads it."""
    split = {"slurm": sbatch_words, "flux": flux_words}.get(scheduler, shlex.split)
    mark = MARKS[scheduler]
    lines = [line.removeprefix(mark) for line in text.split("\n") if line.startswith(mark)]
    read = [" ".join(split(line)) for line in lines]
    for key, option in OPTIONS[scheduler].items():
        if key in content:
            end = "]" if option.endswith("[") else ""
            assert f"{option}{content[key]}{end}" in read, (key, content[key], text)
        elif key != "hint":  # which has a default
            assert not any(line.startswith(option) for line in read), text


@needs_flux
def test_flux_itself_reads_names_as_they_were(tmp_path: Path) -> None:
    order = random.Random(SEED)
    scripts, expected = [], []
    while len(scripts) < NUMBER:
        content = random_site(order, "flux")
        if "--" in content.values():  # a value that Python's argparse drops, however it is quoted
            continue
        jobs = jobs_of(Site.model_validate(content), Path("/scratch", random_name(order)), "c")
        try:
            text = script_text(jobs, "2n-4r-2t")
        except UserError as error:
            assert "in the path of a log" in str(error)
            continue
        scripts.append(tmp_path / f"{len(scripts)}.sh")
        scripts[-1].write_text(text)
        log = f"{jobs.directory / 'logs'}/2n-4r-2t-{{{{id}}}}.out"
        needed = [content["constraint"]] if "constraint" in content else None
        names = [content.get("partition"), content.get("account"), needed]
        expected.append([*names, 2, 4, 2, log])
    keys = ("queue", "bank", "requires", "nodes", "nslots", "cores_per_slot", "output")
    assert [[one.get(key) for key in keys] for one in read_by_flux(scripts)] == expected


def test_a_name_that_ends_a_line_is_refused_by_its_key() -> None:
    order = random.Random(SEED)
    for _ in range(NUMBER):
        scheduler = order.choice(sorted(SCHEDULERS))
        content = random_site(order, scheduler)
        key = order.choice(
            [*OPTIONS[scheduler], "spack_env", "modules", "launcher", "env", "setup"]
        )
        bad = random_name(order, broken=True)
        if key in ("modules", "launcher", "setup"):
            content[key] = [bad]
        else:
            content[key] = {"FUZZ": bad} if key == "env" else bad
        with pytest.raises(
            ValidationError, match=rf"(?s)\n{key}.*(control character U\+|unicode string)"
        ):
            Site.model_validate(content)


@pytest.mark.parametrize("bad", BREAKS)
def test_a_path_that_ends_a_line_is_refused(bad: str) -> None:
    site = Site(name="x", scheduler="slurm", launcher="srun", cores_per_node=8, nodes=2)
    assert control_character(bad) is not None
    for where in (Path("/scratch", f"a{bad}") if "\0" not in bad else None, None):
        directory, command = (where, "c") if where else (Path("/scratch"), f"c{bad}")
        with pytest.raises(UserError, match="control character"):
            script_text(jobs_of(site, directory, command), "2n-4r-2t")
