"""Rows as tables: summary.csv, a line per case, and settings.csv, a line per setting and task."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from fftbench.analysis.ablation import Lever
from fftbench.analysis.formats import grid_text, value_text
from fftbench.analysis.metrics import Row
from fftbench.analysis.result import Result
from fftbench.analysis.statistics import Estimate
from fftbench.core.labels import sizes
from fftbench.core.record import Status

COLUMNS = (
    "driver", "settings", "transform", "precision", "placement", "shape", "ranks", "threads",
    "nodes", "grid", "status", "reason", "plan_s", "forward_s", "forward_lo_s", "forward_hi_s",
    "backward_s", "backward_lo_s", "backward_hi_s", "repetitions", "error", "tolerance",
    "profile_wall_s", "profile_fft_s", "profile_exchange_s", "profile_reorder_s",
    "exchange_bytes", "limit_s", "peak_mb",
)  # fmt: skip
"""The columns that every summary.csv has, first and in this order.

Times are seconds: medians over launches of the median over repetitions of the maximum over ranks,
with the envelope of the launches' 95 % intervals; plan_s is construction + commit. repetitions is
the total over launches. profile_* are means over ranks of forward + backward, in the traced
passes; exchange_bytes sums over ranks. peak_mb is the largest rank's. What is unknown is empty,
and so is every time of a case that is not ok. limit_s is the least time of forward + backward
together, by the bound that `limit` names; of a bound it is its own time.
"""

FURTHER = (
    "id", "machine", "planner", "effective", "launches", "pair_s", "pair_lo_s", "pair_hi_s",
    "ratio", "ratio_lo", "ratio_hi", "gflops", "speedup", "efficiency", "efficiency_lo",
    "efficiency_hi", "icl_efficiency", "serial_fraction", "rank_mb_s", "first_pair_s", "imbalance",
    "limit", "over_limit", "over_limit_lo", "over_limit_hi", "arrays",
)  # fmt: skip
"""planner is the effort really used; effective are all settings that the library itself decided.
arrays is memory in arrays of the problem: the caller's one or two and what the library takes."""


def frame(rows: Sequence[Row]) -> pd.DataFrame:
    """One line per row, columns `COLUMNS` and then `FURTHER`; None where unknown."""
    lines = [
        _case(row)
        if row.result.status is Status.bound
        else {**_case(row), **_times(row), **_metrics(row)}
        for row in rows
    ]
    table: pd.DataFrame = pd.DataFrame(lines, columns=[*COLUMNS, *FURTHER])
    return table


def ablation_frame(found: Sequence[Lever]) -> pd.DataFrame:
    """One line per setting and task; `ratio` is over the time at the driver's defaults."""
    lines = [
        {
            "driver": lever.driver,
            "setting": lever.option,
            "value": value_text(lever.value),
            "default": value_text(lever.default),
            **_place(trial.changed),
            **_spread("ratio", "", trial.ratio),
            **_spread("pair", "_s", trial.changed.pair),
            **_spread("default_pair", "_s", trial.default.pair),
            "id": trial.changed.case.id,
            "default_id": trial.default.case.id,
        }
        for lever in found
        for trial in lever.trials
    ]
    table: pd.DataFrame = pd.DataFrame(lines)
    return table


def _case(row: Row) -> dict[str, object]:
    result = row.result
    case = result.case
    return {
        "driver": case.driver,
        "settings": result.settings,
        **_place(result),
        "status": result.status.value,
        "reason": result.reason,
        "error": result.error,
        "tolerance": result.tolerance,
        "peak_mb": result.peak_mb,
        "arrays": result.arrays,
        "limit_s": row.limit.seconds if row.limit else None,
        "limit": row.limit.name if row.limit else None,
        "id": case.id,
        "planner": result.planner or None,
        "effective": result.decided or None,
        "launches": len(result.records),
    }


def _place(result: Result) -> dict[str, object]:
    case, problem = result.case, result.case.problem
    return {
        "transform": problem.transform.value,
        "precision": problem.precision.value,
        "placement": problem.placement.value,
        "shape": sizes(problem.shape),
        "ranks": case.ranks,
        "threads": case.threads,
        "nodes": case.nodes,
        "grid": grid_text(result.grid),
        "machine": result.machine.label,
    }


def _times(row: Row) -> dict[str, object]:
    result, parts = row.result, row.result.parts
    times: dict[str, object] = {
        **_spread("forward", "_s", result.forward),
        **_spread("backward", "_s", result.backward),
        **_spread("pair", "_s", result.pair),
        "plan_s": result.plan_s,
        "first_pair_s": result.first_s,
        "repetitions": result.forward.n if result.forward else None,
    }
    if parts is not None:
        times |= {
            "profile_wall_s": parts.wall,
            "profile_fft_s": parts.fft,
            "profile_exchange_s": parts.exchange,
            "profile_reorder_s": parts.reorder,
            "exchange_bytes": parts.exchange_bytes,
        }
    return times


def _metrics(row: Row) -> dict[str, object]:
    return {
        **_spread("ratio", "", row.ratio),
        **_spread("efficiency", "", row.efficiency),
        **_spread("over_limit", "", row.over_limit),
        "gflops": row.gflops,
        "speedup": row.speedup,
        "icl_efficiency": row.icl_efficiency.median if row.icl_efficiency else None,
        "serial_fraction": row.serial_fraction,
        "rank_mb_s": row.rank_mb_s,
        "imbalance": row.result.imbalance,
    }


def _spread(name: str, unit: str, value: Estimate | None) -> dict[str, object]:
    if value is None:
        return {}
    return {
        f"{name}{unit}": value.median,
        f"{name}_lo{unit}": value.lo,
        f"{name}_hi{unit}": value.hi,
    }
