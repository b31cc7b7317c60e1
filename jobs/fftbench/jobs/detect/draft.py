"""A first site file, guessed from what a machine's tools print; each guess tells its source."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import yaml

from fftbench.core.campaigns.site import Site
from fftbench.core.errors import UserError, did_you_mean
from fftbench.jobs.detect.gpus import gpus_of_nodes, gpus_of_this_machine, with_gpus
from fftbench.jobs.detect.guess import Guess
from fftbench.jobs.detect.slurm import (
    NodeKind,
    choose_kind,
    mpi_plugins,
    node_kinds,
    only_feature,
    partition_settings,
    settings,
)
from fftbench.jobs.detect.tools import (
    CONFIG,
    CORES,
    LAUNCHERS,
    PARTITIONS,
    PLUGINS,
    SINFO,
    Answers,
)
from fftbench.jobs.launch.mpi_family import INTEL_MPI, mpi_family

LEAST_MEBIBYTES = 100
"""Of a node: where slurm.conf gives no RealMemory, sinfo prints 1, its default."""
SUITABLE = {
    "openmpi": ("pmix", "pmix_v5", "pmix_v4", "pmix_v3"),
    "mpich": ("pmi2", "cray_shasta"),
    "": ("cray_shasta",),
}
"""srun's plugins that start ranks of an MPI together; another may start each alone. An MPI without
mpirun is most likely Cray's."""


@dataclass(frozen=True)
class Draft:
    """A site file to be, and what a person still has to look at."""

    guesses: tuple[Guess, ...]
    to_check: tuple[str, ...]
    kind: str = ""
    """What the names of site and file end in, where a partition has several kinds of nodes."""


def draft_sites(
    answers: Answers, name: str | None = None, partition: str | None = None
) -> tuple[Draft, ...]:
    """Conclude from the answers of a machine's tools: a site for each kind of node of a partition.

    The most numerous first. Raises UserError for an unknown partition.
    """
    kinds = node_kinds(answers.of(SINFO))
    if not kinds:
        if partition:
            raise UserError(f"partition '{partition}': sinfo tells of none here")
        return (_one_machine(answers, name),)
    most = choose_kind(kinds, partition)
    if most is None:
        known = did_you_mean(partition or "", {kind.partition for kind in kinds})
        raise UserError(f"unknown partition '{partition}': {known}")
    mine = [kind for kind in kinds if kind.partition == most.partition]
    mine.sort(key=lambda kind: -kind.nodes)
    return tuple(_draft(answers, name, kinds, mine, place) for place in range(len(mine)))


def _draft(
    answers: Answers,
    name: str | None,
    kinds: Sequence[NodeKind],
    mine: Sequence[NodeKind],
    place: int,
) -> Draft:
    """Describe one kind of node of those that a partition has, which are `mine`."""
    kind, others = mine[place], [*mine[:place], *mine[place + 1 :]]
    config = settings(answers.of(CONFIG))
    limits = partition_settings(answers.of(PARTITIONS), kind.partition)
    launcher, warnings = _launcher(answers, config)
    account_and_qos, missing = _account_and_qos(config, limits)
    end = _name_of_kind(mine, place)
    named = _name(name or config.get("ClusterName", "cluster")) + end
    guesses = (
        Guess("name", named, "its ClusterName" + (", and the kind of node" if end else "")),
        Guess("scheduler", "slurm", f"sinfo answers; Slurm {config.get('SLURM_VERSION', '?')}"),
        *launcher,
        *_nodes(kind, kinds, limits),
        *gpus_of_nodes(kind),
        Guess("max_array", max(int(config.get("MaxArraySize", "1001")), 1), "MaxArraySize"),
        *account_and_qos,
        *_only_these(kind, others),
        *_environment(answers),
    )
    told = () if place else _other_kinds(mine)
    return Draft(guesses, (*warnings, *missing, *told), end)


def site_text(draft: Draft) -> str:
    """Write a draft as a YAML file."""
    lines = [
        "# Written by `fftbench site detect`: a first guess, to be read before it is used.",
        "# `fftbench schema site` prints every key with its meaning.",
        *(f"# To look at: {text}" for text in draft.to_check),
    ]
    for guess in draft.guesses:
        lines += ["", f"# {guess.why}"]
        lines.append(_yaml(guess.key, guess.value) if guess.value is not None else f"#{guess.key}:")
    text = "\n".join(lines) + "\n"
    Site.model_validate(yaml.safe_load(text))  # what is written must be readable
    return text


