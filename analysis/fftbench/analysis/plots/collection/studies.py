"""Figures over several problems: accuracy, profiles, rooflines, settings, devices, fields."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from fftbench.analysis.model.formats import placement_text, problem_slug, problem_text
from fftbench.analysis.model.machine import Machine
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.model.result import Result
from fftbench.analysis.model.selection import main_resources
from fftbench.analysis.plots.collection import captions
from fftbench.analysis.plots.collection.figure import Figure
from fftbench.analysis.plots.growth.devices import devices_figure
from fftbench.analysis.plots.growth.fields import fields_figure
from fftbench.analysis.plots.limits.accuracy import accuracy_figure, checked
from fftbench.analysis.plots.limits.errors import errors_figure, with_errors
from fftbench.analysis.plots.limits.roofline import roofline_figure
from fftbench.analysis.plots.look.style import Palette
from fftbench.analysis.plots.settings.ablation import ablation
from fftbench.analysis.plots.times.profile import profile_figure
from fftbench.analysis.questions.ablation import SettingEffect
from fftbench.analysis.questions.batches import Batches
from fftbench.analysis.questions.devices import SideBySide
from fftbench.analysis.questions.profile import profiles
from fftbench.core.contracts.problem import AnyTransform, Memory, Placement, Precision


def accuracy_figures(rows: Sequence[Row], palette: Palette) -> list[Figure]:
    """List the figure of all answers, if any was checked."""
    if not checked(rows):
        return []
    make = partial(accuracy_figure, rows, palette)
    title = "Accuracy of every case"
    return [Figure("accuracy", "accuracy", title, captions.ACCURACY, make)]


def profile_figures(rows: Sequence[Row], palette: Palette) -> Iterator[Figure]:
    """List one of performance profiles for each machine and campaign that has any to compare.

    Who was not asked for elsewhere has no wrong answer there.
    """
    there: dict[Machine, list[Row]] = {}
    for row in rows:
        there.setdefault(row.result.machine, []).append(row)
    for machine, own in there.items():
        if found := profiles(own):
            name = f"{machine.prefix(list(there))}profile"
            make = partial(profile_figure, found, palette)
            yield Figure(name, "profile", "Performance profile", captions.profile(found), make)


def error_figures(rows: Sequence[Row], palette: Palette) -> Iterator[Figure]:
    """List figures of error by size, one per precision that has several sizes."""
    for precision in Precision:
        own = [row for row in rows if row.result.case.problem.precision is precision]
        if len({row.result.case.problem.shape for row in with_errors(own)}) > 1:
            make = partial(errors_figure, own, palette)
            title = f"Error by size, {precision.value}"
            yield Figure(f"errors-{precision.value}", "errors", title, captions.ERRORS, make)


def effect_figures(found: Sequence[SettingEffect], palette: Palette) -> dict[str, Figure]:
    """List figures of what each setting is worth, by driver."""
    drawn = {}
    for driver in dict.fromkeys(effect.driver for effect in found):
        own = [effect for effect in found if effect.driver == driver]
        title = f"What each setting of {driver} is worth"
        make = partial(ablation, own, palette)
        drawn[driver] = Figure(f"{driver}-settings", "settings", title, captions.EFFECTS, make)
    return drawn


def device_figures(found: Sequence[SideBySide], palette: Palette) -> list[Figure]:
    """List figures of cores and devices side by side, one per problem."""
    machines = list(dict.fromkeys(one.machine for one in found))
    drawn = []
    for one in found:
        prefix = one.machine.prefix(machines)
        title = f"Cores and GPUs: {problem_text(one.problem)}"
        make = partial(devices_figure, one, palette)
        name = f"{prefix}{problem_slug(one.problem)}-devices"
        drawn.append(Figure(name, "devices", title, captions.devices(one), make))
    return drawn


def field_figures(found: Sequence[Batches], palette: Palette) -> list[Figure]:
    """List figures of several fields by one call, one per problem."""
    machines = list(dict.fromkeys(one.machine for one in found))
    drawn = []
    for one in found:
        title = f"Several fields: {problem_text(one.problem)}"
        make = partial(fields_figure, one, palette)
        name = f"{one.machine.prefix(machines)}{problem_slug(one.problem)}-fields"
        drawn.append(Figure(name, "fields", title, captions.fields(one), make))
    return drawn


def roofline_figures(
    rows: Sequence[Row], bounds: Sequence[Result], palette: Palette
) -> Iterator[Figure]:
    """List one for each machine and kind of problem that has bounds, on the main resources."""
    kinds: dict[tuple[Machine, AnyTransform, Precision, Placement, Memory], list[Row]] = {}
    for row in rows:
        if row.bound is not None:
            problem = row.result.case.problem
            what = problem.transform, problem.precision, problem.placement, problem.memory
            kinds.setdefault((row.result.machine, *what), []).append(row)
    machines = list(dict.fromkeys(machine for machine, *_ in kinds))
    for (machine, transform, precision, placement, memory), found in kinds.items():
        resources = main_resources(found)
        there = [row for row in found if row.resources == resources]
        problems = {row.result.case.problem for row in there}
        roofs = [
            bound
            for bound in bounds
            if bound.machine == machine and bound.case.problem in problems
            and bound.resources == resources and bound.pair is not None
        ]  # fmt: skip
        where = [] if memory is Memory.host else [memory.value]
        words = (transform.value, precision.value, placement.value.replace("_", "-"), *where)
        name = f"{machine.prefix(machines)}{'-'.join(words)}-roofline"
        make = partial(roofline_figure, there, roofs, palette)
        place = ", ".join([placement_text(placement), *(f"{one} memory" for one in where)])
        title = f"Roofline: {transform.value} {precision.value}, {place}"
        yield Figure(name, "roofline", title, captions.ROOFLINE, make)
