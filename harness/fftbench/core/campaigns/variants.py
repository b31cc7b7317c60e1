"""The drivers of a campaign with every combination of their settings, checked by the catalogue."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import get_args

from fftbench.core.campaigns.campaign import Campaign
from fftbench.core.contracts.case import Setting, same_value
from fftbench.core.contracts.catalogue import Catalogue, Decomposition, Description, Option
from fftbench.core.contracts.labels import setting_text
from fftbench.core.contracts.problem import Memory
from fftbench.core.errors import did_you_mean
from fftbench.core.files.yaml_file import Location, Source


@dataclass(frozen=True)
class Variant:
    """A driver with one combination of settings."""

    driver: str
    settings: dict[str, Setting]
    """With the driver's defaults, where it could be asked for them."""
    decompositions: tuple[Decomposition, ...]
    """How it can divide the axes; all ways where it could not be asked."""
    memories: tuple[Memory, ...] = tuple(Memory)
    """Where it can have arrays; anywhere where it could not be asked."""

    def left_out(self, memory: Memory, swept: Collection[Memory]) -> bool:
        """Whether it sits out a memory of those swept: it has another one of them, and not this.

        A driver that has none of them stays, so that its cases are told to be unsupported.
        """
        return memory not in self.memories and bool({*self.memories} & {*swept})


def variants(campaign: Campaign, catalogue: Catalogue, source: Source) -> tuple[Variant, ...]:
    """Expand the settings of every driver of a campaign, in the order of the file.

    A driver that is not built can't say which settings it has: all are accepted. Raises UserError
    for a driver that the catalogue does not know, and for a setting or value that a built driver
    does not know.
    """
    found: list[Variant] = []
    for name, sweeps in campaign.drivers.items():
        entry = catalogue.find(name)
        if entry is None:
            meant = did_you_mean(name, [known.name for known in catalogue.drivers])
            raise source.error(("drivers", name), f"unknown driver '{name}': {meant}")
        description = entry.description
        if description is not None:
            for number, swept in enumerate(sweeps):
                _check(swept, description, ("drivers", name, number), source)
        defaults = description.defaults if description else {}
        decompositions = description.decompositions if description else get_args(Decomposition)
        memories = description.memories if description else tuple(Memory)
        for swept in sweeps:
            for values in itertools.product(*swept.values()):
                settings = {**defaults, **dict(zip(swept, values, strict=True))}
                found.append(Variant(name, settings, decompositions, memories))
    return tuple(found)


def defaults_of(campaign: Campaign, catalogue: Catalogue) -> dict[str, dict[str, Setting]]:
    """Return the settings of each built driver of a campaign where none is named, by driver."""
    entries = [catalogue.find(name) for name in campaign.drivers]
    return {
        entry.name: entry.description.defaults for entry in entries if entry and entry.description
    }


def unranked_of(campaign: Campaign, catalogue: Catalogue) -> dict[str, str]:
    """Return why drivers of a campaign are never ranked, by driver; of those that are built."""
    entries = [catalogue.find(name) for name in campaign.drivers]
    return {entry.name: entry.unranked for entry in entries if entry and entry.unranked}


def setting_names(campaign: Campaign, catalogue: Catalogue) -> frozenset[str] | None:
    """Return the names of all settings of a campaign's drivers; None where one can't be asked."""
    names: set[str] = set()
    for name in campaign.drivers:
        entry = catalogue.find(name)
        if entry is None or entry.description is None:
            return None
        names |= {option.name for option in entry.description.options}
    return frozenset(names)


def _check(
    swept: dict[str, tuple[Setting, ...]], description: Description, where: Location, source: Source
) -> None:
    driver = description.name
    options = {option.name: option for option in description.options}
    for name, values in swept.items():
        location = (*where, name)
        if name not in options:
            meant = did_you_mean(name, options)
            raise source.error(location, f"{driver} has no setting '{name}': {meant}")
        for index, value in enumerate(values):
            if not _allows(options[name], value):
                meant = _meant(value, options[name].values)
                what = f"drivers.{driver}.{name}: '{setting_text(value)}' is not known: {meant}"
                raise source.error((*location, index), what)


def _meant(value: Setting, known: Sequence[Setting]) -> str:
    """Suggest another value, or the quotes that are missing, or are too many."""
    words = [setting_text(one) for one in known]
    if setting_text(value) in words:
        return f"write it {'without' if isinstance(value, str) else 'in'} quotes"
    meant = did_you_mean(setting_text(value), words)
    if isinstance(value, bool) and not any(isinstance(one, bool) for one in known):
        meant += " (YAML reads a bare on, off, yes or no as a truth value: put it in quotes)"
    return meant


def _allows(option: Option, value: Setting) -> bool:
    return any(same_value(known, value) for known in option.values)
