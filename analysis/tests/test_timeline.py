"""Traces of taskfft: what each thread spent its time on, and what overlapped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fftbench.analysis.plots.parts.timeline import timeline_figure
from fftbench.analysis.questions.timeline import Span, Timeline, read_timeline
from fftbench.analysis.terminal.timeline import print_timeline
from fftbench.core.errors import UserError


def work(cat, begin, duration, rank=0, name=None):
    return {"ph": "X", "pid": rank, "tid": 0, "name": name or cat, "cat": cat} | {
        "ts": begin,
        "dur": duration,
    }


def message(kind, begin, end, rank=0, number="1"):
    head = {"pid": rank, "tid": 0, "name": kind, "cat": "under way", "id2": {"local": number}}
    return [head | {"ph": "b", "ts": begin}, head | {"ph": "e", "ts": end}]


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    """Two executions of two ranks; microseconds."""
    events = [{"ph": "M", "name": "process_name", "pid": 0, "args": {"name": "rank 0"}}]
    for rank in (0, 1):
        for begin, name in ((0, "forward"), (1000, "backward")):
            events += [
                work("compute", begin, 60, rank),
                work("exchange", begin + 60, 30, rank),
                work("run", begin, 100, rank, name=name),
            ]
            events += message("send", begin + 40, begin + 80, rank, f"{begin}")
    path = tmp_path / "trace.json"
    path.write_text(json.dumps({"traceEvents": events}))
    return path


def test_executions_are_separated_and_split(trace) -> None:
    first, second = read_timeline(trace).latest(2)
    assert first.end <= second.begin
    for timeline in (first, second):
        parts = timeline.split()[1, 0]
        assert parts["compute"] == pytest.approx(60e-6)
        assert parts["exchange"] == pytest.approx(30e-6)
        assert parts["scheduling"] == pytest.approx(10e-6)
        assert timeline.overlap(0) == pytest.approx(20e-6)


def test_only_the_latest_executions_are_kept(trace) -> None:
    (last,) = read_timeline(trace).latest(1)
    assert last.begin == pytest.approx(1e-3)
    assert len(read_timeline(trace).latest(5)) == 2


def test_the_table_and_the_figure(trace, tmp_path, capsys) -> None:
    figure = tmp_path / "out.svg"
    print_timeline(trace, 2, figure, "a title")
    out = capsys.readouterr().out
    assert "60.0 %" in out and "20.0 µs" in out
    assert out.index("forward") < out.index("backward")
    assert "<svg" in figure.read_text()


def test_panels_say_what_was_executed(trace) -> None:
    drawn = timeline_figure(read_timeline(trace).latest(2), "")
    assert [[text.get_text() for text in axes.texts] for axes in drawn.axes] == [
        ["forward"],
        ["backward"],
    ]


def test_a_line_for_each_rank_and_its_messages(trace) -> None:
    drawn = timeline_figure(read_timeline(trace).latest(1), "")
    names = [tick.get_text() for tick in drawn.axes[0].get_yticklabels()]
    assert names == ["rank 0", "sends under way", "rank 1", "sends under way"]


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"traceEvents": [{"ph": "X"}]}'])
def test_a_file_that_is_not_a_trace_is_named(tmp_path, text) -> None:
    path = tmp_path / "other.json"
    path.write_text(text)
    with pytest.raises(UserError, match="is not a trace"):
        read_timeline(path)


def test_a_missing_file_an_empty_trace_and_a_bad_figure(trace, tmp_path) -> None:
    with pytest.raises(UserError, match="No such file"):
        read_timeline(tmp_path / "none.json")
    empty = tmp_path / "empty.json"
    empty.write_text('{"traceEvents": []}')
    with pytest.raises(UserError, match="holds no execution"):
        read_timeline(empty)
    with pytest.raises(UserError, match="can't be written"):
        print_timeline(trace, 1, tmp_path / "figure.nonsense")


spans = st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)), max_size=8)


@given(spans, spans)
def test_overlap_counts_every_moment_once(busy, away) -> None:
    def made(pairs, what):
        return tuple(Span(0, 0, what, min(p), max(p)) for p in pairs)

    timeline = Timeline((), made(busy, "compute"), made(away, "send"))
    moments = [k + 0.5 for k in range(50)]

    def covered(moment, pairs):
        return any(min(p) <= moment <= max(p) for p in pairs)

    expected = sum(covered(m, busy) and covered(m, away) for m in moments)
    assert timeline.overlap(0) == pytest.approx(expected)
