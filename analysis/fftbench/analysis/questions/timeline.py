"""What ranks and their threads did when, from a trace in Chrome's format as taskfft writes it."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fftbench.core.errors import UserError

PARTS = ("compute", "pack", "exchange", "unpack", "scheduling", "idle")
"""What a thread spends its time on; DaggerFFT's figure 9 joins pack, exchange and unpack."""


@dataclass(frozen=True)
class Span:
    """Work or a message; in seconds on the first rank's clock."""

    rank: int
    thread: int
    what: str
    """One of PARTS; for a message `send`, `receive` or `completion`; for an execution `forward`,
    `backward` or `round trip`, and `execution` in traces that do not tell."""
    begin: float
    end: float

    @property
    def seconds(self) -> float:
        """How long it lasted."""
        return self.end - self.begin


@dataclass(frozen=True)
class Timeline:
    """The events of some executions."""

    executions: tuple[Span, ...]
    """One for each rank."""
    work: tuple[Span, ...]
    messages: tuple[Span, ...]
    """Each from its start to when its completion was seen."""

    @property
    def begin(self) -> float:
        """When the first execution began."""
        return min(span.begin for span in self.executions)

    @property
    def end(self) -> float:
        """When the last execution ended."""
        return max(span.end for span in self.executions)

    @property
    def what(self) -> str:
        """Of one execution: what it was."""
        return self.executions[0].what

    @property
    def threads(self) -> list[tuple[int, int]]:
        """Ranks and their threads."""
        return sorted({(span.rank, span.thread) for span in self.work})

    def latest(self, number: int) -> list[Timeline]:
        """Return the latest executions one by one, at most `number`, oldest first."""
        by_rank: dict[int, list[Span]] = defaultdict(list)
        for span in sorted(self.executions, key=lambda span: span.begin):
            by_rank[span.rank].append(span)
        kept = zip(*(spans[-number:] for spans in by_rank.values()), strict=False)
        return [self._only(executions) for executions in kept]

    def _only(self, executions: tuple[Span, ...]) -> Timeline:
        def own(spans: Iterable[Span]) -> tuple[Span, ...]:
            return tuple(
                span
                for span in spans
                if any(
                    span.rank == whole.rank and whole.begin <= span.begin <= whole.end
                    for whole in executions
                )
            )

        return Timeline(executions, own(self.work), own(self.messages))

    def split(self) -> dict[tuple[int, int], dict[str, float]]:
        """Seconds of every thread by part; scheduling is the rest of the whole time."""
        whole: dict[int, float] = defaultdict(float)
        for span in self.executions:
            whole[span.rank] += span.seconds
        split: dict[tuple[int, int], dict[str, float]] = {}
        for rank, thread in self.threads:
            parts = dict.fromkeys(PARTS, 0.0)
            for span in self.work:
                if (span.rank, span.thread) == (rank, thread):
                    parts[span.what] += span.seconds
            parts["scheduling"] = whole[rank] - sum(parts.values())
            split[rank, thread] = parts
        return split

    def overlap(self, rank: int) -> float:
        """Seconds in which a rank's threads computed while one of its messages was leaving.

        Receives do not count: they are posted long before a message is on its way.
        """
        busy = _union(span for span in self.work if span.rank == rank and span.what == "compute")
        away = _union(s for s in self.messages if s.rank == rank and s.what != "receive")
        return sum(
            max(0.0, min(end, other_end) - max(begin, other_begin))
            for begin, end in busy
            for other_begin, other_end in away
        )


def read_timeline(path: Path) -> Timeline:
    """Read a trace; UserError if the file is not one, or holds no execution."""
    try:
        events = json.loads(path.read_text())["traceEvents"]
        timeline = _timeline(events)
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise UserError(
            f"{path} is not a trace of taskfft", "write one with TASKFFT_TRACE=FILE"
        ) from error
    if not timeline.executions:
        raise UserError(f"{path} holds no execution", "trace at least one forward or backward")
    return timeline


def _timeline(events: Sequence[Mapping[str, Any]]) -> Timeline:
    executions: list[Span] = []
    work: list[Span] = []
    messages: list[Span] = []
    under_way: dict[tuple[int, str], float] = {}
    for event in events:
        phase, rank = event["ph"], event["pid"]
        if phase == "X":
            run = event["cat"] == "run"
            what = event["name"] if run else event["cat"]
            begin = event["ts"] * 1e-6
            span = Span(rank, event["tid"], what, begin, begin + event["dur"] * 1e-6)
            (executions if run else work).append(span)
        elif phase == "b":
            under_way[rank, event["id2"]["local"]] = event["ts"] * 1e-6
        elif phase == "e":
            begin = under_way.pop((rank, event["id2"]["local"]))
            messages.append(Span(rank, event["tid"], event["name"], begin, event["ts"] * 1e-6))
    return Timeline(tuple(executions), tuple(work), tuple(messages))


def _union(spans: Iterable[Span]) -> list[tuple[float, float]]:
    """Merge spans that overlap or touch."""
    merged: list[tuple[float, float]] = []
    for span in sorted(spans, key=lambda span: span.begin):
        if merged and span.begin <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], span.end)
        else:
            merged.append((span.begin, span.end))
    return merged
