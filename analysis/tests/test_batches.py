"""Several fields by one call: their times over how many they are, driver by driver."""

from __future__ import annotations

import pytest

from fftbench.analysis.model.merge import merge
from fftbench.analysis.model.metrics import measure
from fftbench.analysis.model.sources import load
from fftbench.analysis.plots.growth.fields import fields_figure
from fftbench.analysis.plots.look.style import Palette, paper_style
from fftbench.analysis.questions.batches import batches, seconds_per_field
from fftbench.analysis.terminal.figures import Choice, draw_figures
from fftbench.core.contracts.problem import Workload


@pytest.fixture
def several(problem):
    """A problem of so many fields."""
    return lambda fields, **more: problem().model_copy(update={"fields": fields, **more})


@pytest.fixture
def measured(tmp_path, factory, case, several, write):
    """A driver that gains by several fields, one that does not, and one of one field only."""
    write(tmp_path, [
        *(factory.timed(case("gains", 2, of=several(fields)), 0.1 * fields**0.5)
          for fields in (1, 4)),
        *(factory.timed(case("loops", 2, of=several(fields)), 0.1 * fields) for fields in (1, 4)),
        factory.timed(case("loops", 2, {"slow": True}, several(4)), 9.0),
        factory.timed(case("loops", 1, of=several(1)), 0.1),
        factory.timed(case("single", 2, of=several(1)), 0.1),
    ])  # fmt: skip
    return tmp_path


def found_in(path):
    return batches(measure(merge(load([path]))))


def test_the_time_of_a_field_is_told(measured) -> None:
    (found,) = found_in(measured)
    assert found.problem.fields == 1
    assert found.resources.ranks == 2
    times = {
        driver: {fields: seconds_per_field(row).median for fields, row in own.items()}
        for driver, own in found.rows.items()
    }
    assert times["gains"][4] == pytest.approx(times["gains"][1] / 2)
    assert times["loops"][4] == pytest.approx(times["loops"][1])
    assert set(times) == {"gains", "loops"}  # one number of fields is no line


def test_a_step_of_a_flow_has_three_fields_by_however_many_calls(
    tmp_path, factory, case, several, write
) -> None:
    flow = {"workload": Workload.navier_stokes}
    write(tmp_path, [factory.timed(case("alpha", 2, of=several(fields, **flow)), 0.3)
                     for fields in (1, 3)])  # fmt: skip
    (found,) = found_in(tmp_path)
    one, three = (seconds_per_field(row).median for row in found.rows["alpha"].values())
    assert one == pytest.approx(three)


def test_what_has_one_field_only_is_not_drawn(campaign) -> None:
    assert found_in(campaign.path) == []


def test_every_number_of_fields_is_a_point(measured, tmp_path) -> None:
    (found,) = found_in(measured)
    with paper_style("test"):
        (axes,) = fields_figure(found, Palette(list(found.rows))).axes
    lines = [line for line in axes.lines if len(line.get_xdata()) > 1]
    assert [list(line.get_xdata()) for line in lines] == [[1, 4], [1, 4]]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["1", "4"]
    drawn = draw_figures([measured], tmp_path / "out", Choice())
    (figure,) = (figure for figure in drawn if figure.kind == "fields")
    assert figure.name.endswith("-fields")
