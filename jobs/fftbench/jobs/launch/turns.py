"""Programs that take turns: one measures, the others sleep, so that all meet the same machine.

A machine's speed changes within seconds: by neighbours on the same host, frequency, temperature. Of
programs that run one after the other each meets another machine. Here all programs of a comparison
are started and made ready, and then each has a turn of a few repetitions, again and again; what is
paired is what was measured in the same cycle.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence

from fftbench.core.contracts.case import Case
from fftbench.core.contracts.problem import Problem
from fftbench.core.errors import file_error
from fftbench.jobs.launch.program import POLL_SECONDS, Ended, Events, How, Launch, Program

OVER = b"fftbench turn over: "
"""What a program says on a line of its own, and a word: `ready`, `turn` or `case`."""


class TurnTaker:
    """A program that does something only in its turns."""

    def __init__(self, launch: Launch, cases: tuple[Case, ...], events: Events) -> None:
        self.program = Program(launch, cases, events, in_turns=True)
        self.how: How | None = None
        """How it ended; None while it takes part."""
        self._rest = b""

    def get_ready(self) -> None:
        """Wait until it has started; while others were waited for, its time did not count."""
        self.program.resume()
        self.until_over()

    def turn(self, cycle: int) -> str | None:
        """Give it a turn; returns what it says of that, None if it takes part no more."""
        if self.how is not None:
            return None
        self.program.resume()
        self.program.process.say(str(cycle))
        return self.until_over()

    def until_over(self) -> str | None:
        """Wait until its turn is over, as `turn` does; starting is a turn, too."""
        while self.how is None:
            word = self._word()
            if word is not None:
                if word == "case":
                    self.program.collect()
                self.program.pause()
                return word
            self.how = self.program.ending()
        return None

    def finish(self) -> None:
        """Let it end after its last case; `until_over` waits for that."""
        if self.how is None:
            self.program.resume()
            self.program.process.say("0")

    def ended(self) -> Ended:
        """End it for certain, and tell all that came of it."""
        try:
            while heard := self.program.process.heard(0):
                self._understood(heard)
        finally:
            ended = self.program.ended(self.how or "interrupted")
        return ended

    def _word(self) -> str | None:
        """Read what it prints; returns the word that ends a turn, None if there is none yet."""
        heard = self.program.process.heard(POLL_SECONDS)
        if heard == b"":  # it is about to end
            time.sleep(POLL_SECONDS / 10)
        return self._understood(heard or b"")

    def _understood(self, heard: bytes) -> str | None:
        *lines, self._rest = (self._rest + heard).split(b"\n")
        words = [line.removeprefix(OVER).strip() for line in lines if line.startswith(OVER)]
        others = [line for line in lines if line and not line.startswith(OVER)]
        if others:  # rarely: most turns end without a word to anybody else
            self._write_down(b"\n".join([*others, b""]))
        return words[-1].decode() if words else None

    def _write_down(self, words: bytes) -> None:
        log = self.program.launch.log
        try:
            with log.open("ab", buffering=0) as file:
                file.write(words)
        except OSError as error:
            raise file_error(log, error) from error


def measure_in_turns(
    starts: Sequence[tuple[Launch, tuple[Case, ...]]], events: Events
) -> list[Ended]:
    """Run programs on their cases, which take turns at each problem; as `measure` does for one.

    The problems of each come in the same order; each has at most one case of a problem. Raises
    UserError where one does not start or files can't be written.
    """
    takers: list[TurnTaker] = []
    try:
        takers += [TurnTaker(launch, cases, events) for launch, cases in starts]
        for taker in takers:
            taker.get_ready()
        order = random.Random(starts[0][0].number)
        while (problem := _next_problem(takers)) is not None:
            _measure_problem([one for one in takers if _at(one, problem)], order)
        for taker in takers:
            taker.finish()
        for taker in takers:
            taker.until_over()
    finally:
        ended = _all_ended(takers)
    return ended


def _all_ended(takers: Sequence[TurnTaker]) -> list[Ended]:
    """End every one of them, even if what one said last can't be written down."""
    if not takers:
        return []
    try:
        first = takers[0].ended()
    finally:
        others = _all_ended(takers[1:])
    return [first, *others]


def _measure_problem(takers: list[TurnTaker], order: random.Random) -> None:
    """Let all plan and check, one after the other, and then measure in turns."""
    order.shuffle(takers)
    cycle = 0
    active = [taker for taker in takers if taker.turn(cycle) == "turn"]
    while active:
        cycle = max(cycle + 1, time.time_ns() // 10**6)
        order.shuffle(active)
        active = [taker for taker in active if taker.turn(cycle) == "turn"]


def _at(taker: TurnTaker, problem: Problem) -> bool:
    current = taker.program.current
    return taker.how is None and current is not None and current.problem == problem


def _next_problem(takers: Sequence[TurnTaker]) -> Problem | None:
    """Find the next problem that none has to wait for; None if all is measured."""
    pending = [one.program.pending() for one in takers if one.how is None]
    heads = [cases[0].problem for cases in pending if cases]
    later = {case.problem for cases in pending for case in cases[1:]}
    return next((problem for problem in heads if problem not in later), heads[0] if heads else None)
