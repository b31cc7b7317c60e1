"""Which MPI a launcher belongs to, by what it prints for `--version`."""

from __future__ import annotations

from typing import NamedTuple

from fftbench.core.campaigns.site import LauncherName


class MpiFamily(NamedTuple):
    """MPI libraries whose launchers take the same options."""

    mark: str
    """What their launchers print for `--version`."""
    launcher: LauncherName
    """The launcher of a site file that speaks to them."""


INTEL_MPI = "Intel(R) MPI"
FAMILIES = (
    MpiFamily("Open MPI", "openmpi"),
    MpiFamily("HYDRA", "mpich"),
    MpiFamily(INTEL_MPI, "mpich"),
)


def mpi_family(version: str) -> MpiFamily | None:
    """Recognise the output of `mpirun --version`; None for one that is not known."""
    return next((family for family in FAMILIES if family.mark in version), None)
