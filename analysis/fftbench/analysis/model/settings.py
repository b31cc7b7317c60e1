"""Settings as reports show them: those of a case that not all cases of its driver share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from fftbench.core.contracts.case import Case, Setting, same_value
from fftbench.core.contracts.labels import case_text, settings_text

Common = Mapping[str, Mapping[str, Setting]]
"""[driver][name]: settings that have the same value in all cases of a driver."""

Defaults = Mapping[str, Mapping[str, Setting]]
"""[driver][option]: the value that a case has if nobody sets it."""

OPEN = "auto"
"""A value that leaves the choice to the library."""


def common_settings(cases: Iterable[Case]) -> Common:
    """Find the settings that every case of a driver has, with the same value, by driver."""
    common: dict[str, dict[str, Setting]] = {}
    for case in cases:
        known = common.setdefault(case.driver, dict(case.settings))
        common[case.driver] = {
            name: value
            for name, value in known.items()
            if name in case.settings and same_value(case.settings[name], value)
        }
    return common


def own_settings(case: Case, common: Common, defaults: Defaults) -> str:
    """Write the settings that tell a case from the others of its driver, as `planner=measure`.

    Of several, only those that are not the default, or `defaults` if all of them are.
    """
    own = apart(case.settings, common.get(case.driver, {}))
    if len(own) < 2 or case.driver not in defaults:
        return settings_text(own)
    return settings_text(apart(own, defaults[case.driver])) or "defaults"


def apart(settings: Mapping[str, Setting], known: Mapping[str, Setting]) -> dict[str, Setting]:
    """Keep the settings that are not among the known ones or differ from them."""
    return {
        name: value
        for name, value in settings.items()
        if name not in known or not same_value(value, known[name])
    }


def brief(case: Case, settings: str) -> str:
    """Name a case in a line, with only these settings."""
    return f"{case_text(case.model_copy(update={'settings': {}}))} {settings}".strip()
