"""Sentences of several captions: how times were made, what is shared, and the baselines."""

from __future__ import annotations

from collections.abc import Sequence

from fftbench.analysis.model.formats import listing, seconds_text
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.model.repetition import OWN_WAY
from fftbench.analysis.model.selection import Line, baselines_by_cores, timed
from fftbench.analysis.model.statistics import MIN_LAUNCHES, Estimate
from fftbench.analysis.plots.look.cores import ringed
from fftbench.analysis.plots.look.lines import name_of


def phrase(rows: Sequence[Row]) -> str:
    """Name what is timed."""
    return rows[0].result.repetition.phrase


def method(rows: Sequence[Row]) -> str:
    """Say how the times of these rows were made."""
    launches = sorted({len(row.result.pair_launches) for row in timed(rows)})
    number = f"{launches[0]}" if len(launches) == 1 else f"{launches[0]} to {launches[-1]}"
    plural = "" if launches == [1] else "es"
    return (
        f"median over {number} launch{plural} of each launch's median time of the slowest rank, "
        f"{intervals([row.result.pair for row in timed(rows)])}"
    )


def intervals(found: Sequence[Estimate | None]) -> str:
    """Say which of these estimates have intervals."""
    text = "with its nonparametric 95% interval over launches"
    if all(value and value.confident for value in found):
        return text
    if any(value and value.confident for value in found):
        return f"{text} (none where they are fewer than {MIN_LAUNCHES})"
    return f"without an interval: fewer than {MIN_LAUNCHES} launches have none"


def marks_sentence(found: Sequence[Line]) -> str:
    """Say what rings around points and crosses beside lines are, if there are any."""
    rings = (
        " Ringed: the spectrum is ordered and distributed like the input; elsewhere it may lie "
        "another way."
    )
    crosses = " Crosses, and hatched: ranks or threads share cores, which is no scaling."
    shared = any(row.result.oversubscribed for line in found for row in line.rows)
    return (rings if ringed(found) else "") + (crosses if shared else "")


def sharing_sentence(rows: Sequence[Row]) -> str:
    """Say what times claim nothing, where cores or a device are shared."""
    shared = {row.result.shares for row in rows}
    where = {"cores": "ranks or threads share cores", "device": "ranks share a device"}
    found = [text for shares, text in where.items() if shares in shared]
    return f" Where {listing(found, 'or')}, that claims nothing." if found else ""


def own_way_sentence(rows: Sequence[Row]) -> str:
    """Say who solves by itself, beside others for which the harness multiplies."""
    names = sorted({row.result.case.driver for row in timed(rows) if row.result.own_way})
    verb = "solves" if len(names) == 1 else "solve"
    return f" {OWN_WAY.capitalize()}: {listing(names)} {verb} without the harness." if names else ""


def baseline_sentence(mark: str, rows: Sequence[Row]) -> str:
    """Say how the baseline is drawn and what it is, if there is one."""
    known = baselines(rows)
    what = "the baseline, the time of passes and crossings alone"
    return f" {mark}: {what}, {known}." if known else ""


def baselines(rows: Sequence[Row]) -> str:
    """Write `12.3 ms on 2 ranks (contiguous_passes, grid 2x1, copy)`, at every number of cores."""
    return listing(
        [
            f"{seconds_text(one.seconds)} on {one.result.resources.label} ({one.name})"
            for one in baselines_by_cores(timed(rows)).values()
        ]
    )


def fastest_note(found: Sequence[Line]) -> str:
    """Write `alpha: planner=measure; beta: order=natural on 1 rank, order=transposed on 2 ranks`.

    Drivers without a choice of their own are left out.
    """
    notes = []
    for line in found:
        places: dict[str, list[str]] = {}
        for row in line.rows:
            places.setdefault(_settings(row), []).append(row.resources.label)
        if len(places) > 1:
            parts = [f"{words or 'defaults'} on {listing(at)}" for words, at in places.items()]
            notes.append(f"{name_of(line)}: {', '.join(parts)}")
        elif words := next(iter(places)):
            notes.append(f"{name_of(line)}: {words}")
    return "; ".join(notes)


def _settings(row: Row) -> str:
    """Name its settings, and its threads beside ranks: of a single rank all cores are these."""
    threads = row.resources.threads if row.resources.ranks > 1 else 1
    return f"{row.result.shown} threads={threads}".strip() if threads > 1 else row.result.shown


def settings_note(chosen: Sequence[Line]) -> str:
    """Write `threads=1; alpha: planner=measure; beta: exchange=p2p`: what all share stands first.

    Drivers without a choice of their own are left out.
    """
    words = [line.settings.split() for line in chosen]
    shared = [word for word in words[0] if all(word in own for own in words)] if words[1:] else []
    notes = [" ".join(shared)]
    for line, own in zip(chosen, words, strict=True):
        if rest := " ".join(word for word in own if word not in shared):
            notes.append(f"{line.driver}: {rest}")
    return "; ".join(filter(None, notes))
