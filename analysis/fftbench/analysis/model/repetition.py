"""What a repetition is called: a pair of transforms, or a workload's solution."""

from __future__ import annotations

from dataclasses import dataclass

from fftbench.core.contracts.problem import Problem, Workload


@dataclass(frozen=True)
class Repetition:
    """What is done once, in words."""

    noun: str
    name: str
    """Of its time, in tables and at axes."""
    object: str
    """In sentences, after `12.3 ms for`."""
    phrase: str
    """In sentences, after `time of`."""


PAIR = Repetition(
    "pair", "forward + backward", "forward + backward", "a forward and a backward transform"
)
SOLUTION = Repetition("solution", "solution", "a solution", "a solution, from end to end")

OWN_WAY = "own way"
"""Beside drivers that solve a workload by themselves: the harness multiplies for the others."""


def repetition_of(problem: Problem) -> Repetition:
    """Return what a repetition of this problem is."""
    return PAIR if problem.workload is Workload.none else SOLUTION
