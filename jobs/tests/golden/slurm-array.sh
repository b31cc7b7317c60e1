#!/bin/bash
# fftbench: 2n-4r-2t of campaign strong-64 on site slurm-array
# Nodes 2, ranks 4, threads of each 2, in an array of 3 jobs.
# 6 measurements in 6 starts of programs: fftw_mpi 3, taskfft 3.
# Estimate: 0.3 min, on the high side. A case: half a second, planning, checks and profiled passes
# as long as some 40 transforms (80 with a workload, which is checked besides), and the timed loop
# up to its max_seconds; all within its timeout_seconds. A transform: its arrays at 0.3 GB/s a
# core, or 2 GB/s a GPU. Each start of a program: 10 s, and 2 ms a rank.
# Finished cases are kept whatever ends it; submitted again, it measures what is missing.
# Submit it with `fftbench submit`, or by hand: sbatch /scratch/me/results/jobs/2n-4r-2t.sh
#SBATCH --job-name=fftbench-strong-64-2n-4r-2t
#SBATCH --comment=fftbench/strong-64/0123456789abcdef/2n-4r-2t
#SBATCH --nodes=2
#SBATCH --ntasks=4
#SBATCH --ntasks-per-node=2
#SBATCH --cpus-per-task=2
#SBATCH --time=00:02:00
#SBATCH --signal=B:TERM@30
#SBATCH --output=/scratch/me/results/logs/2n-4r-2t-%A_%a.out
#SBATCH --open-mode=append
#SBATCH --requeue
#SBATCH --array=0-2

# Steps get the whole environment, whatever --export the submission had.
export SLURM_EXPORT_ENV=ALL
# These start a daemon on each node by an srun of their own. It is to have all cores there: neither
# those of one task, which Slurm 24.05 and later hand down, nor the one that a --hint binds it to.
unset SLURM_TRES_PER_TASK
export SLURM_CPU_BIND=none
scontrol show job "$SLURM_JOB_ID" || true # for the log
set -e
# shellcheck disable=SC1091 # not every shell that submits a job hands on what `module` is
command -v module >/dev/null || . /etc/profile || true
module load openmpi
module list

export OMP_NUM_THREADS=2
export OMP_DYNAMIC=false
export MKL_NUM_THREADS=2
export OPENBLAS_NUM_THREADS=2
export OMP_PLACES=cores
export OMP_PROC_BIND=close
export FFTBENCH_BUILD=/opt/build

# What stands before each program. `fftbench resume` writes this file anew, without your edits.
launch=(mpirun -n 4 -x MKL_NUM_THREADS -x OMP_DYNAMIC -x OMP_NUM_THREADS -x OMP_PLACES -x OMP_PROC_BIND -x OPENBLAS_NUM_THREADS --map-by ppr:2:node:PE=2 --bind-to core)

jobs=(2n-4r-2t-000 2n-4r-2t-001 2n-4r-2t-002)
# exec: the signal before the time limit goes to this process, and its exit code is the job's.
exec /opt/bin/fftbench measure /scratch/me/results --job "${jobs[$SLURM_ARRAY_TASK_ID]}" -- "${launch[@]}"
