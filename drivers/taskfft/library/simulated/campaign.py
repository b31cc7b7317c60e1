"""Simulates what a file lists: `campaign.py exchanges.yaml BUILD exchanges.jsonl`.

BUILD is the folder with the programs. Each run's record is appended as soon as it is there; what
has one is left out, so that a campaign goes on where it was stopped.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import yaml
from simulate import Run, leaf_of, simulate

ELONGATED = 4
"""How many times longer than the other an elongated grid's side is."""


def grid_text(kind: str, ranks: int, length: int) -> str | None:
    """Return a grid's sides, as taskfft takes them; None for slabs without planes."""
    columns = leaf_of(ranks)
    if kind == "slab":
        return f"{ranks}x1" if ranks <= length else None
    if kind == "elongated":
        columns = max(1, leaf_of(ranks // ELONGATED))
    elif kind != "square":
        raise ValueError(f"grid {kind}: choose slab, square or elongated")
    return f"{ranks // columns}x{columns}"


def settings_of(part: dict[str, Any], ranks: int) -> Iterator[str]:
    """Yield the settings of a part's runs on so many ranks."""
    if "grid" not in part:
        yield ""
        return
    for kind, exchange in product(part["grid"], part["exchange"]):
        grid = grid_text(kind, ranks, part["length"])
        if grid is not None:
            yield f"grid={grid} exchange={exchange}"


def runs(parts: list[dict[str, Any]]) -> Iterator[Run]:
    """Yield all runs, those on few ranks first."""
    for part in parts:
        for ranks in sorted(part["ranks"]):
            for settings in settings_of(part, ranks):
                together = part.get("ranks_per_node", 1)
                yield Run(part["program"], ranks, together, part["length"], settings)


def done(out: Path) -> set[Run]:
    """Return the runs that have a record."""
    lines = out.read_text().splitlines() if out.exists() else []
    return {Run(*(record[key] for key in Run._fields)) for record in map(json.loads, lines)}


def main(campaign: str, build: str, out: str) -> int:
    """Run what is missing; return 1 if anything failed or was wrong."""
    worst = 0
    had = done(Path(out))
    for run in runs(yaml.safe_load(Path(campaign).read_text())["parts"]):
        program = Path(build) / f"{run.program}.so"
        if run in had:
            continue
        if not program.exists():
            print(f"left out, as {program} is not there: {run}")
            continue
        begin = time.monotonic()
        record, status = simulate(program, run)
        with Path(out).open("a") as file:
            file.write(json.dumps(record) + "\n")
        print(f"{record['status']} after {time.monotonic() - begin:.0f} s: {run}", flush=True)
        worst = max(worst, status)
    return worst


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(f"usage: {sys.argv[0]} CAMPAIGN BUILD RECORDS")
    sys.exit(main(*sys.argv[1:]))
