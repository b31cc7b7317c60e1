"""Numbers that papers print: every file says whose they are, and one's own stand beside few."""

from __future__ import annotations

import json
from math import prod
from pathlib import Path

import pytest

from fftbench.analysis.model.merge import merge
from fftbench.analysis.model.metrics import measure, rank_throughput
from fftbench.analysis.model.reading import ResultsFolder
from fftbench.analysis.model.sources import assemble
from fftbench.analysis.plots.growth.published import published_figure
from fftbench.analysis.plots.look.style import FIRST, paper_style
from fftbench.analysis.plots.parts.shares import shares_figure
from fftbench.analysis.questions.published import own_values, read_published, why_apart
from fftbench.analysis.questions.shares import trace_shares
from fftbench.analysis.terminal.published import print_published
from fftbench.core.contracts.problem import Workload
from fftbench.core.errors import UserError

FOLDER = Path(__file__).parents[2] / "results" / "published"
FILES = sorted(FOLDER.glob("*.yaml"))


def rows(records):
    return measure(merge(assemble([ResultsFolder(tuple(records), None)])))


def texts(figure):
    return [text.get_text() for text in figure.legends[0].get_texts()]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_file_is_valid_and_drawn_with_the_paper_in_its_labels(file) -> None:
    found = read_published(file)
    with paper_style(file.stem):
        share = found.work == "share"
        figure = shares_figure(found, []) if share else published_figure(found, {})
    assert texts(figure)
    title = " ".join(text.get_text() for text in figure.texts)
    assert found.source.split(",")[0] in title
    assert "paper" in title if share else all(one.endswith("(paper)") for one in texts(figure))


def test_there_are_files() -> None:
    assert len(FILES) >= 10


def test_shares_of_a_whole_add_up() -> None:
    found = read_published(FOLDER / "daggerfft-figure-9-shares.yaml")
    for at in range(len(found.at)):
        assert sum(one.values[at] for one in found.series) == pytest.approx(100, abs=0.5)


def test_one_s_own_stand_beside_the_same_points_per_rank(factory, case, problem) -> None:
    found = read_published(FOLDER / "flups-table-2.yaml")
    same = problem((512, 256, 256), "r2c")
    records = [
        factory.timed(case("fast", 2, of=same), 2.0),
        factory.timed(case("slow", 2, of=same), 4.0),
        factory.timed(case("fast", 1, of=same), 9.0),  # other points per rank
        factory.timed(case("fast", 2, of=problem((512, 256, 256))), 3.0),  # c2c
    ]
    own = own_values(found, rows(records))
    assert own == {
        driver: {2: pytest.approx(rank_throughput(same, 2, 2 * seconds))}
        for driver, seconds in (("fast", 2.0), ("slow", 4.0))
    }
    assert prod(same.shape) * 8 / 2 / 4.0 / 1e6 == pytest.approx(own["fast"][2])
    with paper_style("own"):
        figure = published_figure(found, own)
    axes = figure.axes[0]
    points = [point for line in axes.lines for point in axes.transData.transform(line.get_xydata())]
    assert all(axes.bbox.padded(1).contains(*point) for point in points)
    assert {"fast (here)", "slow (here)", "AccFFT (paper)"} <= set(texts(figure))


