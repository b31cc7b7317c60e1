"""What limits the time of a case: FFT, exchange, reordering, or memory."""

from __future__ import annotations

from dataclasses import dataclass

from fftbench.analysis.model.metrics import Row

NEAR = 1.25
"""A case is limited by a bound if it takes at most so many times as long."""


@dataclass(frozen=True)
class Limit:
    """What takes most of the time of a case."""

    name: str
    """`FFT`, `exchange`, `reordering`, `FFT and reordering` where nobody tells them apart, or what
    the lower bound is made of, as `memory`."""
    shares: tuple[tuple[str, float], ...]
    """Of the wall time, by name, the largest first; of all parts that are known."""
    over_bound: float | None = None
    """Time over the bound, where that limits it."""


def limit_of(row: Row) -> Limit | None:
    """Find what limits a case, from its profiled passes and its lower bound; None if unknown."""
    parts = row.result.parts
    shares: list[tuple[str, float]] = []
    if parts is not None and parts.wall > 0:
        known = {"FFT": parts.fft, "exchange": parts.exchange, "reordering": parts.reorder}
        if parts.fft is None and parts.exchange is not None:
            known["FFT and reordering"] = parts.wall - parts.exchange
        shares = [(name, value / parts.wall) for name, value in known.items() if value]
        shares.sort(key=lambda share: -share[1])
    if row.bound and row.over_bound and row.over_bound.median < NEAR:
        return Limit(row.bound.by, tuple(shares), row.over_bound.median)
    return Limit(shares[0][0], tuple(shares)) if shares else None
