"""The data of a report's CSV files: a row per case, and a row per setting and instance."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from fftbench.analysis.model.formats import grid_text
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.model.result import Result
from fftbench.analysis.model.statistics import Estimate
from fftbench.analysis.questions.ablation import SettingEffect
from fftbench.analysis.tables.frames import CASE, KEYS, MEASUREMENT
from fftbench.analysis.tables.table import Value
from fftbench.core.contracts.labels import setting_text, sizes

COLUMNS = {
    **{name: CASE[name] for name in ("driver", "settings", "transform", "precision", "placement",
                                     "shape", "ranks", "threads", "nodes", "grid")},
    "status": f"{MEASUREMENT['status']}; the worst over launches",
    "reason": "why it is not ok",
    "plan_s": "construction + commit, slowest rank: median over launches",
    "forward_s": "median over launches of the median over repetitions of the slowest rank's time",
    "forward_lo_s": "lower end of its 95 % interval over launches; empty where these are too few",
    "forward_hi_s": "upper end",
    "backward_s": "the same as forward_s",
    "backward_lo_s": "lower end of its interval",
    "backward_hi_s": "upper end",
    "repetitions": "timed pairs of transforms, or solutions of a workload, over all launches",
    "error": "largest relative error of all checks and launches; empty if not finite",
    "tolerance": "relative error up to which an answer is right",
    "profile_wall_s": "forward + backward in the profiled passes, mean over ranks, of the launch "
    "with the median of it; also of a workload the bare transforms",
    "profile_fft_s": "of that FFT; empty where it can't be told apart",
    "profile_exchange_s": "of that exchange, waiting included",
    "profile_reorder_s": "of that the rest",
    "exchange_bytes": "sent to other ranks by all ranks together, forward + backward",
    "limit_s": "time of forward + backward of the baseline that `limit` names; a baseline has its "
    "own time here",
    "peak_mb": "peak resident memory of the largest rank and launch, 10^6 bytes",
}  # fmt: skip
"""The columns that every summary.csv has, first and in this order, and what they hold.

Times are seconds. What is unknown is empty, and so is every time of a case that is not ok.
"""

FURTHER = {
    "id": KEYS["id"].partition(";")[0],
    "machine": CASE["machine"],
    "planner": "the effort of planning that was really used",
    "effective": "all settings that the library chose itself",
    "launches": "number of records; a case that is ok was timed in each",
    "pair_s": "median over launches of the median over repetitions of forward + backward, or of a "
    "workload from end to end, slowest rank",
    "pair_lo_s": "lower end of its 95 % interval over launches; empty where these are too few",
    "pair_hi_s": "upper end",
    "ratio": "pair_s over that of the fastest case of the same machine, problem and resources: "
    "estimated from the ratios of common launches, so that it is not quite that of the medians; "
    "each half of the launches over the case that is fastest in the other half",
    "ratio_lo": "lower end of its 95 % interval; empty where launches are too few",
    "ratio_hi": "upper end",
    "gflops": "10^9 operations per second: 5 N log2 N for a complex and 2.5 N log2 N for a real "
    "transform of N points, of all transforms in pair_s",
    "speedup": "time of the same driver and settings on their fewest cores, ranks times threads, "
    "over the time here, from common launches; empty where ranks or threads share cores",
    "efficiency": "speedup over the number of cores as a multiple of the fewest",
    "efficiency_lo": "lower end of its 95 % interval; empty where launches are too few",
    "efficiency_hi": "upper end",
    "icl_efficiency": "the same against the fastest of all drivers on the fewest cores",
    "serial_fraction": "of Karp and Flatt, from speedup; below zero if scaling is better than "
    "ideal",
    "rank_mb_s": "10^6 bytes of the input over pair_s and the number of ranks",
    "first_pair_s": "the first forward + backward, which is not among the timed ones; also of a "
    "workload the bare transforms",
    "imbalance": "time of the slowest rank over that of the median rank",
    "limit": "the baseline: driver, settings, grid and crossings",
    "over_limit": "pair_s over limit_s, from common launches",
    "over_limit_lo": "lower end of its 95 % interval; empty where launches are too few",
    "over_limit_hi": "upper end",
    "arrays": "memory of the largest rank, in arrays of its part of the problem: the caller's one "
    "or two, and what the library takes",
    "bound_s": "lower bound of forward + backward: the largest that was measured on the same "
    "machine, problem and resources; a bound has its own here",
    "bound_by": "of what",
    "over_bound": "pair_s over bound_s, from common launches",
    "over_bound_lo": "lower end of its 95 % interval; empty where launches are too few",
    "over_bound_hi": "upper end",
    "output_order": "axes of the spectrum from slowest to fastest, from 0",
    "output_pieces": "into how many parts the ranks divide each axis of the spectrum",
    "same_layout": "whether the spectrum is ordered and distributed like the input",
    "input_survives": "whether forward leaves the input as it was",
    "profile_declared": "parts of the profile that are by the library's own timers",
    "memory": CASE["memory"],
    "devices": "on how many devices the arrays are",
    "device_j": MEASUREMENT["device_j"] + "; median over launches",
    "packages_j": MEASUREMENT["packages_j"],
    "fields": CASE["fields"],
    "workload": CASE["workload"],
}
"""The columns behind these."""

EFFECT_COLUMNS = {
    "driver": CASE["driver"],
    "setting": "the one in which two cases of the driver differ",
    "value": "of the setting",
    "default": "its value at the driver's defaults",
    **{name: CASE[name] for name in ("transform", "precision", "placement", "shape", "ranks",
                                     "threads", "nodes", "grid", "machine")},
    "ratio": "time with the value over the time with the default, from common launches",
    "ratio_lo": "lower end of its 95 % interval; empty where launches are too few",
    "ratio_hi": "upper end",
    "pair_s": "time of forward + backward, or of a solution, with the value: as in cases",
    "pair_lo_s": "lower end of its interval",
    "pair_hi_s": "upper end",
    "default_pair_s": "the same with the default",
    "default_pair_lo_s": "lower end of its interval",
    "default_pair_hi_s": "upper end",
    "id": KEYS["id"].partition(";")[0],
    "default_id": "of the case with the default",
}  # fmt: skip
"""The columns of settings.csv, and what they hold."""


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
