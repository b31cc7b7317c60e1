"""Carries the measuring core's questions to a driver in Python, and its answers back."""

from __future__ import annotations

import ctypes
import gc
import json
import os
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from fftbench_driver.interface import Answer, Driver, Plan, Request

_core = ctypes.CDLL(os.environ["FFTBENCH_LIBRARY"], mode=ctypes.RTLD_GLOBAL)


def expose(name: str) -> None:
    """Show the core the loaded FFTW, whose paths hold `name`: it counts calls of FFTW.

    What a module of Python loads is found by that module alone.
    """
    for path in loaded(name):
        _core.fftbench_expose(os.fsencode(path))


def loaded(name: str) -> list[str]:
    """Return the paths of the libraries of this process whose path holds `name`."""
    maps = Path("/proc/self/maps").read_text(encoding="utf-8")
    return sorted({line.split(maxsplit=5)[5] for line in maps.splitlines() if name in line})


def run(driver: Driver, arguments: Sequence[str] | None = None) -> None:
    """Do what a driver's program does, and exit."""
    gc.freeze()  # what is there now is never looked through again
    gc.disable()  # as timeit does: a collection would be part of one repetition's time
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # it ends the program, and not a case
    words = sys.argv if arguments is None else arguments
    conversation = _Conversation(driver)
    ask = _ASK(conversation.ask)
    transform = _TRANSFORM(conversation.transform)
    argv = (ctypes.c_char_p * (len(words) + 1))(*map(os.fsencode, words), None)
    sys.exit(_core.fftbench_main(len(words), argv, ask, transform))


_ASK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_char_p, ctypes.c_char_p)
_TRANSFORM = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_int)


class _Conversation:
    """Answers the core's questions."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self._plans: dict[int, Plan] = {}

    def ask(self, question: bytes, details: bytes) -> int:
        return _told(lambda: self._answer(question.decode(), json.loads(details)))

    def transform(self, plan: int, forward: int) -> int:
        try:
            (self._plans[plan].forward if forward else self._plans[plan].backward)()
        except BaseException as error:
            return _failed(error)
        return 0

    def _answer(self, question: str, details: Answer) -> object:
        if question == "description":
            return self._driver.description()
        if question == "support":
            return self._driver.support(_request(details), details["ranks"])
        if question == "plan":
            plan = self._driver.plan(_request(details), details["comm"])
            self._plans[details["plan"]] = plan
            return _plan_answer(plan)
        plan = self._plans[details["plan"]]
        if question == "commit":
            dtypes = plan.request.dtypes
            plan.commit(
                plan.input.array_at(details["input"], dtypes[0]),
                plan.output.array_at(details["output"], dtypes[1]),
            )
        elif question == "effective":
            return plan.effective()
        elif question == "end":
            del self._plans[details["plan"]]
            plan.end()
            gc.collect()
        else:
            raise ValueError(f"the question '{question}' is not known")
        return None


def _request(details: Answer) -> Request:
    problem, grid = details["problem"], details["grid"]
    return Request(
        shape=tuple(problem["shape"]),
        transform=problem["transform"],
        single=problem["precision"] == "single",
        in_place=problem["placement"] == "in_place",
        settings=details["settings"],
        threads=details["threads"],
        grid=None if grid is None else tuple(grid),
        fields=problem["fields"],
    )


def _plan_answer(plan: Plan) -> Answer:
    answer: Answer = {
        "input": plan.input.answer(),
        "output": plan.output.answer(),
        "forward_scale": plan.forward_scale,
        "round_trip_scale": plan.round_trip_scale,
        "starts_threads": plan.starts_threads,
    }
    own = plan.buffers()
    if own is not None:
        answer["buffers"] = {"input": own[0].ctypes.data, "output": own[1].ctypes.data}
    return answer


def _told(make: Callable[[], object]) -> int:
    try:
        _core.fftbench_answer(json.dumps(make()).encode())
    except BaseException as error:
        return _failed(error)
    return 0


def _failed(error: BaseException) -> int:
    _core.fftbench_fail(f"{type(error).__name__}: {error}".encode())
    return 1
