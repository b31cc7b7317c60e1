"""Speed-up over a driver: of what may be paired, and of no lead by choice."""

from __future__ import annotations

from random import Random

import pytest

from fftbench.analysis.model.merge import merge
from fftbench.analysis.model.metrics import measure
from fftbench.analysis.model.sources import ResultsFolder, assemble
from fftbench.analysis.model.variants import variants
from fftbench.analysis.plots.growth.variants import speedup_figure
from fftbench.analysis.plots.look.lines import line_looks, name_of
from fftbench.analysis.plots.look.style import Palette, paper_style
from fftbench.analysis.questions.speedup import speedups
from fftbench.analysis.questions.versus import versus
from fftbench.core.contracts.record import Warning

DAYS = ("2025-01-01T00:00:00Z", "2025-02-01T00:00:00Z", "2025-03-01T00:00:00Z")


def study(*campaigns):
    return assemble([ResultsFolder(tuple(records), None) for records in campaigns])


def rows_of(*campaigns):
    return measure(merge(study(*campaigns)))


def campaign(factory, case, environment, *, cpu, day, slow, drivers=("alpha", "beta")):
    """`alpha` takes twice as long as `beta`, on a machine that takes `slow` times as long."""
    return [
        factory.timed(case(driver, ranks), slow * seconds / ranks, launch, started=day,
                      environment=environment(cpu=cpu))
        for driver, seconds in (("alpha", 0.2), ("beta", 0.1))
        if driver in drivers
        for ranks in (1, 2)
        for launch in range(6)
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["machine", "campaign", "mpi"])
def test_speed_up_is_over_the_driver_in_the_same_place(factory, case, environment, name) -> None:
    cpus = ("CPU", "CPU", "CPU") if name == "campaign" else ("Left CPU", "Right CPU", "Third CPU")
    here = (
        campaign(factory, case, environment, cpu=cpu, day=day, slow=slow)
        for cpu, day, slow in zip(cpus, DAYS, (1.0, 3.0), strict=False)
    )
    alone = campaign(factory, case, environment, cpu=cpus[2], day=DAYS[2], slow=0.1,
                     drivers=("beta",))  # fmt: skip
    found = speedups(variants(rows_of(*here, alone), (name,)), "alpha")
    assert len(found) == (1 if name == "mpi" else 2)  # where there is no alpha, there is no line
    for one in found:
        assert list(one.over) == [1, 2]
        assert [value.median for value in one.over.values()] == pytest.approx([2.0, 2.0])
        assert all(value.confident for value in one.over.values())


def test_speed_up_is_what_versus_says(factory, case) -> None:
    """No lead by choice: equal cases, of one library eight and of the other one."""
    noise = Random(5)
    records = [
        factory.timed(case(driver, ranks, {"n": number}), noise.lognormvariate(0, 0.1), launch)
        for driver, settings in (("many", 8), ("one", 1))
        for number in range(settings)
        for ranks in (1, 2)
        for launch in range(8)
    ]
    (found,) = speedups(variants(rows_of(records), ()), "one")
    told = {one.instance.cores: one.ratio for one in versus(study(records), "many").fastest}
    assert found.over == told


def test_cases_on_shared_cores_have_no_speed_up(factory, case) -> None:
    shared = (Warning(code="oversubscribed", text="2 ranks on 1 CPU"),)
    records = [
        factory.timed(case(driver, ranks, {"n": n}), seconds, launch, warnings=shared * (n == 1))
        for driver, seconds in (("alpha", 0.2), ("beta", 0.1))
        for ranks in (1, 2)
        for n in ((0, 1) if ranks == 1 else (1,))
        for launch in range(6)
    ]
    (found,) = speedups(variants(rows_of(records), ()), "alpha")
    assert list(found.over) == [1]


def test_its_figure_has_a_line_of_each_that_meets_the_driver(factory, case, environment) -> None:
    records = campaign(factory, case, environment, cpu="CPU", day=DAYS[0], slow=1.0)
    found = speedups(variants(rows_of(records), ()), "alpha")
    looks = line_looks([one.line for one in found], Palette(["alpha", "beta"]))
    assert [name_of(one.line) for one in found] == ["beta"]
    with paper_style("test"):
        (axes,) = speedup_figure(found, looks, "alpha").axes
    assert list(axes.lines[0].get_xdata()) == [1, 2]
    assert list(axes.lines[0].get_ydata()) == pytest.approx([2.0, 2.0])
