"""How small a difference can be told, in sentences and as tables."""

from __future__ import annotations

from collections.abc import Sequence

from fftbench.analysis.model.formats import NEGLIGIBLE_TEXT, NONE, count, percent
from fftbench.analysis.model.statistics import MIN_LAUNCHES
from fftbench.analysis.questions.noise import POWER, TARGET, Again, Noise, Pair, Power, powers
from fftbench.analysis.tables.cells import number
from fftbench.analysis.tables.table import Cell, Column, Table, make_table
from fftbench.core.contracts.labels import sizes

CAPTION = (
    "Equal: pairs of cases that differ in nothing but the seed; called different if the 95 % "
    "interval of their ratio, paired by launch, leaves out all within "
    f"{NEGLIGIBLE_TEXT} of 1. Told: the smallest difference that would be told in "
    f"{percent(POWER)} of these pairs if one side were slower by so much. "
    "Slower by ...: cases slowed on purpose, and in how many of them it is seen."
)


def sentence(found: Noise) -> str:
    """Say how small a difference can be told on one machine."""
    where = found.machine.label
    if not found.powers:
        return f"On {where}, equal pairs were launched too seldom: {MIN_LAUNCHES} times at least."
    power = found.powers[-1]
    return (
        f"On {where}, {power.launches} launches tell a difference of {difference(power.smallest)} "
        f"in {percent(POWER)} of equal pairs{' of 128³ points and more' if found.large else ''}; "
        f"{found.different} of {count(len(found.twins), 'equal pair')} "
        f"{'was' if found.different == 1 else 'were'} called different."
    )


def advice(found: Noise) -> str:
    """Say how many launches are enough; empty if there are too few to say anything."""
    if not found.powers:
        return ""
    of = "the cases slowed by so much" if found.target_seen else "equal pairs"
    goal = f"{difference(TARGET)} in {percent(POWER)} of {of}"
    if found.enough is None:
        return f"More than {found.powers[-1].launches} launches are needed to tell {goal}."
    return f"{found.enough} launches are enough to tell {goal}."


def again_sentence(found: Again) -> str:
    """Say whether intervals hold when the same is measured once more."""
    if not found.cases:
        return (
            f"No case has {MIN_LAUNCHES} launches in both sets on one machine: nothing can be said "
            "of intervals."
        )
    share = percent(found.overlapping / found.cases)
    return (
        f"Of {count(found.cases, 'case')} measured twice, the 95 % intervals over launches overlap "
        f"in {found.overlapping} ({share})."
    )


def difference(value: float) -> str:
    """Write `3.2 %`, rounded up, or `12 %`."""
    text = f"{100 * value:.2g}" if value < 0.0995 else f"{100 * value:.0f}"
    return f"{text} %"


def size_table(found: Noise) -> Table:
    """Tabulate what all launches tell, size by size."""
    shapes = dict.fromkeys(pair.first.case.problem.shape for pair in found.twins)
    slowed = sorted({pair.percent for pair in found.slowed})
    columns = (
        Column("size", "name"), number("equal"), number("called different"), number("told"),
        *(number(f"slower by {one} %", optional=True) for one in slowed),
    )  # fmt: skip
    return make_table(columns, [_size_row(found, shape, slowed) for shape in sorted(shapes)])


def launch_table(found: Noise) -> Table:
    """Tabulate what fewer launches would have told, by sub-samples."""
    slowed = sorted({pair.percent for pair in found.slowed})
    columns = (
        number("launches"), number("called different"), number("told"),
        number(f"{difference(TARGET)} told"),
        *(number(f"slower by {one} %", optional=True) for one in slowed),
    )  # fmt: skip
    rows = [
        (
            Cell(str(power.launches), power.launches),
            _share(power.different),
            _told(power),
            _share(power.share(TARGET)),
            *(_share(power.slowed.get(one)) for one in slowed),
        )
        for power in found.powers
    ]
    return make_table(columns, rows)


def _size_row(found: Noise, shape: tuple[int, ...], slowed: Sequence[int]) -> tuple[Cell, ...]:
    def own(pairs: Sequence[Pair]) -> list[Pair]:
        return [pair for pair in pairs if pair.first.case.problem.shape == shape]

    twins = own(found.twins)
    different = sum(pair.ratio.side != 0 for pair in twins)
    known = powers(twins, own(found.slowed))
    return (
        Cell(sizes(shape)),
        Cell(str(len(twins)), len(twins)),
        Cell(str(different), different),
        _told(known[-1]) if known else Cell(NONE),
        *(_share(known[-1].slowed.get(one) if known else None) for one in slowed),
    )


def _told(power: Power) -> Cell:
    return Cell(difference(power.smallest), power.smallest)


def _share(value: float | None) -> Cell:
    return Cell(percent(value) if value is not None else "", value)
