"""The command line, above all else: it puts together core, jobs and analysis."""

from fftbench.cli.commands import main

__all__ = ["main"]
