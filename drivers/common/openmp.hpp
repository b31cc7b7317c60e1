#pragma once
/// OpenMP's threads: how many to start, and how many really do.

#include <omp.h>

namespace fftbench {

/// Sets how many threads a parallel loop gets by default; FFTW's loops take this number, not the
/// one that was planned for.
inline void set_openmp_threads(int threads) {
  omp_set_num_threads(threads);
}

/// Threads that a parallel loop gets: fewer than set where a limit of OpenMP holds.
inline int openmp_threads() {
  int threads = 0;
#pragma omp parallel reduction(+ : threads)
  threads += 1;
  return threads;
}

}  // namespace fftbench
