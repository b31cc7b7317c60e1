"""The samples of a record, as results use them."""

from __future__ import annotations

from collections.abc import Sequence

from fftbench.core.contracts.record import Record, Samples


def forward(record: Record) -> Sequence[float]:
    """Seconds of the slowest rank, by repetition."""
    return _times(record.forward)


def backward(record: Record) -> Sequence[float]:
    """Seconds of the slowest rank, by repetition."""
    return _times(record.backward)


def repetitions(record: Record) -> int:
    """Count the timed pairs of transforms, or the times that a workload was solved."""
    return min((len(found.max_s) for found in timed(record)), default=0)


def pointwise(record: Record) -> Sequence[float]:
    """Seconds of the slowest rank between the transforms of a workload, by repetition."""
    return _times(record.pointwise)


def timed(record: Record) -> tuple[Samples, ...]:
    """Return what was timed by itself: both directions, or a workload from end to end."""
    if record.whole is not None:
        return (record.whole,)
    return tuple(found for found in (record.forward, record.backward) if found)


def pairs(record: Record) -> Sequence[float]:
    """Forward + backward of each repetition; the two alternate, so there are as many of each.

    Of a workload the whole, from end to end.
    """
    if record.whole is not None:
        return record.whole.max_s
    return [f + b for f, b in zip(forward(record), backward(record), strict=False)]


def imbalances(record: Record) -> Sequence[float]:
    """Time of the slowest rank over that of the median rank, by repetition."""
    if record.whole is not None:
        found = zip(record.whole.max_s, record.whole.median_s, strict=True)
        return [slowest / middle for slowest, middle in found if middle > 0]
    if record.forward is None or record.backward is None:
        return ()
    both = zip(record.forward.median_s, record.backward.median_s, strict=False)
    middle = [f + b for f, b in both]
    return [s / m for s, m in zip(pairs(record), middle, strict=False) if m > 0]


def _times(samples: Samples | None) -> Sequence[float]:
    return samples.max_s if samples else ()
