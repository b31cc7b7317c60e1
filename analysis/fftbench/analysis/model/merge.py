"""From the records of a study to one result per case, and the ratio of two results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from fftbench.analysis.model.machine import Machine
from fftbench.analysis.model.ranks import CONFIDENCE
from fftbench.analysis.model.result import Result
from fftbench.analysis.model.settings import Common, own_settings
from fftbench.analysis.model.sources import Study
from fftbench.analysis.model.statistics import Estimate, paired_ratio, unpaired_ratio
from fftbench.core.contracts.case import Case
from fftbench.core.contracts.labels import settings_text
from fftbench.core.contracts.record import Record, Status
from fftbench.core.contracts.resources import Resources


def ratio(above: Result, below: Result) -> Estimate | None:
    """Time of `above` over that of `below`, paired by launch; None if one has no time.

    Launches of two machines or campaigns are no pairs, whatever their numbers.
    """
    if above.pair is None or below.pair is None:
        return None
    if above.machine != below.machine:
        return _unpaired(above.pair_launches, below.pair_launches)
    shared = above.oversubscribed or below.oversubscribed
    return ratio_of_launches(above.pair_launches, below.pair_launches, claims=not shared)


def ratio_of_launches(
    above: Mapping[int, float],
    below: Mapping[int, float],
    claims: bool = True,
    confidence: float = CONFIDENCE,
) -> Estimate:
    """Estimate `above / below` from times by launch, all > 0; without `claims` not confident.

    What shares no launch was never measured side by side: the ratio is unpaired and claims nothing.
    """
    found = paired_ratio(above, below, confidence)
    if found is None:
        return _unpaired(above, below)
    return found if claims else replace(found, confident=False)


def _unpaired(above: Mapping[int, float], below: Mapping[int, float]) -> Estimate:
    found = unpaired_ratio(above.values(), below.values())
    assert found is not None
    return replace(found, n=0, confident=False)


def merge(study: Study, common: Common | None = None) -> list[Result]:
    """One result per machine and case, in order of problem, ranks, driver and settings.

    Settings in `common`, by default those that all cases of a driver share, are not shown.
    Baselines, bounds and what is unranked are left out: nothing competes with them.
    """
    return [one for one in _results(study, common) if not one.apart]


def merge_checked(study: Study) -> list[Result]:
    """Return what `merge` does, and what is unranked: all that has answers."""
    return [one for one in _results(study) if not one.status.apart]


@dataclass(frozen=True)
class Divided:
    """All results of a study, one per machine and case, in the same order."""

    results: list[Result]
    baselines: list[Result]
    bounds: list[Result]
    unranked: list[Result]


def divided(study: Study) -> Divided:
    """Tell results from what stands beside them."""
    found = _results(study)
    return Divided(
        results=[one for one in found if not one.apart],
        baselines=[one for one in found if one.status is Status.baseline],
        bounds=[one for one in found if one.status is Status.bound],
        unranked=[one for one in found if one.apart and not one.status.apart],
    )


def _results(study: Study, common: Common | None = None) -> list[Result]:
    shared = study.common if common is None else common
    grids = _several(study, lambda case: case.grid)
    seeds = _several(study, lambda case: case.seed)
    results = []
    for machine, records in study.records.items():
        cases: dict[str, list[Record]] = {}
        for record in records:
            cases.setdefault(record.case.id, []).append(record)
        for launches in cases.values():
            launches.sort(key=lambda record: record.launch)
            case = launches[0].case
            shown = own_settings(case, shared, study.defaults)
            work = _work(machine, case)
            several = {"several_grids": work in grids, "several_seeds": work in seeds}
            results.append(Result(machine, case, tuple(launches), shown, **several))
    return sorted(results, key=_order)


def _several(study: Study, of: Callable[[Case], object]) -> frozenset[object]:
    """Find the work that was done on several grids, or with several seeds."""
    found = {
        (_work(machine, case), of(case))
        for machine, records in study.records.items()
        for case in {record.case.id: record.case for record in records}.values()
    }
    return frozenset(
        work for work, number in Counter(work for work, _ in found).items() if number > 1
    )


def _work(machine: Machine, case: Case) -> object:
    """Return what a case does, whatever its grid and seed."""
    settings = settings_text(case.settings)
    return machine, case.problem, case.driver, settings, Resources.of(case)


def _order(result: Result) -> tuple[object, ...]:
    case = result.case
    problem = case.problem
    return (
        result.machine,
        problem.shape,
        problem.transform.value,
        problem.precision.value,
        problem.placement.value,
        result.resources.on_devices,
        problem.memory.value,
        problem.fields,
        problem.workload.value,
        result.resources,
        case.driver,
        result.settings,
        result.grid or (),
        case.seed,
        case.id,
    )
