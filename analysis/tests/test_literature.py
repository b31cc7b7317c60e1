"""The claims that come along: each is sound, and a campaign measures it."""

from __future__ import annotations

import pytest

from fftbench.analysis.model.layouts import LayoutClass
from fftbench.analysis.model.merge import merge_checked
from fftbench.analysis.model.sources import ResultsFolder, assemble
from fftbench.analysis.questions.claims import literature
from fftbench.analysis.questions.evidence import examine
from fftbench.analysis.tables.claims import sentence
from fftbench.core.campaigns.campaign import Campaign
from fftbench.core.campaigns.expand import expand
from fftbench.core.campaigns.site import Site
from fftbench.core.contracts.catalogue import Catalogue, Entry
from fftbench.core.contracts.problem import Precision
from fftbench.core.contracts.record import Effective
from fftbench.core.files.locate import find_config
from fftbench.core.files.yaml_file import load_model


def test_the_literature_is_sound() -> None:
    known = literature()
    only_numbers = {"pencilffts"}  # in results/published, with no claim of theirs
    assert {claim.paper for claim in known.claims} == set(known.papers) - only_numbers
    for claim in known.claims:
        assert claim.one != claim.other
        assert claim.times is None or 1 <= claim.times[0] <= claim.times[1]
        assert claim.times is None or not claim.alike
        if claim.campaign:
            campaign, _ = load_model(find_config("campaign", claim.campaign), Campaign)
            assert {claim.one.driver, claim.other.driver} <= set(campaign.drivers)


CLAIMED = sorted({claim.campaign for claim in literature().claims if claim.campaign})


@pytest.mark.parametrize("name", CLAIMED)
def test_a_campaign_measures_the_claims_that_name_it(factory, layouts, name) -> None:
    campaign, source = load_model(find_config("campaign", name), Campaign)
    catalogue = Catalogue(drivers=tuple(Entry(name=driver) for driver in campaign.drivers))
    large = Site(name="large", nodes=1024, cores_per_node=128, gpus_per_node=6)
    plan = expand(campaign, catalogue, large, source).plan
    known = literature()

    def record(of):
        # No driver is asked for its defaults here.
        defaults = {"stealing": True, "order": "transposed"} if of.driver == "taskfft" else {}
        told = {**defaults, **of.settings}
        used = Effective(grid=of.grid or (of.ranks, 1), threads=of.threads, settings=told)
        same = told.get("order", "natural") == "natural"
        return factory.ok(of, n=3, effective=used, layouts=layouts(same))

    records = tuple(record(of) for of in plan.cases)
    found = examine(known, merge_checked(assemble([ResultsFolder(records, None)])))
    empty = [one.claim.id for one in found if one.claim.campaign == name and not one.pairs]
    assert not empty, [sentence(one) for one in found if one.claim.id in empty]


def test_the_ranking_of_libraries_is_from_pencils_to_pencils_in_double_precision() -> None:
    ranking = [claim for claim in literature().claims if claim.where == "chapter 4, ranking"]
    assert len(ranking) == 6
    for claim in ranking:
        assert claim.of.precision == (Precision.double,)
        assert "pencils" in (claim.of.grid, claim.one.grid)
        # FFTW has slabs, in the report as here.
        assert (claim.other.driver == "fftw_mpi") == (claim.of.grid is None)


def test_presets_of_the_hpx_study_end_in_the_input_s_order() -> None:
    claims = [claim for claim in literature().claims if claim.paper == "hpx"]
    presets = [claim for claim in claims if "preset" in claim.one.settings]
    assert len(presets) == 8
    assert all(claim.of.layout is LayoutClass.same for claim in presets)
