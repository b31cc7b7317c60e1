"""Ctrl-C and the signals of batch systems as a request to stop, obeyed where that is safe."""

from __future__ import annotations

import signal
from types import FrameType, TracebackType

SIGNALS = (
    signal.SIGINT,
    signal.SIGTERM,
    signal.SIGHUP,
    signal.SIGUSR1,
    signal.SIGUSR2,
    signal.SIGXCPU,
)


class Interrupt:
    """A context that counts the signals which arrive while it is entered, and raises nothing.

    An exception out of a signal handler could strike between the start of a program and the note
    of its process id, and leave the program running.
    """

    def __init__(self) -> None:
        self.times = 0
        self._before: dict[signal.Signals, object] = {}

    @property
    def requested(self) -> bool:
        """Whether somebody asked to stop: do so at the next safe point."""
        return self.times > 0

    @property
    def urgent(self) -> bool:
        """Whether it was asked for more than once: do not wait for anything."""
        return self.times > 1

    def __enter__(self) -> Interrupt:
        for number in SIGNALS:
            if number is signal.SIGHUP and signal.getsignal(number) is signal.SIG_IGN:
                continue  # nohup: the end of a terminal is none of the run
            self._before[number] = signal.signal(number, self._count)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)  # type: ignore[arg-type]

    def _count(self, number: int, frame: FrameType | None) -> None:
        del number, frame
        self.times += 1
