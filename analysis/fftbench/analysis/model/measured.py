"""All that a report is made of, read and worked out once."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fftbench.analysis.model.merge import Divided, divided
from fftbench.analysis.model.metrics import Row, measure
from fftbench.analysis.model.result import Result
from fftbench.analysis.model.sharing import collector_paused
from fftbench.analysis.model.sources import Study, load


@dataclass(frozen=True)
class Measured:
    """A study with its results."""

    paths: tuple[Path, ...]
    study: Study
    divided: Divided
    rows: list[Row]
    """Of the results, one for each."""

    @property
    def results(self) -> list[Result]:
        """One per machine and case."""
        return [row.result for row in self.rows]


def read_measured(paths: Sequence[Path]) -> Measured:
    """Read results directories and record files; UserError if there is nothing."""
    with collector_paused():
        study = load(paths)
        found = divided(study)
        rows = measure(found.results, found.baselines, found.bounds)
        gc.freeze()  # the search for cycles need not look at every record, again and again
    return Measured(tuple(paths), study, found, rows)
