"""From campaign to cases: which drivers with which settings, and what is refused."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from expansion import Make, cases, refusal
from hypothesis import given
from hypothesis import strategies as st

from fftbench.core.campaigns.campaign import Campaign
from fftbench.core.campaigns.expand import expand
from fftbench.core.campaigns.site import Site
from fftbench.core.contracts.catalogue import Catalogue
from fftbench.core.contracts.labels import case_text
from fftbench.core.errors import UserError
from fftbench.core.files.yaml_file import load_model


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
    assert expand(campaign(), catalogue, site).plan.launches == 8  # the rule of claims