def draft_name(draft: Draft) -> str:
    """Return the name of the site."""
    return str(draft.guesses[0].value)


def _yaml(key: str, value: object) -> str:
    return yaml.safe_dump({key: value}, width=10_000).rstrip()


def _name(text: str) -> str:
    """Make a name of a site out of any name."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", text).strip("-._") or "here"


def _one_machine(answers: Answers, name: str | None) -> Draft:
    """Describe a machine without Slurm."""
    lines = answers.of(CORES).splitlines()
    cores = {line for line in lines if line and not line.startswith("#")}
    family, version = _mpi(answers)
    launcher = Guess("launcher", family or "auto", f"mpirun is {version or 'not found'}")
    memory_is = "this machine's, or a container's or job's limit on it, in 10^9 bytes"
    guesses = (
        Guess("name", _name(name or answers.host), "the host's name"),
        launcher,
        Guess("cores_per_node", len(cores) or "auto", "physical cores by lscpu"),
        Guess("memory_gb", round(answers.memory / 1e9, 1), memory_is),
        *gpus_of_this_machine(answers),
        *_environment(answers),
    )
    to_check = []
    if SINFO in answers.failures:
        to_check.append(f"no Slurm answers, so this is one machine: {answers.failures[SINFO]}")
    if not family:
        to_check.append("no MPI was found: load its module and detect again")
    return Draft(guesses, tuple(to_check))


def _mpi(answers: Answers) -> tuple[str, str]:
    """Return which launcher the MPI at hand has, and its version as it tells it; '' for none."""
    for words in LAUNCHERS:
        text = answers.of(words)
        if (family := mpi_family(text)) is not None:
            version = re.search(r"\d+\.\d+[.\d]*", text)
            return family.launcher, f"{family.mark} {version[0] if version else ''}".strip()
    return "", ""


def _launcher(answers: Answers, config: dict[str, str]) -> tuple[list[Guess], list[str]]:
    """Choose srun with a plugin that fits the MPI at hand, else that MPI's own launcher."""
    family, version = _mpi(answers)
    plugins = mpi_plugins(answers.of(PLUGINS))
    fitting = next((plugin for plugin in SUITABLE[family] if plugin in plugins), None)
    listed = f"`srun --mpi=list` has {', '.join(plugins) or 'nothing'}"
    if version.startswith(INTEL_MPI) and "I_MPI_PMI_LIBRARY" not in answers.variables:
        why = f"{version} starts by srun only where I_MPI_PMI_LIBRARY names Slurm's libpmi2.so"
        return [Guess("launcher", family, f"{why}: so its own, inside the allocation")], []
    if fitting is not None:
        why = f"{listed}; mpirun here is {version}, which needs {fitting}"
        if not family:
            why = f"{listed}; no mpirun is on the PATH, as on Cray machines"
        return [Guess("launcher", "srun", "Slurm's own"), Guess("mpi", fitting, why)], []
    if family:
        why = f"{listed}: none of them for {version}, so its own mpirun inside the allocation"
        return [Guess("launcher", family, why)], []
    why = f"{listed}; no mpirun is on the PATH, so srun's default: {config.get('MpiDefault', '?')}"
    warning = "mpi: load the MPI module that the programs are built with, and detect again"
    return [Guess("launcher", "srun", "Slurm's own"), Guess("mpi", None, why)], [warning]


def _nodes(kind: NodeKind, kinds: Sequence[NodeKind], limits: dict[str, str]) -> list[Guess]:
    names = ", ".join(dict.fromkeys(other.partition for other in kinds))
    which = "the default" if kind.default else "not the default"
    most = limits.get("MaxNodes", "")
    nodes = min(kind.nodes, int(most)) if most.isdigit() and int(most) else kind.nodes
    why = f"sinfo: {kind.nodes} such nodes in {kind.partition}"
    if nodes < kind.nodes:
        why += f", of which a job gets {most} at most (MaxNodes)"
    guesses = [
        Guess("partition", kind.partition, f"{which} of {names}"),
        Guess("nodes", nodes, why),
        Guess("cores_per_node", kind.cores or 1, "sinfo: sockets x cores of a socket"),
        Guess("hint", "nomultithread", _hardware_threads(kind)),
        _memory(kind),
    ]
    text = "sinfo: the partition's time limit"
    if kind.minutes is None:
        text = "sinfo: the partition has no time limit; a QOS may"
    return [*guesses, Guess("time_limit_minutes", kind.minutes, text)]


