"""Cases in words, for messages and tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from fftbench.core.contracts.case import DEFAULT_SEED, Case, Setting
from fftbench.core.contracts.problem import Memory, Problem, Workload


def sizes(numbers: Iterable[int]) -> str:
    """Write a shape or a grid as 256x256x256."""
    return "x".join(map(str, numbers))


def fields_text(problem: Problem) -> str:
    """Write `3 fields`; nothing where there is one, which goes without saying."""
    return "" if problem.fields == 1 else _count(problem.fields, "field")


def work_text(problem: Problem) -> str:
    """Write `poisson, 3 fields`: what a problem does besides transforming one field."""
    workload = "" if problem.workload is Workload.none else problem.workload.value
    return ", ".join(filter(None, (workload, fields_text(problem))))


def settings_text(settings: Mapping[str, Setting]) -> str:
    """Write settings as `planner=measure transposed=true`, in alphabetical order."""
    return " ".join(f"{name}={setting_text(settings[name])}" for name in sorted(settings))


def setting_text(value: Setting) -> str:
    """Write a value as YAML does: true and false in lower case."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def case_text(case: Case) -> str:
    """Name a case in a line: driver, problem, where it runs and its settings."""
    problem = case.problem
    words = [
        case.driver,
        sizes(problem.shape),
        problem.transform.value,
        problem.precision.value,
        problem.placement.value,
        *([problem.memory.value] if problem.memory is not Memory.host else []),
        *filter(None, [work_text(problem)]),
        _count(case.ranks, "rank"),
    ]
    if case.nodes > 1:
        words.append(_count(case.nodes, "node"))
    if case.threads > 1:
        words.append(_count(case.threads, "thread"))
    if case.grid is not None:
        words.append(f"grid {sizes(case.grid)}")
    if case.seed != DEFAULT_SEED:
        words.append(f"seed {case.seed}")
    return " ".join([*words, settings_text(case.settings)]).strip()


def _count(number: int, what: str) -> str:
    return f"{number} {what}" + ("" if number == 1 else "s")
