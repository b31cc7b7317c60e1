"""Machines side by side: the fastest of each at every problem, of all sets measured there."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from fftbench.analysis.model.formats import problem_text, seconds_text
from fftbench.analysis.model.layouts import LayoutClass
from fftbench.analysis.questions.answers import Answer, ProblemAnswers
from fftbench.analysis.tables.table import Cell, Column, Table
from fftbench.core.contracts.problem import Problem

NOTHING = Cell("")


def machines_table(found: Iterable[tuple[str, ProblemAnswers]]) -> Table:
    """Make a row per problem and a column per machine; each answer comes with its set's name.

    A cell holds the least time on any number of cores that ranks and threads don't share. Sets were
    not measured side by side: the table finds what there is, and claims nothing.
    """
    best: dict[Problem, dict[str, tuple[Answer, str]]] = {}
    for name, one in found:
        for answer in one.answers[LayoutClass.any].values():
            if answer.verdict is None or answer.verdict.shared:
                continue
            own = best.setdefault(one.problem, {})
            machine = one.machine.nodes.label
            if machine not in own or _seconds(answer) < _seconds(own[machine][0]):
                own[machine] = answer, name
    machines = list(dict.fromkeys(machine for own in best.values() for machine in own))
    return Table(
        (Column("problem", "fold"), *(Column(machine, "fold") for machine in machines)),
        tuple(
            (
                Cell(problem_text(problem)),
                *(_cell(*own[one]) if one in own else NOTHING for one in machines),
            )
            for problem, own in sorted(best.items(), key=_size)
        ),
    )


def _size(item: tuple[Problem, object]) -> tuple[int, str]:
    """Largest problems first, as in the matrix of a set."""
    return -prod(item[0].shape), problem_text(item[0])


def _seconds(answer: Answer) -> float:
    assert answer.verdict is not None
    return answer.verdict.best.seconds


def _cell(answer: Answer, name: str) -> Cell:
    assert answer.verdict is not None
    best = answer.verdict.best
    text = f"{best.result.case.driver} {seconds_text(best.seconds)}"
    return Cell(text, best.seconds, note=f"{answer.cores.label}, {name}")
