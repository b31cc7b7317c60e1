"""What a person sees while a campaign runs."""

from __future__ import annotations

import contextlib
import sys
import time
from typing import TYPE_CHECKING, Protocol

from fftbench.core.contracts.case import Case
from fftbench.core.contracts.labels import case_text
from fftbench.core.contracts.record import Record

if TYPE_CHECKING:
    from rich.progress import Progress


class Reporter(Protocol):
    """Shows what happens in a run."""

    def begin(self, total: int, to_come: int) -> None:
        """Start: so many measurements are planned, of which so many are to be made now."""

    def running(self, case: Case) -> None:
        """Show the case that is being measured; called several times a second."""

    def finished(self, record: Record, seconds_left: float | None) -> None:
        """Show a record that has been written."""

    def note(self, text: str) -> None:
        """Show something out of the ordinary."""

    def end(self) -> None:
        """Finish: nothing more will come."""


class LineReporter:
    """One line per measurement, for log files and pipes."""

    def __init__(self) -> None:
        self._total = self._done = 0

    def begin(self, total: int, to_come: int) -> None:
        """Say what lies ahead."""
        self._total, self._done = total, total - to_come
        self.note(f"{to_come} of {total} measurements to be made")

    def running(self, case: Case) -> None:
        """Stay silent: the line comes when it ends."""

    def finished(self, record: Record, seconds_left: float | None) -> None:
        """Print number, case, status and time."""
        self._done += 1
        left = f", {duration(seconds_left)} left" if seconds_left is not None else ""
        width = len(str(self._total))
        self.note(f"[{self._done:{width}}/{self._total}] {outcome(record)}{left}")

    def note(self, text: str) -> None:
        """Print it; where nobody reads it any more, or a disk is full, measuring goes on."""
        with contextlib.suppress(OSError):
            print(text, file=sys.stderr, flush=True)

    def end(self) -> None:
        """Leave the lines as they are."""


class BarReporter:
    """A progress bar on a terminal, redrawn once a second so as not to disturb the measurement."""

    def __init__(self) -> None:
        self._bar: Progress | None = None
        self._drawn = 0.0
        self._finish: float | None = None

    def begin(self, total: int, to_come: int) -> None:
        """Draw the bar."""
        from rich.console import Console  # noqa: PLC0415 (slow to import)
        from rich.progress import (  # noqa: PLC0415
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
        )
        from rich.table import Column  # noqa: PLC0415

        rest_of_the_line = Column(ratio=1, no_wrap=True, overflow="ellipsis")
        self._bar = Progress(
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TextColumn("{task.fields[left]}"),
            TextColumn("{task.description}", markup=False, table_column=rest_of_the_line),
            expand=True,
            console=Console(stderr=True),
            auto_refresh=False,
            transient=True,
        )
        self._bar.add_task("", total=total, completed=total - to_come, left="")
        self._bar.start()

    def running(self, case: Case) -> None:
        """Show the case and the time left."""
        if self._bar is not None and time.monotonic() - self._drawn >= 1.0:
            self._draw(case_text(case))

    def finished(self, record: Record, seconds_left: float | None) -> None:
        """Move on; a result without times is kept above the bar."""
        if self._bar is not None:
            self._finish = None if seconds_left is None else time.monotonic() + seconds_left
            self._bar.advance(self._bar.task_ids[0])
            if not record.status.timed:
                self.note(outcome(record))
            self._draw(case_text(record.case))

    def note(self, text: str) -> None:
        """Print it above the bar."""
        if self._bar is not None:
            self._bar.console.print(text, markup=False, highlight=False)

    def end(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()

    def _draw(self, text: str) -> None:
        if self._bar is not None:
            self._drawn = time.monotonic()
            left = "" if self._finish is None else duration(max(self._finish - self._drawn, 0.0))
            left = left and f"{left} left"
            self._bar.update(self._bar.task_ids[0], description=text, left=left, refresh=True)


def choose_reporter() -> Reporter:
    """Return a bar on a terminal, lines elsewhere."""
    return BarReporter() if sys.stderr.isatty() else LineReporter()


def outcome(record: Record) -> str:
    """Say in a line how a case ended; only the first line of the reason."""
    reason = f": {record.reason.splitlines()[0]}" if record.reason else ""
    took = f" in {record.elapsed_s:.1f} s" if record.elapsed_s else ""
    return f"{case_text(record.case)}: {record.status.value}{took}{reason}"


def duration(seconds: float) -> str:
    """Write seconds as `45 s`, `3 min` or `2.5 h`."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
