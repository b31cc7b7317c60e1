"""Which variables of a shell Slurm's commands get: none that makes them do something else."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from fftbench.jobs.schedulers.directives import options_of

OF_NO_JOB = ("SLURM_CONF", "SLURM_CLUSTERS", "SLURM_JWT")
"""Slurm's variables that a person sets: where it is, and who asks."""
OPTIONS = {
    "TIMELIMIT": "time",
    "MEM_PER_NODE": "mem",
    "MEM_PER_CPU": "mem",
    "MEM_PER_GPU": "mem",
    "NO_REQUEUE": "requeue",
    "REQ_SWITCH": "switches",
    "WAIT4SWITCH": "switches",
}
"""Of sbatch's variables those that are not called as the option which they give, or contradict."""
NEVER = ("SBATCH_ARRAY_INX", "SBATCH_WAIT")
"""The first makes another number of jobs, and with the second sbatch waits for their end."""


def variables_for(words: Sequence[str]) -> dict[str, str]:
    """Return the environment for one of Slurm's commands.

    squeue, sacct and scancel would take but a part of the jobs by variables of theirs, and sbatch
    prefers its own to what a script says. Inside of a job it gets none that describes that: a new
    job would inherit it, and its srun take it for options. With SLURM_MEM_PER_CPU programs get so
    much, in place of all memory of their nodes.
    """
    own = dict(os.environ)
    if words[0] != "sbatch":
        return {name: own[name] for name in own if not name.startswith(f"{words[0].upper()}_")}
    left_out = {*overruled(Path(words[-1])), *NEVER}
    if "SLURM_JOB_ID" in own:
        left_out |= {name for name in own if name.startswith("SLURM_") and name not in OF_NO_JOB}
    return {name: own[name] for name in own if name not in left_out}


def overruled(script: Path) -> dict[str, str]:
    """Name sbatch's variables that contradict a script, each with the option that it gives."""
    try:
        said = dict(options_of(script.read_text(encoding="utf-8", errors="replace")))
    except OSError:  # which sbatch tells of
        return {}
    own = {name: _option(name) for name in sorted(os.environ) if name.startswith("SBATCH_")}
    return {
        name: option
        for name, option in own.items()
        if option in said and said[option] != os.environ[name]
    }


def overruled_text(scripts: Iterable[Path]) -> str | None:
    """Say which variables do not hold for what these scripts ask; None where all do."""
    found = {name: option for script in scripts for name, option in overruled(script).items()}
    texts = [f"{name} (the scripts say --{option})" for name, option in found.items()]
    return f"variables of this shell that do not hold: {', '.join(texts)}" if texts else None


def _option(name: str) -> str:
    word = name.removeprefix("SBATCH_")
    return OPTIONS.get(word, word.lower().replace("_", "-"))
