"""The parts of a transform's time, from its profiled passes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from fftbench.core.contracts.record import Profile, Spread


@dataclass(frozen=True)
class Parts:
    """Where the wall time of forward + backward goes: seconds, mean over ranks, per pair.

    `wall = exchange + local`, and `local = fft + reorder` if those two can be told apart.
    """

    wall: float
    exchange: float
    local: float
    fft: float | None
    reorder: float | None
    exchange_bytes: float
    """Sent to other ranks, summed over ranks."""


def parts_of(profile: Profile) -> Parts:
    """Sum forward and backward; fft and reorder are None unless all four numbers are known."""
    both = (profile.forward, profile.backward)
    fft = _total(part.fft_s for part in both)
    reorder = _total(part.reorder_s for part in both)
    split = fft is not None and reorder is not None
    return Parts(
        wall=sum(part.wall_s.mean for part in both),
        exchange=sum(part.exchange_s.mean for part in both),
        local=sum(part.local_s.mean for part in both),
        fft=fft if split else None,
        reorder=reorder if split else None,
        exchange_bytes=sum(part.exchange_bytes for part in both),
    )


def _total(spreads: Iterable[Spread | None]) -> float | None:
    total = 0.0
    for spread in spreads:
        if spread is None:
            return None
        total += spread.mean
    return total
