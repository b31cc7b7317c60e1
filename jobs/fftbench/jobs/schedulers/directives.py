"""Which options a script gives sbatch."""

from __future__ import annotations

import re

DIRECTIVE = re.compile(r"^#SBATCH\s+(?:--(?P<name>[\w-]+)|-(?P<letter>\w))[=\s]*(?P<value>.*)$")
LETTERS = {
    "A": "account",
    "C": "constraint",
    "J": "job-name",
    "N": "nodes",
    "c": "cpus-per-task",
    "n": "ntasks",
    "o": "output",
    "p": "partition",
    "q": "qos",
    "t": "time",
}
"""Short options by their long names, as sbatch's manual has them."""


def options_of(script: str) -> list[tuple[str, str]]:
    """Read which options a script gives sbatch, in their order, and their values."""
    found = filter(None, map(DIRECTIVE.match, script.splitlines()))
    return [
        (one["name"] or LETTERS.get(one["letter"], f"-{one['letter']}"), one["value"].strip("'\""))
        for one in found
    ]
