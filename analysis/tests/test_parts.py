"""The parts of a time: they add up, nothing is guessed, and what is declared says so."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fftbench.analysis.model.merge import merge
from fftbench.analysis.model.metrics import measure
from fftbench.analysis.model.parts import differs, over_timed, parts_of
from fftbench.analysis.model.selection import profiled
from fftbench.analysis.model.sources import ResultsFolder, assemble
from fftbench.analysis.plots.collection import captions
from fftbench.analysis.plots.look.style import PHASES, paper_style
from fftbench.analysis.plots.parts.breakdown import breakdown_figure, declares, segments
from fftbench.analysis.plots.parts.phases import phases_figure, with_phases
from fftbench.analysis.questions.notes import notes
from fftbench.analysis.tables.breakdown import breakdown_table
from fftbench.core.contracts.profile import Breakdown, Declared, Profile, Spread, Transfers
from fftbench.core.contracts.record import Warning

times = st.floats(0, 10)


def spread(mean: float) -> Spread:
    return Spread(mean=mean, min=mean, max=mean)


@st.composite
def breakdowns(draw) -> Breakdown:
    """Make a breakdown that tells some parts by interception and some by the library's timers."""
    seconds = {name: draw(times) for name in ("fft", "exchange", "reorder")}
    wall = sum(seconds.values())
    has_fft, has_exchange = draw(st.booleans()), draw(st.booleans())
    declared = None
    if draw(st.booleans()):
        some = [name for name in ("fft", "pack", "exchange") if draw(st.booleans())]
        phases = {name: spread(draw(st.floats(0, 1)) * wall / 3) for name in some}
        other = max(wall - sum(phase.mean for phase in phases.values()), 0.0)
        declared = Declared(**phases, other=spread(other))
    return Breakdown(
        wall_s=spread(wall),
        exchange_s=spread(seconds["exchange"]) if has_exchange else None,
        local_s=spread(seconds["fft"] + seconds["reorder"]) if has_exchange else None,
        fft_s=spread(seconds["fft"]) if has_fft else None,
        reorder_s=spread(seconds["reorder"]) if has_fft and has_exchange else None,
        exchange_bytes=1.0 if has_exchange else None,
        declared_s=declared,
    )


@given(breakdowns(), breakdowns())
def test_parts_add_up_and_none_is_negative(forward: Breakdown, backward: Breakdown) -> None:
    parts = parts_of(Profile(repetitions=1, forward=forward, backward=backward))
    found = segments(parts)
    assert sum(seconds for _, seconds in found) == pytest.approx(parts.wall)
    assert all(seconds >= -1e-9 for _, seconds in found)
    assert {name for name, _ in found} <= PHASES.keys()
    assert parts.rest >= -1e-9


@given(breakdowns(), breakdowns())
def test_nothing_is_guessed(forward: Breakdown, backward: Breakdown) -> None:
    """A part is known only if each direction's is: by interception, or else as declared."""
    parts = parts_of(Profile(repetitions=1, forward=forward, backward=backward))
    both = (forward, backward)
    for name in ("fft", "exchange"):
        seen = [getattr(one, f"{name}_s") for one in both]
        told = [one.declared_s and getattr(one.declared_s, name) for one in both]
        value = getattr(parts, name)
        assert (value is not None) == (None not in seen or None not in told)
        assert (name in parts.declared) == (None in seen and None not in told)
    assert (parts.reorder is None) == (parts.fft is None or parts.exchange is None)
    assert (parts.exchange_bytes is None) == any(one.exchange_bytes is None for one in both)


def known(fft: bool, exchange: bool, declared: Declared | None = None) -> Breakdown:
    """A wall time of 10: 5 in FFTs and 2 in the exchange, as far as they are seen."""
    return Breakdown(
        wall_s=spread(10),
        exchange_s=spread(2) if exchange else None,
        local_s=spread(8) if exchange else None,
        fft_s=spread(5) if fft else None,
        reorder_s=spread(3) if fft and exchange else None,
        exchange_bytes=8e6 if exchange else None,
        declared_s=declared,
    )


TOLD = Declared(fft=spread(4), exchange=spread(1), other=spread(5))


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        (known(fft=True, exchange=True, declared=TOLD), {"FFT": 10, "reorder": 6, "exchange": 4}),
        (known(fft=False, exchange=True), {"local (FFT and reorder)": 16, "exchange": 4}),
        (known(fft=True, exchange=False), {"FFT": 10, "reorder and exchange": 10}),
        (known(fft=False, exchange=False), {"not told apart": 20}),
        (known(fft=False, exchange=True, declared=TOLD), {"FFT": 8, "reorder": 8, "exchange": 4}),
        (known(fft=False, exchange=False, declared=TOLD), {"FFT": 8, "reorder": 10, "exchange": 2}),
    ],
)
def test_what_is_not_seen_is_as_declared_or_not_told(part: Breakdown, expected) -> None:
    parts = parts_of(Profile(repetitions=1, forward=part, backward=part))
    assert dict(segments(parts)) == pytest.approx(expected)


def test_what_a_library_tells_is_kept_by_phase() -> None:
    told = known(fft=True, exchange=True, declared=TOLD)
    parts = parts_of(Profile(repetitions=1, forward=told, backward=told))
    assert parts.phases == pytest.approx({"fft": 8, "exchange": 2, "other": 10})
    other = known(fft=True, exchange=True)
    assert parts_of(Profile(repetitions=1, forward=told, backward=other)).phases == {}


