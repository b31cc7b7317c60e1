"""Other programs that are asked something: no input, and their output as text."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path


def ask_program(
    words: Sequence[str],
    seconds: float,
    folder: Path | None = None,
    together: bool = False,
    environment: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, whatever its exit code; bytes that are no text are replaced.

    With `together`, its standard error comes with its standard output, in the order written;
    without an `environment` it has this program's. Raises OSError where it does not start,
    subprocess.TimeoutExpired where it takes longer.
    """
    return subprocess.run(
        words,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if together else subprocess.PIPE,
        text=True,
        errors="replace",
        timeout=seconds,
        check=False,
    )
