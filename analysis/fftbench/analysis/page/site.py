"""A page of pages: the reports of all sets and machines, ready to publish as static files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fftbench.analysis.model.measured import Measured, read_measured
from fftbench.analysis.model.reading import results_below
from fftbench.analysis.page.report import answered, report_measured, templates, version_text
from fftbench.analysis.questions.answers import ProblemAnswers
from fftbench.analysis.questions.compared import compared
from fftbench.analysis.questions.coverage import cover
from fftbench.analysis.tables.answers import LEGEND, Matrix, matrix
from fftbench.analysis.tables.coverage import right
from fftbench.analysis.tables.machines import machines_table
from fftbench.core.errors import UserError
from fftbench.core.files.writing import make_directory, write_text


@dataclass(frozen=True)
class Set:
    """One set of results and its page."""

    name: str
    """Of its folder in the site, and for people."""
    facts: dict[str, str]
    right: str
    matrix: Matrix
    answers: tuple[ProblemAnswers, ...]


def write_site(paths: Sequence[Path], out: Path) -> Path:
    """Write OUT/index.html and a report in OUT/NAME for each results directory below the paths.

    What can't be read is left out, and said in the page; UserError if nothing is left.
    """
    every = (found.resolve() for path in paths for found in results_below(path))
    folders = list(dict.fromkeys(every))
    sets: list[Set] = []
    problems: list[str] = []
    for folder, name in zip(folders, _names(folders), strict=True):
        try:
            found = read_measured([folder])
        except UserError as error:
            problems.append(str(error))
            continue
        report_measured(found, out / name)
        sets.append(_set(found, name))
    if not sets:
        raise UserError(f"no results to publish: {'; '.join(problems)}")
    make_directory(out)
    named = [(one.name, answer) for one in sets for answer in one.answers]
    page = templates().get_template("site.html.j2").render(
        sets=sets, machines=machines_table(named), problems=problems, legend=LEGEND,
        version=version_text(),
    )  # fmt: skip
    write_text(out / "index.html", page)
    return out / "index.html"


def _set(found: Measured, name: str) -> Set:
    answers = answered(found)
    return Set(
        name,
        dict(compared(found.study, found.results)),
        right(cover(found.study, found.results)),
        matrix(found.study, answers),
        tuple(answer for _, answer in answers),
    )


def _names(folders: Sequence[Path]) -> list[str]:
    """Name sets by the ends of their paths, as long as it takes to tell them apart."""
    parts = [folder.parts[1:] or ("results",) for folder in folders]
    length = 1
    while len({one[-length:] for one in parts}) < len(parts):
        length += 1
    return ["-".join(one[-length:]) for one in parts]
