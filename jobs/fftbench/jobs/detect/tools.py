"""What this machine's tools print about it: they are asked here, and read elsewhere."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field

from fftbench.core.ask_program import ask_program
from fftbench.core.campaigns.gpus import NVIDIA
from fftbench.core.campaigns.memory import memory_bytes

ANSWER_SECONDS = 60.0
SINFO = ("sinfo", "--noheader", "--exact", "--format=%R|%P|%l|%D|%X|%Y|%Z|%m|%f|%N|%G")
"""Partition, the same with * for the default, time limit, nodes, sockets, cores, hardware threads
of a core, MiB, features, names of the nodes, generic resources."""
CONFIG = ("scontrol", "show", "config")
PARTITIONS = ("scontrol", "show", "partition", "--oneliner")
PLUGINS = ("srun", "--mpi=list")
CORES = ("lscpu", "--parse=CORE,SOCKET")
LAUNCHERS = (("mpirun", "--version"), ("mpiexec", "--version"))
VARIABLES = ("LOADEDMODULES", "SPACK_ENV", "I_MPI_PMI_LIBRARY")


@dataclass(frozen=True)
class Answers:
    """What each tool printed; '' for one that is missing or failed."""

    texts: Mapping[tuple[str, ...], str]
    variables: Mapping[str, str] = field(default_factory=dict)
    host: str = "here"
    memory: int = 0
    """Of this machine, as far as it may be taken, in bytes."""
    failures: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    """Why tools that are there did not answer."""

    def of(self, words: tuple[str, ...]) -> str:
        """Return what a tool printed."""
        return self.texts.get(words, "")


def ask() -> Answers:
    """Run the tools that are there."""
    texts: dict[tuple[str, ...], str] = {}
    failures: dict[tuple[str, ...], str] = {}
    for words in (SINFO, CONFIG, PARTITIONS, PLUGINS, CORES, NVIDIA, *LAUNCHERS):
        if shutil.which(words[0]):
            try:
                texts[words] = _output(words)
            except _NoAnswerError as error:
                failures[words] = str(error)
    return Answers(
        texts,
        {name: os.environ[name] for name in VARIABLES if os.environ.get(name)},
        socket.gethostname().partition(".")[0],
        memory_bytes(),
        failures,
    )


class _NoAnswerError(Exception):
    """A tool that did not answer, and why."""


def _output(words: tuple[str, ...]) -> str:
    """Return what a tool printed."""
    name = " ".join(words[:2])
    try:
        # Together: srun of Slurm 21.08 and earlier lists its plugins on standard error.
        done = ask_program(words, ANSWER_SECONDS, together=True)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise _NoAnswerError(str(error)) from error
    if done.returncode != 0:
        last = done.stdout.strip().rpartition("\n")[2]
        raise _NoAnswerError(f"{name} failed: {last or done.returncode}")
    return done.stdout
