"""Cases on GPUs: each rank has one of its own, or it is said; programs share the memory of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from fftbench.core.campaigns.site import Site
from fftbench.core.contracts.case import Case
from fftbench.core.contracts.plan import Plan
from fftbench.core.contracts.problem import Memory, Problem
from fftbench.core.contracts.resources import Resources
from fftbench.core.errors import UserError
from fftbench.jobs.packing.joblist import CampaignJobs
from fftbench.jobs.run.batches import Batch
from fftbench.jobs.run.checks import check_fits
from fftbench.jobs.run.together import Room, gpu_bytes, together

PROBLEM = {"shape": [8, 8, 8], "transform": "c2c", "precision": "double", "placement": "in_place"}


def a_case(memory: str, ranks: int = 4) -> Case:
    problem = Problem.model_validate({**PROBLEM, "memory": memory})
    return Case(id="0" * 16, driver="a", problem=problem, ranks=ranks)


def a_site(gpus: int, **more: str) -> Site:
    return Site.model_validate({"name": "x", "cores_per_node": 4, "gpus_per_node": gpus, **more})


def fits(case: Case, site: Site, oversubscribe: bool = False) -> bool:
    plan = Plan(campaign="c", site="s", launches=1, seed=1, cases=(case,))
    try:
        check_fits(plan, site, oversubscribe)
    except UserError as error:
        assert str(error).startswith("4 ranks on a node want a GPU each; site 'x' has 2")
        assert ("can't share" if oversubscribe else "hare GPUs") in str(error.hint)
        return False
    return True


def test_fewer_gpus_than_ranks_are_refused_unless_asked_for() -> None:
    assert fits(a_case("cuda"), a_site(4))
    assert not fits(a_case("cuda"), a_site(2))
    assert fits(a_case("cuda"), a_site(2), oversubscribe=True)
    assert fits(a_case("host"), a_site(2))


@pytest.mark.parametrize(
    "site",
    [
        {"gpu_request": "gpus-per-task"},
        {"scheduler": "lsf", "launcher": "jsrun"},
        {"scheduler": "flux", "launcher": "flux"},
        {"scheduler": "flux", "launcher": "openmpi"},
        {"launcher": "flux"},
    ],
)
def test_what_gives_each_rank_its_gpu_lets_none_share(site: dict[str, str]) -> None:
    assert fits(a_case("cuda"), a_site(4, **site), oversubscribe=True)
    assert not fits(a_case("cuda"), a_site(2, **site), oversubscribe=True)
    assert fits(a_case("host"), a_site(2, **site), oversubscribe=True)


def test_where_no_gpu_is_known_of_programs_say_it() -> None:
    assert fits(a_case("cuda"), a_site(0))


def test_jobs_on_gpus_need_to_know_how_many_there_are(
    write: Callable[..., CampaignJobs],
) -> None:
    problem = {**PROBLEM, "memory": "cuda"}
    with pytest.raises(UserError, match="cases in cuda memory need GPUs; site 'fake' has none"):
        write({"other": {}}, problem=problem)
    jobs = write({"other": {}}, problem=problem, site={"gpus_per_node": 1})
    (job,) = jobs.job_list.jobs
    assert (job.name, job.resources.gpus_per_node) == ("2n-2r-1t-cuda", 1)


def test_programs_share_the_memory_of_a_gpu() -> None:
    on_host = Batch(0, "a", Resources(1, 2, 1), (a_case("host", 2),))
    resources, cases = Resources(1, 2, 1, Memory.cuda), (a_case("cuda", 2),)
    batches = [replace(on_host, driver=name, resources=resources, cases=cases) for name in "ab"]
    each = gpu_bytes(batches[0], gpus=2)
    assert gpu_bytes(on_host, gpus=2) == 0
    assert gpu_bytes(batches[0], gpus=1) > 1.9 * each  # both ranks are on it
    for bytes_, companies in ((1.5 * each, 2), (2 * each, 1)):
        room = Room(frozenset("ab"), 1e12, bytes_, gpus=2)
        assert len(list(together(batches, room))) == companies
