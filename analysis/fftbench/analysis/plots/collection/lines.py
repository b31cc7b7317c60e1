"""Figures with lines for what a person names, of times that they choose."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from fftbench.analysis.model.choice import Times
from fftbench.analysis.model.formats import count
from fftbench.analysis.model.machine import Machine
from fftbench.analysis.model.metric import Metric
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.model.repetition import Repetition
from fftbench.analysis.model.selection import Line, best_lines
from fftbench.analysis.model.variants import kept_line, line_of, place, variants
from fftbench.analysis.plots.collection import captions
from fftbench.analysis.plots.collection.figure import Figure, Subject
from fftbench.analysis.plots.collection.places import strong
from fftbench.analysis.plots.growth.scaling import efficiency_figure, scaling_figure
from fftbench.analysis.plots.growth.throughput import throughput_figure
from fftbench.analysis.plots.growth.variants import speedup_figure, times_figure
from fftbench.analysis.plots.growth.weak import weak_scaling
from fftbench.analysis.plots.look.cores import all_cores
from fftbench.analysis.plots.look.lines import best_by_driver, line_looks
from fftbench.analysis.plots.look.style import Palette
from fftbench.analysis.plots.times.directions import directions_figure, with_directions
from fftbench.analysis.questions.costs import COSTS
from fftbench.analysis.questions.speedup import speedups
from fftbench.analysis.questions.weak import Family, families
from fftbench.core.contracts.problem import Problem

PAIR = "pair"
"""Forward + backward, or a solution: what is drawn if nothing else is wanted."""


def _metric(name: str, phrase: str, times: Times, shared: bool = True) -> Metric:
    return Metric(Repetition(name, name, phrase, phrase), times, shared)


METRICS: Mapping[str, Metric] = {
    "forward": _metric("forward", "a forward transform", COSTS["forward"]),
    "backward": _metric("backward", "a backward transform", lambda case: case.backward_launches),
    "fft": _metric("forward, its FFTs alone", "the FFTs of a forward transform", COSTS["fft"]),
    "planning": _metric("planning", "planning", COSTS["planning"], shared=False),
}
"""What can be drawn in the place of `PAIR`."""


@dataclass(frozen=True)
class Wish:
    """Which lines there are."""

    names: tuple[str, ...] = ()
    """What has lines of its own beside the drivers: settings, grid, threads, ..."""
    over: str | None = None
    """The driver whose time is that of speed-up 1."""
    metric: str = PAIR
    """`PAIR`, or one of `METRICS`, by which the rows have to be measured."""

    @property
    def by(self) -> str:
        """What titles say of it."""
        of = "" if self.metric == PAIR else f", {METRICS[self.metric].words.name}"
        return of + (f" by {', '.join(self.names)}" if self.names else "")

    @property
    def shared(self) -> bool:
        """Whether cores share the work, so that it can scale."""
        return self.metric == PAIR or METRICS[self.metric].shared

    def subject(self, problem: Problem, prefix: str) -> Subject:
        """Name figures of these lines."""
        found = Subject.of(problem, prefix)
        of = "" if self.metric == PAIR else f"-{self.metric}"
        return replace(found, stem=found.stem + of)


def line_figures(
    rows: Sequence[Row], palette: Palette, wish: Wish, prefix: str
) -> Iterator[Figure]:
    """List figures of one problem; without a wish those of a report. Some row has a time."""
    subject = wish.subject(rows[0].result.case.problem, prefix)
    lined = variants(rows, wish.names)
    found = [line_of(one) for one in lined]
    looks = line_looks(found, palette)
    usual = wish.metric == PAIR and not wish.names
    if usual:
        yield from strong(rows, palette, subject)
    elif len(all_cores(found)) > 1:
        make = partial(scaling_figure, found, looks, shared=wish.shared)
        title = f"{'Strong scaling' if wish.shared else 'Time against cores'}{wish.by}"
        yield subject.figure("scaling", title, captions.variants(found), make)
        kept = [kept_line(one) for one in lined]
        if wish.shared and any(len(line.apart) > 1 for line in kept):
            make = partial(efficiency_figure, kept, looks)
            title = f"Strong efficiency{wish.by}"
            yield subject.figure("efficiency", title, captions.EFFICIENCIES, make)
    else:
        make = partial(times_figure, found, looks)
        yield subject.figure("times", f"Time{wish.by}", captions.times(found), make)
    if wish.over and wish.shared and (gains := speedups(lined, wish.over)):
        make = partial(speedup_figure, gains, looks, wish.over)
        title = f"Speed-up over {wish.over}{wish.by}"
        yield subject.figure("speedup", title, captions.SPEEDUP, make)
    if wish.metric == PAIR and any(len(line.apart) > 1 for line in found):
        make = partial(throughput_figure, found, looks)
        title = f"Throughput{wish.by}"
        yield subject.figure("throughput", title, captions.THROUGHPUT, make)


def weak_figures(found: Sequence[Family], palette: Palette) -> list[Figure]:
    """List figures of weak scaling of the best settings of each driver, one per family."""
    machines = list(dict.fromkeys(family.machine for family in found))
    return [_weak(one, palette, Wish(), one.machine.prefix(machines)) for one in found]


def weak_line_figures(rows: Sequence[Row], palette: Palette, wish: Wish) -> Iterator[Figure]:
    """List figures of weak scaling with lines as wished, and of a pair's throughput and parts."""
    if not wish.shared:
        return
    found = families_by(rows, wish.names) if wish.names else families(rows)
    machines = list(dict.fromkeys(family.machine for family in found))
    for family in found:
        figure = _weak(family, palette, wish, family.machine.prefix(machines))
        yield figure
        if wish.metric == PAIR:
            yield from _weak_details(family, palette, wish, figure)


