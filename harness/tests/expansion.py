"""What the tests of campaigns that become cases have in common."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fftbench.core.campaigns.campaign import Campaign
from fftbench.core.campaigns.expand import expand
from fftbench.core.campaigns.site import Site
from fftbench.core.contracts.case import Case
from fftbench.core.contracts.catalogue import Catalogue
from fftbench.core.errors import UserError

Make = Callable[..., Campaign]


def cases(campaign: Campaign, catalogue: Catalogue, site: Site) -> tuple[Case, ...]:
    return expand(campaign, catalogue, site).plan.cases


def refusal(campaign: Campaign, catalogue: Catalogue, site: Site) -> str:
    with pytest.raises(UserError) as caught:
        expand(campaign, catalogue, site)
    return str(caught.value)


def on_gpus(catalogue: Catalogue, name: str, memories: list[str]) -> Catalogue:
    """Return the same drivers, one of them with arrays in other memories."""
    content = catalogue.model_dump(mode="json", by_alias=True)
    for entry in content["drivers"]:
        if entry["name"] == name:
            entry["description"]["memories"] = memories
    return Catalogue.model_validate(content)
