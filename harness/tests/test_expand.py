"""From campaign to cases: what is in, what is out, what is refused."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fftbench.core.campaigns.campaign import Campaign
from fftbench.core.campaigns.expand import expand
from fftbench.core.campaigns.site import Site
from fftbench.core.contracts.case import Case
from fftbench.core.contracts.catalogue import Catalogue
from fftbench.core.contracts.labels import case_text
from fftbench.core.errors import UserError
from fftbench.core.files.yaml_file import load_model

Make = Callable[..., Campaign]


def cases(campaign: Campaign, catalogue: Catalogue, site: Site) -> tuple[Case, ...]:
    return expand(campaign, catalogue, site).plan.cases


def refusal(campaign: Campaign, catalogue: Catalogue, site: Site) -> str:
    with pytest.raises(UserError) as caught:
        expand(campaign, catalogue, site)
    return str(caught.value)


def test_defaults_are_part_of_a_case(campaign: Make, catalogue: Catalogue, site: Site) -> None:
    (case,) = cases(campaign(drivers={"pencil": {"chunks": 4}}), catalogue, site)
    assert case.settings == {"planner": "estimate", "reorder": True, "chunks": 4}
    (same,) = cases(
        campaign(drivers={"pencil": {"chunks": 4, "planner": "estimate"}}), catalogue, site
    )
    assert case.id == same.id == case.content_id()


def test_settings_are_swept(campaign: Make, catalogue: Catalogue, site: Site) -> None:
    swept = {"planner": ["estimate", "measure"], "reorder": [True, False]}
    found = cases(campaign(drivers={"pencil": swept, "slab": {}}), catalogue, site)
    assert [(c.driver, c.settings["planner"], c.settings["reorder"]) for c in found] == [
        ("pencil", "estimate", True),
        ("pencil", "estimate", False),
        ("pencil", "measure", True),
        ("pencil", "measure", False),
        ("slab", "estimate", True),
    ]


def test_a_list_of_settings_is_no_product(campaign: Make, catalogue: Catalogue, site: Site) -> None:
    lists = [{}, {"planner": "measure"}, {"chunks": [2, 4]}]
    found = cases(campaign(drivers={"pencil": lists, "absent": [{}, {"x": 1}]}), catalogue, site)
    assert [case.settings for case in found if case.driver == "pencil"] == [
        {"planner": "estimate", "reorder": True, "chunks": 1},
        {"planner": "measure", "reorder": True, "chunks": 1},
        {"planner": "estimate", "reorder": True, "chunks": 2},
        {"planner": "estimate", "reorder": True, "chunks": 4},
    ]
    assert [case.settings for case in found if case.driver == "absent"] == [{}, {"x": 1}]


def test_equal_cases_of_several_seeds_are_told_apart(
    campaign: Make, catalogue: Catalogue, site: Site
) -> None:
    expansion = expand(campaign(drivers="slab", seed=[7, 1, 7]), catalogue, site)
    one, other = expansion.plan.cases
    assert (one.seed, other.seed, expansion.plan.seed) == (7, 1, 7)
    assert one.id == one.content_id() != other.id
    assert one.model_copy(update={"seed": 1, "id": other.id}) == other
    assert case_text(one) == case_text(other).replace("grid 4x1", "grid 4x1 seed 7")
    assert any("listed twice" in warning for warning in expansion.warnings)
    (alone,) = cases(campaign(drivers="slab", seed=1), catalogue, site)
    assert alone == other


@pytest.mark.parametrize(
    ("drivers", "line"),
    [
        ("{pencil: {planer: 1}}", 1),
        ("\n  pencil:\n    chunks: 3", 3),
        ("\n  pencil:\n    - {}\n    - {chunks: 1,\n       planner: [estimate,\n        slow]}", 6),
    ],
)
def test_mistakes_in_settings_are_found_by_line(
    written: Callable[[str], Path], catalogue: Catalogue, site: Site, drivers: str, line: int
) -> None:
    path = written(
        f"drivers: {drivers}\nname: a\nscale: {{ranks: 1}}\n"
        "problem: {shape: [8, 8], transform: c2c, precision: double}\n"
    )
    model, source = load_model(path, Campaign)
    with pytest.raises(UserError) as caught:
        expand(model, catalogue, site, source)
    assert str(caught.value).startswith(f"{path}:{line}: ")


def test_the_plan_tells_the_defaults(campaign: Make, catalogue: Catalogue, site: Site) -> None:
    found = expand(campaign(drivers={"pencil": {"chunks": 4}, "absent": {}}), catalogue, site)
    assert found.plan.defaults == {"pencil": {"planner": "estimate", "reorder": True, "chunks": 1}}


def test_the_plan_tells_what_is_never_ranked(
    campaign: Make, catalogue: Catalogue, site: Site
) -> None:
    pencil = catalogue.find("pencil")
    assert pencil is not None
    assert pencil.description is not None
    told = pencil.description.model_copy(update={"unranked": "it tests"})
    known = Catalogue(
        drivers=tuple(
            one.model_copy(update={"description": told}) if one is pencil else one
            for one in catalogue.drivers
        )
    )
    drivers: dict[str, dict[str, object]] = {"pencil": {}, "slab": {}, "absent": {}}
    assert expand(campaign(drivers=drivers), known, site).plan.unranked == {"pencil": "it tests"}


def test_a_driver_that_is_not_built_keeps_its_cases(
    campaign: Make, catalogue: Catalogue, site: Site
) -> None:
    (case,) = cases(campaign(drivers={"absent": {"whatever": 3}}), catalogue, site)
    assert (case.driver, case.settings, case.grid) == ("absent", {"whatever": 3}, (2, 2))


@pytest.mark.parametrize(
    ("drivers", "message"),
    [
        ({"pencl": {}}, "unknown driver 'pencl': did you mean 'pencil'?"),
        ({"pencil": {"planer": 1}}, "pencil has no setting 'planer': did you mean 'planner'?"),
        ({"pencil": {"planner": "measur"}}, "'measur' is not known: did you mean 'measure'?"),
        ({"pencil": {"reorder": "true"}}, "'true' is not known: write it without quotes"),
        ({"pencil": {"planner": True}}, "reads a bare on, off, yes or no as a truth value: put it"),
        ({"pencil": {"reorder": 1}}, "drivers.pencil.reorder: '1' is not known"),
        ({"pencil": {"chunks": [1, 3]}}, "drivers.pencil.chunks: '3' is not known: known: 1, 2, 4"),
        ({"pencil": [{}, {"chunk": 1}]}, "pencil has no setting 'chunk': did you mean 'chunks'?"),
    ],
)
def test_what_the_catalogue_does_not_know_is_refused(
    campaign: Make, catalogue: Catalogue, site: Site, drivers: Any, message: str
) -> None:
    assert message in refusal(campaign(drivers=drivers), catalogue, site)


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


def test_kinds_per_axis_are_swept_beside_words_for_all(
    campaign: Make, catalogue: Catalogue, site: Site
) -> None:
    problem = {"shape": [8, 8, 8], "transform": ["c2c", "dct2-dst2-r2c"], "precision": "double"}
    uniform, mixed = cases(campaign(problem=problem), catalogue, site)
    assert (uniform.problem.transform.value, mixed.problem.transform.value) == tuple(
        problem["transform"]
    )
    excluded = campaign(problem=problem, exclude=[{"transform": "dct2-dst2-r2c"}])
    assert cases(excluded, catalogue, site) == (uniform,)
    message = refusal(campaign(problem={**problem, "shape": [[8, 8]]}), catalogue, site)
    assert "problem.shape[0]: 8x8 has 2 axes, and dct2-dst2-r2c names a kind for 3" in message


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


def on_gpus(catalogue: Catalogue, name: str, memories: list[str]) -> Catalogue:
    """The same drivers, one of them with arrays in other memories."""
    content = catalogue.model_dump(mode="json", by_alias=True)
    for entry in content["drivers"]:
        if entry["name"] == name:
            entry["description"]["memories"] = memories
    return Catalogue.model_validate(content)


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


def test_ranks_on_gpus_go_to_as_many_nodes_as_have_one_for_each(
    campaign: Make, catalogue: Catalogue, content: dict[str, Any]
) -> None:
    content["problem"]["memory"] = ["host", "cuda"]
    gpus = on_gpus(catalogue, "slab", ["host", "cuda"])
    for count, nodes in ((2, [1, 2]), (1, [1, 4]), (0, [1, 1])):
        site = Site(name="x", nodes=9, cores_per_node=4, gpus_per_node=count)
        assert [case.nodes for case in cases(campaign(drivers="slab"), gpus, site)] == nodes


def test_arrays_beyond_the_memory_of_gpus_are_refused(
    campaign: Make, catalogue: Catalogue, content: dict[str, Any]
) -> None:
    content["problem"] |= {"memory": "cuda", "shape": [512, 512, 512]}
    gpus = {"nodes": 1, "cores_per_node": 4, "gpus_per_node": 2, "memory_gb": 1}
    message = refusal(campaign(), catalogue, Site(name="x", gpu_memory_gb=2, **gpus))
    assert "site 'x' has 4 GB on the GPUs of 4 rank(s)" in message
    assert cases(campaign(), catalogue, Site(name="x", gpu_memory_gb=3, **gpus))
    assert cases(campaign(), catalogue, Site(name="x", **gpus))


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


@pytest.mark.parametrize(
    ("rule", "matches"),
    [
        ({"driver": "slab"}, lambda c: c.driver == "slab"),
        (
            {"driver": ["slab", "other"], "transform": "r2c"},
            lambda c: c.driver == "slab" and c.problem.transform.value == "r2c",
        ),
        ({"ranks": [1, 2], "threads": 2}, lambda c: c.ranks == 2 and c.threads == 2),
        ({"shape": [8, 8, 8]}, lambda c: c.problem.shape == (8, 8, 8)),
        ({"shape": [[9, 9, 9], [4, 4, 4]]}, lambda c: c.problem.shape == (4, 4, 4)),
        ({"grid": [4, 1]}, lambda c: c.grid == (4, 1)),
        ({"grid": [[2, 2], [2, 1]]}, lambda c: c.grid in ((2, 2), (2, 1))),
        ({"planner": "estimate", "ranks": 4}, lambda c: c.ranks == 4),
        ({"reorder": False}, lambda c: c.settings["reorder"] is False),
        ({"reorder": 0}, lambda _: False),
        ({"planner": "measure"}, lambda _: False),
        ({"precision": "double", "placement": "out_of_place", "threads": 1, "memory": "host"},
         lambda c: c.threads == 1),
        ({"nodes": 1, "reorder": [True, False], "threads": [1, 3]}, lambda c: c.threads == 1),
        ({"fields": 2}, lambda c: c.problem.fields == 2),
        ({"workload": "poisson"}, lambda c: c.problem.workload.value == "poisson"),
    ],
)  # fmt: skip
def test_exclude_matches_all_its_keys(
    campaign: Make,
    catalogue: Catalogue,
    site: Site,
    rule: dict[str, Any],
    matches: Callable[[Case], bool],
) -> None:
    everything: dict[str, Any] = {
        "problem": {
            "shape": [[8, 8, 8], [4, 4, 4]],
            "transform": ["c2c", "r2c"],
            "precision": "double",
            "fields": [1, 2],
            "workload": ["none", "poisson"],
        },
        "drivers": {"pencil": {"reorder": [True, False]}, "slab": {}},
        "scale": {"ranks": [2, 4], "threads": [1, 2]},
    }
    every = cases(campaign(**everything), catalogue, site)
    found = expand(campaign(**everything, exclude=[rule]), catalogue, site)
    assert found.plan.cases == tuple(case for case in every if not matches(case))
    assert found.excluded == len(every) - len(found.plan.cases)
    nothing = () if found.excluded else ("exclude[0] matches no case",)
    assert found.warnings == nothing


def test_excluding_everything_is_refused(campaign: Make, catalogue: Catalogue, site: Site) -> None:
    message = refusal(campaign(exclude=[{"ranks": 4}]), catalogue, site)
    assert message == "no case is left to measure"


def test_an_unknown_key_in_exclude_is_refused(
    campaign: Make, catalogue: Catalogue, site: Site
) -> None:
    message = refusal(campaign(exclude=[{"plannner": 1}]), catalogue, site)
    assert "unknown key 'plannner' in exclude: did you mean 'planner'?" in message
    assert "would match every case" in refusal(campaign(exclude=[{}]), catalogue, site)
    # Nobody knows the settings of a driver that is not built.
    found = expand(campaign(drivers=["absent"], exclude=[{"plannner": 1}]), catalogue, site)
    assert found.warnings == ("exclude[0] matches no case",)


def test_what_is_listed_twice_is_measured_once(
    campaign: Make, catalogue: Catalogue, site: Site
) -> None:
    found = expand(campaign(scale={"ranks": [4, 4]}), catalogue, site)
    assert len(found.plan.cases) == 1
    assert found.warnings == ("1 case(s) are listed twice and measured once",)


several = st.lists(st.integers(1, 24), min_size=1, max_size=4, unique=True)


@given(
    ranks=several,
    threads=several,
    dims=st.integers(1, 3),
    grid=st.sampled_from(["square", "slab", "all", "brick"]),
    excluded=st.integers(1, 24),
)
def test_every_expansion_is_sound(  # noqa: PLR0917
    campaign: Make,
    catalogue: Catalogue,
    site: Site,
    ranks: list[int],
    threads: list[int],
    dims: int,
    grid: str,
    excluded: int,
) -> None:
    made = campaign(
        problem={"shape": [6] * dims, "transform": ["c2c", "r2c"], "precision": "double"},
        drivers={"pencil": {"chunks": [1, 2]}, "slab": {}},
        scale={"ranks": [*ranks, 25], "threads": threads},
        grid=grid,
        exclude=[{"ranks": excluded, "transform": "r2c"}],
    )
    found = cases(made, catalogue, site)
    assert all(c.grid and math.prod(c.grid) == c.ranks for c in found)
    assert all(c.id == c.content_id() for c in found)
    assert len({c.id for c in found}) == len(found)
    assert not any(c.ranks == excluded and c.problem.transform.value == "r2c" for c in found)
    assert all(c.grid == (c.ranks, 1) for c in found if c.driver == "slab" or dims < 3)
    assert found == cases(made, catalogue, site)


def test_a_campaign_that_does_not_say_has_eight_launches(
    campaign: Make, catalogue: Catalogue, site: Site
) -> None:
    assert expand(campaign(), catalogue, site).plan.launches == 8  # README's rule of claims
