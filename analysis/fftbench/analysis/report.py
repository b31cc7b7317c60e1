"""The report of results directories: OUT/index.html, OUT/figures/ and OUT/*.csv."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import jinja2
import pandas as pd
from markupsafe import Markup

from fftbench.analysis.ablation import Lever, levers
from fftbench.analysis.claims_table import claims_table, examined
from fftbench.analysis.coverage import cover
from fftbench.analysis.frame import ablation_frame, frame
from fftbench.analysis.merge import bounds_of, merge
from fftbench.analysis.metrics import Row, bound_rows, measure
from fftbench.analysis.notes import changes, notes, outlier_count
from fftbench.analysis.page import (
    compared,
    group_rows,
    hosts,
    lever_details,
    right,
    section,
    weak_details,
)
from fftbench.analysis.plots import Figure, draw_all, draw_levers, draw_weak, remove_old
from fftbench.analysis.plots.style import DARK, INK, PAPER, RULE, Palette
from fftbench.analysis.result import Result
from fftbench.analysis.sources import Study, load
from fftbench.analysis.svg import inline_svg, variable
from fftbench.analysis.tables import change_table, coverage_table, open_table
from fftbench.analysis.weak import families
from fftbench.core.errors import UserError
from fftbench.core.store import make_directory

DIGITS = 9
"""Significant digits of the numbers in summary.csv."""


def write_report(paths: Sequence[Path], out: Path | None = None) -> Path:
    """Write the report of results directories and record files; returns OUT/index.html.

    OUT is by default `report` in the first directory. Raises UserError where nothing is there to
    report, and where OUT can't be written.
    """
    study = load(paths)
    where = out or _default(paths[0])
    make_directory(where)
    make_directory(where / "figures")
    results, bounds = merge(study), bounds_of(study)
    rows = measure(results, bounds)
    tried = levers(study, results)
    try:
        _write_csv(frame([*rows, *bound_rows(bounds)]), where / "summary.csv")
        if tried:
            _write_csv(ablation_frame(tried), where / "settings.csv")
        page = _page(study, bounds, rows, tried, where / "figures")
        (where / "index.html").write_text(page, encoding="utf-8")
    except OSError as error:
        raise UserError(
            f"{error.filename or where}: {error.strerror}", "choose another folder with --out"
        ) from error
    return where / "index.html"


def _write_csv(table: pd.DataFrame, file: Path) -> None:
    table.to_csv(file, index=False, float_format=f"%.{DIGITS}g")


def _default(path: Path) -> Path:
    """DIR/report, of the results directory that `path` is, or of which it is a record file."""
    if path.is_dir():
        return path / "report"
    folder = path.parent
    return (folder.parent if folder.name == "records" else folder) / "report"


def _page(
    study: Study,
    bounds: Sequence[Result],
    rows: Sequence[Row],
    tried: Sequence[Lever],
    folder: Path,
) -> str:
    results = [row.result for row in rows]
    groups, palette = group_rows(rows), Palette(study.drivers)
    drawn = draw_all(groups, palette, folder)
    grown = families(rows)
    weak = draw_weak(grown, palette, folder)
    settings = draw_levers(tried, palette, folder)
    of_problems = [figure for figures in drawn.values() for figure in figures]
    remove_old(folder, [*of_problems, *weak, *settings.values()])
    alone = len(study.records) == 1
    sections = [
        section(group, bounds, drawn[group[0], group[1]], f"problem-{number}", alone)
        for number, group in enumerate(groups, start=1)
    ]
    coverage = cover(study, results)
    flagged, samples = outlier_count(results)
    changed = changes(results)
    return _templates().get_template("index.html.j2").render(
        title=", ".join(study.campaigns) or "results",
        sections=sections,
        compared=compared(study, results),
        right=right(coverage),
        coverage=coverage_table(coverage),
        open=open_table(coverage) if coverage.open else None,
        accuracy=drawn[None],
        weak=weak_details(grown, weak),
        settings=lever_details(tried, settings),
        claims=[(one, claims_table(one)) for one in examined(study, results) if one.any],
        notes=notes([*results, *bounds]),
        changes=change_table(changed) if changed else None,
        outliers=(flagged, samples),
        hosts=hosts(study, results),
        problems=study.problems,
        svg=_inliner(folder),
        colours={"ink": INK, "rule": RULE, "paper": PAPER},
        dark={variable(colour): dark for colour, dark in DARK.items()},
        version=_version(),
    )  # fmt: skip


def _inliner(folder: Path) -> Callable[[Figure], Markup]:
    def inline(figure: Figure) -> Markup:
        text = (folder / f"{figure.name}.svg").read_text(encoding="utf-8")
        # Safe: an XML tree that matplotlib wrote and ElementTree escaped.
        return Markup(inline_svg(text, figure.name, figure.title, DARK))

    return inline


def _templates() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.PackageLoader("fftbench.analysis"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _version() -> str:
    try:
        return version("fftbench")
    except PackageNotFoundError:
        return ""
