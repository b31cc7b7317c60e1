"""How much longer a run will take."""

from __future__ import annotations

from collections.abc import Mapping

from fftbench.core.contracts.record import Record


class TimeLeft:
    """Learns from the measurements made how long the others will take."""

    def __init__(self) -> None:
        self._case_seconds: dict[str, float] = {}
        self._measured = 0.0
        self._wall = 0.0

    def learn(self, record: Record, wall: float) -> None:
        """Take in a record that needed `wall` seconds of this run, its launch included."""
        self._case_seconds[record.case.id] = record.elapsed_s
        self._measured += record.elapsed_s
        self._wall += wall

    def seconds(self, to_come: Mapping[str, int]) -> float | None:
        """Return the seconds for so many more launches of each case id; None at the start.

        A case takes what it took in an earlier launch, an unknown one the mean of the known ones;
        launching comes on top as it did so far.
        """
        if not self._case_seconds or self._measured <= 0:
            return None
        mean = sum(self._case_seconds.values()) / len(self._case_seconds)
        expected = sum(n * self._case_seconds.get(case, mean) for case, n in to_come.items())
        return expected * self._wall / self._measured
