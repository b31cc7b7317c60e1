"""The figures of a report: one file per question, all in one style."""

from fftbench.analysis.plots.collection import (
    Figure,
    draw_all,
    draw_effects,
    draw_weak,
    remove_old,
)

__all__ = ["Figure", "draw_all", "draw_effects", "draw_weak", "remove_old"]
