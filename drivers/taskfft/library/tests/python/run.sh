#!/bin/sh
# Installs the Python package into an environment of its own, which builds the library, and runs its tests and
# examples with it, the last one with a library from elsewhere:
#   run.sh FOLDER LIBRARY MPIRUN FLAGS...   ends with 77 where mpi4py can't be installed.
set -e
here=$(cd "$(dirname "$0")" && pwd)
folder=$1
elsewhere=$2
shift 2
python3 -m venv --clear "$folder" || exit 77
"$folder/bin/pip" install -q numpy mpi4py || exit 77
# Quickly compiled: for this processor alone, without optimization, as one source.
"$folder/bin/pip" install -q "$here/../../python" --config-settings cmake.build-type=Debug \
  --config-settings cmake.define.CMAKE_CXX_FLAGS_DEBUG=-O0 --config-settings cmake.define.TASKFFT_DISPATCH=OFF \
  --config-settings cmake.define.CMAKE_UNITY_BUILD=ON
"$@" "$folder/bin/python" "$here/test_package.py"
# An empty variable names no library, and one of another kind is named.
TASKFFT_LIBRARY='' "$folder/bin/python" -c 'import taskfft'
TASKFFT_LIBRARY=libm.so.6 "$folder/bin/python" -c 'import taskfft' 2>&1 | grep -q "ImportError: libm.so.6 can't be loaded"
"$@" "$folder/bin/python" "$here/../../example/derivative.py"
TASKFFT_LIBRARY=$elsewhere "$@" "$folder/bin/python" "$here/../../example/boxes.py"
