"""The site: where campaigns run, as a person writes it in configs/sites/*.yaml."""

from __future__ import annotations

import os
import unicodedata
from pathlib import Path
from string import Formatter
from typing import Annotated, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Discriminator,
    Field,
    Tag,
    field_validator,
    model_validator,
)

from fftbench.core.campaigns.campaign import Name
from fftbench.core.campaigns.gpus import Gpu, gpus_here
from fftbench.core.campaigns.memory import memory_bytes
from fftbench.core.contracts.model import Model, Positive
from fftbench.core.errors import did_you_mean

LauncherName = Literal["auto", "openmpi", "mpich", "srun", "flux", "jsrun"]
SchedulerName = Literal["none", "slurm", "pbs", "flux", "lsf"]
GpuRequest = Literal["gpus-per-node", "gpus-per-task", "gres"]
PLACEHOLDERS = ("ranks", "threads", "nodes", "ranks_per_node", "here")
CPUS = Path("/sys/devices/system/cpu")


def _kind_of_launcher(value: object) -> str:
    return "word" if isinstance(value, str) else "list"


def _as_text(value: object) -> object:
    """Accept whole numbers as text; YAML reads `1` as one, and `on` and `no` as truth values.

    Of 3.10 it keeps no more than that it is 3.1.
    """
    if isinstance(value, bool):
        word = str(value).lower()
        raise ValueError(f"YAML reads this as the truth value {word}: put it in quotes")
    if isinstance(value, float):
        raise ValueError(f"YAML reads this as the number {value}: put it in quotes")
    return str(value) if isinstance(value, int) else value


def control_character(text: str) -> str | None:
    """Name the first character that may end a line or is no text at all; a tab is neither."""
    for one in text:
        if one != "\t" and unicodedata.category(one) in ("Cc", "Cs", "Zl", "Zp"):
            return f"the control character U+{ord(one):04X}"
    return None


def _in_a_line(text: str) -> str:
    """Refuse what would be read as a command of its own in a job script."""
    if (found := control_character(text)) is not None:
        raise ValueError(f"{text!r}: {found} is not allowed here")
    return text


InALine = AfterValidator(_in_a_line)
Text = Annotated[str, Field(min_length=1), BeforeValidator(_as_text), InALine]
Variable = Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")]
Line = Annotated[str, Field(min_length=1), InALine]


def _no_comment(text: str) -> str:
    """Refuse `#SBATCH --x`: behind the script's own mark it would be a comment, and do nothing."""
    if text.lstrip().startswith("#"):
        raise ValueError(f"{text!r}: leave out what begins with #: the script puts that before it")
    return text


Directive = Annotated[Line, AfterValidator(_no_comment)]


