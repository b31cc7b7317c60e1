"""With fewer launches than a claim needs, times are shown, and nothing is claimed anywhere."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

from fftbench.analysis.model.merge import merge
from fftbench.analysis.model.metrics import measure
from fftbench.analysis.model.reading import ResultsFolder
from fftbench.analysis.model.sources import assemble
from fftbench.analysis.model.statistics import MIN_LAUNCHES
from fftbench.analysis.page.report import write_report
from fftbench.analysis.plots.growth.scaling import strong_scaling
from fftbench.analysis.plots.look.style import Palette, paper_style
from fftbench.analysis.terminal.ablation import print_ablation
from fftbench.analysis.terminal.claims import print_claims
from fftbench.analysis.terminal.compare import print_comparison
from fftbench.analysis.terminal.results import print_results
from fftbench.analysis.terminal.versus import print_versus
from fftbench.core.contracts.plan import Plan
from fftbench.core.contracts.record import Warning

DEFAULTS = {"planner": "measure"}
CLAIMS = ("is fastest on", "Holds here", "Does not hold here", "within noise", "distinguishable")
INTERVAL = re.compile(r"\[\d[\d.]*( \N{EN DASH} |, )\d")


@pytest.fixture(params=[1, 2, MIN_LAUNCHES - 1])
def measured(request, factory, case, write, tmp_path):
    """Drivers a factor of two apart, two settings of one, ranks 1 and 4; many repetitions."""
    kinds = (
        ("fftw_mpi", "measure", (4, 1), 0.02),
        ("fftw_mpi", "estimate", (4, 1), 0.03),
        ("accfft", "measure", (2, 2), 0.01),
    )
    records = [
        factory.ok(case(driver, ranks, {"planner": planner}, grid=grid), seconds, launch, n=100)
        for driver, planner, of_four, seconds in kinds
        for ranks, grid in ((1, None), (4, of_four))
        for launch in range(request.param)
    ]
    cases = {record.case.id: record.case for record in records}
    plan = Plan(
        campaign="c", site="s", launches=request.param, seed=1, cases=tuple(cases.values()),
        defaults={"fftw_mpi": DEFAULTS},
    )  # fmt: skip
    write(tmp_path, records, plan)
    text = "One launch" if request.param == 1 else f"{request.param} launches"
    return tmp_path, text


def silent(text: str) -> str:
    words = " ".join(text.split())
    assert not [claim for claim in CLAIMS if claim in words]
    assert not INTERVAL.search(words)
    return words


def printed(print_it, *words) -> str:
    out = io.StringIO()
    print_it(*words, console=Console(file=out, width=200))
    return silent(out.getvalue())


def test_the_terminal_claims_nothing(measured) -> None:
    path, launches = measured
    text = printed(print_results, [path])
    assert f"{launches}: no claim on 4 ranks" in text
    assert "accfft 20." in text
    assert f"a claim needs {MIN_LAUNCHES} launches" in text


def test_versus_claims_nothing(measured) -> None:
    text = printed(print_versus, "accfft", [measured[0]], [])
    assert "~2.0" in text or "~1.9" in text
    assert "no claim" in text


def test_compare_claims_nothing(measured) -> None:
    path, launches = measured
    text = printed(print_comparison, path, path, 1.05)
    assert f"{launches}: no claim on 6 cases." in text


def test_settings_claim_nothing(measured) -> None:
    assert "planner=estimate" in (text := printed(print_ablation, "fftw_mpi", [measured[0]]))
    assert "no claim" in text


def test_papers_are_not_answered(measured) -> None:
    assert "No claim: fftw_mpi takes ~" in printed(print_claims, [measured[0]])


def test_the_report_claims_nothing_and_draws_no_interval(measured) -> None:
    path, launches = measured
    page = write_report([path])
    text = page.read_text()
    assert f"{launches}: no claim on 4 cores" in text
    assert f"no claim: {launches.lower()}" in text
    assert "One launch: no claim" in text or "fewer than" in text
    assert not re.search(r'class="[^"]*(good|strong")[^>]*>faster', text)
    csv = (page.parent / "summary.csv").read_text().splitlines()
    at = csv[0].split(",").index("pair_lo_s")
    assert {line.split(",")[at] for line in csv[1:]} == {""}


def test_where_cores_are_shared_is_hatched(factory, case) -> None:
    shared = (Warning(code="oversubscribed", text="8 ranks on 4 CPUs"),)
    records = [
        factory.ok(case("alpha", ranks), warnings=shared if ranks > 4 else ())
        for ranks in (1, 4, 8, 16)
    ]
    for found, hatched in ((records, 1), (records[:2], 0)):
        rows = measure(merge(assemble([ResultsFolder(tuple(found), None)])))
        with paper_style("shared"):
            (axes,) = strong_scaling(rows, Palette(["alpha"])).axes
        areas = [patch for patch in axes.patches if patch.get_hatch()]
        assert len(areas) == hatched
        assert all(4 < area.get_x() < 8 for area in areas)
