"""The site: where campaigns run, as a person writes it in configs/sites/*.yaml."""

from __future__ import annotations

import os
from pathlib import Path
from string import Formatter
from typing import Annotated, Literal

from pydantic import BeforeValidator, Discriminator, Field, Tag, field_validator

from fftbench.core.campaign import Name
from fftbench.core.case import Positive
from fftbench.core.errors import did_you_mean
from fftbench.core.model import Model

LauncherName = Literal["auto", "openmpi", "mpich", "srun"]
PLACEHOLDERS = ("ranks", "threads", "nodes", "ranks_per_node")
CPUS = Path("/sys/devices/system/cpu")


def _kind_of_launcher(value: object) -> str:
    return "word" if isinstance(value, str) else "list"


def _as_text(value: object) -> object:
    """Accept numbers as values of environment variables; YAML reads `1` as one."""
    return str(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else value


class Site(Model):
    """A machine and how to launch MPI programs on it."""

    name: Name
    launcher: Annotated[
        Annotated[LauncherName, Tag("word")]
        | Annotated[tuple[str, ...], Field(min_length=1), Tag("list")],
        Discriminator(_kind_of_launcher),
    ] = "auto"
    """A known launcher, or its words with the placeholders {ranks}, {threads}, {nodes} and
    {ranks_per_node}."""
    cores_per_node: Positive | Literal["auto"] = "auto"
    """Physical cores; `auto` counts those of this machine that this process may use."""
    nodes: Positive = 1
    memory_gb: Annotated[float, Field(gt=0)] | Literal["auto"] = "auto"
    """Per node, in 10^9 bytes; `auto` asks this machine."""
    oversubscribe: bool = False
    """Allow more ranks than cores: for trying things out, never for numbers to quote."""
    env: dict[str, Annotated[str, BeforeValidator(_as_text)]] = {}
    """Environment variables for every launch."""

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

    def resolved(self) -> Site:
        """Replace `auto` cores and memory by what this machine has."""
        found: dict[str, object] = {}
        if self.cores_per_node == "auto":
            found["cores_per_node"] = physical_cores()
        if self.memory_gb == "auto":
            found["memory_gb"] = memory_bytes() / 1e9
        return self.model_copy(update=found)


def physical_cores(cpus: Path = CPUS) -> int:
    """Count the cores that this process may run on, hardware threads of one core as one."""
    allowed = os.sched_getaffinity(0)
    cores = {_core(cpus / f"cpu{cpu}" / "topology", cpu) for cpu in allowed}
    return len(cores)


def memory_bytes() -> int:
    """Return the size of this machine's memory."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def _core(topology: Path, cpu: int) -> tuple[str, str]:
    """Identify a CPU's core by package and number; by the CPU itself where the kernel hides it."""
    try:
        return (
            (topology / "physical_package_id").read_text().strip(),
            (topology / "core_id").read_text().strip(),
        )
    except OSError:
        return ("cpu", str(cpu))
