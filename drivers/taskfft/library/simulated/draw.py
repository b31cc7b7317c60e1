"""The simulated times of simulate.py over ranks: `draw.py exchanges.jsonl exchanges.svg`."""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

from matplotlib import pyplot as plt
from matplotlib.ticker import NullLocator, ScalarFormatter

Record = dict[str, Any]


def link_seconds(record: Record) -> float:
    """Return what a direction's exchanges take at least: what leaves a rank, over its link.

    Of slabs and pencils in transposed order: all but the rank's own block, once along each axis of
    the grid.
    """
    elements = record["length"] ** 3 / record["ranks"]
    sent = sum(16 * elements * (1 - 1 / part) for part in record["grid"])
    return float(sent / record["simulated"]["link_bytes_per_s"])


def main(records: str, figure: str) -> None:
    """Draw a panel per cube: milliseconds of a forward transform, a line per setting."""
    panels: dict[int, dict[str, list[tuple[int, float]]]] = defaultdict(lambda: defaultdict(list))
    for line in Path(records).read_text().splitlines():
        record: Record = json.loads(line)
        if record["status"] != "ok":
            continue
        shape = record["decomposition"] + "s"
        panel = panels[record["length"]]
        panel[f"{shape}, {record['exchange']}"].append((record["ranks"], record["forward_s"]))
        panel[f"{shape}, the link alone"].append((record["ranks"], link_seconds(record)))
    fig, axes = plt.subplots(
        1, len(panels), figsize=(4.2 * len(panels), 3.6), squeeze=False, layout="constrained"
    )
    for axis, (length, lines) in zip(axes[0], sorted(panels.items()), strict=True):
        for label, points in sorted(lines.items()):
            alone = label.endswith("alone")
            ranks, seconds = zip(*sorted(set(points)), strict=True)
            axis.plot(
                ranks,
                [1e3 * each for each in seconds],
                ":." if alone else "o-",
                label=label,
                color="tab:blue" if label.startswith("slabs") else "tab:orange",
                alpha=0.5 if "alltoallv" in label else 1,
            )
        axis.set(xscale="log", yscale="log", xlabel="simulated ranks", title=f"{length}³ c2c")
        axis.set_xticks(sorted({rank for points in lines.values() for rank, _ in points}))
        axis.xaxis.set_major_formatter(ScalarFormatter())
        axis.xaxis.set_minor_locator(NullLocator())
    axes[0][0].set_ylabel("simulated ms of exchanges, forward")
    axes[0][-1].legend(fontsize="small", loc="upper left", bbox_to_anchor=(1.02, 1))
    fig.suptitle("taskfft, simulated: a fat tree of 100 Gbit/s")
    fig.savefig(figure)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(f"usage: {sys.argv[0]} RECORDS FIGURE")
    main(*sys.argv[1:])
