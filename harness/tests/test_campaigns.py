"""The campaigns that come along: each is readable, and names what there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fftbench.core.campaigns.campaign import Campaign
from fftbench.core.campaigns.expand import expand
from fftbench.core.campaigns.site import Site
from fftbench.core.contracts.catalogue import Catalogue
from fftbench.core.files.locate import build_folder, find_config
from fftbench.core.files.yaml_file import load_model
from fftbench.core.programs import load_catalogue

CAMPAIGNS = Path(__file__).parents[2] / "configs" / "campaigns"
FILES = sorted(CAMPAIGNS.glob("*.yaml"))
OF_PAPERS = sorted((CAMPAIGNS / "papers").glob("*.yaml"))
"""Their size and their machine are those of a paper."""
UNBOUNDED = {
    *("flups-strong", "flups-weak", "icl-grids"),
    *("memory", "navier-stokes", "noise", "quick", "unbounded"),
}
"""They ask what a grid is worth, what a library takes, how far equal times differ, for something
within a minute, and for solutions only, which have no bound."""
LARGE = Site(name="large", nodes=4, cores_per_node=64, memory_gb=512, gpus_per_node=4)


@pytest.fixture(scope="module")
def built() -> Catalogue:
    """What this tree's build has; a driver that is not built accepts any setting."""
    return load_catalogue(build_folder())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_campaigns_that_come_along(built: Catalogue, file: Path) -> None:
    campaign, source = load_model(file, Campaign)
    assert campaign.name == file.stem
    expansion = expand(campaign, built, LARGE, source)
    assert expansion.plan.cases
    assert not [warning for warning in expansion.warnings if "matches no case" in warning]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_campaigns_that_come_along_have_their_place_in_the_table(file: Path) -> None:
    page = (CAMPAIGNS.parent / "README.md").read_text(encoding="utf-8")
    table = page.split("\n## Campaigns that come along\n")[1].split("\n## ")[0]
    assert f"](campaigns/{file.name})" in table


@pytest.mark.parametrize("file", OF_PAPERS, ids=lambda file: file.stem)
def test_campaigns_of_papers_fit_the_machines_that_they_name(built: Catalogue, file: Path) -> None:
    asked = re.findall(r"^#   fftbench jobs (\S+) --site (\S+)$", file.read_text(), re.MULTILINE)
    assert asked
    for name, machine in asked:
        campaign, source = load_model(find_config("campaign", name), Campaign)
        assert campaign.name == file.stem
        site, _ = load_model(find_config("site", machine), Site)
        expansion = expand(campaign, built, site, source)
        assert expansion.plan.cases
        assert not [warning for warning in expansion.warnings if "matches no case" in warning]


@pytest.mark.parametrize("file", [*FILES, *OF_PAPERS], ids=lambda file: file.stem)
def test_campaigns_measure_what_no_library_can_be_faster_than(file: Path) -> None:
    campaign, _ = load_model(file, Campaign)
    bounds = {name for name in campaign.drivers if name.startswith("lower_bound")}
    assert bool(bounds) == (file.stem not in UNBOUNDED)
