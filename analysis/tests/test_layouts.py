"""Equal work is compared with equal work: spectra like the input are a class of their own."""

from __future__ import annotations

import csv
import io

import pytest
from rich.console import Console

from fftbench.analysis.model.layouts import LayoutClass, classes_of
from fftbench.analysis.model.merge import merge
from fftbench.analysis.model.metrics import measure
from fftbench.analysis.model.sources import ResultsFolder, assemble
from fftbench.analysis.model.statistics import MIN_LAUNCHES
from fftbench.analysis.page.report import write_report
from fftbench.analysis.questions.notes import notes
from fftbench.analysis.questions.ranking import verdicts
from fftbench.analysis.questions.versus import Only, versus
from fftbench.analysis.tables.ranking import claim
from fftbench.analysis.terminal.results import print_results
from fftbench.analysis.terminal.versus import print_markdown, print_versus
from fftbench.core.errors import UserError


@pytest.fixture
def records(factory, case, layouts):
    """`turned` is fastest, but leaves the spectrum transposed unless it is told to turn it back."""
    kinds = (
        ("turned", "no", 1.0, layouts(same=False)),
        ("turned", "yes", 3.0, layouts(same=True)),
        ("plain", "no", 2.0, layouts(same=True)),
        ("old", "no", 4.0, None),
    )
    return [
        factory.timed(case(driver, settings={"back": back}), seconds, launch, layouts=found)
        for driver, back, seconds, found in kinds
        for launch in range(MIN_LAUNCHES)
    ]


def results_of(records):
    return merge(assemble([ResultsFolder(tuple(records), None)]))


def test_each_class_has_its_own_fastest(records) -> None:
    found = {one.layout: claim(one) for one in verdicts(measure(results_of(records)))}
    assert found == {
        LayoutClass.any: "turned is fastest on 2 ranks",
        LayoutClass.same: "plain is fastest on 2 ranks",
    }


def test_layouts_that_are_unknown_count_in_any_only(records) -> None:
    drivers = {
        layout: {result.case.driver for result in results_of(records) if layout.has(result)}
        for layout in LayoutClass
    }
    assert drivers[LayoutClass.any] == {"turned", "plain", "old"}
    assert drivers[LayoutClass.same] == {"turned", "plain"}
    (note,) = [note for note in notes(results_of(records)) if note.code == "unknown_layout"]
    assert note.drivers == ("old",)


def test_classes_that_do_not_differ_are_one(records) -> None:
    def of(*kept):
        return classes_of(results_of(records[at] for at in kept))

    turned, back, plain, old = (MIN_LAUNCHES * at for at in range(4))
    assert of(turned, old) == (LayoutClass.any,)
    assert of(back, plain) == (LayoutClass.same,)
    assert of(turned, plain) == of(plain, old) == (LayoutClass.any, LayoutClass.same)


def test_a_spectrum_that_lies_like_the_input_in_some_launches_only_is_not_like_it(
    factory, case, layouts
) -> None:
    mixed = [factory.ok(case(), launch=n, layouts=layouts(same=n == 0)) for n in range(2)]
    (result,) = results_of(mixed)
    assert (result.same_layout, result.layouts) == (False, None)


def test_versus_compares_within_a_class(records) -> None:
    found = versus(assemble([ResultsFolder(tuple(records), None)]), "turned")
    assert [one.ratio.median for one in found.fastest] == pytest.approx([2.0])
    found = versus(
        assemble([ResultsFolder(tuple(records), None)]), "turned", layout=LayoutClass.same
    )
    assert [one.ratio.median for one in found.fastest] == pytest.approx([2 / 3])


@pytest.mark.parametrize(
    ("layout", "expected"), [(None, ["any", "same"]), ("any", ["any"]), ("same", ["same"])]
)
def test_the_command_shows_the_classes_asked_for(
    records, write, tmp_path, layout, expected
) -> None:
    write(tmp_path, records)
    out = io.StringIO()
    found = print_versus("turned", [tmp_path], [], layout, console=Console(file=out, width=160))
    assert [one.layout.value for one in found] == expected
    assert all(one.layout.label in out.getvalue() for one in found)
    with pytest.raises(UserError, match="no class of layouts 'some'"):
        print_versus("turned", [tmp_path], [], "some", console=Console(file=out))


def test_tables_for_documents_are_of_the_classes_asked_for(
    records, write, tmp_path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, records)
    print_markdown("turned", [tmp_path], [])
    both = capsys.readouterr().out
    labels = [f"{layout.label}:" for layout in LayoutClass]
    assert [line for line in both.splitlines() if line.endswith(":")] == labels
    assert both.count("| --- |") == 2
    print_markdown("turned", [tmp_path], [], "same")
    assert f"{labels[1]}\n\n{capsys.readouterr().out}" == both.split("\n\n", 2)[2]
    print_markdown("turned", [tmp_path], [], "same", Only(cores=1024))
    nothing = capsys.readouterr()
    assert nothing.out == "\n"
    assert nothing.err.startswith("Nothing to set turned against")


def test_a_class_with_nothing_in_it_is_said_to_have_nothing(
    factory, case, layouts, write, tmp_path
) -> None:
    turned = layouts(same=False)
    write(tmp_path, [factory.ok(case(driver), layouts=turned) for driver in ("a", "b")])
    out = io.StringIO()
    print_versus("a", [tmp_path], [], "same", console=Console(file=out, width=160))
    assert out.getvalue().startswith(
        "Nothing to set a against, spectrum ordered and distributed like the input: no instance has"
    )
    assert "Geometric means" not in out.getvalue()


def test_the_report_and_the_terminal_tell_both_classes(records, write, tmp_path, capsys) -> None:
    write(tmp_path, records)
    page = write_report([tmp_path])
    text = page.read_text()
    assert "turned is fastest on 2 cores, any layout" in text
    assert "plain is fastest on 2 cores, equal layout" in text
    with (page.parent / "summary.csv").open(newline="") as file:
        lines = {(line["driver"], line["settings"]): line for line in csv.DictReader(file)}
    turned = lines["turned", "back=no"]
    names = ("output_order", "output_pieces", "same_layout", "input_survives")
    assert [turned[name] for name in names] == ["1 0 2", "1x2x1", "False", "True"]
    assert [lines["old", "back=no"][name] for name in names] == [""] * 4
    print_results([tmp_path])
    words = " ".join(capsys.readouterr().out.split())
    assert "Any layout: turned is fastest on 2 ranks" in words
    assert "Spectrum ordered and distributed like the input: plain is fastest" in words
