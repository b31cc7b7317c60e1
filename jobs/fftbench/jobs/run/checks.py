"""What must hold before anything is measured or written."""

from __future__ import annotations

from pathlib import Path

from fftbench.core.campaigns.site import Site
from fftbench.core.contracts.plan import Plan
from fftbench.core.contracts.resources import Resources
from fftbench.core.errors import UserError
from fftbench.core.files.results import read_plan
from fftbench.core.files.writing import make_directory
from fftbench.jobs.launch.launchers import is_oversubscribed


def make_directories(directory: Path) -> None:
    """Make the folders that measuring writes to; UserError where that is impossible."""
    make_directory(directory / "records")
    make_directory(directory / "logs")


def check_fits(plan: Plan, site: Site, oversubscribe: bool) -> None:
    """Raise UserError where a case needs more nodes, cores or GPUs than the site has."""
    for resources in dict.fromkeys(Resources.of(case) for case in plan.cases):
        if resources.nodes > site.nodes:
            raise UserError(
                f"{resources.nodes} nodes are asked for; site '{site.name}' has {site.nodes}",
                "choose fewer `scale.nodes`, correct `nodes` of the site, or choose another --site",
            )
        shared = oversubscribe or site.oversubscribe
        _check_gpus(resources, site, shared)
        if is_oversubscribed(resources, site) and not shared:
            raise UserError(
                f"{resources.ranks_per_node} ranks x {resources.threads} threads need "
                f"{resources.cores_per_node} cores on a node; site '{site.name}' has "
                f"{site.cores_per_node}",
                "to try it anyway (the times will mean little): --oversubscribe, or "
                "`oversubscribe: true` in the site file; else correct its `cores_per_node`, or "
                "choose fewer ranks or threads in `scale`, or leave out these by `exclude: "
                f"[{{ranks: {resources.ranks}, threads: {resources.threads}}}]`",
            )


def _check_gpus(resources: Resources, site: Site, shared: bool) -> None:
    """Raise UserError where ranks would have to share GPUs, or a job could ask for none.

    Where this machine has none, programs say so: they may have other devices.
    """
    if site.scheduler != "none" and resources.on_devices and not site.gpus:
        raise UserError(
            f"cases in {resources.memory.value} memory need GPUs; site '{site.name}' has none",
            "give it `gpus_per_node`, or choose another --site",
        )
    one_each = _one_gpu_each(site)
    if not 0 < site.gpus < resources.gpus_per_node or (shared and one_each is None):
        return
    share = (
        f"ranks can't share GPUs, as {one_each} asks for one each:"
        if one_each is not None
        else "to let ranks share GPUs (such times claim nothing): --oversubscribe, or "
        "`oversubscribe: true` in the site file; else"
    )
    raise UserError(
        f"{resources.gpus_per_node} ranks on a node want a GPU each; site '{site.name}' has "
        f"{site.gpus}",
        f"{share} choose fewer ranks in `scale`, or leave out these by `exclude: "
        f"[{{memory: {resources.memory.value}, ranks_per_node: {resources.ranks_per_node}}}]`",
    )


def _one_gpu_each(site: Site) -> str | None:
    """Name what asks for a GPU for each rank: where there are fewer, such a job never starts."""
    if site.scheduler == "flux":
        return "Flux's --gpus-per-slot=1"
    by_launcher = {"flux": "flux run's --gpus-per-task=1", "jsrun": "jsrun's --gpu_per_rs=1"}
    if isinstance(site.launcher, str) and site.launcher in by_launcher:
        return by_launcher[site.launcher]
    return "`gpu_request: gpus-per-task`" if site.gpu_request == "gpus-per-task" else None


def check_owner(directory: Path, plan: Plan) -> None:
    """Raise UserError where the results directory holds another campaign."""
    earlier = read_plan(directory)
    if earlier is not None and earlier.campaign != plan.campaign:
        raise UserError(
            f"{directory} holds the campaign '{earlier.campaign}', not '{plan.campaign}'",
            "choose another --out",
        )
