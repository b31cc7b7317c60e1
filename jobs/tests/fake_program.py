#!/usr/bin/env python3
"""A driver program without MPI or FFT, that keeps or breaks the contract as its cases ask.

The setting `mode` of a case says what happens in it; the environment variable FAKE_DIE_ONCE names
a file: while it exists, the program removes it and dies in the middle of a case, of SIGSEGV or as
the mode does that it holds. So does FAKE_HOLD: while that exists, the program does not begin its
fourth case. FAKE_UNSTARTED names a file with a number: so many starts end as if the launcher had
not come to the program. FAKE_RANKS is the number of ranks that the program finds itself started as.
FAKE_ONLY names the drivers that these two are about, instead of all. FAKE_TURNS names a file to
which it writes a line at the beginning and end of each of its turns. FAKE_STUCK names a
driver whose starts hang before they show a sign of life.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path

MODES = [
    "ok",
    "wrong",
    "unsupported",
    "fail",
    "fail_and_leave",
    "watchdog",
    "segv",
    "term",
    "exit",
    "leave",
    "hang",
    "stubborn",
    "half_line",
    "half_record_then_ok",
    "singletons",
    "foreign",
    "older",
    "slow",
    "full",
    "mpi_error",
    "crash_at_end",
    "timed",
    "tied",
]
UNRANKED = "it is a fake"
TURN_TAKERS = ("one", "two")
ON_GPUS = ("other",)
TURNS = 4
RIGHT = {"tolerance": 1e-14, "error": 1e-16}
"""What a record shows that calls itself ok."""
TIMED = ("ok", "timed", "tied", "slow", "foreign", "half_record_then_ok", "crash_at_end")
EXIT_CODES = {"unsupported": 3, "wrong": 4, "failed": 5, "timeout": 5}


def describe(name: str) -> None:
    """Print what the driver can do."""
    option = {"name": "mode", "help": "what to do", "values": MODES}
    number = {"name": "number", "help": "tells cases apart", "values": list(range(20))}
    description = {
        "name": name,
        "library": "Fake",
        "version": "1",
        "dims": [2, 3],
        "transforms": ["c2c", "r2c"],
        "precisions": ["double", "single"],
        "placements": ["out_of_place", "in_place"],
        "memories": ["host", "cuda"] if name in ON_GPUS else ["host"],
        "decompositions": ["slab", "pencil"],
        "threaded": True,
        "takes_turns": name in TURN_TAKERS,
        "unranked": UNRANKED if name == "fake" else None,
        "options": [option, number],
    }
    print(json.dumps(description))


def line(
    case: dict, launch: int, status: str, reason: str | None = None, more: dict | None = None
) -> bytes:
    """Make a record as a line."""
    record = {
        "schema": "fftbench/record/3",
        "case": case,
        "launch": launch,
        "status": status,
        "reason": reason,
        "started": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "elapsed_s": 0.01,
        **({"check": RIGHT} if status == "ok" else {}),
        **(more or {}),
    }
    return json.dumps(record).encode() + b"\n"


def timed(one: bytes, case: dict, launch: int) -> bytes:
    """Add times: of a tie, which differs by launches; else of what is faster but in launch 0."""
    number = case["settings"]["number"]
    seconds = 1 + number / 10 if launch else 1 - number / 100
    if case["settings"]["mode"] == "tied":
        seconds = 1 + (number + launch) % 2 / 10
    samples = {"max_s": [seconds], "median_s": [seconds], "min_s": [seconds], "slowest_rank": [0]}
    record = {**json.loads(one), "forward": samples, "backward": samples}
    return json.dumps(record).encode() + b"\n"


def append(records: str, data: bytes) -> None:
    """Append in one write."""
    handle = os.open(records, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.write(handle, data)
    os.close(handle)


def end_without_record(mode: str, records: str, one: bytes, number: int = 0) -> None:
    """Die, or never come back."""
    print(f"about to {mode}", file=sys.stderr, flush=True)
    if mode == "segv":
        os.kill(os.getpid(), signal.SIGSEGV)
    if mode == "term":
        os.kill(os.getpid(), signal.SIGTERM)
    if mode == "exit":
        os._exit(1)
    if mode == "leave":
        os._exit(0)
    if mode == "half_line":
        append(records, one[:50])
        os.kill(os.getpid(), signal.SIGKILL)
    if mode == "full":
        step = "error: rank 0: write the record"
        print(f"{step}: cannot write {records}: No space left on device", file=sys.stderr)
        os._exit(7)
    if mode == "mpi_error":  # of the class that the number says, as Open MPI's launcher returns it
        print("*** MPI_ERRORS_ARE_FATAL", file=sys.stderr)
        os._exit(number)
    if mode == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        time.sleep(0.1)


def measure(case: dict, records: str, launch: int, more: dict) -> str:
    """Do one case; returns its status."""
    mode = case["settings"]["mode"]
    one = line(case, launch, "ok", more=more)
    once = Path(os.environ.get("FAKE_DIE_ONCE", "/nonexistent"))
    if once.exists():
        how = once.read_text() or "segv"
        once.unlink()
        end_without_record(how, records, one)
    if mode == "slow":
        time.sleep(0.15)
    if mode in ("wrong", "unsupported"):
        append(records, line(case, launch, mode, f"{mode} because asked to"))
        return mode
    if mode in ("fail", "fail_and_leave", "watchdog"):
        status = "timeout" if mode == "watchdog" else "failed"
        append(records, line(case, launch, status, "as asked"))
        if mode != "fail":
            os._exit(5)
        return status
    if mode == "singletons":
        failed = line(case, launch, "failed", "1 rank instead of 2")
        append(records, failed + failed)
        return "failed"
    if mode == "foreign":
        append(records, b'{"schema": "other/1"}\n\x00\xff\n')
    if mode == "older":
        append(records, one.replace(b"record/3", b"record/2"))
        return "ok"
    if mode == "half_record_then_ok":
        append(records, one[:50] + b"\n")
    if mode in ("timed", "tied"):
        one = timed(one, case, launch)
    if mode in TIMED:
        append(records, one)
        if mode == "crash_at_end":
            os.kill(os.getpid(), signal.SIGABRT)
        return "ok"
    end_without_record(mode, records, one, case["settings"]["number"])
    return "never"


def misfit(name: str) -> bool:
    """Whether a driver is one of those that the launcher does not suit."""
    return name in os.environ.get("FAKE_ONLY", name).split(",")


def unstarted() -> bool:
    """Count down the starts that shall come to nothing."""
    file = Path(os.environ.get("FAKE_UNSTARTED", "/nonexistent"))
    left = int(file.read_text()) if file.exists() else 0
    if left:
        file.write_text(str(left - 1))
    return left > 0


class Turns:
    """The program's side of taking turns; without `--turns` it is alone."""

    def __init__(self, taken: bool) -> None:
        self.taken, self.name = taken, f"{sys.argv[1]} {os.getpid()}"
        self.cycles: list[int] = []

    def next(self, what: str) -> int:
        """Pass the turn on and await the next one; returns its cycle."""
        if not self.taken:
            return 0
        if what != "ready":
            self.tell("ends")
        print(f"noise of a library\nfftbench turn over: {what}", flush=True)
        cycle = sys.stdin.readline()
        if not cycle:
            os._exit(2)
        self.tell("begins")
        return int(cycle)

    def repetitions(self) -> dict:
        """Take the turns of a case; returns what that adds to its record."""
        return {"cycles": [self.next("turn") for _ in range(TURNS)]} if self.taken else {}

    def tell(self, what: str) -> None:
        """Write down that a turn begins or ends."""
        with Path(os.environ.get("FAKE_TURNS", os.devnull)).open("a") as file:
            file.write(f"{self.name} {what}\n")


