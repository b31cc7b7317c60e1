"""One look for all figures: paper column width, colours that everybody can distinguish."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil
from typing import Any
from zlib import crc32

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont, get_font
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

WIDTH = 3.5
"""Inches: one column of a two-column paper."""

FAMILY = "DejaVu Sans"

INK, FAINT, RULE, PAPER = "#1c1d21", "#6b6e76", "#dcdde1", "#ffffff"
"""Text, secondary text, grid lines and background; a page may replace them by its own."""

# Okabe & Ito (2008), https://jfly.uni-koeln.de/color/, without yellow (too pale on white paper).
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", INK)
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "p", "h", "d", "8", "*")
DASHES: tuple[tuple[float, ...], ...] = ((), (4, 1.5), (1, 1), (5, 1, 1, 1))

PHASES = {
    "FFT": ("#2f4b6e", ""),
    "local (FFT and reorder)": ("#5d7fa3", "/////"),
    "reorder": ("#9db4cb", ""),
    "reorder and exchange": ("#c9a877", "....."),
    "exchange": ("#e8b04b", ""),
    "not told apart": ("#8a8a8a", ""),
}
"""Colour and hatch of the parts of a time; they differ in brightness, so in grey too."""

UNPACK = ("#c9d6e3", "")
"""Of unpacking, where it is told from packing, which looks as `reorder`."""


@dataclass(frozen=True)
class Look:
    """How a driver is drawn, in every figure."""

    colour: str
    marker: str
    dashes: tuple[float, ...]
    hollow: bool

    @property
    def face(self) -> str:
        """Colour of the inside of a marker."""
        return PAPER if self.hollow else self.colour


LOOKS = len(COLOURS) * len(DASHES)
"""So many looks differ."""

FIRST = (
    "taskfft", "fftw_mpi", "heffte", "accfft", "decomp2d", "p3dfft", "spfft", "fftw_threads",
    "ducc0", "mkl", "fftmpi", "cufft", "vkfft_cuda", "mkl_cdft", "taskfft_cuda", "p3dfft2",
    "heffte_cuda", "accfft_cuda",
)  # fmt: skip
"""The looks of these are numbered in this order, so that the first ones differ by colour, and so do
those on GPUs; taskfft, heFFTe and AccFFT have theirs there, too."""


class Palette:
    """Looks by driver, the same in every figure and report; up to `LOOKS` no two are the same.

    Drivers that are not among the `FIRST` have a look by their name, or the next that is free
    among those drawn together; one of the `FIRST` only if there is no other.
    """

    def __init__(self, drivers: Sequence[str]) -> None:
        names = sorted(set(drivers))
        self._index = {name: FIRST.index(name) for name in names if name in FIRST}
        for name in names:
            if name not in self._index:
                start, rest = crc32(name.encode()), LOOKS - len(FIRST)
                places = [len(FIRST) + (start + step) % rest for step in range(rest)]
                places += [(start + step) % len(FIRST) for step in range(len(FIRST))]
                taken = set(self._index.values())
                self._index[name] = next((at for at in places if at not in taken), places[0])

    def of(self, driver: str) -> Look:
        """Look of a driver."""
        number = self._index[driver]
        again = number // len(COLOURS)
        return Look(
            COLOURS[number % len(COLOURS)],
            MARKERS[(number + number // len(MARKERS)) % len(MARKERS)],
            DASHES[again % len(DASHES)],
            hollow=again % 2 == 1,
        )


@contextmanager
def paper_style(name: str) -> Iterator[None]:
    """Set matplotlib up for one figure; `name` makes its SVG reproducible."""
    settings: Any = {
        "axes.edgecolor": FAINT,
        "axes.grid": True,
        "axes.labelcolor": INK,
        "axes.linewidth": 0.6,
        "axes.spines.right": False,
        "axes.spines.top": False,
        "axes.labelsize": 8,
        "figure.dpi": 100,
        "font.family": FAMILY,
        "font.size": 7.5,
        "grid.color": RULE,
        "grid.linewidth": 0.5,
        "hatch.linewidth": 0.6,
        "legend.fontsize": 7.5,
        "legend.frameon": False,
        "lines.linewidth": 1.4,
        "lines.markersize": 4.0,
        "savefig.facecolor": PAPER,
        "svg.fonttype": "path",
        "svg.hashsalt": name,
        "text.color": INK,
        "xtick.color": FAINT,
        "xtick.labelcolor": INK,
        "xtick.labelsize": 7.5,
        "xtick.major.width": 0.6,
        "xtick.minor.width": 0.4,
        "ytick.color": FAINT,
        "ytick.labelcolor": INK,
        "ytick.labelsize": 7.5,
        "ytick.major.width": 0.6,
        "ytick.minor.width": 0.4,
    }
    with mpl.rc_context(settings):
        yield


LEGEND_ROW = 0.15
LEFT, RIGHT, TOP, BOTTOM = 0.62, 0.18, 0.30, 0.42
EDGE = 0.06
"""Inches at the sides that stay empty."""

FINE = 100
"""Texts are measured so many times as large as drawn, where hinting moves nothing."""

TITLE_SIZE, TITLE_ROW = 8.0, 0.14


def canvas(
    heights: Sequence[float],
    legend_rows: int = 0,
    left: float = LEFT,
    gap: float = 0.4,
    title: str = "",
) -> tuple[Figure, list[Axes]]:
    """Stack axes of these heights (inches) over room for a legend; margins are fixed inches.

    A title starts at the axes, or at the edge if it is too long for that, and is broken after a
    comma if it is longer than the figure is wide.
    """
    lines = _title_lines(title, WIDTH - 2 * EDGE)
    extra = TITLE_ROW * (len(lines) - 1)
    below = BOTTOM + legend_rows * LEGEND_ROW + (0.06 if legend_rows else 0)
    total = TOP + extra + sum(heights) + gap * (len(heights) - 1) + below
    figure = Figure(figsize=(WIDTH, total))
    axes = []
    top = total - TOP - extra
    fits = all(left + text_width(line, TITLE_SIZE) <= WIDTH - EDGE for line in lines)
    for number, line in enumerate(lines):
        y = (total - 0.19 - TITLE_ROW * number) / total
        figure.text((left if fits else EDGE) / WIDTH, y, line, fontsize=TITLE_SIZE)
    for height in heights:
        axes.append(
            figure.add_axes(
                (left / WIDTH, (top - height) / total, (WIDTH - left - RIGHT) / WIDTH,
                 height / total)
            )
        )  # fmt: skip
        top -= height + gap
    return figure, axes


def _title_lines(title: str, room: float) -> list[str]:
    lines = [""]
    for part in title.split(", "):
        longer = f"{lines[-1]}, {part}" if lines[-1] else part
        if lines[-1] and text_width(longer, TITLE_SIZE) > room:
            lines[-1] += ","
            lines.append(part)
        else:
            lines[-1] = longer
    return lines


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Inches that a line of text takes at `size` points."""
    properties = FontProperties(family=FAMILY, weight="bold" if bold else "normal")
    font = get_font(findfont(properties))
    font.set_size(FINE * size, 72)
    font.set_text(text)
    return float(font.get_width_height()[0]) / 64 / 72 / FINE


