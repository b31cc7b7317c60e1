"""What reports cost: of a set of 140 cases and of a campaign of 100,000 records, both made up.

Records are those of the reference set of libraries with other problems, ranks, settings and times.
Processor time counts, of child processes as well: other work on the machine doesn't change it much.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import cycle, islice, product
from pathlib import Path

from fftbench.core.contracts.case import Case

TEMPLATES = Path(__file__).parents[3] / "results" / "reference" / "libraries" / "records"

SIZES = (64, 96, 128, 192, 256, 384, 512, 768)
TRANSFORMS = ("c2c", "r2c")
PRECISIONS = ("double", "single")
RANKS = (1, 2, 4, 8, 16, 32, 64)
LAUNCHES = 7

SETS = (140 * LAUNCHES, 100_000)
"""Numbers of records: those of 140 cases, and those of a large campaign."""

Content = dict[str, object]


def templates() -> list[Content]:
    """One record that is ok of each library in the reference set."""
    found = []
    for file in sorted(TEMPLATES.glob("*.jsonl")):
        records = [json.loads(line) for line in file.read_text().splitlines()]
        found += [record for record in records if record["status"] == "ok"][:1]
    return found


def contents(wanted: int) -> Iterator[Content]:
    """Make so many records, launch by launch of a case; few problems with many settings each."""
    noise = random.Random(1)
    known = templates()
    places = list(product(SIZES, TRANSFORMS, PRECISIONS, RANKS))
    variants = -(-wanted // (LAUNCHES * len(known) * len(places)))
    work = product(range(variants), places, known)
    for variant, (size, transform, precision, ranks), template in islice(
        cycle(work), -(-wanted // LAUNCHES)
    ):
        case = _case(template, variant, size, transform, precision, ranks)
        seconds = 1e-8 * size**3 / ranks**0.9 * noise.uniform(1, 2)
        for launch in range(LAUNCHES):
            yield _record(template, case, launch, seconds * noise.lognormvariate(0, 0.02), noise)


def _case(  # noqa: PLR0917 (one argument per part)
    template: Content, variant: int, size: int, transform: str, precision: str, ranks: int
) -> Content:
    old = template["case"]
    assert isinstance(old, dict)
    problem = old["problem"] | {
        "shape": [size] * 3,
        "transform": transform,
        "precision": precision,
    }
    settings = old["settings"] | {"variant": variant}
    case = old | {"problem": problem, "ranks": ranks, "grid": [1, ranks], "settings": settings}
    return case | {"id": Case.model_validate(case).content_id()}


def _record(
    template: Content, case: Content, launch: int, seconds: float, noise: random.Random
) -> Content:
    times = [seconds * noise.lognormvariate(0, 0.03) for _ in range(20)]
    samples = dict.fromkeys(("max_s", "median_s", "min_s"), times)
    samples |= {"slowest_rank": [0] * 20, "warmup_s": times[:1], "ranks_s": None}
    effective = {"grid": case["grid"], "settings": case["settings"], "threads": 1}
    return template | {
        "case": case,
        "launch": launch,
        "started": f"2025-01-01T00:{launch:02d}:00Z",
        "effective": effective,
        "forward": samples,
        "backward": samples,
        "cycles": None,
    }


def make(folder: Path, wanted: int) -> None:
    """Write the records into FOLDER/records."""
    (folder / "records").mkdir(parents=True)
    with (folder / "records" / "all.jsonl").open("w") as file:
        for content in islice(contents(wanted), wanted):
            file.write(json.dumps(content) + "\n")


def cost(folder: Path) -> str:
    """Write the report of a folder and say what it took."""
    from fftbench.analysis.page.report import write_report  # noqa: PLC0415

    start = time.monotonic()
    page = write_report([folder])
    elapsed = time.monotonic() - start
    uses = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    processor = sum(use.ru_utime + use.ru_stime for use in uses)
    gigabytes = uses[0].ru_maxrss * 1024 / 1e9
    return (
        f"{processor:.1f} s of processor time (imports included), {elapsed:.1f} s elapsed, "
        f"{gigabytes:.2f} GB at most, page of {page.stat().st_size / 1e6:.1f} MB"
    )


def main() -> None:
    """Say what the report of each set costs, or of one that is kept, made if it is not there."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--records", type=int, help="of one set; default: two sets")
    options.add_argument("--keep", type=Path, help="where the records of one set stay")
    asked = options.parse_args()
    if asked.keep and not asked.records:
        options.error("--keep needs --records")
    for records in (asked.records,) if asked.records else SETS:
        folder = asked.keep or Path(tempfile.mkdtemp(prefix="fftbench-"))
        if not (folder / "records").is_dir():
            make(folder, records)
        print(f"{records:,} records: {_afresh(folder)}", flush=True)
        if not asked.keep:
            shutil.rmtree(folder)


def _afresh(folder: Path) -> str:
    """Measure in a process of its own, which has not made the records."""
    command = [sys.executable, __file__, "--report", str(folder)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--report"]:
        print(cost(Path(sys.argv[2])))
    else:
        main()
