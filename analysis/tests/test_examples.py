"""The examples: the notebook runs."""

from __future__ import annotations

from pathlib import Path

import nbformat
from nbclient import NotebookClient

EXAMPLES = Path(__file__).parents[1] / "examples"


def test_the_notebook_runs_and_shows_times_of_every_library() -> None:
    notebook = nbformat.read(EXAMPLES / "results.ipynb", as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "outputs are not kept"
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": EXAMPLES}}).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    shown = [output.data for output in outputs if "data" in output]
    table = next(data["text/html"] for data in shown if "text/html" in data)
    assert all(driver in table for driver in ("taskfft", "fftw_mpi", "heffte", "mkl"))
    assert any("image/png" in data for data in shown)