def elide(text: str, room: float, size: float, bold: bool = False) -> str:
    """Replace the middle of a text by an ellipsis if it is wider than `room` inches."""
    if text_width(text, size, bold) <= room:
        return text

    def short(kept: int) -> str:
        end = len(text) - kept // 2
        return f"{text[: (kept + 1) // 2].rstrip()}\N{HORIZONTAL ELLIPSIS}{text[end:].lstrip()}"

    kept = range(len(text))
    most = bisect_right(kept, room, key=lambda count: text_width(short(count), size, bold))
    return short(max(0, most - 1))


def name_axis(axes: Axes, at: Sequence[float], names: Sequence[str], left: float) -> None:
    """Name the rows of axes that start `left` inches from the edge; their lines are cut to fit."""
    room = left - 2 * EDGE
    axes.set_yticks(at, ["\n".join(elide(line, room, 7.5) for line in _lines(n)) for n in names])
    axes.tick_params(axis="y", length=0)


def name_rows(axes: Axes, names: Sequence[str], left: float) -> None:
    """Make a named row of each unit of the y axis, the first on top, without lines between them."""
    name_axis(axes, range(len(names)), names, left)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.grid(axis="y", visible=False)


def names_width(names: Iterable[str], most: float = 1.4) -> float:
    """Inches beside the axes for the names of rows."""
    return min(most, 3 * EDGE + max(text_width(line, 7.5) for n in names for line in _lines(n)))


def _lines(name: str) -> list[str]:
    return name.split("\n")


def legend_columns(labels: Sequence[str]) -> int:
    """Find how many columns fit the width; columns are filled one after the other."""
    for columns in range(len(labels), 1, -1):
        rows = ceil(len(labels) / columns)
        stacks = [labels[start : start + rows] for start in range(0, len(labels), rows)]
        if sum(0.46 + 0.064 * max(map(len, stack)) for stack in stacks) <= WIDTH:
            return len(stacks)
    return 1


def legend_rows(labels: Sequence[str]) -> int:
    """Lines of the legend that `add_legend` makes."""
    return ceil(len(labels) / legend_columns(labels)) if labels else 0


def add_legend(figure: Figure, handles: Sequence[Line2D | Patch]) -> None:
    """Put a legend under the axes, in the room that `canvas` kept for it."""
    labels = [str(handle.get_label()) for handle in handles]
    figure.legend(
        handles=list(handles),
        labels=labels,
        loc="lower center",
        bbox_to_anchor=(0.5, 0.0),
        ncol=legend_columns(labels),
        borderaxespad=0.3,
        columnspacing=1.2,
        handlelength=2.0,
        handletextpad=0.5,
        labelspacing=0.35,
    )


def driver_handle(name: str, look: Look, line: bool = True) -> Line2D:
    """Legend entry of a driver."""
    label = elide(name, WIDTH - 0.7, 7.5)
    handle = Line2D([], [], label=label, color=look.colour, marker=look.marker)
    handle.set_markerfacecolor(look.face)
    if not line:
        handle.set_linestyle("none")
    elif look.dashes:
        handle.set_dashes(look.dashes)
    return handle


BASELINE: Any = {"color": INK, "linestyle": (0, (1, 1)), "linewidth": 1.2}
"""How baselines are drawn: dotted, since lines of libraries may be black and dashed."""


def baseline_handle() -> Line2D:
    """Legend entry of the baseline."""
    return Line2D([], [], label="baseline", **BASELINE)


DARK = {
    INK: "#e7e8eb",
    FAINT: "#9da0a8",
    RULE: "#32353c",
    PAPER: "#17191d",
    COLOURS[0]: "#1f86c8",  # lighter, and still no other blue of these
    "#2f4b6e": "#55779f",
    "#5d7fa3": "#7294ba",
    "#9db4cb": "#b4c9de",
}
"""What a page shows on a dark screen instead of a colour, for enough contrast."""
