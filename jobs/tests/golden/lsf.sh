#!/bin/bash
# fftbench: 2n-4r-2t of campaign strong-64 on site lsf
# Nodes 2, ranks 4, threads of each 2.
# 6 measurements in 6 starts of programs: fftw_mpi 3, taskfft 3.
# Estimate: 1.1 min, on the high side. A case: half a second, planning, checks and profiled passes
# as long as some 40 transforms (80 with a workload, which is checked besides), and the timed loop
# up to its max_seconds; all within its timeout_seconds. A transform: its arrays at 0.3 GB/s a
# core, or 2 GB/s a GPU. Each start of a program: 10 s, and 2 ms a rank.
# Finished cases are kept whatever ends it; submitted again, it measures what is missing.
# Untested on a real lsf: read it first. Submit it with: bsub < /scratch/me/results/jobs/2n-4r-2t.sh
#BSUB -J fftbench-strong-64-2n-4r-2t
#BSUB -Jd fftbench/strong-64/0123456789abcdef/2n-4r-2t
#BSUB -n 8
#BSUB -R "span[ptile=4]"
#BSUB -W 00:05
#BSUB -wa TERM
#BSUB -wt 2
#BSUB -o /scratch/me/results/logs/2n-4r-2t-%J.out
#BSUB -r
#BSUB -x
#BSUB -q normal
#BSUB -P p200
#BSUB -U fft
#BSUB -R 'select[type==any]'

set -e
export UCX_TLS=self,sm,rc
# shellcheck disable=SC1091 # not every shell that submits a job hands on what `module` is
command -v module >/dev/null || . /etc/profile || true
module purge
module load gcc/13 openmpi/4.1
module list
activation=$(spack env activate --sh '/home/me/fft env')
eval "$activation"

export OMP_NUM_THREADS=2
export OMP_DYNAMIC=false
export MKL_NUM_THREADS=2
export OPENBLAS_NUM_THREADS=2
export OMP_PLACES=cores
export OMP_PROC_BIND=close
export OMPI_MCA_pml=ucx
export NOTE='it'"'"'s quoted'
export FFTBENCH_BUILD=/opt/build

# What stands before each program. `fftbench resume` writes this file anew, without your edits.
launch=(jsrun --nrs=4 --tasks_per_rs=1 --rs_per_host=2 --cpu_per_rs=2 --bind=packed:2 --launch_distribution=packed)

# exec: the signal before the time limit goes to this process, and its exit code is the job's.
exec /opt/bin/fftbench measure /scratch/me/results --job 2n-4r-2t -- "${launch[@]}"
