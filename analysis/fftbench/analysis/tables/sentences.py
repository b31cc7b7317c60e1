"""What stands under the matrix of answers: how sure it is, what limits, and what was not run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from fftbench.analysis.model.formats import count, listing, percent
from fftbench.analysis.model.layouts import LayoutClass
from fftbench.analysis.model.metrics import Row
from fftbench.analysis.model.statistics import MIN_LAUNCHES
from fftbench.analysis.questions.answers import NOT_ASKED, Answer, Cores, ProblemAnswers
from fftbench.analysis.questions.limits import Limit, limit_of
from fftbench.analysis.questions.ranking import Verdict
from fftbench.analysis.tables.cells import launches_text

FEW = 4
"""So many reasons for what was not run are given in the sentence; the others are counted."""

SHORT = 90
"""Characters of a reason in a sentence."""


def mark(verdict: Verdict) -> str:
    """Say in a word how sure a verdict is."""
    if verdict.shared:
        return "shared"
    if verdict.second is None:
        return "lone"
    if not verdict.claims:
        return "open"
    return "clear" if verdict.clear else "tie"


def limit_text(row: Row, limit: Limit) -> str:
    """Say where the time of a case goes."""
    name = row.result.case.driver
    shares = listing([f"{percent(share)} in {part}" for part, share in limit.shares])
    text = f"Of its time, {name} spends {shares}." if shares else ""
    if limit.over_bound is not None:
        text += f" It takes {limit.over_bound:.2f} times what {limit.name} allows at least."
    return text.strip()


def how_sure(found: Sequence[ProblemAnswers], noise: Sequence[str]) -> str:
    """Say in a sentence how sure the matrix is: launches, claims, and the machine's own noise."""
    verdicts = [one.verdict for one in _all(found) if one.verdict and one.verdict.second]
    known = noise or ["What this machine can tell was not measured (fftbench run noise)."]
    if not verdicts:
        return " ".join(known)
    numbers = sorted({verdict.launches for verdict in verdicts if mark(verdict) == "open"} or {0})
    span = launches_text(numbers[0])
    if len(numbers) > 1:
        span = f"{numbers[0]} to {launches_text(numbers[-1])}"
    marks = Counter(mark(verdict) for verdict in verdicts)
    parts = {
        "clear": "with a library faster than all others by more than noise",
        "tie": "within noise",
        "open": f"with {span} (a claim needs {MIN_LAUNCHES})",
        "shared": "on shared cores or devices (no claim)",
    }
    texts = [f"{marks[name]} {text}" for name, text in parts.items() if marks[name]]
    return " ".join([f"{count(len(verdicts), 'cell')} of any layout: {listing(texts)}.", *known])


def what_limits(found: Sequence[ProblemAnswers]) -> str:
    """Say in a sentence what takes most of the fastest libraries' time, over all answers."""
    best = [one.verdict.best for one in _all(found) if one.verdict and not one.verdict.shared]
    if not best:
        return "Nothing has a time on cores of its own."
    limits = Counter(limit.name for row in best if (limit := limit_of(row)))
    unknown = len(best) - limits.total()
    if unknown == len(best):
        return "Not known: the fastest were not profiled, or tell no parts of their time."
    texts = [f"{name} in {number}" for name, number in limits.most_common()]
    where = f"{listing(texts)} of {count(len(best), 'cell')}"
    rest = f"; in {unknown} it is not known" if unknown else ""
    return f"Most of the fastest library's time goes into {where}{rest}."


def not_run(found: Sequence[ProblemAnswers]) -> str:
    """Say in a sentence what has no time, and why."""
    reasons: dict[tuple[str, str, str], dict[Cores, int]] = {}
    for answer in _all(found):
        for one in answer.missing:
            first = " ".join(one.reason.split())
            cores = reasons.setdefault((one.driver, one.outcome, first), {})
            cores[answer.cores] = cores.get(answer.cores, 0) + 1
    if not reasons:
        return "Every library of the campaign ran everywhere."
    alike: dict[tuple[str, str, tuple[Cores, ...]], list[str]] = {}
    cases: Counter[tuple[str, str, tuple[Cores, ...]]] = Counter()
    for (driver, outcome, why), where in reasons.items():
        key = outcome, why, tuple(sorted(where))
        alike.setdefault(key, []).append(driver)
        cases[key] += sum(where.values())
    ordered = [key for key, _ in cases.most_common()]
    texts = [
        f"{_named(alike[outcome, why, cores])} on {listing([one.label for one in cores])}: "
        f"{_reason(outcome, why)}"
        for outcome, why, cores in ordered[:FEW]
    ]
    more = len(ordered) - FEW
    return "; ".join(texts) + (f"; and {count(more, 'reason')} more" if more > 0 else "") + "."


def _named(drivers: Sequence[str]) -> str:
    """Name drivers; of many, how many."""
    return listing(sorted(drivers)) if len(drivers) <= FEW else f"{len(drivers)} libraries"


def _reason(outcome: str, why: str) -> str:
    short = why if len(why) <= SHORT else f"{why[:SHORT].rstrip()}\N{HORIZONTAL ELLIPSIS}"
    return outcome if outcome == NOT_ASKED or not short else f"{outcome}, {short}"


def _all(found: Sequence[ProblemAnswers]) -> list[Answer]:
    """Return the answers of the class of any layout, which has all drivers."""
    return [answer for one in found for answer in one.answers[LayoutClass.any].values()]
