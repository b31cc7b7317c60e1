"""Figures into files: several at a time where there are processors for it."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from fftbench.analysis.plots.collection import Figure
from fftbench.analysis.plots.look.style import paper_style
from fftbench.core.files.writing import replaced

MAKER = "fftbench, with matplotlib"
"""Written into every file, to tell it from files of other makers."""

QUICK = 2
"""Of zlib: half the time of its default, for files a little larger."""

BOOK = "figures"
"""Name of the PDF file with a page per figure, where one was asked for."""

HEAD = 4096
"""The maker is named in the first so many bytes."""

SHARE = 8
"""Figures of a process at least: to start one takes as long as to draw a few."""


def draw(folder: Path, figures: Sequence[Figure], paper: bool = False) -> None:
    """Draw into SVG files in the folder, which is made if missing; for a paper PNG and PDF, too."""
    folder.mkdir(parents=True, exist_ok=True)
    workers = min(_processors(), len(figures) // SHARE)
    if workers < 2 or "fork" not in multiprocessing.get_all_start_methods():
        for figure in figures:
            _save(folder, figure, paper)
        return
    # Forked processes have the figures already: what makes them can't be sent through a pipe.
    context = multiprocessing.get_context("fork")
    failures = context.SimpleQueue()
    processes = [
        context.Process(target=_save_some, args=(folder, figures[start::workers], paper, failures))
        for start in range(workers)
    ]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    if not failures.empty():
        raise failures.get()
    if any(process.exitcode for process in processes):
        raise OSError(None, "a process that drew figures ended early", str(folder))


def remove_old(folder: Path, kept: Iterable[Figure], paper: bool = False) -> None:
    """Remove the figures of an earlier report; files of other makers stay.

    So do drafts, whose names begin with a dot: of somebody who draws at the same time.
    """
    names = {figure.name for figure in kept}
    wanted = {f"{name}{kind}" for name in names for kind in _kinds(paper)} | {f"{BOOK}.pdf"}
    for path in sorted(folder.iterdir()):
        kind = path.suffix in (".svg", ".png", ".pdf") and not path.name.startswith(".")
        ours = kind and path.name not in wanted and path.is_file()
        with contextlib.suppress(FileNotFoundError):  # another report has removed it
            if ours and MAKER.encode() in _where_named(path):
                path.unlink()


def _kinds(paper: bool) -> tuple[str, ...]:
    """Suffixes of the files of a figure."""
    return (".svg", ".png", ".pdf") if paper else (".svg",)


def _processors() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1


def _save_some(folder: Path, figures: Sequence[Figure], paper: bool, failures: Any) -> None:
    """Draw in a process of its own; a failure is told to the one that waits."""
    try:
        for figure in figures:
            _save(folder, figure, paper)
    except Exception as error:
        failures.put(error)


def _save(folder: Path, about: Figure, paper: bool) -> None:
    with paper_style(about.name):
        figure = about.make()
        metadata = {"Date": None, "Title": about.title, "Creator": MAKER}
        with replaced(folder / f"{about.name}.svg") as file:
            figure.savefig(file, metadata=metadata)
        if not paper:
            return
        with replaced(folder / f"{about.name}.png") as file:
            quick = {"compress_level": QUICK}
            figure.savefig(file, dpi=300, metadata={"Software": MAKER}, pil_kwargs=quick)
        with replaced(folder / f"{about.name}.pdf") as file:
            figure.savefig(file, metadata=pdf_metadata(about.title))


def pdf_metadata(title: str) -> dict[str, str | None]:
    """Without the date, so that equal figures are equal files."""
    return {"Title": title, "Creator": MAKER, "CreationDate": None}


def _where_named(path: Path) -> bytes:
    """Return the part of a file that names its maker: a PDF file does so behind its pages."""
    content = path.read_bytes()
    return content if path.suffix == ".pdf" else content[:HEAD]
