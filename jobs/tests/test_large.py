"""Large campaigns: each record is parsed once, and `measure` reads no more than its own cases."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from fftbench.core.campaigns.site import Site
from fftbench.core.contracts.case import Case
from fftbench.core.contracts.plan import Plan
from fftbench.core.contracts.problem import Problem
from fftbench.core.contracts.record import Record, Status
from fftbench.core.files.locate import this_program
from fftbench.core.files.results import append_record
from fftbench.jobs.campaign.generate import JobOptions, write_jobs
from fftbench.jobs.campaign.state import campaign_state
from fftbench.jobs.packing.joblist import CampaignJobs, TimeLimit
from fftbench.jobs.run import outlines
from fftbench.jobs.run.inputs import PlannedRun
from fftbench.jobs.run.outlines import read_outlines

CASES = int(os.environ.get("FFTBENCH_CASES", "5000"))
MEASURE_MB = 50
STATUS_MB = 200


def a_case(number: int) -> Case:
    problem = Problem(shape=(8, 8, 8), transform="c2c", precision="double", placement="in_place")
    settings = {"mode": "ok", "number": 1}
    return Case(
        id=f"{number:016x}", driver="fake", problem=problem, ranks=1, threads=1, settings=settings
    )


def a_record(number: int, launch: int = 0, status: Status = Status.ok) -> Record:
    return Record(
        case=a_case(number),
        launch=launch,
        status=status,
        started="2025-01-01T00:00:00Z",
        elapsed_s=1,
    )


def a_directory(folder: Path, *records: Record) -> Path:
    (folder / "records").mkdir()
    for record in records:
        append_record(folder / "records" / "one.jsonl", record)
    return folder


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The lines of records that are parsed."""
    lines: list[bytes] = []
    real = outlines.parse_record

    def noting(line: bytes) -> Record:
        lines.append(line)
        return real(line)

    monkeypatch.setattr(outlines, "parse_record", noting)
    return lines


def test_a_record_is_parsed_once(tmp_path: Path, parsed: list[bytes]) -> None:
    folder = a_directory(tmp_path, *(a_record(number) for number in range(5)))
    first = read_outlines(folder)
    assert len(first.by_key) == len(parsed) == 5
    append_record(folder / "records" / "one.jsonl", a_record(9, status=Status.failed))
    parsed.clear()
    found = read_outlines(folder)
    assert found.by_key[a_record(9).key].status is Status.failed
    assert len(parsed) == 2  # the new one, and the last of the index: whether it fits
    parsed.clear()
    assert read_outlines(folder) == found
    assert len(parsed) == 1


def test_what_another_version_wrote_is_read_again_once_converted(tmp_path: Path) -> None:
    folder = a_directory(tmp_path, *(a_record(number) for number in range(3)))
    file = folder / "records" / "one.jsonl"
    new = file.read_text()
    file.write_text(new.replace("record/3", "record/2", 1))
    before = read_outlines(folder)
    assert (len(before.by_key), len(before.problems)) == (2, 1)
    file.write_text(new)  # as long as before
    after = read_outlines(folder)
    assert (len(after.by_key), len(after.problems)) == (3, 0)


def test_only_what_is_wanted_is_kept(tmp_path: Path) -> None:
    folder = a_directory(tmp_path, *(a_record(number) for number in range(5)))
    key = a_record(3).key
    assert set(read_outlines(folder, {key}.__contains__).by_key) == {key}


@pytest.mark.parametrize("fault", ["edited", "cut", "other", "half", "twice", "gap", "noise"])
def test_an_index_that_does_not_fit_is_forgotten(
    tmp_path: Path, fault: str, parsed: list[bytes]
) -> None:
    folder = a_directory(tmp_path, *(a_record(number) for number in range(5)))
    before = read_outlines(folder)
    file, index = folder / "records" / "one.jsonl", folder / "records" / ".one.index"
    lines = index.read_text().splitlines(keepends=True)
    expected = {a_record(number).key for number in range(5)}
    if fault == "edited":
        file.write_text(file.read_text().replace('"ok"', '"failed"'))
    elif fault == "cut":
        file.write_text("".join(file.read_text().splitlines(keepends=True)[:2]))
        expected = {a_record(0).key, a_record(1).key}
    else:
        wrong = {
            "other": json.dumps([0, 7, None]) + "\n",
            "half": "".join(lines)[:-20],
            "twice": "".join(lines + lines),
            "gap": "".join(lines[:2] + lines[3:]),
            "noise": "".join([lines[0], "x\n", "3\n", "[]\n", *lines[1:]]),
        }
        index.write_text(wrong[fault])
    found = read_outlines(folder)
    assert set(found.by_key) == expected
    assert (found == before) is (fault not in ("edited", "cut"))
    read_outlines(folder)
    parsed.clear()
    assert read_outlines(folder) == found
    assert len(parsed) == 1


