"""What a site file says of GPUs."""

from __future__ import annotations

from fftbench.core.campaigns.gpus import NVIDIA, nvidia_gpus
from fftbench.jobs.detect.guess import Guess
from fftbench.jobs.detect.slurm import NodeKind
from fftbench.jobs.detect.tools import Answers


def gpus_of_nodes(kind: NodeKind) -> list[Guess]:
    """Tell of the GPUs that Slurm knows of."""
    if not kind.gpus:
        return []
    types = [Guess("gpu_type", kind.gpu_type, "sinfo: their type")] if kind.gpu_type else []
    return [
        Guess("gpus_per_node", kind.gpus, "sinfo: a node's generic resources"),
        *types,
        Guess("gpu_memory_gb", None, "of each, in 10^9 bytes, which Slurm does not tell"),
    ]


def gpus_of_this_machine(answers: Answers) -> list[Guess]:
    """Tell of the GPUs that are here, without Slurm."""
    gpus = nvidia_gpus(answers.of(NVIDIA))
    if not gpus:
        return []
    names = ", ".join(dict.fromkeys(gpu.name for gpu in gpus))
    least = min(gpu.memory_gb for gpu in gpus)
    return [
        Guess("gpus_per_node", len(gpus), f"nvidia-smi: {names}"),
        Guess("gpu_memory_gb", round(least, 1), "of each by nvidia-smi, in 10^9 bytes"),
    ]


def with_gpus(kind: NodeKind) -> str:
    """Add them to a description of nodes in words."""
    return f" and {kind.gpus} GPUs" if kind.gpus else ""
