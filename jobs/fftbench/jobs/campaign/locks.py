"""The locks of a results directory: one for `fftbench run`, and one for each job."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from fftbench.jobs.packing.joblist import CASES_SUFFIX
from fftbench.jobs.run.lock import locked


def lock_of(folder: Path, job: str) -> Path:
    """Return the lock of a job, which it holds while it measures; `folder` is DIR/jobs."""
    return folder / f".{job}.lock"


@contextmanager
def nobody_measures(directory: Path) -> Iterator[None]:
    """Hold all locks of a results directory, if it is one; UserError where somebody measures.

    A program writes to the file that it opened: to one that took its place it would add nothing.
    """
    folder = directory / "jobs"
    cases = sorted(folder.glob(f"*{CASES_SUFFIX}"))
    of_jobs = [lock_of(folder, file.name.removesuffix(CASES_SUFFIX)) for file in cases]
    of_run = [directory / ".lock"] if (directory / "records").is_dir() else []
    with ExitStack() as stack:
        for path in (*of_run, *of_jobs):
            stack.enter_context(locked(path))
        yield
