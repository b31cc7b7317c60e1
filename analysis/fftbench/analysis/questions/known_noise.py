"""The noise of the machines of a study, where it was measured: in the study, or beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from fftbench.analysis.model.result import Result
from fftbench.analysis.model.sources import Study, load
from fftbench.analysis.questions.noise import Noise, noise
from fftbench.core.errors import UserError

BESIDE = "noise"
"""Folder of the campaign of this name, beside the results of others."""


def known_noise(
    study: Study, paths: Sequence[Path], results: Sequence[Result] | None = None
) -> tuple[Noise, ...]:
    """Return what is known of the study's machines; of those that were launched often enough.

    `paths` are those that the study was read from, `results` those of `noise`, if there
    already.
    """
    known = {}
    for found in (*_beside(paths), *noise(study, results)):
        if found.powers and found.machine.nodes in study.nodes:
            known[found.machine.nodes] = found
    return tuple(known.values())


def _beside(paths: Sequence[Path]) -> Iterable[Noise]:
    folders = dict.fromkeys(path.resolve().parent / BESIDE for path in paths if path.is_dir())
    for folder in folders:
        if (folder / "records").is_dir() and folder not in [path.resolve() for path in paths]:
            try:
                yield from noise(load([folder]))
            except UserError:  # nothing in it, or nothing of ours
                continue
