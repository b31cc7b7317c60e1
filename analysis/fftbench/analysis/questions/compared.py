"""What was compared: libraries, problems, how often, on what machine, and when."""

from __future__ import annotations

from collections.abc import Sequence

from fftbench.analysis.model.formats import listing, problem_text
from fftbench.analysis.model.instruments import unranked
from fftbench.analysis.model.result import Result
from fftbench.analysis.model.samples import pairs
from fftbench.analysis.model.sources import Study
from fftbench.analysis.questions.environment import libraries
from fftbench.core.contracts.labels import settings_text
from fftbench.core.contracts.record import Record


def compared(study: Study, results: Sequence[Result]) -> list[tuple[str, str]]:
    """List what was compared, as names and values."""
    records = [record for records in study.records.values() for record in records]
    problems = dict.fromkeys(problem_text(result.case.problem) for result in results)
    ranks = sorted({result.case.ranks for result in results})
    launches = sorted({len(result.pair_launches) for result in results if result.pair})
    versions = libraries(records)
    apart = sorted({why for record in records if (why := unranked(record)) is not None})
    found = [
        *((driver, _driver(study, driver, versions.get(driver))) for driver in study.drivers),
        ("Not ranked", listing([f"{name} ({why})" for name, why in apart])),
        ("Problems", "; ".join(problems)),
        ("MPI ranks", ", ".join(str(number) for number in ranks)),
        ("Launches", _span(launches)),
        ("Repetitions per launch", _span(_repetitions(records))),
        ("Machine", "; ".join(machine.label for machine in study.nodes)),
        ("Campaign", ", ".join(study.campaigns)),
        ("Measured", _period(records)),
    ]
    return [(name, text) for name, text in found if text]


def _driver(study: Study, driver: str, version: str | None) -> str:
    """Give the version of a driver's library, and the settings that all its cases share."""
    shared = settings_text(study.common.get(driver, {}))
    parts = [version or "version unknown", *([f"all cases with {shared}"] if shared else [])]
    return "; ".join(parts)


def _repetitions(records: Sequence[Record]) -> list[int]:
    return [len(times) for times in map(pairs, records) if times]


def _span(numbers: Sequence[int]) -> str:
    if not numbers:
        return ""
    low, high = min(numbers), max(numbers)
    return str(low) if low == high else f"{low} to {high}"


def _period(records: Sequence[Record]) -> str:
    times = sorted(record.started for record in records)
    if not times:
        return ""
    first, last = times[0][:16].replace("T", " "), times[-1][:16].replace("T", " ")
    if first == last:
        return f"{first} UTC"
    return f"{first} to {last.removeprefix(first[:11])} UTC"  # the day once
