"""The report of results directories: OUT/index.html, OUT/figures/ and OUT/*.csv."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import jinja2
import pandas as pd
from markupsafe import Markup

from fftbench.analysis.model.formats import NEGLIGIBLE_TEXT
from fftbench.analysis.model.measured import Measured, read_measured
from fftbench.analysis.model.metrics import rows_apart
from fftbench.analysis.model.selection import group_rows
from fftbench.analysis.model.statistics import MIN_LAUNCHES
from fftbench.analysis.page.contents import (
    device_details,
    effect_details,
    hosts,
    section,
    weak_details,
)
from fftbench.analysis.page.svg import inline_svg, variable
from fftbench.analysis.plots import (
    MOST_PROBLEMS,
    Figure,
    accuracy_figures,
    device_figures,
    draw,
    effect_figures,
    problem_figures,
    remove_old,
    weak_figures,
)
from fftbench.analysis.plots.look.style import DARK, INK, PAPER, RULE, Palette
from fftbench.analysis.questions.ablation import SettingEffect, setting_effects
from fftbench.analysis.questions.answers import ProblemAnswers, problem_answers
from fftbench.analysis.questions.compared import compared
from fftbench.analysis.questions.coverage import cover
from fftbench.analysis.questions.devices import side_by_side
from fftbench.analysis.questions.evidence import examine_study
from fftbench.analysis.questions.known_noise import known_noise
from fftbench.analysis.questions.notes import changes, notes, outlier_count
from fftbench.analysis.questions.weak import families, largest
from fftbench.analysis.tables.answers import LEGEND, matrix
from fftbench.analysis.tables.cells import NO_CLAIM
from fftbench.analysis.tables.claims import claims_table
from fftbench.analysis.tables.coverage import coverage_table, open_table, right
from fftbench.analysis.tables.devices import NOTE as DEVICES_NOTE
from fftbench.analysis.tables.exports import case_frame, effect_frame
from fftbench.analysis.tables.noise import sentence
from fftbench.analysis.tables.notes import change_table
from fftbench.analysis.tables.sentences import how_sure, not_run, what_limits
from fftbench.core.errors import UserError
from fftbench.core.files.writing import make_directory, replaced, write_text

DIGITS = 9
"""Significant digits of numbers in CSV files."""


def write_report(paths: Sequence[Path], out: Path | None = None) -> Path:
    """Write the report of results directories and record files; returns OUT/index.html.

    OUT is by default `report` in the first directory. Raises UserError if there is nothing to
    report, or if OUT can't be written.
    """
    return report_measured(read_measured(paths), out)


def report_measured(found: Measured, out: Path | None = None) -> Path:
    """Write the report of what was read, as `write_report`."""
    where = out or _default(found.paths[0])
    make_directory(where)
    make_directory(where / "figures")
    effects = setting_effects(found.study, found.results)
    try:
        _write_csv(case_frame([*found.rows, *rows_apart(found.divided)]), where / "summary.csv")
        if effects:
            _write_csv(effect_frame(effects), where / "settings.csv")
        page = _page(found, effects, where / "figures")
        write_text(where / "index.html", page)
    except OSError as error:
        raise UserError(
            f"{error.filename or where}: {error.strerror}", "choose another folder with --out"
        ) from error
    return where / "index.html"


def _write_csv(frame: pd.DataFrame, file: Path) -> None:
    with replaced(file) as draft:
        frame.to_csv(draft, index=False, float_format=f"%.{DIGITS}g")


def _default(path: Path) -> Path:
    """Return DIR/report for the results directory DIR that `path` is or belongs to."""
    if path.is_dir():
        return path / "report"
    folder = path.parent
    return (folder.parent if folder.name == "records" else folder) / "report"


def answered(found: Measured) -> list[tuple[str, ProblemAnswers]]:
    """Return the answers for each problem and machine, with the anchor of its section."""
    groups = enumerate(group_rows(found.rows), start=1)
    return [(f"problem-{number}", problem_answers(found.study, group)) for number, group in groups]


def _page(measured: Measured, effects: Sequence[SettingEffect], folder: Path) -> str:
    study, results = measured.study, measured.results
    apart = [*measured.divided.baselines, *measured.divided.bounds]
    checked = [*results, *measured.divided.unranked]
    known = [sentence(one) for one in known_noise(study, measured.paths, checked)]
    found = answered(measured)
    answers = [one for _, one in found]
    coverage = cover(study, results)
    changed = changes(results)
    return templates().get_template("index.html.j2").render(
        _drawn(measured, effects, found, folder),
        title=", ".join(study.campaigns) or "results",
        matrix=matrix(study, found),
        legend=LEGEND,
        sure=how_sure(answers, known),
        limits=what_limits(answers),
        not_run=not_run(answers),
        compared=compared(study, results),
        right=right(coverage),
        coverage=coverage_table(coverage),
        open=open_table(coverage) if coverage.open else None,
        devices_note=DEVICES_NOTE,
        claims=[(one, claims_table(one)) for one in examine_study(study, checked) if one.any],
        notes=notes([*checked, *apart]),
        changes=change_table(changed) if changed else None,
        outliers=outlier_count(results),
        hosts=hosts(study, results),
        problems=study.problems,
        dropped=study.dropped,
        svg=_inliner(folder),
        colours={"ink": INK, "rule": RULE, "paper": PAPER},
        dark={variable(colour): dark for colour, dark in DARK.items()},
        version=version_text(),
        no_claim=NO_CLAIM,
        least=MIN_LAUNCHES,
        negligible=NEGLIGIBLE_TEXT,
    )  # fmt: skip


def _drawn(
    measured: Measured,
    effects: Sequence[SettingEffect],
    found: Sequence[tuple[str, ProblemAnswers]],
    folder: Path,
) -> dict[str, object]:
    """Draw every figure, and prepare what is told around them, by its name in the template."""
    study, rows = measured.study, measured.rows
    groups, palette = group_rows(rows), Palette(study.drivers)
    drawn, grown = problem_figures(groups, palette), families(rows)
    shown = largest(grown, MOST_PROBLEMS)
    weak, settings = weak_figures(shown, palette), effect_figures(effects, palette)
    both = side_by_side(groups)
    beside = device_figures(both, palette)
    accuracy = accuracy_figures(rows, palette)
    of_problems = [figure for figures in drawn.values() for figure in figures]
    figures = [*accuracy, *of_problems, *weak, *settings.values(), *beside]
    draw(folder, figures)
    remove_old(folder, figures)
    apart = [*measured.divided.baselines, *measured.divided.bounds]
    sections = [
        section(group, one, apart, drawn[group[0], group[1]], anchor, study.place(group[0]))
        for group, (anchor, one) in zip(groups, found, strict=True)
    ]
    return {
        "sections": sections,
        "undrawn": sum(one.timed and not one.figures for one in sections),
        "accuracy": accuracy,
        "weak": weak_details(shown, weak),
        "unshown_weak": len(grown) - len(shown),
        "devices": device_details(both, beside),
        "settings": effect_details(effects, settings),
    }


def _inliner(folder: Path) -> Callable[[Figure], Markup]:
    def inline(figure: Figure) -> Markup:
        text = (folder / f"{figure.name}.svg").read_text(encoding="utf-8")
        # Safe: matplotlib wrote this XML and ElementTree escaped it.
        return Markup(inline_svg(text, figure.name, figure.title, DARK))

    return inline


def templates() -> jinja2.Environment:
    """Return the templates of pages."""
    return jinja2.Environment(
        loader=jinja2.PackageLoader("fftbench.analysis.page"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def version_text() -> str:
    """Return the version of fftbench; empty if it is not installed."""
    try:
        return version("fftbench")
    except PackageNotFoundError:
        return ""