def test_lines_that_are_no_records_are_told_every_time(tmp_path: Path) -> None:
    folder = a_directory(tmp_path, a_record(1))
    file = folder / "records" / "one.jsonl"
    file.write_text("hello\n\n" + file.read_text() + '{"half": ')
    for _ in range(2):
        found = read_outlines(folder)
        assert [problem.partition(":")[2] for problem in found.problems] == [
            "1: not JSON: a foreign line",
            "4: truncated: the last line is not complete",
        ]
        assert len(found.by_key) == 1


def test_a_folder_of_another_user_is_read_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = a_directory(tmp_path, a_record(1))

    def denied(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", denied)
    assert len(read_outlines(folder).by_key) == 1


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory, build: Path) -> CampaignJobs:
    """A campaign of many cases, of which all but those of the last job are measured."""
    out = tmp_path_factory.mktemp("large") / "out"
    cases = tuple(map(a_case, range(CASES)))
    plan = Plan(campaign="large", site="fake", launches=1, seed=1, cases=cases)
    content = {"launcher": ["env"], "cores_per_node": 4, "scheduler": "slurm", "max_queued": 1}
    site = Site.model_validate({"name": "fake", **content})
    from fftbench.core.programs import load_catalogue  # noqa: PLC0415

    planned = PlannedRun(plan, load_catalogue(build), site, out)
    limit = TimeLimit(minutes=7, safety=1)  # some 450 cases a job
    jobs = write_jobs(planned, JobOptions(limit, False, this_program(), str(build)))[0]
    last = {id_ for part in jobs.job_list.jobs[-1].parts for id_ in part.cases}
    line = a_record(0).model_dump_json(by_alias=True)
    with (out / "records" / "fake.jsonl").open("w") as file:
        for case in cases:
            if case.id not in last:
                file.write(line.replace(cases[0].id, case.id) + "\n")
    return jobs


def peak_mb(build: Path, *words: str) -> float:
    """Run a command of fftbench to its end; returns the most memory that it took, in MB."""
    # A process of its own between: the peak is that of the largest child.
    code = (
        "import resource, subprocess, sys\n"
        "subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)\n"
    )
    fftbench = [sys.executable, "-c", "from fftbench.cli import main; main()"]
    environment = {**os.environ, "FFTBENCH_BUILD": str(build), "SLURM_JOB_ID": "7"}
    done = subprocess.run(
        [sys.executable, "-c", code, *fftbench, *words],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return int(done.stdout) * 1024 / 1e6


def test_measure_reads_its_own_cases(large: CampaignJobs, build: Path) -> None:
    job = large.job_list.jobs[-1]
    assert len(large.job_list.jobs) > 5
    read_outlines(large.directory)
    (large.folder / "jobs.json").rename(large.folder / "hidden")
    (large.directory / "plan.json").rename(large.directory / "hidden")
    try:
        words = ("measure", str(large.directory), "--job", job.name, "--", "env")
        assert peak_mb(build, *words) < MEASURE_MB
    finally:
        (large.folder / "hidden").rename(large.folder / "jobs.json")
        (large.directory / "hidden").rename(large.directory / "plan.json")


def test_status_parses_no_record_twice(large: CampaignJobs, parsed: list[bytes]) -> None:
    read_outlines(large.directory)
    parsed.clear()
    found = campaign_state(large, ())
    assert len(parsed) <= 2
    assert sum(one.total for one in found.states) == CASES


def test_status_takes_little_memory(
    large: CampaignJobs, build: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("squeue", "scontrol"):  # a Slurm that knows of no jobs
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    assert peak_mb(build, "status", str(large.directory), "--json") < STATUS_MB
