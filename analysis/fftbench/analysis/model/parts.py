"""The parts of a transform's time, from its profiled passes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from statistics import median

from fftbench.core.contracts.profile import Breakdown, Profile, Spread
from fftbench.core.contracts.record import Record

DIFFERS = 1.1
"""Profiled passes differ from timed ones if one takes more than this factor of the other."""


@dataclass(frozen=True)
class Parts:
    """Where the wall time of forward + backward goes: seconds, mean over ranks, per pair.

    None is what nobody tells; `wall` is the sum of the parts and of `rest`.
    """

    wall: float
    fft: float | None
    reorder: float | None
    """What FFT and exchange leave, if both are known."""
    exchange: float | None
    exchange_bytes: float | None
    """Sent to other ranks, summed over ranks."""
    declared: tuple[str, ...] = ()
    """Those of `fft` and `exchange` that interception could not tell: by the library's timers."""
    device: float | None = None
    """Of the wall time, that of the devices by their own clocks."""
    moved_bytes: float | None = None
    """Between host and devices, both ways, summed over ranks."""
    phases: Mapping[str, float] = field(default_factory=dict)
    """All that the library's own timers tell, by phase; they add up to `wall`. Empty if nothing."""

    @property
    def rest(self) -> float:
        """What the known parts leave of the wall time."""
        return self.wall - sum(part or 0.0 for part in (self.fft, self.reorder, self.exchange))


def parts_of(profile: Profile) -> Parts:
    """Sum forward and backward; what is known of one of them alone is unknown."""
    both = (profile.forward, profile.backward)
    wall = sum(part.wall_s.mean for part in both)
    exchange, declared_exchange = _known(both, _exchange, _declared_exchange)
    fft, declared_fft = _known(both, _fft, _declared_fft)
    if fft is not None:
        # Two clocks may disagree a little; no part is negative.
        fft = min(fft, wall - (exchange or 0.0))
    declared = {"fft": declared_fft, "exchange": declared_exchange}
    return Parts(
        wall=wall,
        fft=fft,
        reorder=wall - fft - exchange if fft is not None and exchange is not None else None,
        exchange=exchange,
        exchange_bytes=_sum(part.exchange_bytes for part in both),
        declared=tuple(name for name, used in declared.items() if used),
        device=_total(both, lambda part: part.device_s),
        moved_bytes=_sum(_moved(part) for part in both),
        phases=_phases(both),
    )


def _sum(values: Iterable[float | None]) -> float | None:
    known = tuple(values)
    return None if None in known else sum(one or 0.0 for one in known)


def _moved(part: Breakdown) -> float | None:
    moved = part.transfers
    return None if moved is None else moved.to_device_bytes + moved.to_host_bytes


def _phases(both: tuple[Breakdown, ...]) -> dict[str, float]:
    """Sum the phases that libraries declare; one that a direction leaves out is in its `other`."""
    sums: dict[str, float] = {}
    for part in both:
        if part.declared_s is None:
            return {}
        for one in fields(part.declared_s):
            spread = getattr(part.declared_s, one.name)
            if spread is not None:
                sums[one.name] = sums.get(one.name, 0.0) + spread.mean
    return sums


def fft_of(direction: Breakdown) -> float | None:
    """Seconds of one direction in one-dimensional transforms, mean over ranks; None if unknown."""
    return _known((direction,), _fft, _declared_fft)[0]


def over_timed(record: Record) -> float | None:
    """Time of the profiled passes over the median of the timed ones, of the slowest rank each.

    Those of a case with a workload pass through the bare transforms: None, they are not alike.
    """
    if record.profile is None or record.forward is None or record.backward is None:
        return None
    if record.whole is not None:
        return None
    pairs = [a + b for a, b in zip(record.forward.max_s, record.backward.max_s, strict=True)]
    timed = median(pairs) if pairs else 0.0
    profiled = record.profile.forward.wall_s.max + record.profile.backward.wall_s.max
    return profiled / timed if timed > 0 else None


def differs(ratio: float | None) -> bool:
    """Whether profiled passes took so much longer or shorter that their parts mean little."""
    return ratio is not None and not 1 / DIFFERS <= ratio <= DIFFERS


Get = Callable[[Breakdown], Spread | None]


def _known(both: tuple[Breakdown, ...], seen: Get, told: Get) -> tuple[float | None, bool]:
    """Return a part by interception, else as declared; and whether it was declared."""
    value = _total(both, seen)
    if value is not None:
        return value, False
    value = _total(both, told)
    return value, value is not None


def _total(both: tuple[Breakdown, ...], get: Get) -> float | None:
    spreads = [get(part) for part in both]
    if None in spreads:
        return None
    return sum(spread.mean for spread in spreads if spread)


def _exchange(part: Breakdown) -> Spread | None:
    return part.exchange_s


def _fft(part: Breakdown) -> Spread | None:
    return part.fft_s


def _declared_exchange(part: Breakdown) -> Spread | None:
    return part.declared_s.exchange if part.declared_s else None


def _declared_fft(part: Breakdown) -> Spread | None:
    return part.declared_s.fft if part.declared_s else None
