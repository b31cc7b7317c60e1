"""Every table that results make, by name: for `fftbench.analysis.load` and `fftbench export`."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path

import pandas as pd

from fftbench.analysis.model.merge import divided
from fftbench.analysis.model.metrics import measure, rows_apart
from fftbench.analysis.model.sources import Study, load
from fftbench.analysis.questions.ablation import setting_effects
from fftbench.analysis.tables.exports import case_frame, effect_frame
from fftbench.analysis.tables.frames import FRAMES, frame_of
from fftbench.core.errors import UserError, did_you_mean

TABLES = (*FRAMES, "cases", "settings")


def load_table(paths: Sequence[str | PathLike[str]], name: str) -> pd.DataFrame:
    """Read results into the table of this name."""
    if name not in TABLES:
        raise UserError(f"there is no table '{name}'", did_you_mean(name, TABLES))
    study = load([Path(path) for path in paths])
    frame = table_of(study, name)
    frame.attrs["problems"] = list(study.problems)
    return frame


def table_of(study: Study, name: str) -> pd.DataFrame:
    """Make the table of this name."""
    if name in FRAMES:
        frame = frame_of(study, name)
        frame.attrs["columns"] = dict(FRAMES[name].columns)
        return frame
    found = divided(study)
    if name == "settings":
        return effect_frame(setting_effects(study, found.results))
    rows = measure(found.results, found.baselines, found.bounds)
    return case_frame([*rows, *rows_apart(found)])