def test_a_rank_with_threads_is_as_many_of_the_paper_s_ranks(factory, case, problem) -> None:
    found = read_published(FOLDER / "flups-table-2.yaml")
    same = problem((512, 256, 256), "r2c")
    records = [
        factory.timed(case(driver, ranks, of=same, threads=2 // ranks), 2.0)
        for driver, ranks in (("ranks", 2), ("threads", 1))
    ]
    own = own_values(found, rows(records))
    assert own["threads"] == own["ranks"] == {2: pytest.approx(rank_throughput(same, 2, 4.0))}


def test_one_s_own_lines_look_as_in_their_legend() -> None:
    found = read_published(FOLDER / "flups-table-2.yaml")
    with paper_style("own"):
        figure = published_figure(found, {name: {1: 2.0, 2: 3.0} for name in FIRST})
    drawn, named = figure.axes[0].lines, figure.legends[0].get_lines()
    assert len(drawn) == len(named)
    for line, handle in zip(drawn, named, strict=True):
        assert line.is_dashed() == handle.is_dashed()
        assert line.get_color() == handle.get_color()


def test_one_s_own_solves_stand_beside_solves(factory, case, problem) -> None:
    found = read_published(FOLDER / "flups-table-3.yaml")
    sources, solved = 96**3, {"workload": Workload.unbounded_poisson}
    doubled, half = problem((192, 192, 2 * 192), "r2c"), problem((96, 96, 192), "r2c")
    records = [
        factory.timed(case("fast", 2, of=doubled.model_copy(update=solved)), 0.5),
        factory.timed(case("pair", 2, of=doubled), 0.1),
        factory.timed(case("half", 2, of=half.model_copy(update=solved)), 1),
    ]  # fmt: skip
    own = own_values(found, rows(records))
    # 8 bytes a source, in twice 0.5 s, times 14/3 as the paper has it.
    assert own == {"fast": {2: pytest.approx(8 * sources / 1.0 / 1e6 * 14 / 3)}}
    with paper_style("solve"):
        assert "fast (here)" in texts(published_figure(found, own))


def test_a_stage_is_no_pair_of_transforms() -> None:
    found = read_published(FOLDER / "daggerfft-table-1.yaml")
    assert own_values(found, rows([])) == {}
    assert "times a stage" in str(why_apart(found))


def test_a_solve_needs_its_workload(tmp_path) -> None:
    file = tmp_path / "unsaid.yaml"
    text = (FOLDER / "flups-table-3.yaml").read_text()
    file.write_text(text.replace(", workload: unbounded_poisson", ""))
    with pytest.raises(UserError, match="go together"):
        read_published(file)


@pytest.fixture
def trace(tmp_path) -> Path:
    """An execution of two ranks: half of the time computing, a fifth in messages."""

    def span(rank, cat, begin, duration):
        event = {"ph": "X", "pid": rank, "tid": 0, "name": cat, "cat": cat}
        return event | {"ts": begin, "dur": duration}

    events = [span(rank, *one) for rank in (0, 1) for one in (
        ("run", 0, 100), ("compute", 0, 50), ("pack", 50, 5), ("exchange", 55, 10),
        ("unpack", 65, 5), ("idle", 70, 10),
    )]  # fmt: skip
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({"traceEvents": events}))
    return path


def test_a_trace_has_the_shares_of_figure_9(trace) -> None:
    found = trace_shares(trace)
    assert (found.ranks, found.seconds) == (2, pytest.approx(1e-4))
    assert found.percent == pytest.approx(
        {"FFT": 50, "redistribution": 20, "scheduling": 20, "idle": 10}
    )


def test_shares_of_a_trace_stand_beside_a_paper_s(trace, tmp_path, capsys) -> None:
    paper, figure = read_published(FOLDER / "daggerfft-figure-9-shares.yaml"), tmp_path / "nine.svg"
    with paper_style("nine"):
        (axes,) = shares_figure(paper, [trace_shares(trace)]).axes
    assert {one.get_text() for one in axes.get_yticklabels()} == {
        "64 ranks", "128 ranks", "256 ranks", "2 ranks"
    }  # fmt: skip
    assert {"paper", "here: taskfft, mine"} <= {one.get_text() for one in axes.texts}
    print_published(FOLDER / "daggerfft-figure-9-shares.yaml", [], figure, [trace])
    out = " ".join(capsys.readouterr().out.split())
    assert "taskfft, mine, 2 ranks" in out and "scheduling 20.0 %" in out
    assert "<svg" in figure.read_text()
    with pytest.raises(UserError, match="no shares"):
        print_published(FOLDER / "flups-table-2.yaml", [], None, [trace])


def test_what_is_printed_says_what_is_missing(campaign, tmp_path, capsys) -> None:
    figure = tmp_path / "nine.svg"
    print_published(FOLDER / "daggerfft-figure-9.yaml", [campaign.path], figure)
    text = " ".join(capsys.readouterr().out.split())
    assert "0.145" in text
    assert "measure 512x512x512, c2c, single" in text
    assert figure.read_text().startswith("<?xml")


def test_a_value_too_few_is_told(tmp_path) -> None:
    file = tmp_path / "short.yaml"
    text = (FOLDER / "flups-table-2.yaml").read_text().replace("[36.23, ", "[")
    file.write_text(text)
    with pytest.raises(UserError, match="AccFFT: 4 values, but 5 of at"):
        read_published(file)
