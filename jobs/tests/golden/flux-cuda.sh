#!/bin/bash
# fftbench: 2n-4r-2t-cuda of campaign strong-64 on site flux-cuda
# Nodes 2, ranks 4, threads of each 2, arrays in cuda memory.
# 6 measurements in 6 starts of programs: fftw_mpi 3, taskfft 3.
# Estimate: 1.1 min, on the high side. A case: half a second, planning, checks and profiled passes
# as long as some 40 transforms (80 with a workload, which is checked besides), and the timed loop
# up to its max_seconds; all within its timeout_seconds. A transform: its arrays at 0.3 GB/s a
# core, or 2 GB/s a GPU. Each start of a program: 10 s, and 2 ms a rank.
# Finished cases are kept whatever ends it; submitted again, it measures what is missing.
# Untested on a real flux: read it first. Submit it with: flux batch /scratch/me/results/jobs/2n-4r-2t-cuda.sh
# flux: --job-name=fftbench-strong-64-2n-4r-2t-cuda
# flux: --nodes=2
# flux: --nslots=4
# flux: --cores-per-slot=2
# flux: --gpus-per-slot=1
# flux: --time-limit=5m
# flux: --signal=SIGTERM@75s
# flux: --output='/scratch/me/results/logs/2n-4r-2t-cuda-{{id}}.out'
# flux: --exclusive

set -e

export OMP_NUM_THREADS=2
export OMP_DYNAMIC=false
export MKL_NUM_THREADS=2
export OPENBLAS_NUM_THREADS=2
export OMP_PLACES=cores
export OMP_PROC_BIND=close
export FFTBENCH_BUILD=/opt/build

# What stands before each program. `fftbench resume` writes this file anew, without your edits.
launch=(flux run --nodes=2 --ntasks=4 --gpus-per-task=1 --cores-per-task=2 --setopt=cpu-affinity=per-task)

# exec: the signal before the time limit goes to this process, and its exit code is the job's.
exec /opt/bin/fftbench measure /scratch/me/results --job 2n-4r-2t-cuda -- "${launch[@]}"
