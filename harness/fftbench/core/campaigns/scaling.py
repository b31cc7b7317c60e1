"""On what resources the problems of a campaign run, and how large they are there."""

from __future__ import annotations

import math
from dataclasses import replace

from fftbench.core.campaigns.campaign import Scale
from fftbench.core.campaigns.grids import grown
from fftbench.core.campaigns.site import Site
from fftbench.core.contracts.labels import fields_text, sizes
from fftbench.core.contracts.problem import (
    UNBOUNDED,
    AnyTransform,
    Memory,
    MixedTransform,
    Placement,
    Precision,
    Problem,
    Workload,
)
from fftbench.core.contracts.resources import Resources
from fftbench.core.files.yaml_file import Source

LARGEST_AXIS = 2**31 - 1
MOST_POINTS = 2**63 - 1


def expand_scale(scale: Scale, site: Site, memory: Memory) -> tuple[Resources, ...]:
    """Expand the scale of a campaign, in the order of the file, for arrays in one kind of memory.

    Given only ranks, as few nodes of the (resolved) site are used as have a core per thread, and on
    devices a GPU per rank.
    """
    if scale.ranks is None:
        return tuple(
            Resources(nodes, nodes * ranks_per_node, threads, memory)
            for nodes in scale.nodes or ()
            for ranks_per_node in scale.ranks_per_node or ()
            for threads in scale.threads
        )
    on_one = (
        Resources(1, ranks, threads, memory) for ranks in scale.ranks for threads in scale.threads
    )
    return tuple(replace(one, nodes=_nodes_for(one, site)) for one in on_one)


def shape_at(
    resources: Resources, shape: tuple[int, ...], base: int, source: Source
) -> tuple[int, ...]:
    """Return the shape that weak scaling makes of the one listed for `base` ranks.

    UserError where the ranks are no multiple of `base`: the points per rank would change.
    """
    if resources.ranks % base != 0:
        raise source.error(
            ("scale",),
            f"scale.weak: {resources.ranks} ranks are not a multiple of the smallest "
            f"number, {base}",
            "weak scaling keeps the points per rank exactly the same: choose multiples",
        )
    return grown(shape, resources.ranks // base)


def check_kinds(
    transform: AnyTransform, shape: tuple[int, ...], index: int, source: Source
) -> None:
    """Raise UserError where a kind for each axis is not one for each of the shape's."""
    if isinstance(transform, MixedTransform) and len(transform.kinds) != len(shape):
        raise source.error(
            ("problem", "shape", index),
            f"problem.shape[{index}]: {sizes(shape)} has {len(shape)} axes, and {transform.value} "
            f"names a kind for {len(transform.kinds)}",
            "name a kind for every axis, or measure shapes of other dimensions in a campaign apart",
        )


def check_points(
    shape: tuple[int, ...], fields: int, resources: Resources, index: int, source: Source
) -> None:
    """Raise UserError where what became of the campaign's shape `index` can't be counted."""
    if math.prod(shape) * fields > MOST_POINTS or max(shape) > LARGEST_AXIS:
        raise source.error(
            ("problem", "shape", index),
            f"problem.shape[{index}]: {sizes(shape)} on {resources.ranks} ranks has too many "
            "points: at most 2^31 - 1 along an axis and 2^63 - 1 in all",
        )


def check_memory(
    problem: Problem, resources: Resources, site: Site, index: int, source: Source
) -> None:
    """Raise UserError where the arrays of the campaign's shape `index` can't exist on the site."""
    needed = array_bytes(problem) + kept_bytes(problem)
    memory = _memory_gb(resources, site)
    if memory is not None and needed > memory * 1e9 * resources.nodes:
        key = "gpu_memory_gb" if resources.on_devices else "memory_gb"
        where = (
            f"the GPUs of {resources.ranks} rank(s)"
            if resources.on_devices
            else (f"{resources.nodes} node(s)")
        )
        fields = f", {fields_text(problem)}" if problem.fields > 1 else ""
        raise source.error(
            ("problem", "shape", index),
            f"problem.shape[{index}]: {sizes(problem.shape)} {problem.transform.value} "
            f"{problem.precision.value}{fields} needs {needed / 1e9:.3g} GB for its arrays alone; "
            f"site '{site.name}' has {memory * resources.nodes:.3g} GB on {where}",
            f"choose a smaller shape or more nodes, leave it out (`exclude: [{{shape: "
            f"{list(problem.shape)}, nodes: {resources.nodes}}}]`), or correct `{key}` of the site",
        )


def array_bytes(problem: Problem) -> int:
    """Return the bytes of input and spectrum over all ranks; the least that a library needs."""
    return _one_array(problem) * (1 if problem.placement is Placement.in_place else 2)


def kept_bytes(problem: Problem) -> int:
    """Return the bytes that the harness keeps aside for a workload, over all ranks.

    They are the two arrays that the data of each repetition are made of, the spectrum where it has
    several results, and the real parts of that of Green's function, of one field for all. Of a flow
    all of them have three components, and there are four more: the velocity, and three spectra.
    """
    one = _one_array(problem)
    if problem.workload is Workload.navier_stokes:
        return one * problem.inputs * (2 + 4)
    spectra = {Workload.gradient: one, **dict.fromkeys(UNBOUNDED, one // problem.fields // 2)}
    return 0 if problem.workload is Workload.none else 2 * one + spectra.get(problem.workload, 0)


def _one_array(problem: Problem) -> int:
    real = 8 if problem.precision is Precision.double else 4
    numbers = 2 if problem.complex_input else 1
    return math.prod(problem.shape) * problem.fields * real * numbers


def _memory_gb(resources: Resources, site: Site) -> float | None:
    """Return what the ranks have of a node's memory for arrays; None where that is not known."""
    if not resources.on_devices:
        return None if site.memory_gb == "auto" else site.memory_gb
    if site.gpu_memory_gb == "auto" or not site.gpus:
        return None
    return site.gpu_memory_gb * min(resources.gpus_per_node, site.gpus)


def _nodes_for(on_one: Resources, site: Site) -> int:
    """Return how many nodes it takes where there is a core per thread and a GPU per rank.

    A rank's threads are on one node: 8 of each leave 4 of 28 cores idle.
    """
    nodes = 1
    if site.cores_per_node != "auto":
        nodes = -(-on_one.ranks // max(site.cores_per_node // on_one.threads, 1))
    if on_one.on_devices and site.gpus:
        nodes = max(nodes, -(-on_one.ranks // site.gpus))
    return min(nodes, site.nodes)
