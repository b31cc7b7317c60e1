"""The simulated times of campaign.py over ranks: `draw.py exchanges.jsonl exchanges.svg`."""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.ticker import NullLocator, ScalarFormatter

Record = dict[str, Any]
Panel = dict[tuple[str, str], set[tuple[int, float]]]

COLOURS = {
    "FFTW": "black",
    "slabs": "tab:blue",
    "square grids": "tab:orange",
    "elongated grids": "tab:green",
}
WIDTH = 3.5
"""Inches: one column of a two-column paper."""

STYLES = {"p2p": "o-", "alltoallv": "s--", "joined": "^-.", "the link alone": ":"}


def shape_of(record: Record) -> str:
    """Return whose exchange it is, and on which kind of grid."""
    if record["library"] == "fftw_mpi":
        return "FFTW"
    if record["decomposition"] == "slab":
        return "slabs"
    rows, columns, _ = record["grid"]
    return "elongated grids" if rows >= 4 * columns else "square grids"


def link_seconds(record: Record) -> float:
    """Return what a direction's exchanges take at least: what leaves a node, over its link.

    Of slabs and pencils in transposed order: all but the own blocks, once along each axis of the
    grid; where ranks share a node, of slabs alone.
    """
    together = record["ranks_per_node"]
    elements = record["length"] ** 3 / record["ranks"] * together
    sent = sum(16 * elements * (1 - together / part) for part in record["grid"] if part > 1)
    return float(sent / record["simulated"]["link_bytes_per_s"])


def panels_of(records: Path) -> dict[tuple[int, int], Panel]:
    """Return the times of what was right: by ranks of a node and length, by grid and exchange."""
    panels: dict[tuple[int, int], Panel] = {}
    for line in records.read_text().splitlines():
        record: Record = json.loads(line)
        if record["status"] != "ok":
            continue
        shape = shape_of(record)
        how = "p2p" if shape == "FFTW" else record["exchange"]  # FFTW's choice has one line
        key = record["ranks_per_node"], record["length"]
        panel = panels.setdefault(key, defaultdict(set))
        panel[shape, how].add((record["ranks"], record["forward_s"]))
        if shape in ("slabs", "square grids"):
            panel[shape, "the link alone"].add((record["ranks"], link_seconds(record)))
    return panels


def draw(axis: Axes, panel: Panel) -> None:
    """Draw a line per grid and exchange."""
    for (shape, how), points in sorted(panel.items()):
        ranks, seconds = zip(*sorted(points), strict=True)
        axis.plot(
            ranks,
            [1e3 * each for each in seconds],
            STYLES[how],
            markersize=4,
            color=COLOURS[shape],
            label=shape if shape == "FFTW" else f"{shape}, {how}",
        )
    axis.set(xscale="log", yscale="log")
    axis.set_xticks(sorted({rank for points in panel.values() for rank, _ in points}))
    axis.xaxis.set_major_formatter(ScalarFormatter())
    axis.xaxis.set_minor_locator(NullLocator())


def main(records: str, figure: str) -> None:
    """Draw milliseconds of a forward transform, a panel per cube."""
    plt.rc("font", size=7.5)
    panels = sorted(panels_of(Path(records)).items())
    fig, axes = plt.subplots(
        len(panels), 1, figsize=(WIDTH, 1.8 * len(panels) + 1), squeeze=False, layout="constrained"
    )
    lines = {}
    for axis, ((together, length), panel) in zip(axes[:, 0], panels, strict=True):
        draw(axis, panel)
        ranks = f", {together} ranks a node" if together > 1 else ", a rank a node"
        axis.set_title(f"{length}³ c2c{ranks}", fontsize="medium")
        lines |= {line.get_label(): line for line in axis.get_lines()}
    axes[-1, 0].set_xlabel("simulated ranks")
    fig.supylabel("simulated ms of exchanges, forward", fontsize="medium")
    fig.legend(lines.values(), lines.keys(), ncols=2, loc="outside lower center", frameon=False)
    fig.suptitle("Exchanges, simulated: a fat tree of 100 Gbit/s", fontsize="medium")
    fig.savefig(figure)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(f"usage: {sys.argv[0]} RECORDS FIGURE")
    main(*sys.argv[1:])
