#pragma once
/// What can be asked for, known without MPI.

#include "taskfft/options.hpp"
#include "taskfft/problem.hpp"

namespace taskfft {

/// Throws ArgumentError if this problem cannot be done with these options on so many ranks; the
/// message says what is wrong and what to do. Needs no MPI: a Plan does the same check, so all
/// ranks come to the same end.
void check_arguments(const Problem& problem, const Options& options, int ranks);

/// Whether this library was built with FFTW. Without it our own kernels do every length and kind,
/// and LineKernel::fftw is refused.
bool built_with_fftw();

/// Where ranks run.
struct Placing {
  int ranks_per_node = 0;  ///< 0: all are on one node
  int threads = 1;         ///< of each rank
};

/// The grid that Options{.grid = {0, 0}} stands for. On one node a slab while every rank still gets
/// a plane on both sides of the exchange, otherwise the grid that leaves the busiest rank the
/// least, and among equals the squarest. On several nodes the grid for which a model of arithmetic
/// and messages predicts the least time, for a network as many clusters have it.
Grid choose_grid(const Problem& problem, int ranks, const Placing& placing = {});

}  // namespace taskfft
