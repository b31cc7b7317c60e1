"""From records to answers, in rooms, each using only those below it.

- `page` (the report) and `terminal` (the commands) show answers,
- `tables` puts them into tables and words, `plots` draws them,
- `questions` asks them: who is fastest, what is a setting worth, do claims of papers hold,
- `model` is what was measured: studies, results, their statistics and metrics.

For other programs there is `load`.
"""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["load"]


def load(*paths: str | PathLike[str], table: str = "measurements") -> pd.DataFrame:
    """Read results directories or record files into a tidy table; what is unknown is empty.

    - `measurements`: a row per case and launch, with `forward_s`, `backward_s` and `pair_s`, the
      medians over repetitions of the slowest rank's time, for statistics over launches;
    - `repetitions`: a row per repetition and direction;
    - `functions`: a row per MPI function and direction, from the profiled passes;
    - `cases`: a row per case, launches merged, as in summary.csv;
    - `settings`: a row per setting and task, as in settings.csv.

    `attrs["columns"]` of the table says what each column holds. Lines that can't be read are in
    `attrs["problems"]`. Raises `fftbench.core.errors.UserError` where there is nothing to read.
    """
    # pandas takes a while to import; nobody else shall wait for it.
    from fftbench.analysis.tables.load import load_table  # noqa: PLC0415

    return load_table(paths, table)
