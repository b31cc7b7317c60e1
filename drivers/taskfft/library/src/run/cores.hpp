#pragma once

#include <pthread.h>

#include <vector>

#include "support/mpi_support.hpp"

namespace taskfft {

/// The logical processors this process may use: one of every core first, then their siblings.
std::vector<int> allowed_cores();

/// Collective over the ranks of a node: a processor for each of my workers, which no other rank's
/// workers have been given; nothing where there are too few. Ranks that were bound apart take from
/// their own, ranks that share their processors take turns.
std::vector<int> share_of_cores(const Communicator& node, int workers);

/// Where the system refuses, the thread stays free.
void bind_to_core(pthread_t thread, int core);

}  // namespace taskfft
