"""What a claim needs of cases: each property alone, in words, and whether a result has it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from fftbench.analysis.model.formats import count, listing, placement_text
from fftbench.analysis.model.instruments import SKEW, is_skewed
from fftbench.analysis.model.layouts import LayoutClass
from fftbench.analysis.model.result import Result
from fftbench.analysis.questions.claims import Range, Scope, Side
from fftbench.core.contracts.case import Setting, same_value
from fftbench.core.contracts.problem import Placement, Precision, Transform
from fftbench.core.contracts.resources import Resources

GRIDS = ("on one rank", "in slabs", "in pencils", "in bricks")
"""By how many axes the ranks divide."""

LEAST_RANKS = {"pencils": 4, "bricks": 8}
"""Fewer can't divide so many axes."""

SPECTRUM = {
    True: "with the spectrum like the input",
    False: "with the spectrum another way",
    None: "with a spectrum of unknown layout",
}


@dataclass(frozen=True)
class Kind:
    """What a case must be."""

    text: str
    """In words; empty if it need not be said."""
    wanted: Collection[Hashable]
    of: Callable[[Result], Hashable]
    words: Callable[[Any], str]
    """A value in words."""

    def met_by(self, result: Result) -> bool:
        """Whether a result is so."""
        return self.of(result) in self.wanted

    def instead(self, results: Iterable[Result]) -> str:
        """Say what results are."""
        return listing(sorted({self.words(self.of(result)) for result in results}))


@dataclass(frozen=True)
class Number:
    """How many nodes, ranks or threads a case must have."""

    noun: str
    wanted: Range
    of: Callable[[Resources], int]

    @property
    def text(self) -> str:
        """As `2 ranks or more`; empty for any number."""
        least, most = self.wanted
        if most is None:
            return f"{count(least, self.noun)} or more" if least > 1 else ""
        return count(most, self.noun) if least == most else f"{least} to {count(most, self.noun)}"

    def has(self, resources: Resources) -> bool:
        """Whether resources are so many."""
        least, most = self.wanted
        return least <= self.of(resources) and (most is None or self.of(resources) <= most)

    def met_by(self, result: Result) -> bool:
        """Whether a result is of so many."""
        return self.has(result.resources)

    def instead(self, resources: Iterable[Resources]) -> str:
        """Say how many there are: `1 to 2 ranks`."""
        numbers = [self.of(one) for one in resources]
        low, high = min(numbers), max(numbers)
        return count(high, self.noun) if low == high else f"{low} to {count(high, self.noun)}"


def problems(scope: Scope) -> list[Kind]:
    """List what is transformed."""
    found = [
        _one_of(scope.transform, Transform, lambda r: r.case.problem.transform, _value),
        _one_of(scope.precision, Precision, lambda r: r.case.problem.precision, _value),
    ]
    if scope.dims:
        dims = Kind(_dims(scope.dims), (scope.dims,), lambda r: len(r.case.problem.shape), _dims)
        found.insert(0, dims)
    return found


def layouts(scope: Scope) -> list[Kind]:
    """List where data lie."""
    found = [
        _one_of(scope.placement, Placement, lambda r: r.case.problem.placement, placement_text)
    ]
    if scope.grid:
        found.append(Kind(f"in {scope.grid}", (f"in {scope.grid}",), grid_of, str))
    if scope.layout is LayoutClass.same:
        found.append(Kind(SPECTRUM[True], (True,), lambda r: r.same_layout, SPECTRUM.__getitem__))
    return found


def numbers(scope: Scope) -> list[Number]:
    """List how much of a machine cases of a scope take."""
    least, most = scope.ranks
    divided = LEAST_RANKS.get(scope.grid or "", 1)
    ranks = least if scope.nodes[0] >= divided else max(least, divided), most
    return [
        Number("node", scope.nodes, lambda r: r.nodes),
        Number("rank", ranks, lambda r: r.ranks),
        Number("thread", scope.threads, lambda r: r.threads),
    ]


def needs(scope: Scope) -> list[Kind | Number]:
    """List all that cases of a scope must have, but that they transform one field, no more."""
    return [*problems(scope), *layouts(scope), *numbers(scope)]


def scope_text(scope: Scope) -> str:
    """Say what cases of a scope are: ` for 2-D r2c in place on 2 threads or more`."""
    what, run = " ".join(_texts(problems(scope))), listing(_texts(numbers(scope)))
    parts = (what and f"for {what}", *_texts(layouts(scope)), run and f"on {run}")
    return "".join(f" {part}" for part in parts if part)


def has_time(result: Result) -> bool:
    """Whether there is a time, on cores and devices that no others share.

    Others say nothing about a machine as the papers have it.
    """
    return result.pair is not None and not result.oversubscribed


def grid_of(result: Result) -> str:
    """Name the grid that was used: `in pencils`."""
    return GRIDS[sum(part > 1 for part in result.grid or ())]


def is_of(side: Side, result: Result) -> bool:
    """Whether a result has the settings and the grid of a side; its driver is not looked at."""
    if is_skewed(result.case) and SKEW not in side.settings:
        return False
    return side.has(result.grid) and all(
        _same(result.used(name), value) for name, value in side.settings.items()
    )


def _texts(found: Sequence[Kind] | Sequence[Number]) -> list[str]:
    return [need.text for need in found if need.text]


def _same(used: Setting | None, wanted: Setting) -> bool:
    return used is not None and same_value(used, wanted)


def _one_of(
    wanted: Collection[Any],
    every: type[Enum],
    of: Callable[[Result], Hashable],
    words: Callable[[Any], str],
) -> Kind:
    narrow = len(wanted) < len(every)
    return Kind(listing([words(one) for one in wanted], "or") if narrow else "", wanted, of, words)


def _dims(number: int) -> str:
    return f"{number}-D"


def _value(one: Any) -> str:
    return str(one.value)
