"""The report of results directories: OUT/index.html, OUT/figures/ and OUT/*.csv."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import jinja2
import pandas as pd
from markupsafe import Markup

from fftbench.analysis.model.merge import baselines_of, bounds_of, merge
from fftbench.analysis.model.metrics import Row, baseline_rows, bound_rows, measure
from fftbench.analysis.model.result import Result
from fftbench.analysis.model.selection import group_rows
from fftbench.analysis.model.sources import Study, load
from fftbench.analysis.model.statistics import MIN_LAUNCHES
from fftbench.analysis.page.contents import (
    compared,
    effect_details,
    hosts,
    section,
    weak_details,
)
from fftbench.analysis.page.svg import inline_svg, variable
from fftbench.analysis.plots import Figure, draw_all, draw_effects, draw_weak, remove_old
from fftbench.analysis.plots.style import DARK, INK, PAPER, RULE, Palette
from fftbench.analysis.questions.ablation import SettingEffect, setting_effects
from fftbench.analysis.questions.answers import problem_answers
from fftbench.analysis.questions.coverage import cover
from fftbench.analysis.questions.evidence import examine_study
from fftbench.analysis.questions.known_noise import known_noise
from fftbench.analysis.questions.notes import changes, notes, outlier_count
from fftbench.analysis.questions.weak import families
from fftbench.analysis.tables.answers import LEGEND, matrix
from fftbench.analysis.tables.cells import NO_CLAIM
from fftbench.analysis.tables.claims import claims_table
from fftbench.analysis.tables.coverage import coverage_table, open_table, right
from fftbench.analysis.tables.exports import case_frame, effect_frame
from fftbench.analysis.tables.noise import sentence
from fftbench.analysis.tables.notes import change_table
from fftbench.analysis.tables.sentences import how_sure, not_run, what_limits
from fftbench.core.errors import UserError
from fftbench.core.files.writing import make_directory

DIGITS = 9
"""Significant digits of numbers in CSV files."""


def write_report(paths: Sequence[Path], out: Path | None = None) -> Path:
    """Write the report of results directories and record files; returns OUT/index.html.

    OUT is by default `report` in the first directory. Raises UserError if there is nothing to
    report, or if OUT can't be written.
    """
    study = load(paths)
    where = out or _default(paths[0])
    make_directory(where)
    make_directory(where / "figures")
    results, baselines, bounds = merge(study), baselines_of(study), bounds_of(study)
    rows = measure(results, baselines, bounds)
    effects = setting_effects(study, results)
    try:
        _write_csv(
            case_frame([*rows, *baseline_rows(baselines), *bound_rows(bounds)]),
            where / "summary.csv",
        )
        if effects:
            _write_csv(effect_frame(effects), where / "settings.csv")
        known = [sentence(one) for one in known_noise(study, paths)]
        apart, figures = [*baselines, *bounds], where / "figures"
        page = _page(study, apart, rows, effects, figures, known)
        (where / "index.html").write_text(page, encoding="utf-8")
    except OSError as error:
        raise UserError(
            f"{error.filename or where}: {error.strerror}", "choose another folder with --out"
        ) from error
    return where / "index.html"


def _write_csv(frame: pd.DataFrame, file: Path) -> None:
    frame.to_csv(file, index=False, float_format=f"%.{DIGITS}g")


def _default(path: Path) -> Path:
    """Return DIR/report for the results directory DIR that `path` is or belongs to."""
    if path.is_dir():
        return path / "report"
    folder = path.parent
    return (folder.parent if folder.name == "records" else folder) / "report"


def _page(  # noqa: PLR0913, PLR0917 (one argument per part)
    study: Study,
    apart: Sequence[Result],
    rows: Sequence[Row],
    effects: Sequence[SettingEffect],
    folder: Path,
    known: Sequence[str],
) -> str:
    results = [row.result for row in rows]
    groups, palette = group_rows(rows), Palette(study.drivers)
    drawn = draw_all(groups, palette, folder)
    grown = families(rows)
    weak = draw_weak(grown, palette, folder)
    settings = draw_effects(effects, palette, folder)
    of_problems = [figure for figures in drawn.values() for figure in figures]
    remove_old(folder, [*of_problems, *weak, *settings.values()])
    answers = [problem_answers(study, group) for group in groups]
    anchors = [f"problem-{number}" for number, _ in enumerate(groups, start=1)]
    sections = [
        section(group, one, apart, drawn[group[0], group[1]], anchor, study.place(group[0]))
        for group, one, anchor in zip(groups, answers, anchors, strict=True)
    ]
    coverage = cover(study, results)
    flagged, samples = outlier_count(results)
    changed = changes(results)
    return _templates().get_template("index.html.j2").render(
        title=", ".join(study.campaigns) or "results",
        sections=sections,
        matrix=matrix(study, list(zip(anchors, answers, strict=True))),
        legend=LEGEND,
        sure=how_sure(answers, known),
        limits=what_limits(answers),
        not_run=not_run(answers),
        compared=compared(study, results),
        right=right(coverage),
        coverage=coverage_table(coverage),
        open=open_table(coverage) if coverage.open else None,
        accuracy=drawn[None],
        weak=weak_details(grown, weak),
        settings=effect_details(effects, settings),
        claims=[(one, claims_table(one)) for one in examine_study(study, results) if one.any],
        notes=notes([*results, *apart]),
        changes=change_table(changed) if changed else None,
        outliers=(flagged, samples),
        hosts=hosts(study, results),
        problems=study.problems,
        dropped=study.dropped,
        svg=_inliner(folder),
        colours={"ink": INK, "rule": RULE, "paper": PAPER},
        dark={variable(colour): dark for colour, dark in DARK.items()},
        version=_version(),
        no_claim=NO_CLAIM,
        least=MIN_LAUNCHES,
    )  # fmt: skip


def _inliner(folder: Path) -> Callable[[Figure], Markup]:
    def inline(figure: Figure) -> Markup:
        text = (folder / f"{figure.name}.svg").read_text(encoding="utf-8")
        # Safe: matplotlib wrote this XML and ElementTree escaped it.
        return Markup(inline_svg(text, figure.name, figure.title, DARK))

    return inline


def _templates() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.PackageLoader("fftbench.analysis.page"),
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
