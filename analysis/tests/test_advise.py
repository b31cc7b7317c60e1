"""Advice: exact where it was measured, else by a model and marked, with a campaign to paste."""

from __future__ import annotations

import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
import yaml
from pydantic import TypeAdapter
from rich.console import Console

from fftbench import cli
from fftbench.analysis.model.formats import TIMES
from fftbench.analysis.model.layouts import LayoutClass
from fftbench.analysis.model.sources import load
from fftbench.analysis.model.statistics import MIN_LAUNCHES
from fftbench.analysis.questions.advise import Wanted, advise
from fftbench.analysis.tables.advise import answer, call_text, option_table, to_measure
from fftbench.analysis.tables.advise import campaign as paste
from fftbench.analysis.terminal.advise import print_advice
from fftbench.cli.words import shape_and_paths
from fftbench.core.campaigns.campaign import Campaign
from fftbench.core.contracts.problem import AnyTransform, Placement
from fftbench.core.files.locate import driver_readme

SIZES = (32, 48, 64, 128)


def advice(path, shape=(256, 256, 256), ranks=2, **more):
    (found,) = advise(load([path]), Wanted(shape, ranks, **more))
    return found


@pytest.fixture
def sizes(tmp_path, factory, case, problem, write):
    """Write times of cubes of several sizes, which go with the points per rank."""

    def make(drivers, ranks=(1, 2)) -> None:
        records = [
            factory.timed(case(driver, number, {}, problem((size,) * 3)), cost * size**3 / number)
            for driver, cost in drivers.items()
            for size in SIZES
            for number in ranks
        ]
        write(tmp_path, records)

    return make


def test_what_was_measured_is_used_as_it_is(campaign) -> None:
    found = advice(campaign.path)
    assert found.measured
    assert {option.driver for option in found.options} == {"alpha", "beta", "gamma"}
    assert found.options[0].driver in ("alpha", "gamma")  # not distinguishable
    assert found.options[0].result.case.settings == {"planner": "measure"}
    assert not found.sure
    assert "Not distinguishable" in answer(found)
    assert [option.driver for option in found.rivals] == [found.options[1].driver]


def test_who_is_fastest_is_said_with_an_interval(tmp_path, factory, case, write) -> None:
    write(tmp_path, [factory.ok(case(driver), seconds, launch)
                     for driver, seconds in (("alpha", 0.02), ("beta", 0.03))
                     for launch in range(MIN_LAUNCHES)])  # fmt: skip
    found = advice(tmp_path)
    assert found.sure
    assert answer(found).startswith("Use alpha")
    assert "It is fastest: the next, beta, takes 1.5" in answer(found)
    assert to_measure(found) == ""


def test_few_launches_claim_nothing(tmp_path, factory, case, write) -> None:
    write(tmp_path, [factory.ok(case(d), t) for d, t in (("alpha", 0.02), ("beta", 0.025))])
    found = advice(tmp_path)
    assert "No claim: one launch" in answer(found)
    assert f"{MIN_LAUNCHES} launches or more" in to_measure(found)


def test_wrong_answers_are_no_option(tmp_path, factory, case, write) -> None:
    write(tmp_path, [factory.ok(case("alpha")), factory.wrong(case("liar"))])
    found = advice(tmp_path)
    assert [option.driver for option in found.options] == ["alpha"]
    assert [result.case.driver for result in found.failed] == ["liar"]
    assert "only one that was measured here with a right answer" in answer(found)


def test_the_class_of_layouts_is_kept(tmp_path, factory, case, write, layouts) -> None:
    write(tmp_path, [factory.ok(case("alpha"), 0.02, layouts=layouts(False)),
                     factory.ok(case("beta"), 0.03, layouts=layouts(True))])  # fmt: skip
    assert advice(tmp_path).options[0].driver == "alpha"
    same = advice(tmp_path, layout=LayoutClass.same)
    assert [option.driver for option in same.options] == ["beta"]


def test_a_model_tells_what_was_not_measured(tmp_path, sizes) -> None:
    sizes({"alpha": 2e-9, "beta": 3e-9})
    found = advice(tmp_path, (96, 96, 96))
    assert not found.measured
    assert [option.driver for option in found.options] == ["alpha", "beta"]
    assert found.options[0].seconds == pytest.approx(2 * 2e-9 * 96**3 / 2, rel=0.15)
    assert "by a model: this was not measured" in answer(found)
    assert "this very problem" in to_measure(found)
    assert found.options[0].over is None


def test_what_a_model_hardly_tells_apart_is_to_be_measured(tmp_path, sizes) -> None:
    sizes({"alpha": 2e-9, "near": 2.52e-9, "beta": 3e-9})
    found = advice(tmp_path, (96, 96, 96))
    assert sum(option.error for option in found.options[:2]) < 0.2
    assert [option.driver for option in found.rivals] == ["near"]


