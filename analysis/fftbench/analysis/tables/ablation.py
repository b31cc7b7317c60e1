"""What each setting is worth, as a table."""

from __future__ import annotations

from collections.abc import Sequence

from fftbench.analysis.model.formats import times_text
from fftbench.analysis.questions.ablation import SettingEffect
from fftbench.analysis.tables.cells import confidence_cell, number, span_cell
from fftbench.analysis.tables.table import Cell, Column, Table, make_table
from fftbench.core.contracts.labels import setting_text


def effect_table(found: Sequence[SettingEffect]) -> Table:
    """List the settings of a driver, in the order given."""
    columns = (
        Column("setting", "name"), Column("default"), number("ratio"), number("interval"),
        number("least \N{EN DASH} most"), number("n"), Column("default is", "fold"),
    )  # fmt: skip
    rows = [
        (
            Cell(effect.name, kind="strong"),
            Cell(setting_text(effect.default)),
            Cell(times_text(effect.mean.value), effect.mean.value),
            confidence_cell(effect.mean),
            span_cell(effect.mean.least, effect.mean.most),
            Cell(str(effect.mean.number), effect.mean.number),
            _judgement(effect),
        )
        for effect in found
    ]
    return make_table(columns, rows)


def _judgement(effect: SettingEffect) -> Cell:
    if effect.mean.side:
        return Cell("faster", kind="good") if effect.mean.side > 0 else Cell("slower", kind="warn")
    return Cell("within noise" if effect.mean.confident else "no claim", kind="muted")
