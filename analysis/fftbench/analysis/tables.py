"""The tables of the report: text for people, with the plain number to sort by beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fftbench.analysis.coverage import OUTCOMES, Coverage
from fftbench.analysis.formats import (
    NBSP,
    NONE,
    TIMES,
    listing,
    percent,
    problem_text,
    seconds_text,
    significant,
    times_text,
    unit_for,
)
from fftbench.analysis.headline import Verdict, pair
from fftbench.analysis.metrics import Place, Row, pays_after
from fftbench.analysis.notes import Change
from fftbench.analysis.plots.select import Line, best_lines, lines, timed
from fftbench.analysis.statistics import Estimate


@dataclass(frozen=True)
class Cell:
    """Text, the value to sort by where that differs, and a class for its looks."""

    text: str
    sort: float | None = None
    kind: str = ""


@dataclass(frozen=True)
class Table:
    """Columns (name, class of the whole column) and lines of as many cells."""

    columns: tuple[tuple[str, str], ...]
    lines: tuple[tuple[Cell, ...], ...]


OVER_LIMIT = "\N{DIVISION SIGN} bound"
TRIALS = "of it trials"
MEMORY = "memory"
OPTIONAL = ("settings", "planner", "effective", OVER_LIMIT, TRIALS, MEMORY)


def lean(columns: Sequence[tuple[str, str]], lines_: Sequence[Sequence[Cell]]) -> Table:
    """Make a table without its optional columns where no line has anything to tell there."""
    keep = [
        at
        for at, (name, _) in enumerate(columns)
        if name not in OPTIONAL or any(line[at].text for line in lines_)
    ]
    return Table(
        tuple(columns[at] for at in keep),
        tuple(tuple(line[at] for at in keep) for line in lines_),
    )


def coverage_table(coverage: Coverage) -> Table:
    """Driver x outcome, numbers of cases, with totals."""
    lines_ = []
    for driver, counts in [*coverage.counts.items(), ("all", coverage.totals)]:
        numbers = [counts.get(outcome, 0) for outcome in OUTCOMES]
        cells = [
            Cell(str(number) if number else "\N{MIDDLE DOT}", number, f"n-{outcome}" * bool(number))
            for number, outcome in zip(numbers, OUTCOMES, strict=True)
        ]
        name = Cell(driver, kind="strong" if driver != "all" else "")
        lines_.append((name, *cells, Cell(str(sum(numbers)), sum(numbers))))
    columns = [("driver", ""), *((outcome, "num") for outcome in OUTCOMES), ("cases", "num")]
    return Table(tuple(columns), tuple(lines_))


def open_table(coverage: Coverage) -> Table:
    """Every case that is not ok or not complete, with its reason."""
    columns = (
        ("status", ""), ("driver", ""), ("settings", "wide"), ("problem", ""), ("where", ""),
        ("reason", "reason"), ("case", "id"),
    )  # fmt: skip
    return lean(
        columns,
        [
            (
                Cell(item.outcome, kind=f"s-{item.outcome}"),
                Cell(item.case.driver, kind="strong"),
                Cell(item.shown),
                Cell(problem_text(item.case.problem)),
                Cell(Place(item.case.nodes, item.case.ranks, item.case.threads).label),
                Cell(item.reason),
                Cell(item.case.id),
            )
            for item in coverage.open
        ],
    )


def verdict_table(found: Sequence[Verdict]) -> Table:
    """Who is fastest at each place."""
    columns = (("where", ""), ("fastest", "fold"), ("forward + backward", "num"), ("next", "fold"),
               ("verdict", ""))  # fmt: skip
    lines_ = []
    for verdict in found:
        second, lead = verdict.second, verdict.lead
        follows = Cell(NONE)
        if second is not None and lead is not None:
            span = f"[{times_text(lead.lo)},{NBSP}{times_text(lead.hi)}]"
            text = f"{second.result.case.driver}{NBSP}{times_text(lead.median)}{TIMES} {span}"
            follows = Cell(text, lead.median)
        known = verdict.clear or second is None
        names = [row.result.case.driver for row in (verdict.best, *verdict.equals)]
        lines_.append((
            Cell(verdict.place.label, verdict.place.ranks),
            Cell(names[0], kind="strong") if known else Cell(listing(names, "or")),
            interval_cell(pair(verdict.best)),
            follows,
            _judgement(verdict),
        ))  # fmt: skip
    return Table(columns, tuple(lines_))


def _judgement(verdict: Verdict) -> Cell:
    if verdict.second is None:
        return Cell("no rival", kind="muted")
    if verdict.too_few:
        return Cell("too few samples", kind="muted")
    if verdict.clear:
        return Cell("faster", kind="good")
    return Cell("within noise", kind="muted")


def interval_cell(value: Estimate | None) -> Cell:
    """As `12.3 ms [12.1, 12.6]`."""
    if value is None:
        return Cell(NONE)
    unit = unit_for([value.median])
    low, high = seconds_text(value.lo, unit), seconds_text(value.hi, unit)
    return Cell(f"{seconds_text(value.median)} [{low}, {high}]", value.median)


def number_cell(value: float | None, kind: str = "") -> Cell:
    """Three significant digits."""
    return Cell(significant(value), value, kind)


def scaling_table(rows: Sequence[Row]) -> Table:
    """Scaling of the fastest settings of each driver."""
    columns = (
        ("driver", ""), ("settings", "wide"), ("where", ""), ("forward + backward", "num"),
        ("speedup", "num"), ("efficiency", "num"), ("ICL efficiency", "num"),
        ("serial fraction", "num"), ("MB/s per rank", "num"),
    )  # fmt: skip
    return lean(
        columns,
        [
            (
                *line_cells(line, row),
                interval_cell(row.result.pair),
                Cell(f"{row.speedup:.2f}" if row.speedup else NONE, row.speedup),
                percent_cell(row.efficiency),
                percent_cell(row.icl_efficiency),
                Cell(percent(row.serial_fraction), row.serial_fraction),
                number_cell(row.rank_mb_s),
            )
            for line in best_lines(lines(rows))
            for row in line.rows
        ],
    )


def line_cells(line: Line, row: Row) -> tuple[Cell, Cell, Cell]:
    """Driver, settings and place of a point of a line."""
    place = Cell(row.place.label, row.place.ranks)
    return Cell(line.driver, kind="strong"), Cell(line.settings), place


def percent_cell(value: Estimate | None) -> Cell:
    """As `93 %`."""
    return Cell(percent(value.median if value else None), value.median if value else None)


def breakdown_table(groups: Sequence[tuple[Place, Sequence[Row]]]) -> Table:
    """Show the numbers behind the breakdown figure."""
    columns = (
        ("where", ""), ("driver", ""), ("settings", "wide"), ("wall", "num"), ("FFT", "num"),
        ("reorder", "num"), ("exchange", "num"), ("sent per pair", "num"), ("peak memory", "num"),
    )  # fmt: skip
    found = []
    for place, rows in groups:
        for row in rows:
            parts, peak = row.result.parts, row.result.peak_mb
            assert parts is not None
            together = Cell(f"{percent(parts.local / parts.wall)} together", parts.local)
            known = parts.fft is not None and parts.reorder is not None
            found.append((
                Cell(place.label, place.ranks),
                Cell(row.result.case.driver, kind="strong"),
                Cell(row.result.label),
                Cell(seconds_text(parts.wall), parts.wall),
                _share(parts.fft, parts.wall) if known else together,
                _share(parts.reorder, parts.wall) if known else Cell(""),
                _share(parts.exchange, parts.wall),
                Cell(f"{parts.exchange_bytes / 1e6:,.1f} MB", parts.exchange_bytes),
                Cell(f"{peak:,.0f} MB" if peak else NONE, peak),
            ))  # fmt: skip
    return lean(columns, found)


def _share(part: float | None, wall: float) -> Cell:
    return Cell(percent(part / wall) if part is not None and wall > 0 else NONE, part)


def planning_table(rows: Sequence[Row]) -> Table:
    """Show what planning costs at one place, and when it pays."""
    columns = (
        ("driver", ""), ("settings", "wide"), ("plan", "num"), (TRIALS, "num"),
        ("first pair", "num"),
        ("later pairs", "num"), ("pays after", "num"), (MEMORY, "num"),
    )  # fmt: skip
    shown = sorted(timed(rows), key=lambda row: (row.result.case.driver, row.result.plan_s or 0))
    quickest: dict[str, Row] = {}
    found = []
    for row in shown:
        quick = quickest.setdefault(row.result.case.driver, row)
        pairs = pays_after(quick.result, row.result)
        trials = row.result.trials_s
        if row is quick:
            pays = Cell("quickest to plan", -1.0, kind="muted")
        else:
            pays = Cell(f"{pairs:,.0f} pairs" if pairs is not None else "never", pairs)
        found.append((
            Cell(row.result.case.driver, kind="strong"),
            Cell(row.result.label),
            Cell(seconds_text(row.result.plan_s), row.result.plan_s),
            Cell("" if trials is None else seconds_text(trials), trials),
            Cell(seconds_text(row.result.first_s), row.result.first_s),
            interval_cell(row.result.pair),
            pays,
            Cell(f"{arrays:.2f} arrays" if (arrays := row.result.arrays) else "", arrays),
        ))  # fmt: skip
    return lean(columns, found)


def change_table(found: Sequence[Change]) -> Table:
    """Show settings that were not used as asked."""
    columns = (("driver", ""), ("settings", "wide"), ("where", ""), ("setting", ""),
               ("asked", ""), ("used", ""), ("case", "id"))  # fmt: skip
    return lean(
        columns,
        [
            (
                Cell(change.result.case.driver, kind="strong"),
                Cell(change.result.label),
                Cell(Row(change.result).place.label),
                Cell(change.name),
                Cell(change.requested),
                Cell(change.effective),
                Cell(change.result.case.id),
            )
            for change in found
        ],
    )