def _memory(kind: NodeKind) -> Guess:
    if kind.mebibytes < LEAST_MEBIBYTES:
        why = f"sinfo: {kind.mebibytes} MiB: RealMemory is not configured; in 10^9 bytes"
        return Guess("memory_gb", None, why)
    gigabytes = int(kind.mebibytes * 2**20 / 1e8) / 10
    return Guess("memory_gb", gigabytes, f"sinfo: {kind.mebibytes} MiB, in 10^9 bytes")


def _hardware_threads(kind: NodeKind) -> str:
    if kind.threads == 1:
        return "sinfo: a core has one hardware thread, so this changes nothing"
    return f"sinfo: a core has {kind.threads} hardware threads, and ranks want cores of their own"


def _account_and_qos(
    config: dict[str, str], limits: dict[str, str]
) -> tuple[list[Guess], list[str]]:
    """Tell of account and QOS, which nobody but a person knows."""
    enforced = config.get("AccountingStorageEnforce", "none")
    guesses, missing = [], []
    for key, what, allowed in (
        ("account", "associations", limits.get("AllowAccounts", "ALL")),
        ("qos", "qos", limits.get("AllowQos", "ALL")),
    ):
        needed = what in enforced or allowed != "ALL"
        why = f"AccountingStorageEnforce is {enforced}, and the partition allows {allowed}"
        word = "fill in yours" if needed else "fill in if you must name one"
        guesses.append(Guess(key, None, f"{why}: {word}"))
        missing.append(f"{key}: {word} (`sacctmgr show associations user=$USER` lists them)")
    return guesses, missing


def _only_these(kind: NodeKind, others: Sequence[NodeKind]) -> list[Guess]:
    """Keep jobs on one kind of node."""
    some = f"; some of them: {', '.join(kind.others)}" if kind.others else ""
    have = f"all of these nodes have the features: {', '.join(kind.features) or 'none'}{some}"
    if not others:
        return [Guess("constraint", None, have)]
    if (feature := only_feature(kind, others)) is not None:
        return [Guess("constraint", feature, f"what no other nodes of the partition have; {have}")]
    names = ",".join(other.names for other in others)
    why = "no feature tells these nodes from others of the partition, which are left out by name"
    return [Guess("directives", [f"--exclude={names}"], f"{why}; {have}")]


def _name_of_kind(mine: Sequence[NodeKind], place: int) -> str:
    """Return what tells a kind of node from those before it; '' for the first."""
    names = [
        f"-{kind.cores}c-{kind.mebibytes * 2**20 / 1e9:.0f}gb"
        + (f"-{kind.gpus}gpu" if kind.gpus else "")
        for kind in mine
    ]
    if place == 0:
        return ""
    again = names[:place].count(names[place])
    return names[place] + (f"-{again + 1}" if again else "")


def _other_kinds(mine: Sequence[NodeKind]) -> list[str]:
    return [
        f"partition {other.partition} has {other.nodes} other nodes of {other.cores} cores and "
        f"{other.mebibytes} MiB{with_gpus(other)}: the site that ends in "
        f"{_name_of_kind(mine, place)} is theirs"
        for place, other in enumerate(mine)
        if place
    ]


def _environment(answers: Answers) -> list[Guess]:
    """Take over what this shell has set up: programs were likely built with it."""
    modules = [part for part in answers.variables.get("LOADEDMODULES", "").split(":") if part]
    spack = answers.variables.get("SPACK_ENV")
    pmi = answers.variables.get("I_MPI_PMI_LIBRARY")
    guesses = (
        Guess("modules", modules, "loaded in this shell ($LOADEDMODULES)"),
        Guess("spack_env", spack, "active in this shell"),
        Guess("env", {"I_MPI_PMI_LIBRARY": pmi} if pmi else {}, "set in this shell, for srun"),
    )
    return [guess for guess in guesses if guess.value]
