"""The GPUs of this machine, as its makers' drivers tell of them."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from fftbench.core.ask_program import ask_program

NVIDIA = ("nvidia-smi", "--query-gpu=name,memory.total", "--format=csv,noheader,nounits")
"""A line each: its name, and MiB."""
NVIDIA_SECONDS = 60.0
"""For nvidia-smi to answer: where the driver sleeps, it wakes it first."""
AMD = "card*/device/mem_info_vram_total"
"""Bytes of a card's memory, as Linux tells (docs.kernel.org/gpu/amdgpu/driver-misc.html)."""
CARDS = Path("/sys/class/drm")


@dataclass(frozen=True)
class Gpu:
    """One of them."""

    name: str
    memory_gb: float
    """In 10^9 bytes."""


def gpus_here(cards: Path = CARDS) -> tuple[Gpu, ...]:
    """Return those that programs may use: NVIDIA's if there are any, else AMD's."""
    found, visible = nvidia_gpus(_nvidia()), os.environ.get("CUDA_VISIBLE_DEVICES")
    if found and visible is not None:
        return found[: _count(visible)]
    return found or _amd_gpus(cards)


def nvidia_gpus(listed: str) -> tuple[Gpu, ...]:
    """Read what nvidia-smi lists."""
    lines = [line.rpartition(",") for line in listed.splitlines()]
    return tuple(
        Gpu(name.strip(), int(memory) * 2**20 / 1e9)
        for name, _, memory in lines
        if memory.strip().isdigit()
    )


def _nvidia() -> str:
    if shutil.which(NVIDIA[0]) is None:
        return ""
    try:
        done = ask_program(NVIDIA, NVIDIA_SECONDS)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout if done.returncode == 0 else ""


def _count(visible: str) -> int:
    """Count what the variable names: up to the first that is none, as CUDA's guide has it."""
    named = [one.strip() for one in visible.split(",")]
    none = [place for place, one in enumerate(named) if one in ("", "-1")]
    return none[0] if none else len(named)


def _amd_gpus(cards: Path) -> tuple[Gpu, ...]:
    found = []
    for file in sorted(cards.glob(AMD)):
        try:
            found.append(Gpu("AMD", int(file.read_text()) / 1e9))
        except (OSError, ValueError):
            continue
    return tuple(found)
