"""What `exclude` leaves out of a campaign."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from expansion import Make, cases, refusal

from fftbench.core.campaigns.expand import expand
from fftbench.core.campaigns.site import Site
from fftbench.core.contracts.case import Case
from fftbench.core.contracts.catalogue import Catalogue


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
        ({"ranks_per_node": 2}, lambda c: c.ranks == 2),
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
