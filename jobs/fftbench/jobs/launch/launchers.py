"""Launchers of MPI programs: each as the words to put in front of a program."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from fftbench.core.ask_program import ask_program
from fftbench.core.campaigns.site import Site
from fftbench.core.contracts.resources import Resources
from fftbench.core.errors import UserError
from fftbench.jobs.launch.mpi_family import mpi_family

VERSION_SECONDS = 30.0
"""For a launcher to tell its version."""

OPEN_MPI_AS_ROOT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
"""Variables that let root start programs of Open MPI: in a container there is often no one else."""


class Launcher(Protocol):
    """Starts the ranks of an MPI program."""

    def environment(self, resources: Resources, oversubscribed: bool) -> Mapping[str, str]:
        """Return the variables that the launcher itself needs."""
        del resources, oversubscribed
        return {}

    def words(
        self, resources: Resources, oversubscribed: bool, exported: Sequence[str]
    ) -> list[str]:
        """Return the command's first words; `exported` variables must reach every rank."""
        ...


@dataclass(frozen=True)
class OpenMpi(Launcher):
    """Open MPI's mpirun, versions 4 and 5."""

    program: str = "mpirun"

    def environment(self, resources: Resources, oversubscribed: bool) -> Mapping[str, str]:
        """Let root start programs, if it is root."""
        del resources, oversubscribed
        return OPEN_MPI_AS_ROOT if os.geteuid() == 0 else {}

    def words(
        self, resources: Resources, oversubscribed: bool, exported: Sequence[str]
    ) -> list[str]:
        """Bind each rank to its own cores; oversubscribed ranks float and yield when idle."""
        words = [self.program, "-n", str(resources.ranks)]
        for name in exported:
            words += ["-x", name]
        if oversubscribed:
            words += ["--bind-to", "none", "--oversubscribe"]
            return [*words, "--mca", "mpi_yield_when_idle", "1"]
        spread = "slot" if resources.nodes == 1 else f"ppr:{resources.ranks_per_node}:node"
        return [*words, "--map-by", f"{spread}:PE={resources.threads}", "--bind-to", "core"]


@dataclass(frozen=True)
class Mpich(Launcher):
    """MPICH's Hydra mpiexec, and what descends from it (Intel MPI, MVAPICH)."""

    program: str = "mpiexec"

    def environment(self, resources: Resources, oversubscribed: bool) -> Mapping[str, str]:
        """Say to Intel MPI what `-bind-to` says to others: it takes that, and does nothing.

        Seen with 2021.18. Intel MPI Library Developer Reference, "Environment Variables for Process
        Pinning"; others know no such variables.
        """
        if oversubscribed:
            return {"I_MPI_PIN": "off"}
        return {"I_MPI_PIN_CELL": "core", "I_MPI_PIN_DOMAIN": str(resources.threads)}

    def words(
        self, resources: Resources, oversubscribed: bool, exported: Sequence[str]
    ) -> list[str]:
        """Bind each rank to its own cores, unless oversubscribed; Hydra exports every variable."""
        del exported
        binding = "none" if oversubscribed else f"core:{resources.threads}"
        words = [self.program, "-n", str(resources.ranks), "-ppn", str(resources.ranks_per_node)]
        return [*words, "-bind-to", binding]


@dataclass(frozen=True)
class Srun(Launcher):
    """Slurm's srun inside an allocation."""

    mpi: str | None = None
    """The plugin that MPI starts by; None for srun's default."""
    overlap: bool = False
    """Whether other programs may be started on the same cores meanwhile (Slurm 20.11 on)."""
    gpu_words: tuple[str, ...] = ()
    """What a step on devices is told besides: it gets the GPUs of its job without a word."""
    program: str = "srun"

    def words(
        self, resources: Resources, oversubscribed: bool, exported: Sequence[str]
    ) -> list[str]:
        """Bind each rank to its own cores, unless oversubscribed; srun exports every variable.

        Numbers per node and per task are always spelt out: srun spreads 4 tasks over 2 nodes as
        3 + 1, and does not inherit --cpus-per-task from the allocation (Slurm 22.05 on).
        """
        del exported
        words = [self.program, *([f"--mpi={self.mpi}"] if self.mpi else [])]
        words += [f"--nodes={resources.nodes}", f"--ntasks={resources.ranks}"]
        words += [
            f"--ntasks-per-node={resources.ranks_per_node}",
            f"--cpus-per-task={resources.threads}",
        ]
        words.append("--overcommit" if oversubscribed else "--cpu-bind=cores")
        words += self.gpu_words if resources.on_devices else ()
        return [*words, *(["--overlap"] if self.overlap else []), "--kill-on-bad-exit=1"]


@dataclass(frozen=True)
class Flux(Launcher):
    """`flux run` inside a Flux instance."""

    program: str = "flux"

    def words(
        self, resources: Resources, oversubscribed: bool, exported: Sequence[str]
    ) -> list[str]:
        """Bind each rank to its own cores, unless oversubscribed; Flux exports every variable.

        Ranks on devices see all GPUs that the job has on their node, as by default.
        """
        del exported
        words = [self.program, "run", f"--nodes={resources.nodes}", f"--ntasks={resources.ranks}"]
        # Flux gives out no core twice: to share cores, ranks must be asked for on whole nodes.
        if oversubscribed:
            return [*words, "--exclusive", "--setopt=cpu-affinity=off"]
        words += ["--gpus-per-task=1"] if resources.on_devices else []
        return [*words, f"--cores-per-task={resources.threads}", "--setopt=cpu-affinity=per-task"]


