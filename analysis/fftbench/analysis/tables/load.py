"""Every table that results make, by name: for `fftbench.analysis.load` and `fftbench export`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path

import pandas as pd

from fftbench.analysis.model.merge import divided
from fftbench.analysis.model.metrics import measure, rows_apart
from fftbench.analysis.model.sources import Study, load
from fftbench.analysis.questions.ablation import setting_effects
from fftbench.analysis.tables.exports import (
    COLUMNS,
    EFFECT_COLUMNS,
    FURTHER,
    case_frame,
    effect_frame,
)
from fftbench.analysis.tables.frames import FRAMES, frame_of
from fftbench.core.errors import UserError, did_you_mean

TABLES: Mapping[str, Mapping[str, str]] = {
    **{name: frame.columns for name, frame in FRAMES.items()},
    "cases": COLUMNS | FURTHER,
    "settings": EFFECT_COLUMNS,
}
"""What each column of a table holds, by the table's name."""


def load_table(paths: Sequence[str | PathLike[str]], name: str) -> pd.DataFrame:
    """Read results into the table of this name."""
    if name not in TABLES:
        raise UserError(f"there is no table '{name}'", did_you_mean(name, TABLES))
    study = load([Path(path) for path in paths])
    frame = table_of(study, name)
    frame.attrs["problems"] = list(study.problems)
    return frame


def table_of(study: Study, name: str) -> pd.DataFrame:
    """Make the table of this name, which knows what its columns hold."""
    frame = frame_of(study, name) if name in FRAMES else _merged(study, name)
    frame.attrs["columns"] = dict(TABLES[name])
    return frame


def columns_table() -> pd.DataFrame:
    """Make the table of what each column of every table holds."""
    lines = [
        {"table": name, "column": column, "meaning": text}
        for name, columns in TABLES.items()
        for column, text in columns.items()
    ]
    frame: pd.DataFrame = pd.DataFrame(lines)
    return frame


def _merged(study: Study, name: str) -> pd.DataFrame:
    found = divided(study)
    if name == "settings":
        return effect_frame(setting_effects(study, found.results))
    rows = measure(found.results, found.baselines, found.bounds)
    return case_frame([*rows, *rows_apart(found)])
