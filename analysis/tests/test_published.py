"""Numbers that papers print: every file says whose they are, and one's own stand beside few."""

from __future__ import annotations

from math import prod
from pathlib import Path

import pytest

from fftbench.analysis.model.merge import merge
from fftbench.analysis.model.metrics import measure, rank_throughput
from fftbench.analysis.model.reading import ResultsFolder
from fftbench.analysis.model.sources import assemble
from fftbench.analysis.plots.growth.published import published_figure
from fftbench.analysis.plots.look.style import paper_style
from fftbench.analysis.questions.published import own_values, read_published, why_apart
from fftbench.analysis.terminal.published import print_published
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
        figure = published_figure(found, {})
    assert texts(figure)
    assert all(text.endswith("(paper)") for text in texts(figure))
    assert found.source.split(",")[0] in " ".join(text.get_text() for text in figure.texts)


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


def test_a_solve_is_no_pair_of_transforms(factory, case, problem) -> None:
    found = read_published(FOLDER / "flups-table-3.yaml")
    record = factory.timed(case("fast", 1, of=problem((96, 96, 96), "r2c")), 2.0)
    assert own_values(found, rows([record])) == {}
    assert "solve" in str(why_apart(found))


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
