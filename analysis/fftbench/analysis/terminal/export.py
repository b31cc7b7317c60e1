"""What `fftbench export` writes: every table as CSV or Parquet, or times for a CI's history."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pandas as pd
from rich.console import Console

from fftbench.analysis.model.merge import merge
from fftbench.analysis.model.repetition import repetition_of
from fftbench.analysis.model.result import Result
from fftbench.analysis.model.sources import Study, load
from fftbench.analysis.tables.load import TABLES, columns_table, table_of
from fftbench.analysis.terminal.problems import print_problems
from fftbench.core.contracts.labels import case_text
from fftbench.core.errors import UserError, did_you_mean
from fftbench.core.files.writing import make_directory, replaced, write_text

DIGITS = 9
"""Significant digits of numbers in CSV files."""


def export(
    paths: Sequence[Path], out: Path, form: str, console: Console | None = None
) -> list[Path]:
    """Write results into the folder `out`; returns the files. UserError where that can't be.

    Prints what could not be read, or does not count.
    """
    if form not in FORMS:
        raise UserError(f"there is no form '{form}'", did_you_mean(form, FORMS))
    study = load(paths)
    print_problems(console or Console(), study)
    make_directory(out)
    try:
        return FORMS[form](study, out)
    except OSError as error:
        raise UserError(f"{error.filename or out}: {error.strerror}") from error


def _csv(study: Study, out: Path) -> list[Path]:
    def write(frame: pd.DataFrame, file: Path) -> None:
        frame.to_csv(file, index=False, float_format=f"%.{DIGITS}g")

    return _tables(study, out, "csv", write)


def _parquet(study: Study, out: Path) -> list[Path]:
    def write(frame: pd.DataFrame, file: Path) -> None:
        # Columns with nothing but None get a type, too; readers need not know of pandas.
        frame.convert_dtypes().to_parquet(file, index=False)

    try:
        import pyarrow  # noqa: F401, PLC0415 (an extra: most people need it never)
    except ImportError as error:
        hint = "pip install 'fftbench[parquet]', or pip install pyarrow; or choose --form csv"
        raise UserError("Parquet needs pyarrow, which is not installed", hint) from error
    return _tables(study, out, "parquet", write)


def _tables(
    study: Study, out: Path, suffix: str, write: Callable[[pd.DataFrame, Path], None]
) -> list[Path]:
    """Write every table, and one of what their columns hold."""
    files = []
    for name in TABLES:
        files.append(out / f"{name}.{suffix}")
        with replaced(files[-1]) as draft:
            write(table_of(study, name), draft)
    files.append(out / f"columns.{suffix}")
    with replaced(files[-1]) as draft:
        write(columns_table(), draft)
    return files


def _github(study: Study, out: Path) -> list[Path]:
    """Write what github-action-benchmark reads as `customSmallerIsBetter`: a time per case.

    Baselines, bounds and the unranked are in no such history.
    """
    timed = [result for result in merge(study) if result.pair is not None]
    machines = {result.machine for result in timed}
    names = [result.machine.told_apart(case_text(result.case), machines) for result in timed]
    entries = [_entry(name, result) for name, result in zip(names, timed, strict=True)]
    file = out / "benchmark.json"
    write_text(file, json.dumps(entries, indent=1) + "\n")
    return [file]


def _entry(name: str, result: Result) -> dict[str, str | float]:
    pair = result.pair
    assert pair is not None
    times = f"median of {pair.n} launches" if pair.confident else f"{pair.n} launches: no interval"
    timed = repetition_of(result.case.problem).name
    shared = "; ranks or threads share cores" if result.oversubscribed else ""
    return {
        "name": name,
        "unit": "s",
        "value": pair.median,
        "range": f"{pair.lo:.4g} to {pair.hi:.4g}",
        "extra": f"{timed}, {times}{shared}; {result.machine.label}",
    }


FORMS: Mapping[str, Callable[[Study, Path], list[Path]]] = {
    "csv": _csv,
    "parquet": _parquet,
    "github-action-benchmark": _github,
}