def test_the_model_does_not_reach_far(tmp_path, sizes) -> None:
    sizes({"alpha": 2e-9})
    for shape, ranks in (((512, 512, 512), 2), ((64, 64, 64), 64)):
        found = advice(tmp_path, shape, ranks)
        assert found.options == ()
        assert found.missing == ("alpha",)
        assert answer(found).startswith("No advice: this was not measured, and no model tells")
        assert "The nearest right answer is to" in answer(found)


def test_what_runs_on_one_rank_is_no_option_on_two(tmp_path, sizes) -> None:
    sizes({"threads_only": 1e-9}, ranks=(1,))
    found = advice(tmp_path, (96, 96, 96), 2)
    assert found.options == ()
    assert found.missing == ()
    assert answer(found).endswith("measured on this machine on more than one rank.")
    assert advice(tmp_path, (96, 96, 96), 1).options[0].driver == "threads_only"


def test_the_campaign_is_one(campaign, tmp_path, sizes) -> None:
    text = campaign_text(advice(campaign.path))
    assert set(text.drivers) == {"alpha", "gamma"}
    assert text.problem.shape == ((256, 256, 256),)
    sizes({"alpha": 2e-9})
    far = Wanted((512, 512, 512), 64, nodes=4)
    (found,) = advise(load([tmp_path]), far)
    other = campaign_text(found)
    assert other.scale.nodes == (4,)
    assert other.scale.ranks_per_node == (16,)


@pytest.mark.parametrize(
    ("asked", "drivers", "measured"),
    [
        (None, ("alpha", "beta"), ("in_place", "out_of_place")),
        (None, ("alpha",), ("in_place",)),
        ("out_of_place", ("alpha", "beta"), ("out_of_place",)),
    ],
)
def test_placements_are_shown_and_measured(
    tmp_path, factory, case, problem, *, write, asked, drivers, measured
) -> None:
    """Alpha is faster in place, beta out of place; each is shown as it is fastest."""
    write(tmp_path, [factory.ok(case(driver, of=problem(placement=where)), seconds)
                     for driver in drivers
                     for where, seconds in (("in_place", 0.02 if driver == "alpha" else 0.03),
                                            ("out_of_place", 0.025))])  # fmt: skip
    found = advice(tmp_path, placement=asked and Placement(asked))
    table = option_table(found)
    shown = {row[0].text: row[-1].text.partition(",")[0] for row in table.rows}
    expected = {"alpha": "in place", "beta": "out of place"}
    assert shown == {name: asked.replace("_", " ") if asked else expected[name] for name in drivers}
    assert tuple(one.value for one in campaign_text(found).problem.placement) == measured


def campaign_text(found) -> Campaign:
    return Campaign.model_validate(yaml.safe_load(paste(found)))


def test_it_is_printed(campaign, tmp_path, write, factory, case) -> None:
    out = StringIO()
    print_advice(Wanted((256, 256, 256), 2), [campaign.path], Console(file=out, width=100))
    text = out.getvalue()
    assert "Use " in text
    assert "Not distinguishable" in text
    assert "liar: wrong" in text
    assert "name: advised" in text
    write(tmp_path, [factory.ok(case("alpha"))])
    out = StringIO()
    print_advice(Wanted((8, 8), 2), [tmp_path], Console(file=out, width=100))
    assert f"nothing like 8{TIMES}8 c2c double on 2 ranks was measured" in out.getvalue()


def test_a_table_of_advice_has_whole_words_on_80_columns(tmp_path, factory, case, write) -> None:
    """On fewer, names and numbers still are whole: half of a number is another one."""
    settings = {"exchange": "alltoallv", "order": "transposed", "planner": "measure"}
    drivers = ("taskfft", "fftw_threads", "contiguous_one")
    write(tmp_path, [factory.ok(case(driver, settings=settings), seconds, launch)
                     for driver, seconds in zip(drivers, (0.02, 0.03, 0.04), strict=True)
                     for launch in range(MIN_LAUNCHES)]
          + [factory.ok(case(driver, settings={**settings, "planner": "patient"}), 0.05, launch)
             for driver in drivers for launch in range(MIN_LAUNCHES)])  # fmt: skip
    words = printed(tmp_path, 80).split()
    for whole in (*drivers, "place,", "planner=measure"):
        assert words.count(whole) >= 1
    narrow = printed(tmp_path, 30)
    for row in option_table(advice(tmp_path)).rows:
        assert all(cell.text in narrow for cell in row[:-1])


def printed(path: Path, width: int) -> str:
    out = StringIO()
    print_advice(Wanted((256, 256, 256), 2), [path], Console(file=out, width=width))
    return out.getvalue()


