"""What each setting of a driver is worth: cases that change exactly one of its defaults.

What all its cases share stands for the default: it is no change between them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

from fftbench.analysis.model.merge import merge, ratio
from fftbench.analysis.model.result import Result
from fftbench.analysis.model.settings import OPEN, Defaults, apart, common_settings
from fftbench.analysis.model.sources import Study
from fftbench.analysis.model.statistics import Estimate, Mean, geometric_mean
from fftbench.core.contracts.case import Case, Setting
from fftbench.core.contracts.labels import settings_text
from fftbench.core.errors import UserError, did_you_mean


@dataclass(frozen=True)
class Trial:
    """The same problem on the same resources and grid: at the defaults, and with one change."""

    default: Result
    changed: Result
    ratio: Estimate
    """Time with the option changed over time at the defaults, paired by launch."""


@dataclass(frozen=True)
class SettingEffect:
    """One value of one option, wherever it was measured beside the defaults."""

    driver: str
    option: str
    value: Setting
    default: Setting
    trials: tuple[Trial, ...]
    mean: Mean
    """Of the trials' ratios; above 1 if the default is faster."""

    @property
    def name(self) -> str:
        """As `kernel=fftw`."""
        return settings_text({self.option: self.value})


def setting_effects(study: Study, results: Sequence[Result]) -> list[SettingEffect]:
    """Find what each setting is worth, by driver, the costliest first.

    A trial counts if both cases are ok, on the same machine, problem, resources and grid, if no
    ranks or threads shared cores, and if the library used the setting that was asked for.
    """
    usual = shared_or_default((result.case for result in results), study.defaults)
    changes = [
        (result, changed_options(result.case, usual))
        for result in results
        if not result.oversubscribed
    ]
    at_defaults: dict[Hashable, Result] = {}
    for result, changed in changes:
        if changed == ():
            at_defaults.setdefault(_where(result), result)
    found: dict[tuple[str, str, str], list[Trial]] = {}
    for result, changed in changes:
        default = at_defaults.get(_where(result))
        if default is None or changed is None or len(changed) != 1:
            continue
        driver, option = result.case.driver, changed[0]
        value = ratio(result, default)
        asked = result.case.settings[option]
        if value is not None and (asked == OPEN or result.used(option) == asked):
            name = settings_text({option: asked})
            found.setdefault((driver, option, name), []).append(Trial(default, result, value))
    made = [_effect(driver, option, trials) for (driver, option, _), trials in found.items()]
    return sorted(made, key=lambda effect: (effect.driver, -effect.mean.value, effect.name))


def driver_effects(study: Study, driver: str) -> list[SettingEffect]:
    """Find what the settings of one driver are worth; UserError if the results can't tell."""
    if driver not in study.drivers:
        raise UserError(
            f"there is no driver '{driver}' in these results", did_you_mean(driver, study.drivers)
        )
    if driver not in study.defaults:
        raise UserError(
            f"no plan of these results has the defaults of {driver}",
            "name the results directory; to bring an old plan.json up to date, give the command "
            "that measured it again: finished cases stay",
        )
    found = [effect for effect in setting_effects(study, merge(study)) if effect.driver == driver]
    if not found:
        raise UserError(
            f"no setting of {driver} was measured beside its defaults",
            f"measure `drivers: {{{driver}: [{{}}, {{OPTION: VALUE}}]}}`, as "
            "configs/campaigns/ablation.yaml does",
        )
    return found


def shared_or_default(cases: Iterable[Case], defaults: Defaults) -> Defaults:
    """Give each setting of a driver the value that all its cases share, or else its default."""
    common = common_settings(cases)
    return {
        driver: {name: common.get(driver, {}).get(name, value) for name, value in known.items()}
        for driver, known in defaults.items()
    }


def changed_options(case: Case, defaults: Defaults) -> tuple[str, ...] | None:
    """Name the options that a case changes from its driver's defaults; None if these are unknown.

    They are also unknown if the case was made by a version with other options.
    """
    known = defaults.get(case.driver)
    if known is None or known.keys() != case.settings.keys():
        return None
    return tuple(apart(case.settings, known))


def _effect(driver: str, option: str, trials: Sequence[Trial]) -> SettingEffect:
    mean = geometric_mean([trial.ratio for trial in trials])
    assert mean is not None
    changed, default = trials[0].changed.case, trials[0].default.case
    value, usual = changed.settings[option], default.settings[option]
    return SettingEffect(driver, option, value, usual, tuple(trials), mean)


def _where(result: Result) -> Hashable:
    case = result.case
    return result.machine, case.driver, case.problem, result.resources, case.grid