def main() -> int:
    """Read the cases and measure them in order."""
    name, arguments = sys.argv[1], sys.argv[2:]
    if arguments == ["--describe"]:
        describe(name)
        return 0
    if misfit(name) and unstarted():
        print("srun: error: Unable to confirm allocation for job", file=sys.stderr)
        return 1
    while name == os.environ.get("FAKE_STUCK"):
        time.sleep(0.1)
    turns = Turns("--turns" in arguments)
    arguments = [word for word in arguments if word not in ("--own-cores", "--turns")]
    options = dict(zip(arguments[::2], arguments[1::2], strict=True))
    cases = json.loads(Path(options["--cases"]).read_text())
    ranks = int((misfit(name) and os.environ.get("FAKE_RANKS")) or cases[0]["ranks"])
    Path(options["--alive"]).write_text(f"{ranks}\n")
    if ranks != cases[0]["ranks"]:
        print("error: no case is for so many ranks", file=sys.stderr)
        return 2
    statuses = []
    turns.next("ready")
    for number, case in enumerate(cases):
        while number == 3 and os.path.exists(os.environ.get("FAKE_HOLD", "")):  # noqa: PTH110
            time.sleep(0.05)
        more = turns.repetitions() if case["settings"]["mode"] in TIMED else {}
        statuses.append(measure(case, options["--records"], int(options["--launch"]), more))
        turns.next("case")
    return max(EXIT_CODES.get(status, 0) for status in statuses)


if __name__ == "__main__":
    sys.exit(main())
