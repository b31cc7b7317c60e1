"""Which ranks, threads, nodes and grids the cases of a campaign get."""

from __future__ import annotations

from typing import Any

from expansion import Make, cases, on_gpus, refusal

from fftbench.core.campaigns.expand import expand
from fftbench.core.campaigns.site import Site
from fftbench.core.contracts.catalogue import Catalogue


def test_grids_fit_the_driver(campaign: Make, catalogue: Catalogue, site: Site) -> None:
    both = ["pencil", "slab"]
    found = cases(campaign(drivers=both), catalogue, site)
    assert [c.grid for c in found] == [(2, 2), (4, 1)]
    found = cases(campaign(drivers=both, grid="all"), catalogue, site)
    assert [c.grid for c in found] == [(4, 1), (2, 2), (1, 4), (4, 1)]
    # What a person asks for is measured, or answered with `unsupported`: never something else.
    found = cases(campaign(drivers=both, grid=[[2, 2], [2, 1, 2]]), catalogue, site)
    assert [c.grid for c in found] == [(2, 2), (2, 1, 2)] * 2


def test_a_grid_that_fits_no_number_of_ranks_is_refused(
    campaign: Make, catalogue: Catalogue, site: Site
) -> None:
    message = refusal(campaign(grid=[[2, 2], [3, 2]]), catalogue, site)
    assert "grid[1]: 3x2 = 6 is none of the numbers of ranks: 4" in message


def test_ranks_without_a_listed_grid_are_warned_about(
    campaign: Make, catalogue: Catalogue, site: Site
) -> None:
    found = expand(campaign(grid=[[2, 1]], scale={"ranks": [2, 4]}), catalogue, site)
    assert [c.ranks for c in found.plan.cases] == [2]
    assert found.warnings == ("no listed grid has 4 ranks: nothing runs on them",)


def test_resources_by_nodes(campaign: Make, catalogue: Catalogue, site: Site) -> None:
    scale = {"nodes": [1, 2], "ranks_per_node": [1, 3], "threads": 2}
    found = cases(campaign(scale=scale), catalogue, site)
    assert [(c.nodes, c.ranks, c.threads) for c in found] == [
        (1, 1, 2),
        (1, 3, 2),
        (2, 2, 2),
        (2, 6, 2),
    ]


def test_ranks_use_as_few_nodes_as_have_the_cores(
    campaign: Make, catalogue: Catalogue, site: Site
) -> None:
    scale = {"ranks": [4, 5, 64], "threads": [1, 2]}
    found = cases(campaign(scale=scale), catalogue, site.model_copy(update={"nodes": 3}))
    assert [c.nodes for c in found] == [1, 2, 2, 3, 3, 3]


def test_the_threads_of_a_rank_are_on_one_node(
    campaign: Make, catalogue: Catalogue, site: Site
) -> None:
    odd = site.model_copy(update={"nodes": 9, "cores_per_node": 28})
    found = cases(campaign(scale={"ranks": [3, 4, 7], "threads": 8}), catalogue, odd)
    assert [(c.ranks, c.nodes) for c in found] == [(3, 1), (4, 2), (7, 3)]


def test_ranks_on_gpus_go_to_as_many_nodes_as_have_one_for_each(
    campaign: Make, catalogue: Catalogue, content: dict[str, Any]
) -> None:
    content["problem"]["memory"] = ["host", "cuda"]
    gpus = on_gpus(catalogue, "slab", ["host", "cuda"])
    for count, nodes in ((2, [1, 2]), (1, [1, 4]), (0, [1, 1])):
        site = Site(name="x", nodes=9, cores_per_node=4, gpus_per_node=count)
        assert [case.nodes for case in cases(campaign(drivers="slab"), gpus, site)] == nodes


def test_weak_scaling_keeps_the_points_per_rank(
    campaign: Make, catalogue: Catalogue, site: Site
) -> None:
    scale = {"ranks": [4, 2, 12], "weak": True}
    found = cases(campaign(scale=scale), catalogue, site)
    assert [c.problem.shape for c in found] == [(16, 8, 8), (8, 8, 8), (24, 16, 8)]
    scale["ranks"] = [2, 3]
    assert "3 ranks are not a multiple of the smallest number, 2" in refusal(
        campaign(scale=scale), catalogue, site
    )
