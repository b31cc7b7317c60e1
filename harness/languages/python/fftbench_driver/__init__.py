"""A driver of fftbench in Python: a `Driver` that makes `Plan`s, and `run(Driver())`.

The measuring core is libfftbench, the same that drivers in C++ are linked with: it times, checks
and writes the records. What is here carries its questions to Python (harness/languages/README.md).
"""

from fftbench_driver.core import expose, loaded, run
from fftbench_driver.interface import Answer, Driver, Layout, Plan, Request, WholeArrayPlan

__all__ = [
    "Answer",
    "Driver",
    "Layout",
    "Plan",
    "Request",
    "WholeArrayPlan",
    "expose",
    "loaded",
    "run",
]
