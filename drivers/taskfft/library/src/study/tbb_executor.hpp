#pragma once

#include <memory>
#include <vector>

#include "run/executor.hpp"

namespace taskfft {

/// oneTBB's threads and its stealing: a task that has become ready is spawned by the thread that
/// made it so, and runs wherever oneTBB takes it. The calling thread is one of the threads and the
/// only one that calls MPI. `cores`: one per thread to bind it to, or none; the calling thread is
/// left as it is. Only where taskfft was built with oneTBB.
std::unique_ptr<Executor> make_tbb_executor(int threads, const std::vector<int>& cores);

}  // namespace taskfft