@dataclass(frozen=True)
class Jsrun(Launcher):
    """IBM's jsrun inside an allocation of LSF: a resource set for each rank."""

    program: str = "jsrun"

    def words(
        self, resources: Resources, oversubscribed: bool, exported: Sequence[str]
    ) -> list[str]:
        """Bind each rank to its own cores, unless oversubscribed; jsrun exports every variable."""
        del exported
        words = [self.program, f"--nrs={resources.ranks}", "--tasks_per_rs=1"]
        words += [f"--rs_per_host={resources.ranks_per_node}"]
        # The latter lets Spectrum MPI take pointers to device memory.
        words += ["--gpu_per_rs=1", "--smpiargs=-gpu"] if resources.on_devices else []
        if oversubscribed:
            return [*words, "--cpu_per_rs=1", "--bind=none"]
        words += [f"--cpu_per_rs={resources.threads}", f"--bind=packed:{resources.threads}"]
        return [*words, "--launch_distribution=packed"]


@dataclass(frozen=True)
class Custom(Launcher):
    """The words of a site file, with placeholders."""

    template: tuple[str, ...]

    def words(
        self, resources: Resources, oversubscribed: bool, exported: Sequence[str]
    ) -> list[str]:
        """Fill in the placeholders; binding and exporting are the site's business."""
        del oversubscribed, exported
        values = {
            "ranks": resources.ranks,
            "threads": resources.threads,
            "nodes": resources.nodes,
            "ranks_per_node": resources.ranks_per_node,
        }
        return [word.format(**values) for word in self.template]


def choose_launcher(site: Site) -> Launcher:
    """Return the launcher of a site; UserError where `auto` finds none on this machine."""
    if isinstance(site.launcher, tuple):
        return Custom(site.launcher)
    known: dict[str, Launcher] = {
        "openmpi": OpenMpi(),
        "mpich": Mpich(),
        "srun": _srun(site),
        "flux": Flux(),
        "jsrun": Jsrun(),
    }
    if site.launcher != "auto":
        return known[site.launcher]
    if os.environ.get("SLURM_JOB_ID") and shutil.which("srun"):
        return _srun(site)
    for program in ("mpirun", "mpiexec"):
        path = shutil.which(program)
        if path is not None:
            family = mpi_family(_version(path))
            # What is not known most likely descends from MPICH, as most of them do.
            return OpenMpi(path) if family and family.launcher == "openmpi" else Mpich(path)
    raise UserError(
        "no MPI launcher: neither mpirun nor mpiexec is on the PATH",
        "install one (Debian and Ubuntu: apt install openmpi-bin), load its module, or give the "
        "site a `launcher`",
    )


def _srun(site: Site) -> Srun:
    words = ["--gpus-per-task=1"] if site.gpu_request == "gpus-per-task" else []
    words += [f"--gpu-bind={site.gpu_bind}"] if site.gpu_bind else []
    return Srun(site.mpi, site.takes_turns, tuple(words))


@dataclass(frozen=True)
class LaunchPrefix:
    """What to put in front of a program, and the variables to add to its environment."""

    words: tuple[str, ...]
    environment: Mapping[str, str]


def launch_prefix(site: Site, launcher: Launcher, resources: Resources) -> LaunchPrefix:
    """Return what starts a program with these resources on a (resolved) site."""
    over = is_oversubscribed(resources, site)
    environment = launch_environment(site, launcher, resources, over)
    bound = _with_idle_cores(resources, site)
    return LaunchPrefix(tuple(launcher.words(bound, over, sorted(environment))), environment)


def _with_idle_cores(resources: Resources, site: Site) -> Resources:
    """Let ranks on devices have all of this machine's cores, for filling and checking arrays.

    In a scheduler's job they have what the job asks for.
    """
    if not resources.on_devices or site.scheduler != "none" or site.cores_per_node == "auto":
        return resources
    share = site.cores_per_node // resources.ranks_per_node
    return replace(resources, threads=max(resources.threads, share))


def is_oversubscribed(resources: Resources, site: Site) -> bool:
    """Whether a (resolved) site has fewer cores on a node than threads are to run there."""
    return site.cores_per_node != "auto" and resources.cores_per_node > site.cores_per_node


def launch_environment(
    site: Site, launcher: Launcher, resources: Resources, oversubscribed: bool
) -> dict[str, str]:
    """Return the variables to add for a launch; those of the site come last and win."""
    threads = str(resources.threads)
    variables = {
        "OMP_NUM_THREADS": threads,
        "OMP_DYNAMIC": "false",
        "MKL_NUM_THREADS": threads,
        "OPENBLAS_NUM_THREADS": threads,
    }
    if oversubscribed:
        variables["OMP_WAIT_POLICY"] = "passive"  # a thread that spins keeps others off its core
    elif resources.threads > 1:
        variables |= {"OMP_PLACES": "cores", "OMP_PROC_BIND": "close"}
    return {**variables, **launcher.environment(resources, oversubscribed), **site.env}


def _version(program: str) -> str:
    try:
        return ask_program([program, "--version"], VERSION_SECONDS).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ""
