"""python -m fftbench_driver PROGRAM.py ARGUMENTS: loads the core before what PROGRAM imports.

What stands in front of the functions of MPI and FFTW is found only by what is loaded later.
"""

import runpy
import sys

del sys.argv[0]
runpy.run_path(sys.argv[0], run_name="__main__")
