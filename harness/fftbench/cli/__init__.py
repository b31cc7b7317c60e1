"""The command line, above all else: it puts together core, jobs and analysis."""

import os
import sys
from pathlib import Path


def _own_packages_first() -> None:
    """Look last into PYTHONPATH: a cluster's modules put packages of other versions there.

    It stays as it is for programs that are started.
    """
    for folder in filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep)):
        if (path := str(Path(folder).absolute())) in sys.path:
            sys.path.remove(path)
            sys.path.append(path)


_own_packages_first()

from fftbench.cli.commands import main  # noqa: E402

__all__ = ["main"]