def families_by(rows: Sequence[Row], names: Sequence[str]) -> list[Family]:
    """Find weak scaling with a line of each variant, at its best settings of what is not named.

    Its `lines` keep these settings; its `fastest` may change them from point to point.
    """
    found: dict[tuple[Machine, Problem, int], list[tuple[Line, Line]]] = {}
    for variant in variants(rows, names):
        for family in families(variant.rows):
            where = place(family.machine, names), family.problem, family.ranks
            both = (*best_lines(family.lines), *family.fastest)
            best, fastest = (replace(line, settings=variant.label) for line in both)
            found.setdefault(where, []).append((best, fastest))
    return [Family(*where, *zip(*own, strict=True)) for where, own in found.items()]


def _weak(family: Family, palette: Palette, wish: Wish, prefix: str) -> Figure:
    subject, kept = wish.subject(family.problem, prefix), _kept(family, wish)
    make = partial(weak_scaling, family.fastest, kept, line_looks(kept, palette))
    caption = captions.weak(family, chosen=not wish.names)
    figure = subject.figure("weak", f"Weak scaling{wish.by}", caption, make)
    start = count(family.ranks, "rank").replace(" ", "-")
    return replace(figure, name=f"{figure.name}-from-{start}")


def _kept(family: Family, wish: Wish) -> Sequence[Line]:
    return family.lines if wish.names else best_by_driver(family.lines)


def _weak_details(family: Family, palette: Palette, wish: Wish, weak: Figure) -> Iterator[Figure]:
    shown = family.fastest
    if any(len(line.apart) > 1 for line in shown):
        make = partial(throughput_figure, shown, line_looks(shown, palette))
        title = weak.title.replace("scaling", "scaling, throughput", 1)
        yield Figure(f"{weak.name}-throughput", "throughput", title, captions.THROUGHPUT, make)
    rows = [row for line in family.lines for row in line.apart]
    if not wish.names and with_directions(rows):
        make = partial(directions_figure, rows)
        title = weak.title.replace("scaling", "scaling, forward and backward", 1)
        caption = captions.directions(rows)
        yield Figure(f"{weak.name}-directions", "directions", title, caption, make)
