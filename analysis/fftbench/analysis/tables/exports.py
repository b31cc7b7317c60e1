"""The data of a report's CSV files: a row per case, and a row per setting and instance."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from fftbench.analysis.model.formats import grid_text
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.model.result import Result
from fftbench.analysis.model.statistics import Estimate
from fftbench.analysis.questions.ablation import SettingEffect
from fftbench.analysis.tables.table import Value
from fftbench.core.contracts.labels import setting_text, sizes

COLUMNS = (
    "driver", "settings", "transform", "precision", "placement", "shape", "ranks", "threads",
    "nodes", "grid", "status", "reason", "plan_s", "forward_s", "forward_lo_s", "forward_hi_s",
    "backward_s", "backward_lo_s", "backward_hi_s", "repetitions", "error", "tolerance",
    "profile_wall_s", "profile_fft_s", "profile_exchange_s", "profile_reorder_s",
    "exchange_bytes", "limit_s", "peak_mb",
)  # fmt: skip
"""The columns that every summary.csv has, first and in this order.

Times are seconds: medians over launches of the median over repetitions of the maximum over ranks,
with the 95 % intervals over launches, empty where these are too few; plan_s is construction +
commit. repetitions is the total over launches. profile_* are means over ranks of forward +
backward, in the profiled passes; exchange_bytes sums over ranks. peak_mb is the largest rank's.
What is unknown is empty, and so is every time of a case that is not ok. limit_s is the time of
forward + backward of the baseline that `limit` names; a baseline has its own time there.
"""

FURTHER = (
    "id", "machine", "planner", "effective", "launches", "pair_s", "pair_lo_s", "pair_hi_s",
    "ratio", "ratio_lo", "ratio_hi", "gflops", "speedup", "efficiency", "efficiency_lo",
    "efficiency_hi", "icl_efficiency", "serial_fraction", "rank_mb_s", "first_pair_s", "imbalance",
    "limit", "over_limit", "over_limit_lo", "over_limit_hi", "arrays", "bound_s", "bound_by",
    "over_bound", "over_bound_lo", "over_bound_hi", "output_order", "output_pieces", "same_layout",
    "input_survives", "profile_declared", "memory", "devices", "device_j", "packages_j", "fields",
    "workload",
)  # fmt: skip
"""planner is the effort that was really used; effective are all settings that the library chose.
arrays is memory in arrays of the problem: the caller's one or two, and what the library takes.
bound_s is the lower bound of forward + backward: the largest that was measured on the same machine,
problem and resources; bound_by says of what. A bound has its own there. output_order are the axes
of the spectrum from slowest to fastest, output_pieces into how many parts the ranks divide each
axis; same_layout tells whether it is ordered and distributed like the input, and input_survives
whether forward leaves the input as it was. profile_declared names the parts of the
profile that are by the library's own timers. memory is where the arrays are, and devices on how
many devices; device_j and packages_j are joules of what pair_s is of, of rank 0's device and of
all processors of its node: the mean power of the repetitions, times their time.
fields is how many arrays one transform takes. workload is what is done with the spectrum; unless
it is none, pair_s is the time of all of it from end to end, device_j and packages_j are its joules,
and first_pair_s and profile_* are of the bare forward + backward."""


EFFECT_COLUMNS = (
    "driver", "setting", "value", "default", "transform", "precision", "placement", "shape",
    "ranks", "threads", "nodes", "grid", "machine", "ratio", "ratio_lo", "ratio_hi", "pair_s",
    "pair_lo_s", "pair_hi_s", "default_pair_s", "default_pair_lo_s", "default_pair_hi_s", "id",
    "default_id",
)  # fmt: skip
"""The columns of settings.csv; `ratio` is over the time at the driver's defaults."""


def case_frame(rows: Sequence[Row]) -> pd.DataFrame:
    """List all cases, for summary.csv: columns `COLUMNS` and then `FURTHER`."""
    lines = [
        _case(row) if row.result.status.apart else {**_case(row), **_times(row), **_metrics(row)}
        for row in rows
    ]
    frame: pd.DataFrame = pd.DataFrame(lines, columns=[*COLUMNS, *FURTHER])
    return frame


