"""Which memories cases are measured in, and what has no room there."""

from __future__ import annotations

from typing import Any

from expansion import Make, cases, on_gpus, refusal

from fftbench.core.campaigns.expand import expand
from fftbench.core.campaigns.site import Site
from fftbench.core.contracts.catalogue import Catalogue
from fftbench.core.contracts.labels import case_text


def test_arrays_beyond_the_memory_are_refused(
    campaign: Make, catalogue: Catalogue, site: Site
) -> None:
    problem = {"shape": [[8, 8, 8], [512, 512, 512]], "transform": "c2c", "precision": "double"}
    message = refusal(campaign(problem=problem), catalogue, site)
    assert "problem.shape[1]: 512x512x512 c2c double needs 4.29 GB for its arrays alone" in message
    assert "site 'here' has 1 GB on 1 node(s)" in message
    for workload, needed in (
        ("poisson", "8.59"),
        ("gradient", "10.7"),
        ("unbounded_poisson", "9.66"),
        ("navier_stokes", "42.9"),
    ):
        solved = campaign(problem={**problem, "workload": workload})
        assert f"needs {needed} GB" in refusal(solved, catalogue, site)
    assert cases(campaign(problem=problem), catalogue, site.model_copy(update={"memory_gb": 5.0}))


def test_what_has_no_room_on_few_nodes_can_be_excluded_there(
    campaign: Make, catalogue: Catalogue
) -> None:
    site = Site(name="x", nodes=4, cores_per_node=1, memory_gb=2)
    problem = {"shape": [[8, 8, 8], [512, 512, 512]], "transform": "c2c", "precision": "double"}
    content = {"problem": problem, "scale": {"nodes": [1, 2, 4], "ranks_per_node": 1}}
    message = refusal(campaign(**content), catalogue, site)
    assert "512x512x512 c2c double needs 4.29 GB" in message
    too_large = [{"shape": [512, 512, 512], "nodes": [1, 2]}]
    found = cases(campaign(**content, exclude=too_large), catalogue, site)
    placed = [(case.problem.shape[0], case.nodes) for case in found]
    assert placed == [(8, 1), (8, 2), (8, 4), (512, 4)]


def test_arrays_beyond_the_memory_of_gpus_are_refused(
    campaign: Make, catalogue: Catalogue, content: dict[str, Any]
) -> None:
    content["problem"] |= {"memory": "cuda", "shape": [512, 512, 512]}
    gpus = {"nodes": 1, "cores_per_node": 4, "gpus_per_node": 2, "memory_gb": 1}
    message = refusal(campaign(), catalogue, Site(name="x", gpu_memory_gb=2, **gpus))
    assert "site 'x' has 4 GB on the GPUs of 4 rank(s)" in message
    assert cases(campaign(), catalogue, Site(name="x", gpu_memory_gb=3, **gpus))
    assert cases(campaign(), catalogue, Site(name="x", **gpus))


def test_batches_are_swept_and_need_room_for_all_fields(
    campaign: Make, catalogue: Catalogue, site: Site
) -> None:
    problem = {"shape": [64, 64, 64], "transform": "c2c", "precision": "double", "fields": [1, 3]}
    one, three = cases(campaign(problem=problem), catalogue, site)
    assert (one.problem.fields, three.problem.fields) == (1, 3)
    del problem["fields"]
    assert cases(campaign(problem=problem), catalogue, site) == (one,)
    message = refusal(campaign(problem={**problem, "fields": 256}), catalogue, site)
    assert "64x64x64 c2c double, 256 fields needs 2.15 GB for its arrays alone" in message


def test_a_driver_sits_out_the_memories_that_it_does_not_have(
    campaign: Make, catalogue: Catalogue, site: Site, content: dict[str, Any]
) -> None:
    gpus = on_gpus(catalogue, "slab", ["cuda"])
    content["problem"]["memory"] = ["host", "cuda"]
    expansion = expand(campaign(drivers=["pencil", "slab", "absent"]), gpus, site)
    found = [(case.driver, case.problem.memory.value) for case in expansion.plan.cases]
    assert dict.fromkeys(found) == dict.fromkeys(
        [("pencil", "host"), ("absent", "host"), ("slab", "cuda"), ("absent", "cuda")]
    )
    assert expansion.warnings == (
        "not measured in host memory, which they don't have: slab",
        "not measured in cuda memory, which they don't have: pencil",
    )


def test_a_driver_without_any_of_the_memories_is_told_so(
    campaign: Make, catalogue: Catalogue, site: Site, content: dict[str, Any]
) -> None:
    content["problem"]["memory"] = "cuda"
    (case,) = cases(campaign(drivers="slab"), catalogue, site)
    assert case_text(case).startswith("slab 8x8x8 c2c double out_of_place cuda 4 ranks")


def test_absurd_sizes_are_refused(campaign: Make, catalogue: Catalogue) -> None:
    unknown = Site(name="unknown")
    problem = {"shape": [2**30, 2**30, 2**30], "transform": "c2c", "precision": "double"}
    message = refusal(campaign(problem=problem), catalogue, unknown)
    assert "1073741824x1073741824x1073741824 on 4 ranks has too many points" in message
    problem["shape"] = [2**30, 1]
    scale = {"ranks": [1, 2], "weak": True}
    assert "2147483648x1 on 2 ranks has too many points" in refusal(
        campaign(problem=problem, scale=scale), catalogue, unknown
    )


def test_large_sizes_are_not(campaign: Make, catalogue: Catalogue) -> None:
    problem = {"shape": [1291] * 3, "transform": "c2c", "precision": "double"}
    (case,) = cases(campaign(problem=problem), catalogue, Site(name="unknown"))
    assert case.problem.shape == (1291, 1291, 1291)
