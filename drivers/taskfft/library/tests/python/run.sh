#!/bin/sh
# Installs the Python package into an environment of its own and runs its tests and example with it:
#   run.sh FOLDER LIBRARY MPIRUN FLAGS...   ends with 77 where mpi4py can't be installed.
set -e
here=$(cd "$(dirname "$0")" && pwd)
folder=$1
export TASKFFT_LIBRARY=$2
shift 2
python3 -m venv --clear "$folder" || exit 77
"$folder/bin/pip" install -q numpy mpi4py || exit 77
"$folder/bin/pip" install -q "$here/../../python"
"$@" "$folder/bin/python" "$here/test_package.py"
for example in derivative boxes; do
  "$@" "$folder/bin/python" "$here/../../example/$example.py"
done
