"""A program on many ranks of a simulated network, by SimGrid's SMPI, all in one process.

    simulate.py many_ranks.so --ranks 256 --length 64 --settings "grid=16x16 exchange=p2p"

The nodes are on a fat tree of two levels with full bisection bandwidth, and the ranks of a node
share its link. Computing and what goes through shared memory take no simulated time: what is told
is the exchanges' time, the same in every run. Ends with 1 if any rank found a wrong number.
"""

from __future__ import annotations

import argparse
import json
import math
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

LINK_BYTES = 12.5e9  # a second: 100 Gbit/s
LATENCY = 0.5e-6  # seconds of a link; two ranks are two or four links apart
OVERHEAD = 0.5e-6  # seconds of a processor for each message, on either side
PLATFORM = """<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="tree" prefix="node-" suffix="" radical="0-{last}" speed="1Gf"
           bw="{bandwidth}Bps" lat="{latency}s" loopback_bw="1e11Bps" loopback_lat="1e-7s"
           topology="FAT_TREE" topo_parameters="2;{leaf},{leaves};1,{leaf};1,1"/>
</platform>
"""
OPTIONS = {
    "network/model": "CM02",  # links are shared fairly; no TCP
    "network/crosstraffic": "no",
    "smpi/simulate-computation": "no",
    "smpi/coll-selector": "ompi",
    # The selector's own choices are hierarchical: they gather all nodes for each communicator.
    "smpi/bcast": "binomial_tree",
    "smpi/reduce": "binomial",
    "smpi/allreduce": "redbcast",
    "smpi/barrier": "ompi_tree",
    "smpi/or": f"0:{OVERHEAD}:0",
    "smpi/os": f"0:{OVERHEAD}:0",
    "smpi/ois": f"0:{OVERHEAD}:0",
    "smpi/test": "0",  # asking takes no time; taskfft waits where it has nothing else to do
    "smpi/iprobe": "0",
    "smpi/wtime": "0",
    "contexts/stack-size": "256",  # KiB
}


def leaf_of(ranks: int) -> int:
    """How many nodes a switch has below it: the greatest divisor up to the square root."""
    return max(size for size in range(1, math.isqrt(ranks) + 1) if ranks % size == 0)


def write_platform(folder: Path, nodes: int, ranks_per_node: int) -> list[str]:
    """Write the network and its nodes, and return smpirun's arguments for them."""
    platform, hosts = folder / "platform.xml", folder / "hosts"
    leaf = leaf_of(nodes)
    text = PLATFORM.format(
        last=nodes - 1, bandwidth=LINK_BYTES, latency=LATENCY, leaf=leaf, leaves=nodes // leaf
    )
    platform.write_text(text)
    hosts.write_text("".join(f"node-{node}\n" * ranks_per_node for node in range(nodes)))
    ranks = nodes * ranks_per_node
    return ["-platform", str(platform), "-hostfile", str(hosts), "-np", str(ranks)]


def privatization(program: Path) -> str:
    """Tell which copies of its global variables a program needs: taskfft writes to none."""
    return "no" if program.stem == "many_ranks" else "dlopen"


class Run(NamedTuple):
    """One run of a program: of many_ranks with settings, of others with none."""

    program: str
    ranks: int
    ranks_per_node: int
    length: int
    settings: str


def simulate(program: Path, run: Run) -> tuple[dict[str, object], int]:
    """Run one setting; return its record and the exit status. A record says why it has no times."""
    nodes, left = divmod(run.ranks, run.ranks_per_node)
    if left:
        raise ValueError(
            f"{run.ranks} ranks do not fill nodes of {run.ranks_per_node}: choose a multiple"
        )
    with tempfile.TemporaryDirectory() as folder:
        arguments = write_platform(Path(folder), nodes, run.ranks_per_node)
        configuration = [f"--cfg={name}:{value}" for name, value in OPTIONS.items()]
        ran = subprocess.run(
            ["smpirun", *arguments, *configuration,
             f"--cfg=smpi/privatization:{privatization(program)}", "--log=root.thres:error",
             str(program.resolve()), str(run.length), *run.settings.split()],
            check=False, capture_output=True, text=True,
        )  # fmt: skip
    lines = [line for line in ran.stdout.splitlines() if line.startswith("{")]
    if len(lines) != 1:
        sys.stderr.write(ran.stdout + ran.stderr)
        return {**run._asdict(), "status": "failed"}, 1
    record = {**run._asdict(), **json.loads(lines[0])}
    record["simulated"] = {
        "simulator": "SimGrid SMPI",
        "network": "fat tree, two levels, full bisection",
        "link_bytes_per_s": LINK_BYTES,
        "link_latency_s": LATENCY,
        "message_overhead_s": OVERHEAD,
        "computation": "takes no time",
    }
    return record, ran.returncode


def main() -> int:
    """Print a line for each setting."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=Path, help="many_ranks.so")
    parser.add_argument("--ranks", type=int, default=64)
    parser.add_argument("--ranks-per-node", type=int, default=1)
    parser.add_argument("--length", type=int, default=64, help="of the cube's edges")
    parser.add_argument("--settings", nargs="+", default=[""], help="of one run each")
    wanted = parser.parse_args()
    if shutil.which("smpirun") is None:
        parser.error("smpirun was not found: install SimGrid (Debian's libsimgrid-dev)")
    worst = 0
    for settings in wanted.settings:
        run = Run(wanted.program.stem, wanted.ranks, wanted.ranks_per_node, wanted.length, settings)
        record, status = simulate(wanted.program, run)
        print(json.dumps(record), flush=True)
        worst = max(worst, status)
    return worst


if __name__ == "__main__":
    sys.exit(main())
