"""Every figure of a report and of `fftbench figures`: which there are, and their captions."""

from fftbench.analysis.plots.collection.figure import Figure, Subject
from fftbench.analysis.plots.collection.lines import (
    METRICS,
    PAIR,
    Wish,
    line_figures,
    weak_figures,
    weak_line_figures,
)
from fftbench.analysis.plots.collection.places import (
    MOST_PROBLEMS,
    details,
    overview,
    problem_figures,
)
from fftbench.analysis.plots.collection.studies import (
    accuracy_figures,
    device_figures,
    effect_figures,
    error_figures,
    field_figures,
    profile_figures,
    roofline_figures,
)

__all__ = [
    "METRICS",
    "MOST_PROBLEMS",
    "PAIR",
    "Figure",
    "Subject",
    "Wish",
    "accuracy_figures",
    "details",
    "device_figures",
    "effect_figures",
    "error_figures",
    "field_figures",
    "line_figures",
    "overview",
    "problem_figures",
    "profile_figures",
    "roofline_figures",
    "weak_figures",
    "weak_line_figures",
]
