#!/bin/bash
# fftbench: 2n-4r-2t of campaign strong-64 on site slurm-mpich
# Nodes 2, ranks 4, threads of each 2.
# 6 measurements in 6 starts of programs: fftw_mpi 3, taskfft 3.
# Estimate: 1.1 min, on the high side. A case: half a second, planning, checks and profiled passes
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
#SBATCH --time=00:05:00
#SBATCH --signal=B:TERM@75
#SBATCH --output=/scratch/me/results/logs/2n-4r-2t-%j.out
#SBATCH --open-mode=append
#SBATCH --requeue
#SBATCH --exclusive
#SBATCH --mem=0
#SBATCH --hint=nomultithread

# Steps get the whole environment, whatever --export the submission had.
export SLURM_EXPORT_ENV=ALL
# These start a daemon on each node by an srun of their own. It is to have all cores there: neither
# those of one task, which Slurm 24.05 and later hand down, nor the one that a --hint binds it to.
unset SLURM_TRES_PER_TASK
export SLURM_CPU_BIND=none
scontrol show job "$SLURM_JOB_ID" || true # for the log
set -e

export OMP_NUM_THREADS=2
export OMP_DYNAMIC=false
export MKL_NUM_THREADS=2
export OPENBLAS_NUM_THREADS=2
export OMP_PLACES=cores
export OMP_PROC_BIND=close
export I_MPI_PIN_CELL=core
export I_MPI_PIN_DOMAIN=2
export FFTBENCH_BUILD=/opt/build

# What stands before each program. `fftbench resume` writes this file anew, without your edits.
launch=(mpiexec -n 4 -ppn 2 -bind-to core:2)

# exec: the signal before the time limit goes to this process, and its exit code is the job's.
exec /opt/bin/fftbench measure /scratch/me/results --job 2n-4r-2t -- "${launch[@]}"