def effect_frame(found: Sequence[SettingEffect]) -> pd.DataFrame:
    """List what each setting is worth, instance by instance, for settings.csv."""
    lines = [
        {
            "driver": effect.driver,
            "setting": effect.option,
            "value": setting_text(effect.value),
            "default": setting_text(effect.default),
            **_problem(trial.changed),
            **_spread("ratio", "", trial.ratio),
            **_spread("pair", "_s", trial.changed.pair),
            **_spread("default_pair", "_s", trial.default.pair),
            "id": trial.changed.case.id,
            "default_id": trial.default.case.id,
        }
        for effect in found
        for trial in effect.trials
    ]
    frame: pd.DataFrame = pd.DataFrame(lines, columns=list(EFFECT_COLUMNS))
    return frame


def _case(row: Row) -> dict[str, Value]:
    result = row.result
    case = result.case
    return {
        "driver": case.driver,
        "settings": result.settings,
        **_problem(result),
        "status": result.status.value,
        "reason": result.reason,
        "error": result.error,
        "tolerance": result.tolerance,
        "peak_mb": result.peak_mb,
        "arrays": result.arrays,
        "limit_s": row.baseline.seconds if row.baseline else None,
        "limit": row.baseline.name if row.baseline else None,
        "bound_s": row.bound.seconds if row.bound else None,
        "bound_by": row.bound.by if row.bound else None,
        "id": case.id,
        "planner": result.planner or None,
        "effective": result.decided or None,
        "launches": len(result.records),
        "memory": case.problem.memory.value,
        "fields": case.problem.fields,
        "workload": case.problem.workload.value,
        "devices": result.devices,
        **_layouts(result),
    }


def _layouts(result: Result) -> dict[str, Value]:
    found = result.layouts
    if found is None:
        return {"same_layout": result.same_layout}
    order = found.output.order
    return {
        "output_order": None if order is None else " ".join(map(str, order)),
        "output_pieces": sizes(found.output.pieces),
        "same_layout": found.same,
        "input_survives": found.input_survives,
    }


def _problem(result: Result) -> dict[str, Value]:
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


def _times(row: Row) -> dict[str, Value]:
    result, parts = row.result, row.result.parts
    times: dict[str, Value] = {
        **_spread("forward", "_s", result.forward),
        **_spread("backward", "_s", result.backward),
        **_spread("pair", "_s", result.pair),
        "plan_s": result.plan_s,
        "first_pair_s": result.first_s,
        "repetitions": result.repetitions or None,
        "device_j": result.device_j,
        "packages_j": result.packages_j,
    }
    if parts is not None:
        times |= {
            "profile_wall_s": parts.wall,
            "profile_fft_s": parts.fft,
            "profile_exchange_s": parts.exchange,
            "profile_reorder_s": parts.reorder,
            "exchange_bytes": parts.exchange_bytes,
            "profile_declared": " ".join(parts.declared) or None,
        }
    return times


def _metrics(row: Row) -> dict[str, Value]:
    return {
        **_spread("ratio", "", row.ratio),
        **_spread("efficiency", "", row.efficiency),
        **_spread("over_limit", "", row.over_baseline),
        **_spread("over_bound", "", row.over_bound),
        "gflops": row.gflops,
        "speedup": row.speedup,
        "icl_efficiency": row.icl_efficiency.median if row.icl_efficiency else None,
        "serial_fraction": row.serial_fraction,
        "rank_mb_s": row.rank_mb_s,
        "imbalance": row.result.imbalance,
    }


def _spread(name: str, unit: str, value: Estimate | None) -> dict[str, Value]:
    if value is None:
        return {}
    interval = (value.lo, value.hi) if value.confident else (None, None)
    return {
        f"{name}{unit}": value.median,
        f"{name}_lo{unit}": interval[0],
        f"{name}_hi{unit}": interval[1],
    }
