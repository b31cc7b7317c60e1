#pragma once
/// Which way is the fastest here.

#include <mpi.h>

#include <fftbench/driver.hpp>
#include <vector>

#include "ways.hpp"

namespace fftbench::lower_bound {

/// Collective: the way that takes the slowest rank the least time, forward and backward together,
/// after all memory was touched; and what was spent on finding it. `finish` waits for a way that
/// returns before it is done.
struct Chosen {
  Way way;
  Trials trials;
};
Chosen fastest(
    const std::vector<Way>& ways, MPI_Comm comm, const std::function<void()>& finish = [] {});

}  // namespace fftbench::lower_bound
