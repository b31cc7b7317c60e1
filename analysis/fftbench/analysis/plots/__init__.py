"""Figures for papers and reports: one file per question, all in one style."""

from fftbench.analysis.plots.collection import (
    MOST_PROBLEMS,
    Figure,
    accuracy_figures,
    device_figures,
    effect_figures,
    problem_figures,
    weak_figures,
)
from fftbench.analysis.plots.files.drawing import draw, remove_old

__all__ = [
    "MOST_PROBLEMS",
    "Figure",
    "accuracy_figures",
    "device_figures",
    "draw",
    "effect_figures",
    "problem_figures",
    "remove_old",
    "weak_figures",
]
