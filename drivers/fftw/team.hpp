#pragma once
/// OpenMP's threads, as they really start.

#include <omp.h>

/// FFTW's loops take as many threads as OpenMP gives by default, not as many as it planned for.
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