class Site(Model):
    """A machine, how to launch MPI programs on it, and what its batch system wants to be told."""

    name: Name
    launcher: Annotated[
        Annotated[LauncherName, Tag("word")]
        | Annotated[tuple[Annotated[str, InALine], ...], Field(min_length=1), Tag("list")],
        Discriminator(_kind_of_launcher),
    ] = "auto"
    """A known launcher, or its words with the placeholders {ranks}, {threads}, {nodes},
    {ranks_per_node} and {here}, the folder of the site file."""
    cores_per_node: Positive | Literal["auto"] = "auto"
    """Physical cores; `auto` counts those of this machine that this process may use."""
    nodes: Positive = 1
    memory_gb: Annotated[float, Field(gt=0)] | Literal["auto"] = "auto"
    """Per node, in 10^9 bytes; `auto` asks this machine, and the container or job around it."""
    oversubscribe: bool = False
    """Allow more ranks than cores: for trying things out, never for numbers to quote."""
    turns: bool | Literal["auto"] = "auto"
    """Whether the programs of a comparison live at the same time and take turns at its repetitions,
    so that all meet the same machine. The launcher must be able to start several programs on the
    same cores at once (srun does, with --overlap). `auto`: where there is no batch system."""
    env: dict[Variable, Annotated[str, BeforeValidator(_as_text), InALine]] = {}
    """Environment variables for every launch."""
    scheduler: SchedulerName = "none"
    """The batch system that `fftbench jobs` writes scripts for; `none`: there is none."""
    mpi: Text | None = None
    """srun's MPI plugin (pmix, pmi2, ...: see `srun --mpi=list`); without it srun's default. With a
    wrong one each rank may run alone, as a program of one rank: that is told, and not measured."""
    partition: Text | None = None
    """Partition or queue."""
    account: Text | None = None
    """Account, project or bank that is charged."""
    qos: Text | None = None
    """Quality of service."""
    constraint: Text | None = None
    """Features that the nodes must have, in the batch system's own words."""
    reservation: Text | None = None
    """Reservation to run in."""
    switches: Text | None = None
    """Most leaf switches to spread over, as for sbatch: 1, or 1@60 to wait at most an hour."""
    hint: Text | None = "nomultithread"
    """sbatch's --hint; without one, ranks share cores that have several hardware threads."""
    gpus_per_node: Annotated[int, Field(ge=0)] | Literal["auto"] = "auto"
    """GPUs that a node has. Cases with arrays on devices want one for each rank, and only their
    jobs ask for them. `auto` asks this machine; with a `scheduler` it means none."""
    gpu_memory_gb: Annotated[float, Field(gt=0)] | Literal["auto"] = "auto"
    """Of a GPU, in 10^9 bytes; `auto` asks this machine, and with a `scheduler` is not known."""
    gpu_type: Text | None = None
    """The kind of GPU to ask for, in the batch system's words, where nodes have several: a100."""
    gpu_request: GpuRequest = "gpus-per-node"
    """By which option Slurm's jobs ask for GPUs. With gpus-per-task each rank sees but its own;
    with the others all ranks of a node see all that the job has there, and take them in turn."""
    gpu_bind: Text | None = None
    """srun's --gpu-bind, in Slurm's words: closest, single:1, map_gpu:0,1,2,3; None: as Slurm does.
    A rank that sees one GPU alone takes that."""
    gres: Text | None = None
    """Other generic resources of each node, in Slurm's words, such as `tmpdisk:100G`."""
    max_wait_hours: Positive | None = None
    """Slurm removes a job that has not begun by then (--deadline); None: jobs wait for ever."""
    time_limit_minutes: Positive | None = None
    """Longest job that the partition takes: what does not fit is split; None: there is no limit."""
    max_queued: Positive | None = None
    """How many jobs of a campaign may be queued or running at once."""
    max_array: Positive = 1001
    """Most jobs of an array: MaxArraySize of `scontrol show config`, whose default this is."""
    exclusive: bool = True
    """Nobody else on the nodes, and all of their memory; without it times mean little."""
    modules: tuple[Text, ...] = ()
    """Environment modules to load, in this order."""
    purge_modules: bool = True
    """Unload all others before, so that a job does not depend on the shell that submitted it."""
    spack_env: Text | None = None
    """Spack environment to activate: its folder or name."""
    setup: tuple[Line, ...] = ()
    """Shell lines that come before the modules and the Spack environment."""
    directives: tuple[Directive, ...] = ()
    """More options of the batch system, one a line, such as `--mail-type=END`; for Slurm none that
    scripts say by themselves, as of two sbatch takes the last."""

    @field_validator("launcher")
    @classmethod
    def _known_placeholders(cls, launcher: str | tuple[str, ...]) -> str | tuple[str, ...]:
        for word in () if isinstance(launcher, str) else launcher:
            try:
                names = [name for _, name, _, _ in Formatter().parse(word) if name is not None]
            except ValueError as error:
                raise ValueError(f"{word!r}: {error}; write {{{{ for a brace") from error
            for name in names:
                if name not in PLACEHOLDERS:
                    raise ValueError(
                        f"unknown placeholder {{{name}}}: {did_you_mean(name, PLACEHOLDERS)}"
                    )
        return launcher

    @model_validator(mode="after")
    def _knows_its_nodes(self) -> Site:
        """On a cluster `auto` would ask a login node, which is not what jobs run on."""
        if self.scheduler != "none" and self.cores_per_node == "auto":
            raise ValueError("with a `scheduler`, give `cores_per_node` as a number")
        if self.scheduler != "none" and self.launcher == "auto":
            raise ValueError(
                "with a `scheduler`, name the `launcher`: srun, flux, jsrun, openmpi, mpich, or "
                "its words"
            )
        return self

    @model_validator(mode="after")
    def _has_a_use_for_all(self) -> Site:
        """Words that only srun takes would be dropped; `auto` may come to srun."""
        if self.launcher not in ("auto", "srun"):
            for key in ("mpi", "gpu_bind"):
                if getattr(self, key) is not None:
                    raise ValueError(
                        f"`{key}` is for the launcher srun alone: leave it out, or put what it "
                        "stands for into the launcher's words"
                    )
        return self

    @property
    def takes_turns(self) -> bool:
        """What `turns` comes to."""
        return self.scheduler == "none" if self.turns == "auto" else self.turns

    def resolved(self, here: Path) -> Site:
        """Replace {here} by the site file's folder, and `auto` by what this machine has.

        Cores and memory only if this machine is the one to ask.
        """
        found: dict[str, object] = {}
        if isinstance(self.launcher, tuple):
            folder = str(here.resolve()).replace("{", "{{").replace("}", "}}")
            found["launcher"] = tuple(word.replace("{here}", folder) for word in self.launcher)
        if self.scheduler != "none":
            return self.model_copy(update=found)
        if self.cores_per_node == "auto":
            found["cores_per_node"] = physical_cores()
        if self.memory_gb == "auto":
            found["memory_gb"] = memory_bytes() / 1e9
        if "auto" in (self.gpus_per_node, self.gpu_memory_gb):
            found |= self._found_gpus(gpus_here())
        return self.model_copy(update=found)

    def _found_gpus(self, gpus: tuple[Gpu, ...]) -> dict[str, object]:
        """Say what `auto` comes to where these are there: the smallest of their memories."""
        found: dict[str, object] = {}
        if self.gpus_per_node == "auto":
            found["gpus_per_node"] = len(gpus)
        if self.gpu_memory_gb == "auto" and gpus:
            found["gpu_memory_gb"] = min(gpu.memory_gb for gpu in gpus)
        return found

    @property
    def gpus(self) -> int:
        """GPUs of a node of a (resolved) site; 0 where none is known of."""
        return 0 if self.gpus_per_node == "auto" else self.gpus_per_node


def physical_cores(cpus: Path = CPUS) -> int:
    """Count the cores that this process may run on, hardware threads of one core as one."""
    allowed = os.sched_getaffinity(0)
    cores = {_core(cpus / f"cpu{cpu}" / "topology", cpu) for cpu in allowed}
    return len(cores)


def _core(topology: Path, cpu: int) -> tuple[str, str]:
    """Identify a CPU's core by package and number; by the CPU itself where the kernel hides it."""
    try:
        return (
            (topology / "physical_package_id").read_text().strip(),
            (topology / "core_id").read_text().strip(),
        )
    except OSError:
        return ("cpu", str(cpu))
