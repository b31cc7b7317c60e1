"""Settings as reports show them: a case's own, without those that all cases of a driver share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from fftbench.core.case import Case, Setting
from fftbench.core.labels import case_text, settings_text

Common = Mapping[str, Mapping[str, Setting]]
"""[driver][name]: settings with one value in all cases of a driver."""


def common_settings(cases: Iterable[Case]) -> Common:
    """Find the settings that every case of a driver has, with the same value, by driver."""
    common: dict[str, dict[str, Setting]] = {}
    for case in cases:
        known = common.setdefault(case.driver, dict(case.settings))
        common[case.driver] = {
            name: value
            for name, value in known.items()
            if name in case.settings and same(case.settings[name], value)
        }
    return common


def own_settings(case: Case, common: Common) -> str:
    """Write the settings that tell a case from the others of its driver, as `planner=measure`."""
    shared = common.get(case.driver, {})
    return settings_text(
        {
            name: value
            for name, value in case.settings.items()
            if name not in shared or not same(value, shared[name])
        }
    )


def brief(case: Case, settings: str) -> str:
    """Name a case in a line, with no more settings than these."""
    return f"{case_text(case.model_copy(update={'settings': {}}))} {settings}".strip()


def same(one: Setting, other: Setting) -> bool:
    """Equal and of one type: `true` is not 1."""
    return type(one) is type(other) and one == other
