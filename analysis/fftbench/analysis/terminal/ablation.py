"""What `fftbench settings` prints."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from fftbench.analysis.model.sources import load
from fftbench.analysis.model.statistics import MIN_LAUNCHES
from fftbench.analysis.questions.ablation import SettingEffect, driver_effects
from fftbench.analysis.tables.ablation import effect_table
from fftbench.analysis.terminal.problems import print_problems
from fftbench.analysis.terminal.rich_table import print_table

CAPTION = (
    "Ratio: time of a forward and a backward transform with this setting over the time with the "
    "default, all other settings at their defaults, or at what all measured cases share; paired by "
    "launch, geometric mean over the instances (problem, ranks, threads and grid), with the mean "
    "of the intervals' ends; then the least and the largest ratio of an instance, and the number "
    "of instances. Above 1 the default is faster. No claim: an instance has fewer than "
    f"{MIN_LAUNCHES} launches. Instances on cores that ranks or threads share are left out."
)


def print_ablation(
    driver: str, paths: Sequence[Path], console: Console | None = None
) -> list[SettingEffect]:
    """Print what each setting of a driver is worth in results directories.

    Raises UserError if one of them can't be read, or if they can't tell.
    """
    out = console or Console()
    study = load(paths)
    found = driver_effects(study, driver)
    title = f"What each setting of {driver} is worth"
    print_table(out, effect_table(found), title, CAPTION)
    print_problems(out, study)
    return found