def test_a_predicted_time_has_no_grid_of_other_ranks(tmp_path, sizes) -> None:
    sizes({"alpha": 2e-9}, ranks=(1, 2))
    here, beyond = (option_table(advice(tmp_path, (96, 96, 96), ranks)) for ranks in (2, 4))
    assert "grid" in here.rows[0][-1].text
    assert "grid" not in beyond.rows[0][-1].text


def test_an_answer_waits_for_no_plots_and_tables(campaign) -> None:
    code = (
        "import sys; from fftbench.cli import main;"
        f"sys.argv = ['fftbench', 'advise', '--shape', '256', '256', '256', '--ranks', '2',"
        f" {str(campaign.path)!r}];\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print(sorted({'matplotlib', 'pandas', 'scipy', 'numpy'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "Use " in done.stdout
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.fixture
def asked(tmp_path, write, monkeypatch, capsys):
    """What the command says of these records, and how it ends."""

    def ask(records, *words: str) -> tuple[int, str]:
        write(tmp_path, records)
        line = ["fftbench", "advise", "--shape", "8x8x8", "--ranks", "2", *words, str(tmp_path)]
        monkeypatch.setattr("sys.argv", line)
        with pytest.raises(SystemExit) as ended:
            cli.main()
        said = capsys.readouterr()
        return int(ended.value.code or 0), " ".join((said.out + said.err).split())

    return ask


@pytest.mark.parametrize("rest", [["4", "2", "there"], ["there", "4", "2"]])
def test_the_shape_may_stand_before_or_behind_the_paths(rest) -> None:
    assert shape_and_paths("8", rest) == ((8, 4, 2), [Path("there")])


def test_a_number_among_the_paths_is_a_path() -> None:
    assert shape_and_paths("8", ["4", "there", "2024"]) == ((8, 4), [Path("there"), Path("2024")])


def test_a_kind_per_axis_is_understood(factory, case, problem, asked) -> None:
    mixed = TypeAdapter(AnyTransform).validate_python("dct2-dst2-r2c")
    of = problem((8, 8, 8)).model_copy(update={"transform": mixed})
    records = [factory.ok(case("alpha", of=of)), factory.ok(case("beta", of=problem((8, 8, 8))))]
    code, said = asked(records, "--transform", "dct2-dst2-r2c")
    assert code == 0
    assert "dct2-dst2-r2c double on 2 ranks" in said
    assert "Use alpha" in said
    assert "beta" not in said


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("dct2-dst5-r2c", "'dst5' in 'dct2-dst5-r2c' is not known: did you mean 'dst4'?"),
        ("dct2-r2c", "'dct2-r2c' names a kind for 2 axes, and the shape has 3"),
        ("c2d", "there is no transform 'c2d'"),
    ],
)
def test_no_transform_is_a_mistake(factory, case, asked, name, message) -> None:
    code, said = asked([factory.ok(case("alpha"))], "--transform", name)
    assert code == 2
    assert message in said


def test_only_one_campaign_is_compared(tmp_path, factory, case, write) -> None:
    """That with more drivers; the time of another, made at another time, is not set beside it."""
    write(tmp_path / "one", [factory.ok(case("alpha"), 0.02), factory.ok(case("beta"), 0.03)])
    write(tmp_path / "two", [factory.ok(case("gamma"), 0.01)])
    found = advice(tmp_path)
    assert [option.driver for option in found.options] == ["alpha", "beta"]
    assert found.missing == ("gamma",)
    assert found.machine.campaign


DRIVERS = Path(__file__).parents[2] / "drivers"
NO_LIBRARIES = {"common", "conformance", "contiguous_passes", "lower_bound", "slowed"}
LIBRARIES = sorted({one.name for one in DRIVERS.iterdir() if one.is_dir()} - NO_LIBRARIES)


@pytest.mark.parametrize("folder", LIBRARIES)
def test_every_library_s_call_is_in_its_readme(folder) -> None:
    call = call_text((DRIVERS / folder / "README.md").read_text(encoding="utf-8"))
    assert call.startswith("```")
    assert call.count("```") == 2


@pytest.mark.parametrize(
    ("driver", "folder"),
    [("fftw_mpi", "fftw_mpi"), ("flups_nb", "flups"), ("heffte_cuda", "heffte")],
)
def test_drivers_of_one_library_have_one_readme(driver, folder) -> None:
    assert driver_readme(driver) == DRIVERS / folder / "README.md"


@pytest.mark.parametrize(
    ("driver", "said"), [("fftw_mpi", "fftw_mpi_plan_dft("), ("mine", "README of drivers/mine")]
)
def test_the_call_comes_with_the_advice(factory, case, problem, *, asked, driver, said) -> None:
    _, text = asked([factory.ok(case(driver, of=problem((8, 8, 8))))])
    assert said in text


def test_a_call_ends_where_the_next_section_begins() -> None:
    assert call_text("# A\n\n## In code\n\nthe call\n\n## More\n\nothers\n") == "the call"
    assert call_text("# A\n\n## More\n") == ""
