#pragma once

#include "engine/setup.hpp"

namespace taskfft {

/// Fills in what the options leave to us about threads, and takes back what cannot be: threads
/// beside MPI need MPI_THREAD_FUNNELED, so with less than that there is one, and a note why.
void settle_threads(Effective& effective, int thread_level);

/// The lowest of the levels that MPI was started with on these ranks. Collective.
int thread_level(const Communicator& all);

/// Collective: the processors that the workers of this rank are bound to, if there are enough.
std::vector<int> settle_cores(const Setup& setup, const Communicator& node);

}  // namespace taskfft
