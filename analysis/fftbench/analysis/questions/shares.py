"""Shares of the time of taskfft's executions, as figure 9 of the DaggerFFT paper has them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from fftbench.analysis.model.formats import count, listing
from fftbench.analysis.questions.timeline import read_timeline

JOINED = {
    "compute": "FFT",
    "pack": "redistribution",
    "exchange": "redistribution",
    "unpack": "redistribution",
    "scheduling": "scheduling",
    "idle": "idle",
}
"""The paper's share of each part of a trace; it has none for idle threads."""


@dataclass(frozen=True)
class TraceShares:
    """Where the time of all threads went, in all executions of a trace."""

    name: str
    """Of its file, without the suffix."""
    ranks: int
    threads: int
    """Of each rank that has most."""
    seconds: float
    """Of an execution, a transform in one direction: the mean."""
    percent: dict[str, float]
    """By share; they add up to 100."""

    @property
    def label(self) -> str:
        """Write `2 ranks of 4 threads`."""
        threads = f" of {count(self.threads, 'thread')}" if self.threads > 1 else ""
        return count(self.ranks, "rank") + threads

    @property
    def text(self) -> str:
        """Write `FFT 60.0 %, redistribution 30.0 % and scheduling 10.0 %`."""
        return listing([f"{name} {value:.1f} %" for name, value in self.percent.items() if value])


def trace_shares(path: Path) -> TraceShares:
    """Read a trace and sum it up; UserError if it is none."""
    timeline = read_timeline(path)
    sums: dict[str, float] = dict.fromkeys(JOINED.values(), 0.0)
    threads: dict[int, int] = defaultdict(int)
    for (rank, _), parts in timeline.split().items():
        threads[rank] += 1
        for part, seconds in parts.items():
            sums[JOINED[part]] += seconds
    whole = sum(sums.values())
    return TraceShares(
        name=path.stem,
        ranks=len({span.rank for span in timeline.executions}),
        threads=max(threads.values(), default=1),
        seconds=sum(span.seconds for span in timeline.executions) / len(timeline.executions),
        percent={name: 100 * seconds / whole for name, seconds in sums.items()} if whole else {},
    )