def test_only_drivers_with_timers_have_a_bar_of_phases(factory, case) -> None:
    told = known(fft=True, exchange=True, declared=TOLD)
    profile = Profile(repetitions=1, forward=told, backward=told)
    rows = rows_of(
        *(factory.ok(case("tells", ranks), profile=profile) for ranks in (1, 2)),
        factory.ok(case("silent", 2)),
    )
    groups = with_phases(rows)
    assert [(one.heading, [bar.name for bar in one.bars]) for one in groups] == [
        ("1 rank", ["tells"]), ("2 ranks", ["tells"])
    ]  # fmt: skip
    with paper_style("test"):
        figure = phases_figure(rows)
    assert [text.get_text() for text in figure.legends[0].get_texts()] == [
        "FFT", "exchange", "other"
    ]  # fmt: skip


def rows_of(*records):
    return measure(merge(assemble([ResultsFolder(records, None)])))


def test_every_combination_is_drawn_and_listed_with_what_is_declared_marked(factory, case) -> None:
    records = []
    for number, (fft, exchange, told) in enumerate(itertools.product((True, False), repeat=3)):
        part = known(fft, exchange, TOLD if told else None)
        profile = Profile(repetitions=1, forward=part, backward=part)
        records.append(factory.ok(case(f"driver{number}"), profile=profile))
    rows = rows_of(*records)
    marked = {row.result.case.driver for row in rows if declares(row)}
    assert marked == {"driver2", "driver4", "driver6"}
    with paper_style("breakdown"):
        (axes,) = breakdown_figure(rows).axes
    names = {label.get_text() for label in axes.get_yticklabels()}
    assert {name.removesuffix(" *") for name in names if name.endswith("*")} == marked
    table = breakdown_table([(rows[0].resources, rows)])
    lines = [[f"{cell.text} {cell.note}".strip() for cell in line] for line in table.rows]
    assert sum("declared" in " ".join(line) for line in lines) == len(marked)
    assert any("not told apart" in line for line in lines)


def test_what_a_device_tells_has_columns_where_there_is_one(factory, case) -> None:
    host = known(fft=True, exchange=True)
    moved = Transfers(to_device_bytes=3e6, to_host_bytes=2e6)
    device = replace(host, device_s=spread(0.9 * host.wall_s.mean), transfers=moved)
    parts = parts_of(Profile(repetitions=1, forward=device, backward=device))
    assert parts.device == pytest.approx(0.9 * parts.wall)
    assert parts.moved_bytes == 10e6
    records = [
        factory.ok(case(name), profile=Profile(repetitions=1, forward=part, backward=part))
        for name, part in (("a", host), ("b", device))
    ]
    rows = rows_of(*records)
    added = {"by the device's clock": "90 %", "host to device and back": "10.0 MB"}
    table = breakdown_table([(rows[0].resources, rows)])
    (line,) = (line for line in table.rows if any(cell.text == "b" for cell in line))
    told = {column.name: cell.text for column, cell in zip(table.columns, line, strict=True)}
    assert {name: told[name] for name in added} == added
    table = breakdown_table([(rows[0].resources, rows[:1])])
    assert not added.keys() & {column.name for column in table.columns}


def test_profiled_passes_that_differ_from_timed_ones_are_marked(factory, case) -> None:
    alike = factory.timed(case("alike"), 10.0)
    apart = factory.timed(case("apart"), 10.0)
    part = known(fft=True, exchange=True)
    slow = replace(part, wall_s=spread(11.5))
    alike = alike.model_copy(
        update={"profile": Profile(repetitions=1, forward=part, backward=part)}
    )
    apart = apart.model_copy(
        update={"profile": Profile(repetitions=1, forward=slow, backward=slow)}
    )
    assert over_timed(alike) == pytest.approx(1.0)
    assert over_timed(apart) == pytest.approx(1.15)
    assert [differs(over_timed(one)) for one in (alike, apart)] == [False, True]
    assert differs(1 / 1.15)
    assert not differs(None)
    rows = rows_of(alike, apart)
    found = [note for note in notes([row.result for row in rows]) if note.code == "profile_differs"]
    assert [note.drivers for note in found] == [("apart",)]
    table = breakdown_table([(rows[0].resources, rows)])
    assert [sum(cell.kind == "warn" for cell in line) for line in table.rows] == [0, 1]
    notes_of_cells = [cell.note for line in table.rows for cell in line if cell.kind == "warn"]
    assert notes_of_cells == ["in a launch 1.15 times the timed"]


def test_where_cores_are_shared_the_parts_are_marked(factory, case) -> None:
    warning = Warning(code="oversubscribed", text="4 ranks on 2 CPUs")
    part = known(fft=True, exchange=True, declared=TOLD)
    profile = Profile(repetitions=1, forward=part, backward=part)
    records = [
        factory.ok(case(name, ranks), profile=profile, warnings=(warning,) * (ranks == 4))
        for name in ("a", "b")
        for ranks in (2, 4)
    ]
    rows = rows_of(*records)
    for make in (breakdown_figure, phases_figure):
        with paper_style("shared"):
            (axes,) = make(rows).axes
        headings = [text.get_text() for text in axes.texts if "rank" in text.get_text()]
        assert headings == ["2 ranks", "4 ranks, shared cores"]
    table = breakdown_table(profiled(rows))
    assert [(line[0].text, line[0].note) for line in table.rows] == [
        ("2 ranks", ""), ("2 ranks", ""), ("4 ranks", "shared cores"), ("4 ranks", "shared cores")
    ]  # fmt: skip
    for caption in (captions.breakdown, captions.phases):
        said = "Where ranks or threads share cores, that claims nothing."
        assert [said in caption(those) for those in (rows, rows[:2])] == [True, False]
