"""Workloads stand beside bare transforms: by their whole time, and never as the same problem."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from rich.console import Console

from fftbench.analysis.model.formats import problem_slug, problem_text
from fftbench.analysis.model.measured import read_measured
from fftbench.analysis.model.merge import merge
from fftbench.analysis.model.metrics import gflops
from fftbench.analysis.model.parts import over_timed
from fftbench.analysis.model.repetition import OWN_WAY
from fftbench.analysis.model.sources import ResultsFolder, assemble
from fftbench.analysis.page.report import write_report
from fftbench.analysis.plots.times.directions import part_seconds, with_directions
from fftbench.analysis.questions.notes import notes
from fftbench.analysis.questions.ranking import verdicts
from fftbench.analysis.tables.answers import places_table
from fftbench.analysis.tables.load import table_of
from fftbench.analysis.tables.ranking import detail
from fftbench.analysis.tables.summary import short_table, summary_table
from fftbench.analysis.terminal.figures import Choice, draw_figures
from fftbench.analysis.terminal.results import print_results
from fftbench.core.contracts.labels import case_text
from fftbench.core.contracts.problem import Workload
from fftbench.core.contracts.record import Samples


def poisson(problem):
    return problem.model_copy(update={"workload": Workload.poisson})


def lasting(*seconds: float) -> Samples:
    n = len(seconds)
    return Samples(max_s=seconds, median_s=seconds, min_s=seconds, slowest_rank=(0,) * n)


def solved(factory, of, whole: float, launch: int, *, parts: bool = True):
    """A solution whose parts, as the slowest ranks have them, take more than the whole."""
    part = lasting(*[0.4 * whole] * 7) if parts else None
    return factory.ok(
        of,
        launch=launch,
        whole=lasting(*[whole] * 7),
        forward=part,
        pointwise=part,
        backward=part,
        profile=None,
    )


@pytest.mark.parametrize("parts", [True, False])
def test_the_time_of_a_workload_is_the_whole(factory, case, problem, parts) -> None:
    of = case(of=poisson(problem()))
    records = tuple(solved(factory, of, 0.5, launch, parts=parts) for launch in range(6))
    study = assemble([ResultsFolder(records, None)])
    (result,) = merge(study)
    assert result.pair is not None
    assert result.pair.median == pytest.approx(0.5)
    assert (result.forward is not None) == parts
    assert result.repetitions == 6 * 7
    line = table_of(study, "measurements").iloc[0]
    assert (line["workload"], line["pair_s"]) == ("poisson", 0.5)
    assert (line["pointwise_s"] == 0.2) == parts


def test_a_workload_is_not_the_bare_transform(factory, case, problem) -> None:
    bare, work = problem(), poisson(problem())
    records = [
        record
        for launch in range(6)
        for record in (
            factory.timed(case("alpha", of=bare), 0.1, launch),
            solved(factory, case("beta", of=work), 0.5, launch),
        )
    ]
    study = assemble([ResultsFolder(tuple(records), None)])
    one, other = merge(study)
    assert one.case.problem != other.case.problem
    assert "poisson" in problem_text(work)
    assert problem_slug(work) == f"{problem_slug(bare)}-poisson"
    assert " poisson " in case_text(other.case)


def test_a_figure_has_the_parts_of_those_that_tell_them(
    tmp_path, factory, case, problem, write
) -> None:
    work = poisson(problem())
    write(tmp_path, [
        solved(factory, case(driver, of=work), seconds, launch, parts=parts)
        for launch in range(6)
        for driver, seconds, parts in (("alpha", 0.5, True), ("beta", 0.4, False))
    ])  # fmt: skip
    rows = read_measured([tmp_path]).rows
    (row,) = with_directions(rows)
    assert row.result.case.driver == "alpha"
    seconds = pytest.approx(0.2)
    assert part_seconds(row) == {"forward": seconds, "pointwise": seconds, "backward": seconds}
    drawn = {figure.kind: figure for figure in draw_figures([tmp_path], tmp_path / "out", Choice())}
    assert "as a whole: by beta, in its own way" in drawn["directions"].caption
    text = (tmp_path / "out" / f"{drawn['directions'].name}.svg").read_text()
    assert "alpha" in text
    assert "pointwise" in text
    assert "beta" not in text


def test_where_no_parts_are_known_there_is_no_figure_of_them(
    tmp_path, factory, case, problem, write
) -> None:
    write(tmp_path, [solved(factory, case(of=poisson(problem())), 0.5, 0, parts=False)])
    figures = draw_figures([tmp_path], tmp_path / "out", Choice())
    assert "directions" not in {figure.kind for figure in figures}


@pytest.fixture
def solutions(tmp_path, factory, case, problem, write):
    """Poisson's equation by the harness's loop, and by a driver in its own way, which is faster."""
    of = poisson(problem())
    write(tmp_path, [
        solved(factory, case(driver, ranks, of=of), seconds / ranks, launch, parts=parts)
        for launch in range(6)
        for ranks in (1, 2)
        for driver, seconds, parts in (("alpha", 0.5, True), ("beta", 0.4, False))
    ])  # fmt: skip
    return tmp_path


def test_the_time_of_a_workload_is_called_a_solutions(solutions) -> None:
    out = StringIO()
    print_results([solutions], Console(file=out, width=80))
    assert max(len(line) for line in out.getvalue().splitlines()) <= 80
    words = " ".join(out.getvalue().split())
    assert "solution, " in words
    assert "for a solution" in words
    assert "forward + backward" not in words
    figures = draw_figures([solutions], solutions / "out", Choice())
    assert "Time per solution" in {figure.title.split(":")[0] for figure in figures}
    for figure in figures:
        assert "a backward transform" not in figure.caption
        assert "pair" not in figure.caption.replace("paired", "")
        drawn = (solutions / "out" / f"{figure.name}.svg").read_text()
        assert "forward + backward" not in drawn
    report = write_report([solutions])
    for file in (report.parent / "figures").glob("*.svg"):
        assert "forward + backward" not in file.read_text(), file
    text = report.read_text()
    sections = text[text.index('id="fastest"') : text.index('id="trust"')]
    assert "later solutions" in sections
    assert "Time per solution" in sections
    assert "later pairs" not in sections
    assert "forward + backward" not in re.sub("<p class=.sub.*?</p>", "", sections)


def test_who_solves_in_its_own_way_is_marked(solutions) -> None:
    rows = read_measured([solutions]).rows
    assert {row.result.case.driver for row in rows if row.result.own_way} == {"beta"}
    verdict = next(one for one in verdicts(rows) if one.resources.ranks == 2)
    assert verdict.best.result.case.driver == "beta"
    assert "for a solution (own way); the next, alpha, takes" in detail(verdict)
    for table in (summary_table(rows), short_table(rows), places_table(verdict)):
        marked = {cell.text for row in table.rows for cell in row if OWN_WAY in cell.note}
        assert marked == {"beta"}
    found = {note.code: note for note in notes([row.result for row in rows])}
    assert found["own_way"].scope == "2 cases of beta"
    assert "Own way: beta solves without the harness." in write_report([solutions]).read_text()


def test_passes_of_bare_transforms_are_not_held_against_a_solution(factory, case, problem) -> None:
    bare = factory.ok(case())
    of = case(of=poisson(problem()))
    record = solved(factory, of, 9.0, 0).model_copy(update={"profile": bare.profile})
    assert over_timed(bare) == pytest.approx(1, rel=0.1)
    assert over_timed(record) is None


def test_all_transforms_of_a_workload_count(problem) -> None:
    gradient = problem().model_copy(update={"workload": Workload.gradient})
    assert gflops(poisson(problem()), 1.0) == gflops(problem(), 1.0)
    assert gflops(gradient, 1.0) == 2 * gflops(problem(), 1.0)
    for fields in (1, 3):  # of a flow the same ones, one or three by a call
        flow = problem().model_copy(
            update={"workload": Workload.navier_stokes, "fields": fields, "transform": "r2c"}
        )
        bare = flow.model_copy(update={"workload": Workload.none, "fields": 1})
        assert gflops(flow, 1.0) == pytest.approx(18 * gflops(bare, 1.0))
