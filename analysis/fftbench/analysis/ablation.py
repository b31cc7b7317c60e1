"""What each setting of a driver is worth: cases that leave its defaults in exactly one option."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from fftbench.analysis.merge import merge, ratio
from fftbench.analysis.result import Result
from fftbench.analysis.settings import OPEN, Defaults, apart
from fftbench.analysis.sources import Study
from fftbench.analysis.statistics import Estimate, Mean, geometric_mean
from fftbench.core.case import Case, Setting
from fftbench.core.errors import UserError, did_you_mean
from fftbench.core.labels import settings_text


@dataclass(frozen=True)
class Trial:
    """One task at the driver's defaults, and with one option changed."""

    default: Result
    changed: Result
    ratio: Estimate
    """Time with the option changed over time at the defaults, paired by launch."""


@dataclass(frozen=True)
class Lever:
    """One value of one option, everywhere it was tried against the defaults."""

    driver: str
    option: str
    value: Setting
    default: Setting
    trials: tuple[Trial, ...]
    mean: Mean
    """Of the trials' ratios: above 1 where the default is faster."""

    @property
    def name(self) -> str:
        """As `kernel=fftw`."""
        return settings_text({self.option: self.value})


def levers(study: Study, results: Sequence[Result]) -> list[Lever]:
    """Find what each setting is worth, by driver, the one that costs most first.

    A setting counts where the case was ok on both sides, on the same machine, problem, ranks,
    threads and grid, and where the library used what was asked for.
    """
    changes = [(result, changed_options(result.case, study.defaults)) for result in results]
    at_defaults: dict[Hashable, Result] = {}
    for result, changed in changes:
        if changed == ():
            at_defaults.setdefault(_task(result), result)
    found: dict[tuple[str, str, str], list[Trial]] = {}
    for result, changed in changes:
        default = at_defaults.get(_task(result))
        if default is None or changed is None or len(changed) != 1:
            continue
        driver, option = result.case.driver, changed[0]
        value = ratio(result, default)
        asked = result.case.settings[option]
        if value is not None and (asked == OPEN or result.used(option) == asked):
            name = settings_text({option: asked})
            found.setdefault((driver, option, name), []).append(Trial(default, result, value))
    made = [_lever(driver, option, trials) for (driver, option, _), trials in found.items()]
    return sorted(made, key=lambda lever: (lever.driver, -lever.mean.value, lever.name))


def driver_levers(study: Study, driver: str) -> list[Lever]:
    """Find what the settings of one driver are worth; UserError where the results can't tell."""
    if driver not in study.drivers:
        raise UserError(
            f"there is no driver '{driver}' in these results", did_you_mean(driver, study.drivers)
        )
    if driver not in study.defaults:
        raise UserError(
            f"no plan of these results tells the defaults of {driver}",
            "name the results directory; to bring an old plan.json up to date, give the command "
            "that measured it again: finished cases stay",
        )
    found = [lever for lever in levers(study, merge(study)) if lever.driver == driver]
    if not found:
        raise UserError(
            f"no setting of {driver} was measured beside its defaults",
            f"measure `drivers: {{{driver}: [{{}}, {{OPTION: VALUE}}]}}`, as "
            "configs/campaigns/ablation.yaml does",
        )
    return found


def changed_options(case: Case, defaults: Defaults) -> tuple[str, ...] | None:
    """Name the options in which a case leaves its driver's defaults; None where these are unknown.

    They are unknown, too, where the case was made by a version with other options.
    """
    known = defaults.get(case.driver)
    if known is None or known.keys() != case.settings.keys():
        return None
    return tuple(apart(case.settings, known))


def _lever(driver: str, option: str, trials: Sequence[Trial]) -> Lever:
    mean = geometric_mean([trial.ratio for trial in trials])
    assert mean is not None
    changed, default = trials[0].changed.case, trials[0].default.case
    value, usual = changed.settings[option], default.settings[option]
    return Lever(driver, option, value, usual, tuple(trials), mean)


def _task(result: Result) -> Hashable:
    case = result.case
    place = (case.nodes, case.ranks, case.threads, case.grid)
    return result.machine, case.driver, case.problem, place
