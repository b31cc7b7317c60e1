"""What `fftbench predict` prints and draws."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from fftbench.analysis.model.sources import load
from fftbench.analysis.plots.files.single import save_figure
from fftbench.analysis.plots.growth.predict import prediction_figure
from fftbench.analysis.plots.look.style import Palette
from fftbench.analysis.questions.predict import Prediction, Refusal, Target, predict
from fftbench.analysis.tables.predict import (
    CAPTION,
    check_text,
    cost_text,
    heading,
    prediction_table,
    refusal_table,
)
from fftbench.analysis.terminal.problems import print_problems
from fftbench.analysis.terminal.rich_table import print_table
from fftbench.core.errors import UserError, did_you_mean


def print_predictions(
    paths: Sequence[Path],
    target: Target,
    figure: Path | None = None,
    console: Console | None = None,
) -> list[Prediction | Refusal]:
    """Print predicted times, how they were checked, and what can't be predicted and why.

    With a file, draw the machine and problem of most predictions. Raises UserError if nothing can
    be read, predicted or drawn.
    """
    out = console or Console()
    study = load(paths)
    for driver in target.drivers:
        if driver not in study.drivers:
            raise UserError(f"there is no driver '{driver}'", did_you_mean(driver, study.drivers))
    found = predict(study, target)
    made = [one for one in found if isinstance(one, Prediction)]
    refused = [one for one in found if isinstance(one, Refusal)]
    for one in made:
        print_table(out, prediction_table(one), heading(one))
        out.print(Text(check_text(one), style="bold"))
        out.print(Text(f"{cost_text(one)}\n", style="dim"))
    if refused:
        print_table(out, refusal_table(refused))
    if made:
        out.print(Text(CAPTION, style="dim"))
    print_problems(out, study)
    if not made:
        reason = refused[0].reason if refused else "no case has a time on cores of its own"
        raise UserError(f"nothing can be predicted: {reason}")
    if figure is not None:
        shown = _most(made)
        save_figure(figure, lambda: prediction_figure(shown, Palette(study.drivers)))
    return found


def _most(made: Sequence[Prediction]) -> list[Prediction]:
    """Choose the machine and problem of which most drivers are predicted, the first of these."""
    groups: dict[object, list[Prediction]] = {}
    for one in made:
        groups.setdefault((one.machine, one.problem), []).append(one)
    return max(groups.values(), key=len)
